/** \file
 * The engine: runs the tasks of a workflow until nothing more can run.
 *
 * All that it knows lies in the study and in the marker folders of its jobs, and is written before
 * and after each thing that it does: kill -9 at any moment loses nothing and starts nothing twice.
 * The next engine goes on with the jobs that are still there.
 */
#ifndef RIA_ENGINE_H
#define RIA_ENGINE_H

#include <stdbool.h>
#include "ria/job.h"
#include "study/study.h"
#include "language/workflow.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Something happened: for a log or a terminal. `subject` is a step or task, "" for the engine.
 * Borrowed for the call. */
typedef void (*ria_engine_report)(void *context, const char *subject, const char *what);
/** Called about once a second while the engine waits: time to draw. */
typedef void (*ria_engine_tick)(void *context);

/** Zero or NULL: the default. */
typedef struct {
  double retry_delay; /**< s before a first retry; 0: 10. Each further one waits twice as long */
  double grace;       /**< s that running tasks have to stop when the engine must; 0: 60 */
  int array_cap;      /**< most tasks of a step in the queue that run at a time; 0: no cap */
  double end;      /**< when the job that the engine is in will be ended, s since 1970; 0: never */
  double lead;     /**< s before `end` at which it stops by itself, as after SIGUSR1 */
  bool comes_back; /**< after SIGUSR1 somebody starts the study again, with all the time anew: a
                        task that wants more time than is left waits for that */
  const char *program; /**< what the command "ria" of a task stands for; NULL: this program */
  ria_engine_report report;
  ria_engine_tick tick;
  void *context; /**< of both */
} ria_engine_options;

/** How a run ended. */
typedef enum {
  RIA_ENGINE_FINISHED,   /**< all steps are done or skipped */
  RIA_ENGINE_FAILED,     /**< at least one failed */
  RIA_ENGINE_CANCELLED,  /**< at least one was cancelled by a person, none failed */
  RIA_ENGINE_INTERRUPTED /**< a signal came: what ran was told to stop, the rest waits */
} ria_engine_end;

typedef struct {
  ria_engine_end end;
  int signal; /**< that interrupted it; 0: none */
} ria_engine_outcome;

/** Run. The study must be locked by this process. Blocks until nothing more can run or a signal
 * came: SIGINT, SIGTERM, SIGHUP and SIGUSR1 are taken off the process meanwhile. On the first of
 * them running cases are told to write a checkpoint and stop; a second SIGINT or SIGTERM ends what
 * still runs at once. SIGUSR1, which says that the time is nearly over, leaves other tasks what is
 * left of it; the engine gives it to itself where it knows the `end`. Jobs of the kind
 * RIA_LAUNCHER_JOBS are left alone: they go on without an engine, and the next one finds them.
 *
 * Points of `workflow` are completed with results on the way. All are borrowed.
 * Errors: those of the study and of memory; what goes wrong in a step is in the study instead. */
ria_status ria_engine_run(ria_workflow *workflow, ria_study *study, ria_launcher *launcher,
                          ria_launcher_kind kind, const ria_engine_options *options,
                          ria_engine_outcome *outcome);

/** Zero or NULL: the default. */
typedef struct {
  double patience; /**< s to wait for jobs to end; below 0: as long as they can take */
  ria_engine_report report;
  void *context; /**< of tell */
} ria_engine_cancel_options;

typedef struct {
  int met;     /**< tasks that were not over */
  int ending;  /**< of these, those whose jobs have not ended yet */
  char *still; /**< their names, for people; owned by the caller (free), NULL: none */
} ria_engine_cancelled;

/** `ria cancel` of a study that no engine runs; it must be locked by this process. Tasks that wait
 * are cancelled at once. Jobs that run are told to end and waited for, and their attempts closed; a
 * task whose job has not ended in time stays active, and the next engine waits for it. So does one
 * whose job had ended well: the next engine reads its results. Blocks, in no transaction.
 *
 * \param launcher  may be NULL: no job was ever started
 * \param subject   a step or task, "" for all
 * \param outcome   out, after errors too
 * Errors: RIA_ERROR_ARGUMENT (no such step or task); those of the launcher: what was noted stays,
 * and the next engine ends the jobs. */
ria_status ria_engine_cancel(ria_study *study, ria_launcher *launcher, const char *subject,
                             const ria_engine_cancel_options *options,
                             ria_engine_cancelled *outcome);

/** `ria retry` of a study that no engine runs; it must be locked by this process. `*changed`: how
 * many tasks run again, those whose jobs are still ending after that. Errors: RIA_ERROR_ARGUMENT
 * (no such step or task). */
ria_status ria_engine_retry(ria_study *study, const char *subject, int *changed);

#ifdef __cplusplus
}
#endif
#endif
