/** \file
 * The Slurm job that this process is in: when it ends, and starting it again.
 */
#ifndef RIA_OWN_JOB_H
#define RIA_OWN_JOB_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/job.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What Slurm is about to do with the job that we are in. A signal alone does not tell: SIGTERM
 * comes before all of these, and a signal of sbatch's --signal up to a minute early. */
typedef enum {
  RIA_FATE_NONE,       /**< it runs */
  RIA_FATE_TIME_LIMIT, /**< it has reached its time limit */
  RIA_FATE_PREEMPTED,  /**< it must give way, and will not come back by itself */
  RIA_FATE_REQUEUED,   /**< it is being ended, and Slurm will start it again */
  RIA_FATE_CANCELLED   /**< somebody ends it */
} ria_job_fate;

typedef struct {
  ria_job_id id; /**< `12`, or `12_3` for element 3 of an array */
  int restarts;  /**< SLURM_RESTART_COUNT */
  int64_t end;   /**< when Slurm will end it, seconds since 1970; 0: never */
  int64_t limit; /**< its whole time limit, s; 0: none */
  bool is_batch; /**< sbatch started it: there is a script that can start again */
  bool requeue;  /**< it may requeue itself */
  ria_job_fate fate;
  int nodes, cores; /**< of the allocation; cores of its smallest node */
  int gpus;         /**< of a node */
  int64_t memory;   /**< bytes of a node; 0: not limited */
  char node_list[256];
} ria_own_job;

/** Whether this process is in a Slurm job (SLURM_JOB_ID). */
bool ria_own_job_exists(void);

/** Whether `path` is the copy of a batch script that Slurm has made for its job:
 * `.../slurm_script`. */
bool ria_own_job_is_script(const char *path);

/** Where that script lay when it was submitted, for paths that start there and for what is said of
 * it: an absolute path, the caller's to free. What it holds now may be something else. If Slurm
 * does not know, a name in the folder in which sbatch was called. NULL: `path` is no such copy, or
 * no memory. Calls scontrol. */
char *ria_own_job_script(const char *path);

/** How many tasks the job has (SLURM_NTASKS); 1 where nobody asked for any. */
int ria_own_job_tasks(void);

/** Ask Slurm once about the job that we are in. Calls scontrol (Slurm 22.05 sets no
 * SLURM_JOB_END_TIME). Errors: RIA_ERROR_UNSUPPORTED (not in a job), RIA_ERROR_IO,
 * RIA_ERROR_FORMAT. */
ria_status ria_own_job_read(ria_own_job *job);

/** Have this job start again. An array's element requeues itself alone. When this returns, SIGTERM
 * is on its way, and SIGKILL after KillWait: write and fsync all state before.
 *
 * Where the job may not be requeued, a follow-up job is submitted instead, which waits for the end
 * of this one (afterany). It asks for what this job has, by name: partition, account, sizes, time
 * limit, output; what Slurm does not tell of a job (--signal) is taken from the script's own
 * #SBATCH lines. Its id is written to `follow_up`, which is "" after a requeue.
 *
 * \param options  of sbatch, the last word; borrowed, ended by NULL; NULL: none
 * \param script   borrowed; NULL: no follow-up
 * Errors: RIA_ERROR_UNSUPPORTED (not in a job; no requeue and no script), RIA_ERROR_IO. */
ria_status ria_job_requeue_self(const ria_own_job *job, const char *const *options,
                                const char *script, ria_job_id follow_up);

/** Queue the follow-up alone, before the work begins: the sure way where requeueing is not allowed,
 * since nothing has to happen in the last seconds. Cancel it with ria_launcher_cancel if the work
 * is done in time. Errors as ria_job_requeue_self. */
ria_status ria_job_queue_follow_up(const ria_own_job *job, const char *const *options,
                                   const char *script, ria_job_id follow_up);

#ifdef __cplusplus
}
#endif
#endif
