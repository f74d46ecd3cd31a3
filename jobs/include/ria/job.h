/** \file
 * Jobs: commands that run on this machine, as steps of our own Slurm allocation, or as Slurm jobs.
 *
 * A launcher starts, polls and stops jobs. It keeps no state that must survive: a job's id is a
 * text that stays valid after the process that started the job has ended, and all other state is in
 * the job's marker folder. A later process can therefore continue with the same jobs. All jobs run
 * in the wrapper `ria exec` (ria/exec.h), which writes the markers; Slurm's accounting is not
 * needed.
 *
 * Functions block while their program runs (squeue, for example), at most RIA_SLURM_PATIENCE
 * seconds. Use a launcher from one thread at a time. A job's texts reach its program unchanged,
 * whatever characters they contain: no shell interprets them.
 */
#ifndef RIA_JOB_H
#define RIA_JOB_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/resources.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RIA_SLURM_PATIENCE = 60 }; /**< seconds that a busy controller has to answer */

/** Which end of a job starts the jobs that depend on it. Kind `jobs` only. */
typedef enum {
  RIA_AFTER_SUCCESS, /**< all succeeded; if one fails, the dependent job is cancelled */
  RIA_AFTER_END      /**< all ended, with or without success */
} ria_after;

/** A job to start. All pointers are borrowed for the call. */
typedef struct {
  const char *name;               /**< name in the queue, `step.segment.workflow` */
  const char *const *argv;        /**< ended by NULL; argv[0] is looked for in PATH */
  const char *const *environment; /**< additions, `NAME=value`; ended by NULL; NULL: none */
  const char *directory;          /**< working folder; NULL: ours */
  const char *output;             /**< absolute; standard output and error are appended to it */
  const char *markers;            /**< absolute; a folder for this job alone, created if needed */
  ria_resources resources;
  const int *ranks_on; /**< in an allocation: ranks on each of its nodes, [nodes], if the caller
                          plans where ranks go; NULL: Slurm chooses */
  int64_t warning;     /**< SIGUSR1 this many seconds before the time limit; 0: none */
  bool requeue;        /**< Slurm may restart it (a lost node, preemption, its own request) */
  const char *const *after; /**< ids of jobs it depends on; ended by NULL; NULL: none */
  ria_after after_what;
} ria_job;

#define RIA_JOB_STATE_LIST(X)                                                                      \
  X(RIA_JOB_WAITING, "waiting") /**< in the queue */                                               \
  X(RIA_JOB_RUNNING, "running")                                                                    \
  X(RIA_JOB_ENDED, "ended")                                                                        \
  X(RIA_JOB_LOST, "lost") /**< its process left no marker of its end: the machine restarted, or    \
                             kill -9 */

#define RIA_JOB_CAUSE_LIST(X)                                                                      \
  X(RIA_CAUSE_NONE, "none")       /**< not ended, or exit code 0 */                                \
  X(RIA_CAUSE_PROGRAM, "program") /**< an exit code other than 0 */                                \
  X(RIA_CAUSE_SIGNAL, "signal")   /**< a signal that ria did not send */                           \
  X(RIA_CAUSE_TIME_LIMIT, "time limit")                                                            \
  X(RIA_CAUSE_MEMORY, "memory") /**< killed because memory ran out */                              \
  X(RIA_CAUSE_NODE, "node")     /**< a node failed */                                              \
  X(RIA_CAUSE_PREEMPTED, "preempted")                                                              \
  X(RIA_CAUSE_CANCELLED, "cancelled")                                                              \
  X(RIA_CAUSE_DEPENDENCY, "dependency") /**< a job it depends on failed; it never started */       \
  X(RIA_CAUSE_LAUNCH, "launch")         /**< it could not be started */                            \
  X(RIA_CAUSE_UNKNOWN, "unknown")

#define RIA_JOB_ENUM(name, text) name,
typedef enum { RIA_JOB_STATE_LIST(RIA_JOB_ENUM) } ria_job_state;
typedef enum { RIA_JOB_CAUSE_LIST(RIA_JOB_ENUM) } ria_job_cause;
#undef RIA_JOB_ENUM

/** Short English texts; never NULL. */
const char *ria_job_state_text(ria_job_state state);
const char *ria_job_cause_text(ria_job_cause cause);

/** The state of a job. Times are seconds since 1970; 0: not known. */
typedef struct {
  ria_job_state state;
  ria_job_cause cause;
  int exit_code; /**< if ended; 128 + n after signal n */
  int signal;    /**< the one that ended it; 0: none */
  int restarts;  /**< how often Slurm restarted it */
  double started;
  double ended;
  int64_t expected_start; /**< Slurm's guess for a waiting job */
  int64_t expected_end;   /**< while running, computed from its time limit */
  int64_t memory;         /**< bytes of its largest process */
  char nodes[256];        /**< as Slurm writes it, `node[1-3]`; cut if longer */
  char reason[192];       /**< why it waits and what you can do about it, or why it ended */
} ria_job_report;

/** A job that was started: its id and its marker folder. Borrowed. `token`: the token that the
 * job must carry in the queue; a job with the same id but without the token belongs to somebody
 * else. NULL: read the token from the markers. */
typedef struct {
  const char *id;
  const char *markers;
  const char *token;
} ria_job_ref;

/** Value of `token` for a job whose id the job's own process recorded: accepts any token. */
#define RIA_ANY_TOKEN "*"

/** The longest id, with its ending NUL. */
enum { RIA_JOB_ID_SIZE = 192 };
typedef char ria_job_id[RIA_JOB_ID_SIZE];

typedef enum {
  RIA_LAUNCHER_LOCAL,      /**< processes of this machine, ranks by mpirun */
  RIA_LAUNCHER_ALLOCATION, /**< steps of the Slurm job that this process is in, by srun --exact */
  RIA_LAUNCHER_JOBS        /**< jobs of their own, by sbatch */
} ria_launcher_kind;

/** Zero or NULL: the default. Copied. */
typedef struct {
  const char *program; /**< the `ria` that wraps jobs; NULL: this program's file */
  const char *mpi;     /**< srun's --mpi; NULL: pmix; "": the cluster's own default */
  int grace;           /**< seconds between our SIGTERM and SIGKILL; 0: 30 */
  bool offline;        /**< skip the check that Slurm is installed; sufficient for
                          ria_launcher_describe and ria_launcher_poll */
} ria_launcher_options;

typedef struct ria_launcher ria_launcher;

/** Why a job could not be started now. */
typedef enum {
  RIA_REFUSAL_NONE,
  RIA_REFUSAL_UNKNOWN,   /**< refused without a reason */
  RIA_REFUSAL_PERMANENT, /**< permanent: a repeated attempt gets the same answer */
  RIA_REFUSAL_SILENT,    /**< Slurm does not answer */
  RIA_REFUSAL_LIMIT,     /**< the queue holds as many jobs as the site allows; try again when some
                            have ended */
  RIA_REFUSAL_ARRAY      /**< Slurm refuses the array, or an array of this size */
} ria_refusal;

/** Errors: RIA_ERROR_UNSUPPORTED (no Slurm here; not in an allocation), RIA_ERROR_MEMORY,
 * RIA_ERROR_IO. On success the caller owns *launcher; ria_launcher_destroy frees it and leaves the
 * jobs alone. */
ria_status ria_launcher_create(ria_launcher **launcher, ria_launcher_kind kind,
                               const ria_launcher_options *options);
void ria_launcher_destroy(ria_launcher *launcher); /**< NULL is allowed */

enum { RIA_ARRAY_LIMIT = 1000 }; /**< most elements of an array, by Slurm's default */

/** The resources that a job can get. Kind `jobs`: the largest value of each number over the
 * partitions that are up. */
typedef struct {
  int nodes;
  int cores;       /**< of a node */
  int gpus;        /**< of a node */
  int64_t memory;  /**< bytes of a node; 0: not limited */
  int64_t seconds; /**< longest time limit, or our allocation's; 0: not limited */
  int array_limit; /**< most elements of an array; 1: none */
} ria_capacity;

/** Errors: RIA_ERROR_IO (Slurm gives no answer), RIA_ERROR_FORMAT. */
ria_status ria_launcher_capacity(ria_launcher *launcher, ria_capacity *capacity);

/** Check that some machine can provide the resources. For the kind `jobs`, one partition must
 * provide all of them. Uses Slurm's last answer to ria_launcher_capacity, so repeated checks are
 * cheap. Errors: RIA_ERROR_UNSUPPORTED with the reason; others as ria_launcher_capacity. */
ria_status ria_launcher_check(ria_launcher *launcher, const ria_resources *resources);

/** Start a job; its id is written to `id` and to its markers. Under Slurm the job carries a
 * unique token in its comment, or in its name if `options` set the comment. The id is that of the
 * queued job with this token; the output of sbatch is only a hint. After an error the job never
 * starts: its folder is withdrawn (ria/exec.h). Errors: RIA_ERROR_ARGUMENT (no program, output or
 * markers; dependencies without Slurm; another job had the folder), RIA_ERROR_UNSUPPORTED (no Slurm
 * here; a permanent refusal; the message quotes Slurm), RIA_ERROR_INTERRUPTED (a temporary refusal:
 * try again later with another folder; ria_launcher_refusal() gives the reason), RIA_ERROR_IO
 * (Slurm fails without a reason, or a folder cannot be created), RIA_ERROR_MEMORY. */
ria_status ria_launcher_start(ria_launcher *launcher, const ria_job *job, ria_job_id id);

/** Why the last start failed; RIA_REFUSAL_NONE: it succeeded, or failed for a reason other than
 * Slurm. */
ria_refusal ria_launcher_refusal(const ria_launcher *launcher);

/** Whether this user has no job in Slurm's queue. False if Slurm does not answer. */
bool ria_launcher_is_queue_empty(const ria_launcher *launcher);

/** Start `count` jobs with the name, resources and dependencies of jobs[0] as one array; at most
 * `cap` run at a time (0: no cap). With resources.bundle each element runs that many jobs, one
 * after another, and these share the element's id. If one element is enough, an ordinary job is
 * submitted instead of an array. Kind `jobs` only; at most the capacity's array_limit elements.
 * `ids` [count]: out. Errors as ria_launcher_start. */
ria_status ria_launcher_start_array(ria_launcher *launcher, const ria_job *jobs, int count, int cap,
                                    ria_job_id *ids);

/** Whether this launcher submits Slurm jobs with sbatch (kind `jobs`). */
bool ria_launcher_has_queue(const ria_launcher *launcher);

/** Find a job whose id was lost because its launcher died before it could record it. If the job
 * has not started, *found is false and the folder is withdrawn, so that a late wrapper does not run
 * the command (ria/exec.h). Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY: the job's state is unknown;
 * call again.
 */
ria_status ria_launcher_find(ria_launcher *launcher, const char *markers, ria_job_id id,
                             bool *found);

/** Report `count` jobs with one call of squeue. `reports` [count]: out. Errors: RIA_ERROR_IO if
 * Slurm does not answer: reports then hold the markers' values, and keep their old values where the
 * markers have none; RIA_ERROR_MEMORY. */
ria_status ria_launcher_poll(ria_launcher *launcher, const ria_job_ref *jobs, int count,
                             ria_job_report *reports);

/** Seconds to wait before the next poll. Under Slurm it grows with the duration of the last call
 * and doubles after each failure, up to two minutes. */
double ria_launcher_poll_interval(const ria_launcher *launcher);

/** Send a signal to all ranks of a running job. Jobs that are not running get no signal. Errors:
 * RIA_ERROR_IO. */
ria_status ria_launcher_signal(ria_launcher *launcher, const ria_job_ref *job, int signal);

/** End running and waiting jobs: SIGTERM, then SIGKILL. Does not wait for their end. Under Slurm
 * a job is ended only if the queue shows its token. Errors: RIA_ERROR_IO. */
ria_status ria_launcher_cancel(ria_launcher *launcher, const ria_job_ref *jobs, int count);

/** Seconds after which a cancelled job has certainly ended. Reads KillWait from Slurm. */
double ria_launcher_patience(ria_launcher *launcher);

/** The command lines that would start a job, quoted for a shell; nothing is run. *text is owned by
 * the caller (free). Errors as ria_launcher_start. */
ria_status ria_launcher_describe(ria_launcher *launcher, const ria_job *job, char **text);

/** The same for ria_launcher_start_array: the sbatch command line, then the command of each
 * element. */
ria_status ria_launcher_describe_array(ria_launcher *launcher, const ria_job *jobs, int count,
                                       int cap, char **text);

#ifdef __cplusplus
}
#endif
#endif
