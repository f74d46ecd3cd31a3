/* Polling the jobs in Slurm's queue. */
#ifndef RIA_SLURM_POLL_H
#define RIA_SLURM_POLL_H

#include "ria/job.h"

/* What polls learned about sacct. All zero at the start. */
typedef struct {
  int failures; /* calls in a row that failed */
  int lags;     /* polls in a row in which only sacct calls a job running */
  bool absent;  /* this cluster keeps no accounts */
} ria_slurm_accounting;

/* Report `count` jobs: one squeue for all, sacct for those that squeue has forgotten, then their
 * markers. `interval`: seconds to wait before the next poll, updated. Errors as
 * ria_launcher_poll(). */
ria_status ria_slurm_poll(ria_slurm_accounting *accounting, double *interval,
                          const ria_job_ref *jobs, int count, ria_job_report *reports);

/* Find the queued job with that comment, or the element `index` of such an array (-1: no array).
 * Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_slurm_find(const char *comment, int index, ria_job_id id, bool *found);

/* The seconds between polls: ten times the duration of the last call, within 2 s and two minutes;
 * twice the interval `before` if the call failed. */
double ria_slurm_interval(double took, double before, bool failed);

#endif
