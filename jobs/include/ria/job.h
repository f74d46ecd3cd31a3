/** \file
 * Jobs: commands that run here, as steps of our own Slurm allocation, or as Slurm jobs of their
 * own.
 *
 * A launcher starts jobs, asks how they are, and stops them. It keeps nothing that matters: a job's
 * id is a text that survives the death of whoever started it, and everything else lies in the job's
 * marker folder, so that a later process goes on with the same jobs. All jobs run through the
 * wrapper `ria exec` (ria/exec.h), which writes those markers; Slurm's accounting is not needed.
 *
 * Functions here block for as long as the program behind them takes (a call of squeue; at most
 * RIA_SLURM_PATIENCE seconds), and are for one thread at a time. What is not ASCII or holds blanks,
 * quotes or newlines in a job's texts reaches its program unchanged: nothing is spliced into a
 * shell line.
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

enum { RIA_SLURM_PATIENCE = 60 }; /**< seconds that a busy controller is given for an answer */

/** What of a job is waited for before another one starts. Kind `jobs` only. */
typedef enum {
  RIA_AFTER_SUCCESS, /**< all have succeeded; if one fails, this job is cancelled */
  RIA_AFTER_END      /**< all have ended, however */
} ria_after;

/** A job to start. All pointers are borrowed for the call. */
typedef struct {
  const char *name;               /**< as queues show it, `step.segment.workflow` */
  const char *const *argv;        /**< ended by NULL; argv[0] is looked for in PATH */
  const char *const *environment; /**< additions, `NAME=value`; ended by NULL; NULL: none */
  const char *directory;          /**< where it runs; NULL: here */
  const char *output;             /**< absolute; its standard output and error are appended here */
  const char *markers;            /**< absolute; a folder of its own, made if need be */
  ria_resources resources;
  const int *ranks_on; /**< in an allocation: ranks on each of its nodes, [nodes], whoever keeps
                            account of what is free there; NULL: where Slurm likes */
  int64_t warning;     /**< SIGUSR1 this many seconds before the time limit; 0: none */
  bool requeue;        /**< Slurm may start it again (a lost node, preemption, itself) */
  const char *const *after; /**< ids of jobs it depends on; ended by NULL; NULL: none */
  ria_after after_what;
} ria_job;

#define RIA_JOB_STATE_LIST(X)                                                                      \
  X(RIA_JOB_WAITING, "waiting") /**< in the queue */                                               \
  X(RIA_JOB_RUNNING, "running")                                                                    \
  X(RIA_JOB_ENDED, "ended")                                                                        \
  X(RIA_JOB_LOST, "lost") /**< gone without a word: the machine restarted, or kill -9 */

#define RIA_JOB_CAUSE_LIST(X)                                                                      \
  X(RIA_CAUSE_NONE, "none")       /**< still there, or exit code 0 */                              \
  X(RIA_CAUSE_PROGRAM, "program") /**< another exit code */                                        \
  X(RIA_CAUSE_SIGNAL, "signal")   /**< a signal that nobody here asked for */                      \
  X(RIA_CAUSE_TIME_LIMIT, "time limit")                                                            \
  X(RIA_CAUSE_MEMORY, "memory") /**< killed for using more than it may */                          \
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

/** How a job is. Times are seconds since 1970, 0 where not known. */
typedef struct {
  ria_job_state state;
  ria_job_cause cause;
  int exit_code; /**< of an ended job; 128 + n after signal n */
  int signal;    /**< that ended it; 0: none */
  int restarts;  /**< how often Slurm started it again */
  int64_t started;
  int64_t ended;
  int64_t expected_start; /**< Slurm's guess for a waiting job */
  int64_t expected_end;   /**< of a running job, by its time limit */
  int64_t memory;         /**< bytes of the largest process that was waited for */
  char nodes[256];        /**< as Slurm writes it, `node[1-3]`; cut if longer */
  char reason[192];       /**< why it waits, and what to do if that does not pass by itself; or more
                               about why it ended */
} ria_job_report;

/** A job that was started: its id and its marker folder. Borrowed. */
typedef struct {
  const char *id;
  const char *markers;
} ria_job_ref;

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
  const char *program; /**< the `ria` that jobs are wrapped with; NULL: this program's file */
  const char *mpi;     /**< srun's --mpi; NULL: pmix; "": the cluster's own default */
  int grace;           /**< seconds between SIGTERM and SIGKILL where we send them; 0: 30 */
  bool offline;        /**< do not ask Slurm whether it is there: for ria_launcher_describe, and
                            for ria_launcher_poll alone */
} ria_launcher_options;

typedef struct ria_launcher ria_launcher;

/** Errors: RIA_ERROR_UNSUPPORTED (no Slurm here; not in an allocation), RIA_ERROR_MEMORY,
 * RIA_ERROR_IO. On success the caller owns *launcher; ria_launcher_destroy frees it and leaves the
 * jobs alone. */
ria_status ria_launcher_create(ria_launcher **launcher, ria_launcher_kind kind,
                               const ria_launcher_options *options);
void ria_launcher_destroy(ria_launcher *launcher); /**< NULL is allowed */

enum { RIA_ARRAY_LIMIT = 1000 }; /**< most elements of an array, by Slurm's default */

/** What may be used. For `jobs`, of the partitions that are up, each number the largest. */
typedef struct {
  int nodes;
  int cores;       /**< of a node */
  int gpus;        /**< of a node */
  int64_t memory;  /**< bytes of a node; 0: not limited */
  int64_t seconds; /**< longest time limit, or our allocation's whole one; 0: not limited */
  int array_limit; /**< most elements of an array; 1: none */
} ria_capacity;

/** Errors: RIA_ERROR_IO (Slurm gives no answer), RIA_ERROR_FORMAT. */
ria_status ria_launcher_capacity(ria_launcher *launcher, ria_capacity *capacity);

/** Whether the resources could ever be had: RIA_ERROR_UNSUPPORTED with the reason if not; for
 * `jobs` one partition must have all of them, by what Slurm said when it was last asked for the
 * capacity: any number of checks asks no more. Other errors as ria_launcher_capacity. */
ria_status ria_launcher_check(ria_launcher *launcher, const ria_resources *resources);

/** Start a job; its id is written to `id` and, for a later process, to its markers. After an error
 * the job never starts: its folder is withdrawn (ria/exec.h).
 * Errors: RIA_ERROR_ARGUMENT (names no program, output or markers; dependencies without Slurm; the
 * folder was another job's), RIA_ERROR_IO (Slurm refuses, with its words; a folder cannot be made),
 * RIA_ERROR_INTERRUPTED (Slurm gives no answer; another folder may be tried after
 * ria_launcher_poll_interval), RIA_ERROR_MEMORY. */
ria_status ria_launcher_start(ria_launcher *launcher, const ria_job *job, ria_job_id id);

/** Start `count` jobs that share name, resources and dependencies (those of jobs[0]) as one array,
 * of which at most `cap` run at a time (0: no cap). Kind `jobs` only; `count` at most the
 * capacity's array_limit. `ids` [count]: out. Errors as ria_launcher_start. */
ria_status ria_launcher_start_array(ria_launcher *launcher, const ria_job *jobs, int count, int cap,
                                    ria_job_id *ids);

/** Find a job again whose id was lost, because whoever started it died before it could note it.
 * *found is false if it has not started, and then it never will: its folder is withdrawn, so that a
 * wrapper that comes late, of an sbatch that was on its way, runs nothing (ria/exec.h).
 * Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY: nothing is known, ask again. */
ria_status ria_launcher_find(ria_launcher *launcher, const char *markers, ria_job_id id,
                             bool *found);

/** How `count` jobs are, in one call of squeue however many they are.
 * `reports` [count]: out. Errors: RIA_ERROR_IO if Slurm gives no answer: reports then hold what the
 * markers say, and are not changed where these say nothing; RIA_ERROR_MEMORY. */
ria_status ria_launcher_poll(ria_launcher *launcher, const ria_job_ref *jobs, int count,
                             ria_job_report *reports);

/** Seconds to wait before the next poll: short on this machine; under Slurm longer the longer the
 * last call took, and doubled by each failure, up to two minutes. */
double ria_launcher_poll_interval(const ria_launcher *launcher);

/** Send a signal to a job's program (all its ranks). A job that has not started or has ended is
 * left alone. Errors: RIA_ERROR_IO. */
ria_status ria_launcher_signal(ria_launcher *launcher, const ria_job_ref *job, int signal);

/** End jobs, waiting ones too: SIGTERM, and SIGKILL if that does not help. Does not wait for it.
 * Errors: RIA_ERROR_IO. */
ria_status ria_launcher_cancel(ria_launcher *launcher, const ria_job_ref *jobs, int count);

/** Seconds within which a job that was cancelled is gone, by SIGKILL if need be. Asks Slurm for its
 * KillWait. */
double ria_launcher_patience(ria_launcher *launcher);

/** The command lines that would start a job, quoted for a shell, for people; nothing is run.
 * *text is owned by the caller, free() it. Errors: as ria_launcher_start. */
ria_status ria_launcher_describe(ria_launcher *launcher, const ria_job *job, char **text);

/** The same of ria_launcher_start_array: the line of sbatch, then the command of each element. */
ria_status ria_launcher_describe_array(ria_launcher *launcher, const ria_job *jobs, int count,
                                       int cap, char **text);

#ifdef __cplusplus
}
#endif
#endif
