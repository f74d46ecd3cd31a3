/* Marker files: records that a job's wrapper and its launcher leave in the job's folder
 * (ria/exec.h). */
#ifndef RIA_MARKER_H
#define RIA_MARKER_H

#include <stdbool.h>
#include <stdint.h>
#include "process.h"
#include "ria/job.h"

typedef struct {
  bool there;
  ria_process process; /* the wrapper */
  ria_job_id job;      /* in `submitted` the launcher's id; else Slurm's, or "" */
  char comment[32];    /* in `submitted`: finds the job in the queue */
  int index;           /* in `submitted`: of the array's element, or -1 */
  int restart;
  int64_t time;
  int64_t limit;
  int64_t memory;
  int64_t daemons; /* in `started`: size of slurm.txt before the job began */
  int code;
  int signal;
  ria_job_cause cause;
  bool withdrawn; /* in `started`: nothing ran here and nothing ever will */
} ria_marker;

/* Create the folder and its parents. Errors: RIA_ERROR_IO. */
ria_status ria_marker_folder(const char *folder);

/* Write marker `name`, whole or not at all. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_marker_write(const char *folder, const char *name, const ria_marker *marker);

/* Create the marker `started` unless it exists: of several callers, on one host or many, one wins.
 * A restarted Slurm job takes the marker over from its earlier life and removes that life's `asked`
 * and `ended`. *won: the marker is ours; else *holder is the one found. Errors: RIA_ERROR_IO,
 * RIA_ERROR_MEMORY. */
ria_status ria_marker_claim(const char *folder, const ria_marker *mine, ria_marker *holder,
                            bool *won);

/* Read a marker; `there` is false if there is none. Missing values are 0, "" or -1. */
void ria_marker_read(const char *folder, const char *name, ria_marker *marker);

/* The cause that Slurm's daemons named for this run of the job, or RIA_CAUSE_NONE. */
ria_job_cause ria_marker_hint(const char *folder, const ria_marker *started);

/* Report a job from its markers alone, when nothing else knows it: it ended, or it is lost. */
void ria_marker_report(const char *folder, ria_job_report *report);

/* Copy what the marker `ended` holds. */
void ria_marker_ended(const ria_marker *ended, ria_job_report *report);

#endif
