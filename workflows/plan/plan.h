/** \file
 * The tasks that a workflow would run, for `ria plan`.
 *
 * The plan uses the engine's own functions to decide and expand points and to make and describe
 * jobs, so that it shows what the engine would start.
 */
#ifndef PLAN_H
#define PLAN_H

#include <jansson.h>
#include "language/workflow.h"
#include "ria/job.h"
#include "study/study.h"
#include "tasks/gpu_need.h"
#include "tasks/task.h"

/* name, text: the fate of a task. Tasks with a fate up to `again` would run. */
#define PLAN_FATE_LIST(X)                                                                          \
  X(PLAN_NEW, "new")         /**< it has not succeeded yet */                                      \
  X(PLAN_CHANGED, "changed") /**< its hash has changed since it ran */                             \
  X(PLAN_FOLLOWS, "follows") /**< something that it depends on runs again */                       \
  X(PLAN_AGAIN, "again")     /**< it failed or was cancelled */                                    \
  X(PLAN_RUNNING, "running") /**< an engine has started it */                                      \
  X(PLAN_FAILED, "failed") /**< it failed, and the run has not ended: it waits for `ria retry` */  \
  X(PLAN_CANCELLED,                                                                                \
    "cancelled") /**< it was cancelled, and the run has not ended: it waits for `ria retry` */     \
  X(PLAN_SKIPPED, "skipped") /**< its `when` does not hold */                                      \
  X(PLAN_DONE, "done")

#define PLAN_ENUM(name, text) name,
typedef enum { PLAN_FATE_LIST(PLAN_ENUM) } plan_fate;
#undef PLAN_ENUM
enum { PLAN_FATES = PLAN_DONE + 1 };

const char *plan_fate_text(plan_fate fate);
/** Whether a task of that fate would run. */
bool plan_runs(plan_fate fate);

typedef struct {
  const workflow_task *task; /**< borrowed from its step's list */
  plan_fate fate;
  bool asked;    /**< it is done, and `ria retry` requested it again */
  bool edited;   /**< it is done, and one of its outputs was changed by hand */
  char *why;     /**< owned: why it runs again, "command changed"; or NULL */
  int attempts;  /**< attempts so far */
  double chain;  /**< seconds from its start to the end of the workflow, as far as known */
  int elements;  /**< of the job array that `submit` starts; 0: no array */
  char *submit;  /**< owned: the sbatch line, held by the first element of an array; or NULL */
  char *command; /**< owned: the command that starts it here, or that its job's script runs; NULL if
                    it does not run */
} plan_task;

/** One step's part of the plan. */
typedef struct {
  const workflow_step *step;
  bool *skip;      /**< owned [step->points]: the point's `when` is false, or it lacks a GPU */
  bool lacks;      /**< some points lack a GPU */
  int waiting;     /**< points whose tasks depend on missing results */
  task_list list;  /**< owned */
  plan_task *task; /**< [list.count], in the order in which they would start */
  int count[PLAN_FATES];
  double core_hours; /**< expected, of what would run: the kind's estimate, else the time limit */
  double most;       /**< upper limit, by the time limits */
  int unlimited;     /**< tasks without a time limit and without an expectation */
} plan_entry;

typedef struct {
  const workflow_file *workflow;
  ria_launcher_kind kind;
  char *state;      /**< of the study; NULL: there is none yet */
  int tasks;        /**< of all steps */
  plan_entry *step; /**< [workflow->steps], in an order in which they can run */
  int count[PLAN_FATES];
  double core_hours, most;
  int unlimited;
  gpu_here gpu;
  int forgotten;  /**< steps of the study that the workflow no longer has */
  char note[600]; /**< why lines may differ from those that the engine would run; else "" */
} plan_tree;

/** Expand the workflow as far as the results of `study` allow (NULL: no study yet), and compare it
 * with what the study has done. Completes points of the workflow, changes nothing else. Errors:
 * those of the kinds' expand() and of reading the study; call plan_destroy() in any case. */
ria_status plan_make(workflow_file *workflow, study_store *study, plan_tree *plan);
void plan_destroy(plan_tree *plan);

/** Fill in `submit` and `command` of tasks that would run. `array_cap`: most elements of an array
 * that run at a time; 0: no cap. If Slurm is needed and does not answer, assumes its defaults and
 * adds a note. Errors: RIA_ERROR_MEMORY, and those of ria_launcher_describe(). */
ria_status plan_lines(plan_tree *plan, int array_cap);

/** Print the plan in `width` columns (0: unlimited). `all`: every task, not only the first task of
 * each step that would run. Errors: RIA_ERROR_MEMORY. */
ria_status plan_print(const plan_tree *plan, bool all, int width);
/** As JSON with every task; owned by the caller; NULL without memory. */
json_t *plan_json(const plan_tree *plan);

/* ---- Private to this folder. */

/** Find the fate of each task from the study and the dependencies. */
ria_status plan_compare(plan_tree *plan, study_store *study);
/** RIA_ERROR_MEMORY with a sentence. */
ria_status plan_no_memory(void);

#endif
