/** \file
 * The kinds of steps. A folder workflows/steps/KIND holds KIND.c with `const workflow_step_kind
 * step_kind_KIND` (a dash in KIND becomes an underscore) and any other files of the kind. CMake
 * finds the folder. workflows/steps/README.md has the reading order and the shortest example.
 */
#ifndef LANGUAGE_STEP_KIND_H
#define LANGUAGE_STEP_KIND_H

#include <stdbool.h>
#include <stddef.h>
#include "ria/schema.h"
#include "workflow.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct study_store study_store;           /* study/study.h */
typedef struct workflow_task workflow_task;       /* tasks/task.h */
typedef struct task_list task_list;               /* tasks/task.h */
typedef struct workflow_paths workflow_paths;     /* tasks/task.h */
typedef struct workflow_results workflow_results; /* tasks/results.h */

struct workflow_step_kind {
  const char *name; /**< as in `kind:` */
  const char *what; /**< one line for people */
  /** The kind's own keys, without those that every step has (kind, needs, when, resources, retries,
   * environment, modules, sweep). A row without a name ends the table. ria_schema_read() reads them
   * into an object of `bytes` zeroed bytes. A key with RIA_KEY_VERBATIM keeps its `${...}`. */
  const ria_key *keys;
  size_t bytes;
  /** Whether the points use a sweep's parameter of that name directly, without `${...}`, as runs
   * use `ranks` and `resolution`. NULL: none. */
  bool (*takes)(const char *parameter);
  /** Checks keys against each other; reports findings by point_complain(). NULL: no checks. */
  void (*check)(const workflow_point *point, ria_case_errors *errors);
  /** Adds the point's tasks by task_list_add(). Must change nothing outside the list, because
   * `ria plan` calls it too. */
  ria_status (*expand)(const workflow_point *point, task_list *list);
  /** Reads the results of an attempt that ended with exit code 0. `folder` is the task's working
   * directory. An error makes the attempt fail. NULL: the kind has no results. */
  ria_status (*collect)(const workflow_task *task, const char *folder, workflow_results *results);
  /** Lists the files and folders that later steps and people rely on. The engine makes them durable
   * before the task counts as done, and reruns the task if one of them is lost. `folder`: as above.
   * NULL: the kind has no outputs. */
  ria_status (*outputs)(const workflow_task *task, const char *folder, workflow_paths *paths);
  /** A task of this kind continues from the files of its earlier attempts. If an output is lost,
   * the engine moves the folder aside and reruns all tasks of the point; otherwise the task would
   * find its files complete and would not write the lost file again. */
  bool continues;
  /** Whether the point's tasks run on a GPU on any machine. NULL: no. */
  bool (*needs_gpu)(const workflow_point *point);
  /** Reports the progress of a running task, for status and watch. NULL: not known. */
  ria_status (*progress)(const workflow_task *task, const char *folder, double *fraction,
                         char text[128]);
  /** Makes tables, plots and verdicts from the tasks that succeeded. Runs as a task of its own
   * after all tasks of all points have ended. Must fail if results are missing, so that it runs
   * again when they exist. NULL: the kind has no finish(). */
  ria_status (*finish)(const workflow_step *step, study_store *study, workflow_results *results);
  /** Whether the step has a finish(). NULL: every step has one. */
  bool (*finishes)(const workflow_step *step);
  /** finish() also runs, and reports it, if all points were skipped because there is no GPU. */
  bool reports_left_out;
  /** Steps of this kind run when everything they need has ended: done, failed, cancelled, or never
   * started because of a failure. Other kinds need success. */
  bool always;
  /** Frees the object's members other than its keys, not the object itself. NULL: there are none.
   */
  void (*destroy)(void *object);
};

/** All kinds, sorted by name; NULL at the end. Generated from the folders. */
extern const workflow_step_kind *const step_kinds[];
const workflow_step_kind *step_kind_find(const char *name);

#ifdef __cplusplus
}
#endif
#endif
