/* Marker files: what a job's wrapper and its starter leave in its folder. See ria/exec.h. */
#ifndef RIA_MARKER_H
#define RIA_MARKER_H

#include <stdbool.h>
#include <stdint.h>
#include "process.h"
#include "ria/job.h"

typedef struct {
  bool there;
  ria_process process; /* the wrapper */
  ria_job_id job;      /* `submitted`: the id that the launcher gave; else Slurm's, or "" */
  char comment[32];    /* `submitted`: what the job can be found by in the queue */
  int index;           /* `submitted`: of an array's element, -1 */
  int restart;
  int64_t time;
  int64_t limit;
  int64_t memory;
  int64_t daemons; /* `started`: bytes that Slurm's daemons had written to slurm.txt before */
  int code;
  int signal;
  ria_job_cause cause;
  bool withdrawn; /* `started`: nothing ran here, and nothing ever shall */
} ria_marker;

/* Make the folder and those above it. Errors: RIA_ERROR_IO. */
ria_status ria_marker_folder(const char *folder);

/* Write marker `name`, whole or not at all. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_marker_write(const char *folder, const char *name, const ria_marker *marker);

/* Make the marker `started` unless there is one: of all who try, on one host or on several, one
 * wins. A Slurm job that was started again takes it over from its own earlier life, whose `asked`
 * and `ended` go.
 * *won: it is ours; else *holder is what is there. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_marker_claim(const char *folder, const ria_marker *mine, ria_marker *holder,
                            bool *won);

/* Read it; `there` is false if there is none. What it does not tell is 0, "" or -1. */
void ria_marker_read(const char *folder, const char *name, ria_marker *marker);

/* What Slurm's daemons wrote about this run of the job, if that names a cause. */
ria_job_cause ria_marker_hint(const char *folder, const ria_marker *started);

/* What markers alone say of a job, for one that nobody else knows of: it ended, or it is lost. */
void ria_marker_report(const char *folder, ria_job_report *report);

/* Fill in what `ended` tells. */
void ria_marker_ended(const ria_marker *ended, ria_job_report *report);

#endif
