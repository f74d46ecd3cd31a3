/** \file
 * What a workflow would run. Private to `ria plan`.
 *
 * The plan is made of the parts that the engine is made of: points are decided and expanded, jobs
 * are made and described by the same code, so that what is told is what would be started.
 */
#ifndef RIA_PLAN_H
#define RIA_PLAN_H

#include "tasks/gpu_need.h"
#include "ria/job.h"
#include "tasks/task.h"
#include "study/study.h"
#include "language/workflow.h"

/** What would become of a task, as text. Those up to `again` would run. */
#define RIA_PLAN_FATE_LIST(X)                                                                      \
  X(RIA_PLAN_NEW, "new")             /**< it never ran to its end */                               \
  X(RIA_PLAN_CHANGED, "changed")     /**< it is another one than that which ran */                 \
  X(RIA_PLAN_FOLLOWS, "follows")     /**< what it hangs on runs again */                           \
  X(RIA_PLAN_AGAIN, "again")         /**< it failed or was cancelled */                            \
  X(RIA_PLAN_RUNNING, "running")     /**< an engine has started it */                              \
  X(RIA_PLAN_FAILED, "failed")       /**< and waits for `ria retry`: the run is not over yet */    \
  X(RIA_PLAN_CANCELLED, "cancelled") /**< likewise */                                              \
  X(RIA_PLAN_SKIPPED, "skipped")     /**< its `when` does not hold */                              \
  X(RIA_PLAN_DONE, "done")

#define RIA_PLAN_ENUM(name, text) name,
typedef enum { RIA_PLAN_FATE_LIST(RIA_PLAN_ENUM) } ria_plan_fate;
#undef RIA_PLAN_ENUM
enum { RIA_PLAN_FATES = RIA_PLAN_DONE + 1 };

const char *ria_plan_fate_text(ria_plan_fate fate);
/** Whether a task of that fate would run. */
bool ria_plan_runs(ria_plan_fate fate);

typedef struct {
  const ria_task *task; /**< borrowed from its step's list */
  ria_plan_fate fate;
  bool asked;    /**< it is done, and `ria retry` wants it again */
  bool edited;   /**< it is done, and somebody has changed what it left */
  char *why;     /**< owned: what has changed, "command changed"; or NULL */
  int attempts;  /**< made before */
  double chain;  /**< seconds from its start to the end of all, as far as they are known */
  int elements;  /**< of the array that `submit` starts; 0: no array */
  char *submit;  /**< owned: the line of sbatch; of an array with its first element; or NULL */
  char *command; /**< owned: what starts it here, or what its job's script runs; NULL if it does not
                      run */
} ria_plan_task;

/** One step's part of the plan. */
typedef struct {
  const ria_step *step;
  bool *skip;          /**< owned [step->points]: its `when` does not hold, or it lacks a GPU */
  bool lacks;          /**< some of them lack a GPU */
  int waiting;         /**< points whose tasks are known only when results are */
  ria_task_list list;  /**< owned */
  ria_plan_task *task; /**< [list.count], in the order in which they would start */
  int count[RIA_PLAN_FATES];
  double core_hours; /**< of what would run, expected: what the kind says, else up to the limit */
  double most;       /**< at most, by the time limits */
  int unlimited;     /**< tasks without a time limit and without an expectation */
} ria_plan_step;

typedef struct {
  const ria_workflow *workflow;
  ria_launcher_kind kind;
  char *state;         /**< of the study; NULL: there is none yet */
  int tasks;           /**< of all steps */
  ria_plan_step *step; /**< [workflow->steps], in an order in which they can run */
  int count[RIA_PLAN_FATES];
  double core_hours, most;
  int unlimited;
  gpu_here gpu;
  int forgotten;  /**< steps of the study that the workflow no longer has */
  char note[600]; /**< why lines are not quite those that would be run; "" */
} ria_plan;

/** Expand all that is known, by the results of `study` too (NULL: there is none yet), and compare
 * with what it has done. Completes points of the workflow, changes nothing else. Errors: those of
 * the kinds' expand() and of reading the study; ria_plan_destroy() in any case. */
ria_status ria_plan_make(ria_workflow *workflow, ria_study *study, ria_plan *plan);
void ria_plan_destroy(ria_plan *plan);

/** Fill in `submit` and `command` of what would run. `array_cap`: most elements of an array that
 * run at a time; 0: no cap. Where Slurm is needed and not there, as it would be by its defaults,
 * with a note. Errors: RIA_ERROR_MEMORY, and those of ria_launcher_describe(). */
ria_status ria_plan_lines(ria_plan *plan, int array_cap);

/** Tell the plan in `width` columns (0: whole lines); `all`: every task, not only the first of each
 * step that would run. */
void ria_plan_print(const ria_plan *plan, bool all, int width);
/** The same as JSON, every task; false without memory. */
bool ria_plan_print_json(const ria_plan *plan);

/* ---- Among the files of this folder. */

/** Fates of tasks, by what the study did and what hangs on what. */
ria_status ria_plan_compare(ria_plan *plan, ria_study *study);

#endif
