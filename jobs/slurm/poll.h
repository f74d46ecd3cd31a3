/* Polling the jobs in Slurm's queue. */
#ifndef SLURM_POLL_H
#define SLURM_POLL_H

#include "ria/job.h"

/* Knowledge about sacct from previous polls. All zero at the start. */
typedef struct {
  int failures;        /* calls in a row that failed */
  int lags;            /* polls in a row in which only sacct reports a job as running */
  bool absent;         /* this cluster keeps no accounting records */
  bool no_submit_line; /* its sacct does not know the field SubmitLine */
} slurm_accounting;

/* The token of a job: the reference's, else the one in the marker `submitted`. */
enum { SLURM_TOKEN_SIZE = 32 };
void slurm_token(const ria_job_ref *job, char token[SLURM_TOKEN_SIZE]);

/* Report `count` jobs: one squeue for all of a cluster, sacct for those that squeue has
 * forgotten, then their markers. A record without the job's token belongs to another job.
 * `interval`: seconds to wait before the next poll, updated. Errors as ria_launcher_poll(). */
ria_status slurm_poll(slurm_accounting *accounting, double *interval, const ria_job_ref *jobs,
                      int count, ria_job_report *reports);

/* Find the queued job that carries the token, or the element `index` of such an array (-1: no
 * array). *id: in: sbatch's answer, which saves listing all jobs and names the cluster, or "". out:
 * the id, unchanged unless *found. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status slurm_find(const char *token, int index, ria_job_id id, bool *found);

/* Which of the jobs are in the queue and carry their tokens: mine[count]. Errors as above. */
ria_status slurm_find_ours(const ria_job_ref *jobs, int count, bool *mine);

/* Whether this user has no waiting or running job. False if Slurm does not answer. */
bool slurm_is_queue_empty(void);

/* The seconds between polls: ten times the duration of the last call, within 2 s and two minutes;
 * twice the interval `before` if the call failed. */
double slurm_interval(double took, double before, bool failed);

#endif
