/** \file
 * Tasks: the commands that a step's points are expanded into.
 */
#ifndef TASKS_TASK_H
#define TASKS_TASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "language/step_kind.h"
#include "ria/hash.h"
#include "results.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One input of a task's hash, with its name for people: "command", "variable LC_ALL",
 * "input tide.csv", "points of sweep". */
typedef struct {
  char *what;
  char hash[17];
  char *list; /**< the labels of "points of ...", separated by newlines; else NULL */
} task_part;

/** A list of paths, owned. All zero is an empty list. */
struct workflow_paths {
  int count;
  char **path;
};

/** Add a copy of a path. A relative one is taken relative to `folder`. */
ria_status paths_add(workflow_paths *paths, const char *folder, const char *path);
void paths_destroy(workflow_paths *paths);

/** The smallest unit that runs, fails and is repeated: one command on its resources. A kind's
 * expand() makes it; its list owns it. */
struct workflow_task {
  char
      *id; /**< unique in the workflow: "STEP", "STEP/POINT", "STEP/POINT/REPEAT", "STEP.SEGMENT" */
  const workflow_point *point; /**< borrowed */
  int repeat, segment;         /**< counted from 1; 0: none */
  int arguments;
  char **argument; /**< [arguments], then NULL. The engine replaces a first argument "ria" by the
                      path of this program */
  int environments;
  char **environment; /**< "KEY=value": the point's; RIA_STUDY, RIA_DIRECTORY (base of the file's
                           relative paths), RIA_STEP and RIA_POINT; the kind's own */
  char *directory;    /**< working directory, absolute; the engine makes it */
  ria_resources resources; /**< a copy of the point's that the kind may change; texts borrowed from
                              the point */
  int needs;
  char **need; /**< ids of tasks of the same step that must succeed first */
  int afters;
  char **after;    /**< ids of tasks of the same step that must end first, however they end */
  uint64_t digest; /**< hash of everything given to task_hash() */
  int parts;
  task_part *part; /**< [parts] the inputs of the hash one by one, to name what has changed */
  char hash[17];   /**< of the digest, arguments, modules and environment without RIA_ variables
                        (these say where the task runs). If it changes, the task runs again. Set
                        by point_expand() */
  double weight;   /**< expected cost in core seconds, for priorities; 0: unknown */
  double seconds;  /**< expected duration; 0: unknown */
  bool is_finish;  /**< this is the step's finish() */
};

struct task_list {
  int count, room;
  workflow_task *task;
};

/** The id of a point's task: "STEP" or "STEP/LABEL", followed by `suffix`. Owned by the caller;
 * NULL without memory. */
char *point_task_id(const workflow_point *point, const char *suffix);
/** Add a task with the point's environment, resources and folder. Its id is the point's id ("STEP"
 * or "STEP/LABEL") and `suffix`: "", "/3" or ".2". `*task` is borrowed and valid until the next one
 * is added. */
ria_status task_list_add(task_list *list, const workflow_point *point, const char *suffix,
                         workflow_task **task);
/** Texts are copied. */
ria_status task_add_argument(workflow_task *task, const char *argument);
ria_status task_format_argument(workflow_task *task, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
ria_status task_add_environment(workflow_task *task, const char *key, const char *value);
/** The task starts after the task `id` has succeeded. */
ria_status task_add_need(workflow_task *task, const char *id);
/** The task starts after the task `id` has ended in any way. */
ria_status task_add_after(workflow_task *task, const char *id);
/** Include something besides arguments and environment in the task's hash. `what` names it for
 * people; copied. */
ria_status task_hash(workflow_task *task, const char *what, const void *data, size_t length);
/** Include a file's content in the hash, named "input NAME" for people. Errors: RIA_ERROR_IO. */
ria_status task_hash_file(workflow_task *task, const char *name, const char *path);
/** Name a part that the digest already includes. `list` (may be NULL) is copied. */
ria_status task_add_part(workflow_task *task, const char *what, uint64_t hash, const char *list);
/** The hash of a regular file's content. Errors: RIA_ERROR_IO. */
ria_status study_file_hash(const char *path, uint64_t *hash, uint64_t *bytes);
void task_list_destroy(task_list *list);

/** Add a point's tasks, with their hashes, to the list. The point must not be pending. */
ria_status point_expand(const workflow_point *point, task_list *list);

#ifdef __cplusplus
}
#endif
#endif
