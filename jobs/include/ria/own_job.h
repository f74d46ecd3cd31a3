/** \file
 * The Slurm job that this process runs in: when it ends, and how to start it again.
 */
#ifndef RIA_OWN_JOB_H
#define RIA_OWN_JOB_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/job.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Slurm's plan for this process's job. The signal is not sufficient to identify it: SIGTERM
 * precedes all of these, and a signal requested with sbatch's --signal may arrive a minute
 * early. */
typedef enum {
  RIA_FATE_NONE,       /**< it runs */
  RIA_FATE_TIME_LIMIT, /**< it has reached its time limit */
  RIA_FATE_PREEMPTED,  /**< preempted; Slurm will not start it again */
  RIA_FATE_REQUEUED,   /**< it is being ended, and Slurm will start it again */
  RIA_FATE_CANCELLED   /**< a user or an administrator ends it */
} ria_job_fate;

typedef struct {
  ria_job_id id; /**< `12`, or `12_3` for element 3 of an array */
  int restarts;  /**< SLURM_RESTART_COUNT */
  int64_t end;   /**< when Slurm will end it, seconds since 1970; 0: never */
  int64_t limit; /**< its whole time limit, s; 0: none */
  bool is_batch; /**< started by sbatch, so it has a script that can be submitted again */
  bool requeue;  /**< Slurm allows the job to requeue itself */
  ria_job_fate fate;
  int nodes, cores; /**< of the allocation; cores of its smallest node */
  int gpus;         /**< of a node */
  int64_t memory;   /**< bytes of a node; 0: not limited */
  char node_list[256];
} ria_own_job;

/** The command that a follow-up job runs. Borrowed. */
typedef struct {
  const char *script;
  const char *token;            /**< of ria_submit_token() */
  const char *const *options;   /**< options of sbatch, added last; ended by NULL; NULL: none */
  const char *const *arguments; /**< arguments of the script; ended by NULL; NULL: none */
} ria_follow_up;

/** Whether this process is in a Slurm job (SLURM_JOB_ID). */
bool ria_own_job_exists(void);

/** Whether `path` is Slurm's copy of a batch script, `.../slurm_script`. */
bool ria_own_job_is_script(const char *path);

/** The original path of that script, absolute and owned by the caller; the file may have changed
 * since. If Slurm does not know the path, returns a name in the folder where sbatch was called.
 * NULL: `path` is not such a copy, or memory ran out. Calls scontrol. */
char *ria_own_job_script(const char *path);

/** The job's number of tasks (SLURM_NTASKS); 1 if none was requested. */
int ria_own_job_tasks(void);

/** Ask Slurm about our job. Calls scontrol (Slurm 22.05 sets no SLURM_JOB_END_TIME). Errors:
 * RIA_ERROR_UNSUPPORTED (not in a job), RIA_ERROR_IO, RIA_ERROR_FORMAT. */
ria_status ria_own_job_read(ria_own_job *job);

/** Have Slurm start this job again; an array's element requeues itself alone. When this returns,
 * SIGTERM is on its way and SIGKILL follows after KillWait: write and fsync all state before.
 *
 * If the job may not be requeued, this submits a follow-up job that waits for the end of this one
 * (afterany). The follow-up requests the same partition, account, sizes, time limit and output as
 * this job. Options that Slurm does not report (--signal) come from the script's #SBATCH lines. Its
 * id is written to `follow_up`, which is "" after a requeue.
 *
 * \param next  borrowed; NULL: no follow-up
 * Errors: RIA_ERROR_UNSUPPORTED (not in a job; no requeue and no script), RIA_ERROR_IO. */
ria_status ria_job_requeue_self(const ria_own_job *job, const ria_follow_up *next,
                                ria_job_id follow_up);

/** Submit only the follow-up, before the work begins. Use this where requeueing is not allowed:
 * it is safe because the last seconds before the time limit need no submission. If the work
 * completes in time, cancel the follow-up with ria_launcher_cancel. Errors as
 * ria_job_requeue_self. */
ria_status ria_job_queue_follow_up(const ria_own_job *job, const ria_follow_up *next,
                                   ria_job_id follow_up);

#ifdef __cplusplus
}
#endif
#endif
