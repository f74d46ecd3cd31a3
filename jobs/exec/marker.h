/* Marker files: records that a job's wrapper and its launcher leave in the job's folder
 * (ria/exec.h). */
#ifndef EXEC_MARKER_H
#define EXEC_MARKER_H

#include <stdbool.h>
#include <stdint.h>
#include "process.h"
#include "ria/job.h"

typedef struct {
  bool there;
  exec_process process; /* the wrapper */
  ria_job_id job;       /* in `submitted` the launcher's id; else Slurm's, or "" */
  char comment[32];     /* in `submitted`: the token that the job carries in the queue */
  int index;            /* in `submitted`: of the array's element, or -1 */
  int bundle; /* in `submitted`: how many points its job runs, one after another; 0: one */
  int restart;
  double time; /* seconds since 1970, to the millisecond */
  int64_t limit;
  int64_t memory;
  int64_t daemons; /* in `started`: size of slurm.txt before the job began */
  int code;
  int signal;
  ria_job_cause cause;
  bool withdrawn; /* in `started`: the job was withdrawn: no command was run here or will be */
} exec_marker;

/* Create the folder and its parents. Errors: RIA_ERROR_IO. */
ria_status exec_marker_folder(const char *folder);

/* Write marker `name`, whole or not at all. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status exec_marker_write(const char *folder, const char *name, const exec_marker *marker);

/* Create the marker `started` unless it exists: of several callers, on one host or many, one
 * wins. A restarted Slurm job takes over the marker of its previous run and removes that run's
 * `asked` and `ended`. *won: the marker is ours; else *holder is the one found. Errors:
 * RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status exec_marker_claim(const char *folder, const exec_marker *mine, exec_marker *holder,
                             bool *won);

/* Read a marker; `there` is false if the marker does not exist. Missing values are 0, "" or
 * -1. */
void exec_marker_read(const char *folder, const char *name, exec_marker *marker);

/* The cause that Slurm's daemons named for this run of the job, or RIA_CAUSE_NONE. */
ria_job_cause exec_marker_hint(const char *folder, const exec_marker *started);

/* Report a job from its markers alone, when no other source knows it: it ended, or it is lost. */
void exec_marker_report(const char *folder, ria_job_report *report);

/* Copy the contents of the marker `ended`. */
void exec_marker_ended(const exec_marker *ended, ria_job_report *report);

#endif
