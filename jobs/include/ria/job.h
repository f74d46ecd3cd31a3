/** \file
 * Jobs: commands that run on this machine, as steps of our own Slurm allocation, or as Slurm jobs.
 *
 * A launcher starts, polls and stops jobs. It keeps no state that matters: a job's id is a text
 * that outlives the process that started it, and everything else lies in the job's marker folder,
 * so a later process can continue with the same jobs. All jobs run in the wrapper `ria exec`
 * (ria/exec.h), which writes the markers; Slurm's accounting is not needed.
 *
 * Functions block while their program runs (squeue, for example), at most RIA_SLURM_PATIENCE
 * seconds. Use a launcher from one thread at a time. Texts of a job reach its program unchanged,
 * whatever they hold: no shell reads them.
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
                          plans their room; NULL: Slurm chooses */
  int64_t warning;     /**< SIGUSR1 this many seconds before the time limit; 0: none */
  bool requeue;        /**< Slurm may restart it (a lost node, preemption, its own request) */
  const char *const *after; /**< ids of jobs it depends on; ended by NULL; NULL: none */
  ria_after after_what;
} ria_job;

#define RIA_JOB_STATE_LIST(X)                                                                      \
  X(RIA_JOB_WAITING, "waiting") /**< in the queue */                                               \
  X(RIA_JOB_RUNNING, "running")                                                                    \
  X(RIA_JOB_ENDED, "ended")                                                                        \
  X(RIA_JOB_LOST, "lost") /**< it left no trace: the machine restarted, or kill -9 */

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
  int64_t expected_end;   /**< while running, from its time limit */
  int64_t memory;         /**< bytes of its largest process */
  char nodes[256];        /**< as Slurm writes it, `node[1-3]`; cut if longer */
  char reason[192];       /**< why it waits and what you can do about it, or why it ended */
} ria_job_report;

/** A job that was started: its id and its marker folder. Borrowed. `token`: what the job must carry
 * in the queue so that nobody else's job of that id is taken for it; NULL: as its markers say. */
typedef struct {
  const char *id;
  const char *markers;
  const char *token;
} ria_job_ref;

/** The token of a job whose id its own process has recorded. */
#define RIA_ANY_TOKEN "*"

/** The longest id, with its ending NUL. */
enum { RIA_JOB_ID_SIZE = 192 };
typedef char ria_job_id[RIA_JOB_ID_SIZE];

typedef enum {
  RIA_LAUNCHER_LOCAL,      /**< processes of this machine, ranks by mpirun */
  RIA_LAUNCHER_ALLOCATION, /**< steps of the Slurm job that we are in, by srun --exact */
  RIA_LAUNCHER_JOBS        /**< jobs of their own, by sbatch */
} ria_launcher_kind;

/** Zero or NULL: the default. Copied. */
typedef struct {
  const char *program; /**< the `ria` that wraps jobs; NULL: this program's file */
  const char *mpi;     /**< srun's --mpi; NULL: pmix; "": the cluster's own default */
  int grace;           /**< seconds between our SIGTERM and SIGKILL; 0: 30 */
  bool offline;        /**< do not check that Slurm is there: enough for ria_launcher_describe and
                          ria_launcher_poll */
} ria_launcher_options;

typedef struct ria_launcher ria_launcher;

/** Why a job could not be started now. */
typedef enum {
  RIA_REFUSAL_NONE,
  RIA_REFUSAL_UNKNOWN,   /**< without a reason */
  RIA_REFUSAL_PERMANENT, /**< the answer will be the same the next time */
  RIA_REFUSAL_SILENT,    /**< Slurm does not answer */
  RIA_REFUSAL_LIMIT,     /**< as many jobs are in the queue as may be; some end */
  RIA_REFUSAL_ARRAY      /**< not as one array, or not of this size */
} ria_refusal;

/** Errors: RIA_ERROR_UNSUPPORTED (no Slurm here; not in an allocation), RIA_ERROR_MEMORY,
 * RIA_ERROR_IO. On success the caller owns *launcher; ria_launcher_destroy frees it and leaves the
 * jobs alone. */
ria_status ria_launcher_create(ria_launcher **launcher, ria_launcher_kind kind,
                               const ria_launcher_options *options);
void ria_launcher_destroy(ria_launcher *launcher); /**< NULL is allowed */

enum { RIA_ARRAY_LIMIT = 1000 }; /**< most elements of an array, by Slurm's default */

/** The resources that can be had. Kind `jobs`: the largest of each number over the partitions that
 * are up. */
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

/** Check that the resources can ever be had; for `jobs`, in one partition, by Slurm's last answer
 * to ria_launcher_capacity, so that repeated checks are cheap. Errors: RIA_ERROR_UNSUPPORTED with
 * the reason; others as ria_launcher_capacity. */
ria_status ria_launcher_check(ria_launcher *launcher, const ria_resources *resources);

/** Start a job; its id is written to `id` and to its markers. Under Slurm the job carries a token
 * that no other submission has, in its comment, or in its name if `options` set the comment; the id
 * is that of the job in the queue with this token, whatever sbatch prints. After an error the job
 * never starts: its folder is withdrawn (ria/exec.h). Errors: RIA_ERROR_ARGUMENT (no program,
 * output or markers; dependencies without Slurm; another job had the folder), RIA_ERROR_UNSUPPORTED
 * (no Slurm here; it refuses for good, with all its words), RIA_ERROR_INTERRUPTED (not now; try
 * another folder later: ria_launcher_refusal() says why), RIA_ERROR_IO (it fails without a reason;
 * a folder cannot be created), RIA_ERROR_MEMORY. */
ria_status ria_launcher_start(ria_launcher *launcher, const ria_job *job, ria_job_id id);

/** Why the last start failed; RIA_REFUSAL_NONE: it did not, or not because of Slurm. */
ria_refusal ria_launcher_refusal(const ria_launcher *launcher);

/** Whether this user has no job in Slurm's queue. False if that is not known. */
bool ria_launcher_is_queue_empty(const ria_launcher *launcher);

/** Start `count` jobs with the name, resources and dependencies of jobs[0] as one array; at most
 * `cap` run at a time (0: no cap). With resources.bundle each element runs so many of them, one
 * after another, and they share its id; if one element is enough there is no array. Kind `jobs`
 * only; at most the capacity's array_limit elements. `ids` [count]: out. Errors as
 * ria_launcher_start. */
ria_status ria_launcher_start_array(ria_launcher *launcher, const ria_job *jobs, int count, int cap,
                                    ria_job_id *ids);

/** Whether its jobs are Slurm's, by sbatch (kind `jobs`). */
bool ria_launcher_has_queue(const ria_launcher *launcher);

/** Find a job whose id was lost because its launcher died before it could record it. If the job has
 * not started, *found is false and it never will: its folder is withdrawn, so that a late wrapper
 * runs nothing (ria/exec.h). Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY: nothing is known, ask again.
 */
ria_status ria_launcher_find(ria_launcher *launcher, const char *markers, ria_job_id id,
                             bool *found);

/** Report `count` jobs with one call of squeue. `reports` [count]: out.
 * Errors: RIA_ERROR_IO if Slurm does not answer: reports then hold what the markers say, and keep
 * their values where the markers say nothing; RIA_ERROR_MEMORY. */
ria_status ria_launcher_poll(ria_launcher *launcher, const ria_job_ref *jobs, int count,
                             ria_job_report *reports);

/** Seconds to wait before the next poll. Under Slurm it grows with the duration of the last call
 * and doubles after each failure, up to two minutes. */
double ria_launcher_poll_interval(const ria_launcher *launcher);

/** Send a signal to all ranks of a running job. Other jobs are left alone. Errors: RIA_ERROR_IO. */
ria_status ria_launcher_signal(ria_launcher *launcher, const ria_job_ref *job, int signal);

/** End running and waiting jobs: SIGTERM, then SIGKILL. Does not wait for their end. Under Slurm a
 * job is ended only if it is seen to carry its token. Errors: RIA_ERROR_IO. */
ria_status ria_launcher_cancel(ria_launcher *launcher, const ria_job_ref *jobs, int count);

/** Seconds within which a cancelled job is gone. Asks Slurm for its KillWait. */
double ria_launcher_patience(ria_launcher *launcher);

/** The command lines that would start a job, quoted for a shell; nothing is run. *text is owned by
 * the caller (free). Errors as ria_launcher_start. */
ria_status ria_launcher_describe(ria_launcher *launcher, const ria_job *job, char **text);

/** The same for ria_launcher_start_array: the line of sbatch, then the command of each element. */
ria_status ria_launcher_describe_array(ria_launcher *launcher, const ria_job *jobs, int count,
                                       int cap, char **text);

#ifdef __cplusplus
}
#endif
#endif
