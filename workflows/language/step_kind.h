/** \file
 * The kinds of steps. A folder workflows/steps/KIND holds a file KIND.c with `const ria_step_kind
 * ria_step_kind_KIND` (dashes in KIND become underscores) and whatever else it is made of; nothing
 * else need be edited. workflows/steps/README.md has the reading order and the shortest example.
 */
#ifndef RIA_LANGUAGE_STEP_KIND_H
#define RIA_LANGUAGE_STEP_KIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "ria/schema.h"
#include "workflow.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ria_study ria_study; /* study/study.h */

/** One of the things that determine what a task does, by its name for people: "command", "variable
 * LC_ALL", "input tide.csv", "points of sweep". */
typedef struct {
  char *what;
  char hash[17];
  char *list; /**< of "points": their labels with newlines between; else NULL */
} ria_task_part;

/** Paths, owned. All zero is an empty list. */
typedef struct {
  int count;
  char **path;
} ria_paths;

/** Add a path, relative to `folder` unless it is absolute; copied. */
ria_status ria_paths_add(ria_paths *paths, const char *folder, const char *path);
void ria_paths_destroy(ria_paths *paths);

/** The smallest unit that runs, fails and is repeated: one command on its resources. Made by a
 * kind's expand(); all of it is owned by the list. */
typedef struct {
  char
      *id; /**< "STEP", "STEP/POINT", "STEP/POINT/REPEAT", "STEP.SEGMENT": unique in the workflow */
  const ria_point *point; /**< borrowed */
  int repeat, segment;    /**< counted from 1; 0: it has none */
  int arguments;
  char **argument; /**< [arguments], then NULL. A first one that is "ria" stands for this very
                        program; the engine puts its path there */
  int environments;
  char **environment;      /**< "KEY=value": the point's; RIA_STUDY, RIA_DIRECTORY (where relative
                                paths of the file start), RIA_STEP and RIA_POINT; the kind's own */
  char *directory;         /**< working directory, absolute; the engine makes it */
  ria_resources resources; /**< a copy of the point's unless the kind changes it; texts borrowed
                              from the point */
  int needs;
  char **need; /**< ids of tasks of the same step that must be done before */
  int afters;
  char **after; /**< ids of tasks of the same step that must be over before, however they ended */
  uint64_t digest; /**< what ria_task_hash() gathered */
  int parts;
  ria_task_part *part; /**< [parts] the same one by one, to name what has changed */
  char hash[17];       /**< over `digest`, the arguments, modules and the environment (but for
                            RIA_ variables, which say where, not what): another hash means that
                            the task is another one and runs again. Set by ria_point_expand() */
  double weight;       /**< expected cost in core seconds, for priorities; 0: unknown */
  double seconds;      /**< expected duration; 0: unknown */
  bool is_finish;      /**< the step's finish() */
} ria_task;

typedef struct {
  int count, room;
  ria_task *task;
} ria_task_list;

/** The id of a point's task: "STEP" or "STEP/LABEL", and `suffix` behind it. Owned by the caller;
 * NULL without memory. */
char *ria_point_task_id(const ria_point *point, const char *suffix);
/** Add a task with the point's environment, resources and folder. `suffix` is put behind the
 * point's own id ("STEP" or "STEP/LABEL"): "", "/3" or ".2". `*task` is borrowed and stays valid
 * until the next one is added. */
ria_status ria_task_list_add(ria_task_list *list, const ria_point *point, const char *suffix,
                             ria_task **task);
/** Add an argument, a variable, a need, or a task that only comes before; texts are copied. */
ria_status ria_task_add_argument(ria_task *task, const char *argument);
ria_status ria_task_format_argument(ria_task *task, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
ria_status ria_task_add_environment(ria_task *task, const char *key, const char *value);
ria_status ria_task_add_need(ria_task *task, const char *id);
ria_status ria_task_add_after(ria_task *task, const char *id);
/** Take up something that determines what the task does, besides its arguments and environment.
 * `what` names it for people; copied. */
ria_status ria_task_hash(ria_task *task, const char *what, const void *data, size_t length);
/** The same for the content of a file, which people know as `name`: "input NAME". Errors:
 * RIA_ERROR_IO. */
ria_status ria_task_hash_file(ria_task *task, const char *name, const char *path);
/** Name a part that is in the digest already. `list` (may be NULL) is copied. */
ria_status ria_task_add_part(ria_task *task, const char *what, uint64_t hash, const char *list);
/** The hash of a regular file's content. Errors: RIA_ERROR_IO. */
ria_status ria_file_hash(const char *path, uint64_t *hash, uint64_t *bytes);
void ria_task_list_destroy(ria_task_list *list);

/** A point's tasks by its kind, with their hashes, added to the list. The point must not be
 * pending. */
ria_status ria_point_expand(const ria_point *point, ria_task_list *list);

/** Numbers and texts that a task or a step gives: `${step.key}` finds them. */
typedef struct {
  int count, room;
  ria_named *result;
} ria_results;

/** Put a result in, replacing one of the same key. Keys are words of expressions, perhaps with
 * dots. NaN and infinity are stored as texts. */
ria_status ria_results_put_number(ria_results *results, const char *key, double number);
ria_status ria_results_put_text(ria_results *results, const char *key, const char *text);
/** The value of a key, borrowed, or NULL. */
const ria_value *ria_results_find(const ria_results *results, const char *key);
void ria_results_destroy(ria_results *results);

struct ria_step_kind {
  const char *name; /**< as in `kind:` */
  const char *what; /**< one line for people */
  /** The kind's own keys, ended by a row without a name; they are read into an object of `bytes`
   * zeroed bytes by ria_schema_read(). Keys of every step (kind, needs, when, resources, retries,
   * environment, modules, sweep) are not among them. In values of keys with RIA_KEY_VERBATIM no
   * `${...}` is substituted. */
  const ria_key *keys;
  size_t bytes;
  /** What several keys say together; findings by ria_point_complain(). NULL: nothing. */
  void (*check)(const ria_point *point, ria_case_errors *errors);
  /** The tasks of a point, added by ria_task_list_add(). Must not change anything outside the list:
   * `ria plan` calls it too. */
  ria_status (*expand)(const ria_point *point, ria_task_list *list);
  /** Results after an attempt that succeeded (exit code 0). `folder` is the task's working
   * directory. An error makes the attempt fail. NULL: there are none. */
  ria_status (*collect)(const ria_task *task, const char *folder, ria_results *results);
  /** The files and folders that the task has left and that count: later steps and people rely on
   * them. The engine makes them durable before the task is done, and runs it again if one of them
   * is lost. `folder` as above. NULL: there are none. */
  ria_status (*outputs)(const ria_task *task, const char *folder, ria_paths *paths);
  /** A task goes on from what an earlier attempt left in its folder: if an output is lost, the
   * folder is moved aside and all tasks of the point run again, for otherwise nothing would be made
   * anew. */
  bool continues;
  /** Whether the tasks of a point run on a GPU whatever the machine has. NULL: no. */
  bool (*needs_gpu)(const ria_point *point);
  /** How far a running task is, for status and watch. NULL: not known. */
  ria_status (*progress)(const ria_task *task, const char *folder, double *fraction,
                         char text[128]);
  /** When all tasks of all points are over: tables, plots, verdicts, of what succeeded. Runs as a
   * task of its own. It must fail if something is missing: then it runs again once that is there.
   * NULL: nothing to do. */
  ria_status (*finish)(const ria_step *step, ria_study *study, ria_results *results);
  /** finish() runs also where all points were left out for want of a GPU, and says so. */
  bool tells_left_out;
  /** Its steps run when all they need is over, however it ended: done, failed, cancelled, or never
   * run because of that. Other steps need success. */
  bool always;
  /** Frees what the object holds besides its keys, not the object itself. NULL: nothing. */
  void (*destroy)(void *object);
};

/** All kinds, sorted by name; NULL at the end. Generated from the folders. */
extern const ria_step_kind *const ria_step_kinds[];
const ria_step_kind *ria_step_kind_find(const char *name);

#ifdef __cplusplus
}
#endif
#endif
