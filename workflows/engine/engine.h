/** \file
 * The engine runs the tasks of a workflow until nothing more can run.
 *
 * Its state is in the study and in the marker folders of its jobs, and is written before and after
 * each action, so kill -9 at any moment loses no state and starts no job twice. The next engine
 * continues with the jobs that are still there.
 */
#ifndef ENGINE_H
#define ENGINE_H

#include <stdbool.h>
#include "language/workflow.h"
#include "ria/job.h"
#include "study/study.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Receives events for a log or a terminal. `subject` is a step or task, "" for the engine.
 * Borrowed for the call. */
typedef void (*engine_report)(void *context, const char *subject, const char *what);
/** Called about once a second while the engine waits, to redraw the screen. */
typedef void (*engine_tick)(void *context);

/** Zero or NULL: the default. */
typedef struct {
  double retry_delay; /**< s before a first retry; 0: 10. Each further retry waits twice as long */
  double grace;       /**< s that running tasks get to stop when the engine must stop; 0: 60 */
  int array_cap;      /**< most tasks of a step that run at a time under Slurm; 0: no cap */
  double end;         /**< when the engine's own job will be ended, s since 1970; 0: never */
  double lead;        /**< s before `end` at which the engine stops by itself, as after SIGUSR1 */
  bool comes_back; /**< after SIGUSR1 the study is started again with a new time limit: a task that
                      needs more time than is left waits for that */
  const char *program; /**< the program for a task's command "ria"; NULL: this program */
  engine_report report;
  engine_tick tick;
  void *context; /**< of `report` and `tick` */
} engine_options;

/** How a run ended. */
typedef enum {
  ENGINE_ENDED_WELL,       /**< all steps are done or skipped */
  ENGINE_ENDED_FAILED,     /**< at least one step failed */
  ENGINE_ENDED_CANCELLED,  /**< at least one step was cancelled by a person, none failed */
  ENGINE_ENDED_INTERRUPTED /**< a signal came: running tasks were asked to stop, the others wait */
} engine_ending;

typedef struct {
  engine_ending end;
  int signal; /**< the signal that interrupted it; 0: none */
} engine_outcome;

/** Run the workflow. This process must hold the study's lock. Blocks until nothing more can run or
 * a signal comes. SIGINT, SIGTERM, SIGHUP and SIGUSR1 are blocked meanwhile. At the first of them
 * running cases are asked to write a checkpoint and stop; a second SIGINT or SIGTERM ends
 * everything at once. SIGUSR1 means that the time is nearly over: tasks without checkpoints may use
 * the remaining time. If the engine knows the `end`, it acts at the same moment without the signal.
 * Jobs of the kind RIA_LAUNCHER_JOBS continue without an engine, and the next engine finds them.
 *
 * Points of `workflow` are completed with results. All arguments are borrowed. Errors: those of the
 * study and of memory. Errors of steps are recorded in the study. */
ria_status engine_run(workflow_file *workflow, study_store *study, ria_launcher *launcher,
                      ria_launcher_kind kind, const engine_options *options,
                      engine_outcome *outcome);

/** Zero or NULL: the default. */
typedef struct {
  double patience; /**< s to wait for jobs to end; below 0: as long as necessary */
  engine_report report;
  void *context; /**< of `report` */
} engine_cancel_options;

typedef struct {
  int met;     /**< tasks that had not ended */
  int ending;  /**< the part of them with jobs that have not ended yet */
  char *still; /**< their names, for people; owned by the caller (free), NULL: none */
} engine_cancelled;

/** Cancel in a study without an engine, for `ria cancel`; this process must hold the lock. Waiting
 * tasks are cancelled at once. Running jobs are asked to end and waited for, and their attempts are
 * closed. A task stays active if its job does not end in time (the next engine waits for it) or had
 * already succeeded (the next engine reads its results). Blocks; call it outside of transactions.
 *
 * \\param launcher  may be NULL: no job was ever started
 * \\param subject   a step or task, "" for all
 * \\param outcome   set also after errors
 * Errors: RIA_ERROR_ARGUMENT (no such step or task); those of the launcher: the recorded requests
 * stay, and the next engine ends the jobs. */
ria_status engine_cancel(study_store *study, ria_launcher *launcher, const char *subject,
                         const engine_cancel_options *options, engine_cancelled *outcome);

/** Retry in a study without an engine, for `ria retry`; this process must hold the lock.
 * `*changed`: how many tasks run again, including those whose jobs must end first. Errors:
 * RIA_ERROR_ARGUMENT (no such step or task). */
ria_status engine_retry(study_store *study, const char *subject, int *changed);

#ifdef __cplusplus
}
#endif
#endif
