/* Makes the plan: all known tasks, their fates and their costs. */
#include "plan.h"
#include <stdlib.h>
#include <string.h>
#include "study/result_finder.h"
#include "tasks/finish.h"
#include "tasks/launcher_kind.h"
#include "tasks/upstream.h"

static const char *const fates[] = {
#define PLAN_TEXT(name, text) text,
    PLAN_FATE_LIST(PLAN_TEXT)
#undef PLAN_TEXT
};

const char *plan_fate_text(plan_fate fate) {
  return fates[fate];
}

bool plan_runs(plan_fate fate) {
  return fate <= PLAN_AGAIN;
}

ria_status plan_no_memory(void) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory for the plan");
}

/* Cores that a task uses; 1 if not specified. */
static int cores_of(const ria_resources *r) {
  int ranks = r->ranks > 0 ? r->ranks : 1, workers = r->workers > 0 ? r->workers : 1;
  return ranks * workers;
}

/* ---- Expansion. */

static task_state state_of(void *context, int step) {
  return ((const task_state *)context)[step];
}

/* Completes waiting points with results of the study, and evaluates conditions: writes `skip`
 * [points]. A condition that cannot be evaluated is left to the engine. */
static ria_status decide_points(workflow_file *workflow, study_store *study,
                                const task_state *states, const workflow_step *step, bool *skip) {
  result_finder finder = {
      .workflow = workflow, .study = study, .state = state_of, .context = (task_state *)states};
  workflow_lookup look_up = study ? result_look_up : NULL;
  ria_status status = RIA_SUCCESS;
  for (int p = 0; p < step->points && status != RIA_ERROR_MEMORY; p++) {
    workflow_point *point = &workflow->step[step->index].point[p];
    ria_case_errors errors = {0};
    name_state known = NAME_KNOWN;
    bool run = true;
    finder.skipped = false;
    status = point_when(point, look_up, &finder, &known, &run);
    if (status == RIA_SUCCESS && run && point->pending && study)
      status = point_complete(workflow, point, look_up, &finder, &errors);
    ria_case_errors_destroy(&errors);
    if (finder.status == RIA_ERROR_MEMORY)
      status = plan_no_memory(); /* it is not known whether the results are there */
    skip[p] = finder.skipped || (status == RIA_SUCCESS && known == NAME_KNOWN && !run);
  }
  result_finder_clear(&finder);
  return status == RIA_ERROR_MEMORY ? status : RIA_SUCCESS;
}

/* Skipped points are listed too, if they can be expanded. */
static ria_status expand_points(plan_entry *part, const bool *skip) {
  const workflow_step *step = part->step;
  for (int p = 0; p < step->points; p++) {
    ria_status status = RIA_SUCCESS;
    if (!step->point[p].pending)
      status = point_expand(&step->point[p], &part->list);
    else if (!skip[p])
      part->waiting++;
    if (status != RIA_SUCCESS && (!skip[p] || status == RIA_ERROR_MEMORY))
      return status;
  }
  return part->waiting ? RIA_SUCCESS : task_finish_add(step, step->workflow->study, &part->list);
}

static bool is_skipped(const workflow_task *task, const bool *skip, bool lacks) {
  if (!task->is_finish)
    return skip[task->point->index];
  for (int p = 0; p < task->point->step->points; p++)
    if (!skip[p])
      return false;
  return !(lacks && task->point->step->kind->reports_left_out);
}

/* Skips points that lack a GPU, as the engine does. */
static void leave_out(plan_tree *plan, plan_entry *part) {
  for (int p = 0; p < part->step->points; p++) {
    bool lacks =
        !part->skip[p] && gpu_need_leaves_out(&part->step->point[p], plan->kind, &plan->gpu);
    part->skip[p] |= lacks;
    part->lacks |= lacks;
  }
}

/* The steps that this one needs have been planned before it. */
static const bool *skip_of(void *context, int step) {
  const plan_tree *plan = context;
  for (int i = 0; i < plan->workflow->steps; i++)
    if (plan->step[i].step && plan->step[i].step->index == step)
      return plan->step[i].skip;
  return NULL;
}

static ria_status plan_step(plan_tree *plan, plan_entry *part, workflow_file *workflow,
                            study_store *study, const task_state *states) {
  bool *skip = part->skip = calloc((size_t)part->step->points + 1, sizeof *skip);
  ria_status status =
      skip ? decide_points(workflow, study, states, part->step, skip) : plan_no_memory();
  if (status == RIA_SUCCESS)
    leave_out(plan, part);
  if (status == RIA_SUCCESS)
    status = expand_points(part, skip);
  if (status == RIA_SUCCESS)
    status = task_points_add(part->step, skip_of, plan, &part->list);
  part->task = calloc((size_t)part->list.count + 1, sizeof *part->task);
  if (status == RIA_SUCCESS && !part->task)
    status = plan_no_memory();
  for (int i = 0; i < part->list.count && status == RIA_SUCCESS; i++) {
    part->task[i].task = &part->list.task[i];
    part->task[i].fate =
        is_skipped(&part->list.task[i], skip, part->lacks) ? PLAN_SKIPPED : PLAN_NEW;
  }
  plan->tasks += part->list.count;
  return status;
}

/* ---- Costs. */

static void count_cost(plan_entry *part, const workflow_task *task) {
  const double hour = 3600;
  double most = (double)task->resources.seconds * cores_of(&task->resources) / hour;
  double expected = task->weight > 0    ? task->weight / hour
                    : task->seconds > 0 ? task->seconds * cores_of(&task->resources) / hour
                                        : most;
  part->core_hours += expected;
  part->most += most;
  part->unlimited += expected == 0;
}

static void count_step(plan_tree *plan, plan_entry *part) {
  for (int i = 0; i < part->list.count; i++) {
    part->count[part->task[i].fate]++;
    if (plan_runs(part->task[i].fate))
      count_cost(part, part->task[i].task);
  }
  for (int f = 0; f < PLAN_FATES; f++)
    plan->count[f] += part->count[f];
  plan->core_hours += part->core_hours;
  plan->most += part->most;
  plan->unlimited += part->unlimited;
}

/* ---- The whole. */

/* Reads the states of the study's steps, by their index in the file. */
static ria_status read_states(plan_tree *plan, study_store *study, task_state *states) {
  study_steps rows;
  if (!study)
    return RIA_SUCCESS;
  RIA_TRY(study_get_fact(study, "state", &plan->state));
  if (!plan->state && !(plan->state = strdup("running")))
    return plan_no_memory();
  RIA_TRY(study_list_steps(study, &rows));
  for (int i = 0; i < rows.count; i++) {
    const workflow_step *step = workflow_find(plan->workflow, rows.item[i].name);
    if (step)
      states[step->index] = rows.item[i].state;
    plan->forgotten += !step;
  }
  study_steps_destroy(&rows);
  return RIA_SUCCESS;
}

static ria_status make(plan_tree *plan, workflow_file *workflow, study_store *study,
                       task_state *states) {
  const workflow_step *const *order = workflow_order(workflow);
  RIA_TRY(read_states(plan, study, states));
  for (int i = 0; i < workflow->steps; i++) {
    plan->step[i].step = order[i];
    RIA_TRY(plan_step(plan, &plan->step[i], workflow, study, states));
  }
  RIA_TRY(plan_compare(plan, study));
  for (int i = 0; i < workflow->steps; i++)
    count_step(plan, &plan->step[i]);
  return RIA_SUCCESS;
}

ria_status plan_make(workflow_file *workflow, study_store *study, plan_tree *plan) {
  *plan = (plan_tree){.workflow = workflow, .kind = launcher_kind_of_mode(workflow->mode)};
  plan->step = calloc((size_t)workflow->steps + 1, sizeof *plan->step);
  task_state *states = calloc((size_t)workflow->steps + 1, sizeof *states);
  ria_status status = plan->step && states ? make(plan, workflow, study, states) : plan_no_memory();
  free(states);
  return status;
}

void plan_destroy(plan_tree *plan) {
  for (int s = 0; plan->step && s < plan->workflow->steps; s++) {
    plan_entry *part = &plan->step[s];
    for (int i = 0; part->task && i < part->list.count; i++) {
      free(part->task[i].submit);
      free(part->task[i].command);
      free(part->task[i].why);
    }
    free(part->skip);
    free(part->task);
    task_list_destroy(&part->list);
  }
  free(plan->step);
  free(plan->state);
}
