/** \file
 * What a workflow would run. Private to `ria plan`.
 */
#ifndef RIA_PLAN_H
#define RIA_PLAN_H

#include "ria/step_kind.h"
#include "ria/workflow.h"

/** One step's part of the plan. */
typedef struct {
  const ria_step *step;
  int waiting;       /**< points whose tasks are known only when results are */
  int first, tasks;  /**< its tasks in the plan's list */
  double core_hours; /**< expected: what the kind says, else up to the time limit */
  double most;       /**< at most, by the time limits */
  int unlimited;     /**< tasks without a time limit and without an expectation */
} ria_plan_step;

typedef struct {
  const ria_workflow *workflow;
  ria_task_list tasks;
  ria_plan_step *step; /**< [workflow->steps], in an order in which they can run */
  double core_hours, most;
  int unlimited;
} ria_plan;

/** Expand all that is known. Changes nothing. Errors: those of the kinds' expand(). */
ria_status ria_plan_make(const ria_workflow *workflow, ria_plan *plan);
void ria_plan_destroy(ria_plan *plan);

/** Cores that a task takes; 1 where it says nothing. */
int ria_plan_cores(const ria_resources *resources);
/** The command line that would start the task, quoted for a shell; for people. Owned by the caller
 * (free); NULL without memory. */
char *ria_plan_command_line(const ria_plan *plan, const ria_task *task);

/** Tell the plan; `all`: every task, not only the first of each step. */
void ria_plan_print(const ria_plan *plan, bool all);
/** The same as JSON, every task; false without memory. */
bool ria_plan_print_json(const ria_plan *plan);

#endif
