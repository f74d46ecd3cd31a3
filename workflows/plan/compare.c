/* Compares the plan with what a study has done. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tasks/changes.h"
#include "tasks/graph.h"
#include "tasks/output_check.h"
#include "tasks/upstream.h"
#include "plan.h"

/* ---- Tasks by their ids. */

typedef struct {
  const char *id;
  int node;
  ria_plan_task *task;
} place;

typedef struct {
  ria_plan *plan;
  int tasks;
  place *place;     /* [tasks], sorted by id */
  task_graph graph; /* as the engine's: for each step a node that opens it and one that closes it,
                       then the tasks */
} comparison;

static int by_id(const void *a, const void *b) {
  return strcmp(((const place *)a)->id, ((const place *)b)->id);
}

static place *find(const comparison *c, const char *id) {
  place wanted = {.id = id};
  return bsearch(&wanted, c->place, (size_t)c->tasks, sizeof *c->place, by_id);
}

static ria_status index_tasks(comparison *c) {
  c->place = malloc(((size_t)c->plan->tasks + 1) * sizeof *c->place);
  if (!c->place)
    return plan_no_memory();
  for (int s = 0; s < c->plan->workflow->steps; s++)
    for (int i = 0; i < c->plan->step[s].list.count; i++, c->tasks++)
      c->place[c->tasks] = (place){.id = c->plan->step[s].task[i].task->id,
                                   .node = 2 * c->plan->workflow->steps + c->tasks,
                                   .task = &c->plan->step[s].task[i]};
  qsort(c->place, (size_t)c->tasks, sizeof *c->place, by_id);
  return RIA_SUCCESS;
}

/* ---- Dependencies. `at[step->index]` is the step's place in the plan. */

static ria_status add_step(comparison *c, int s, int first, const int *at) {
  const ria_plan_step *part = &c->plan->step[s];
  task_bond bond = part->step->kind->always ? TASK_AFTER_END : TASK_AFTER_SUCCESS;
  RIA_TRY(task_graph_node(&c->graph));
  for (int n = 0; n < part->step->needs; n++)
    RIA_TRY(task_graph_need(&c->graph, 2 * at[part->step->need[n]->index] + 1, bond));
  RIA_TRY(task_graph_node(&c->graph));
  RIA_TRY(task_graph_need(&c->graph, 2 * s, TASK_AFTER_SUCCESS));
  for (int i = 0; i < part->list.count; i++)
    RIA_TRY(task_graph_need(&c->graph, first + i, TASK_AFTER_SUCCESS));
  return RIA_SUCCESS;
}

static ria_status add_needs(comparison *c, int count, char *const *id, task_bond bond) {
  for (int n = 0; n < count; n++) {
    const place *needed = find(c, id[n]);
    if (needed)
      RIA_TRY(task_graph_need(&c->graph, needed->node, bond));
  }
  return RIA_SUCCESS;
}

static ria_status add_task(comparison *c, int s, const ria_task *task) {
  task_bond bond = task->is_finish ? TASK_AFTER_END : TASK_AFTER_SUCCESS;
  RIA_TRY(task_graph_node(&c->graph));
  RIA_TRY(task_graph_need(&c->graph, 2 * s, TASK_AFTER_SUCCESS));
  RIA_TRY(add_needs(c, task->needs, task->need, bond));
  return add_needs(c, task->afters, task->after, TASK_IN_ORDER);
}

static ria_status link_up(comparison *c) {
  const ria_plan *plan = c->plan;
  int steps = plan->workflow->steps, first = 2 * steps;
  int *at = calloc((size_t)steps + 1, sizeof *at);
  if (!at)
    return plan_no_memory();
  for (int s = 0; s < steps; s++)
    at[plan->step[s].step->index] = s;
  ria_status status = RIA_SUCCESS;
  for (int s = 0; s < steps && status == RIA_SUCCESS; s++) {
    status = add_step(c, s, first, at);
    first += plan->step[s].list.count;
  }
  for (int s = 0; s < steps; s++)
    for (int i = 0; i < plan->step[s].list.count && status == RIA_SUCCESS; i++)
      status = add_task(c, s, plan->step[s].task[i].task);
  free(at);
  return status;
}

/* ---- Fates. */

/* After a run that ended normally, failed tasks are tried again. A run that was interrupted
 * continues. */
static ria_plan_fate fate_of(const ria_plan_task *t, const ria_study_task *row, bool over) {
  bool same = !strcmp(row->hash, t->task->hash);
  switch (row->state) {
  case RIA_TASK_DONE:
    return same ? RIA_PLAN_DONE : RIA_PLAN_CHANGED;
  case RIA_TASK_STARTING:
  case RIA_TASK_RUNNING:
    return same ? RIA_PLAN_RUNNING : RIA_PLAN_CHANGED;
  case RIA_TASK_FAILED:
    return over ? RIA_PLAN_AGAIN : same ? RIA_PLAN_FAILED : RIA_PLAN_CHANGED;
  case RIA_TASK_CANCELLED:
    return over ? RIA_PLAN_AGAIN : same ? RIA_PLAN_CANCELLED : RIA_PLAN_CHANGED;
  default:
    return RIA_PLAN_NEW;
  }
}

/* The hash of a step that always runs includes how its needs have ended. */
static ria_status take_up_needs(comparison *c, const ria_study_tasks *rows) {
  const ria_study_task **row = calloc((size_t)rows->count + 1, sizeof *row);
  if (!row)
    return plan_no_memory();
  for (int i = 0; i < rows->count; i++)
    row[i] = &rows->item[i];
  ria_status status = RIA_SUCCESS;
  for (int s = 0; s < c->plan->workflow->steps && status == RIA_SUCCESS; s++)
    if (c->plan->step[s].step->kind->always)
      status = task_outcomes_add(c->plan->step[s].step, rows->count, row, &c->plan->step[s].list);
  free(row);
  return status;
}

static ria_status add_reason(ria_plan_task *t, const ria_text *reason) {
  char *why = NULL;
  if (!reason->length)
    return RIA_SUCCESS;
  if (asprintf(&why, "%s%s%s", t->why ? t->why : "", t->why ? ", " : "", reason->data) < 0)
    return plan_no_memory();
  free(t->why);
  t->why = why;
  return RIA_SUCCESS;
}

static ria_status explain_change(ria_plan_task *t, ria_study *study) {
  ria_text reason = {0};
  if (t->asked)
    ria_text_add(&reason, "asked for by `ria retry`");
  ria_status status = t->asked ? RIA_SUCCESS : task_changes_describe(study, t->task, &reason);
  if (status == RIA_SUCCESS)
    status = add_reason(t, &reason);
  ria_text_destroy(&reason);
  return status;
}

static ria_status read_rows(comparison *c, ria_study *study) {
  const char *state = c->plan->state;
  bool over = strcmp(state, "running") && strcmp(state, "interrupted");
  ria_study_tasks rows;
  RIA_TRY(ria_study_list_tasks(study, NULL, &rows));
  ria_status status = take_up_needs(c, &rows);
  for (int i = 0; i < rows.count && status == RIA_SUCCESS; i++) {
    place *known = find(c, rows.item[i].id);
    if (!known)
      continue;
    ria_plan_task *t = known->task;
    t->attempts = rows.item[i].attempts;
    t->asked = rows.item[i].state == RIA_TASK_DONE && !*rows.item[i].hash;
    if (t->fate != RIA_PLAN_SKIPPED)
      t->fate = fate_of(t, &rows.item[i], over);
    if (t->fate == RIA_PLAN_CHANGED)
      status = explain_change(t, study);
  }
  ria_study_tasks_destroy(&rows);
  return status;
}

/* ---- Outputs, compared as the engine does when it starts. */

/* A case continues from its own files: if one is lost, all tasks of the point start again. */
static void lose(comparison *c, ria_plan_task *t) {
  const ria_point *point = t->task->point;
  t->fate = RIA_PLAN_CHANGED;
  if (!point->step->kind->continues)
    return;
  for (int i = 0; i < c->tasks; i++)
    if (c->place[i].task->task->point == point && c->place[i].task->fate == RIA_PLAN_DONE)
      c->place[i].task->fate = RIA_PLAN_CHANGED;
}

static ria_status compare_output(comparison *c, const ria_study_output *row, const char *study,
                                 output_budget *budget) {
  output_state state;
  bool moved;
  ria_text reason = {0};
  place *known = find(c, row->task);
  if (!known || (known->task->fate != RIA_PLAN_DONE && known->task->fate != RIA_PLAN_CHANGED))
    return RIA_SUCCESS;
  ria_status status = output_compare(row, study, budget, &state, &moved);
  bool lost = output_state_is_lost(state),
       edited = state == OUTPUT_EDITED && !known->task->task->point->step->kind->always;
  if (status != RIA_SUCCESS || !(lost || edited))
    return status == RIA_ERROR_MEMORY ? status : RIA_SUCCESS;
  ria_text_add(&reason, "output %s %s", row->path, output_state_text(state));
  if (lost)
    lose(c, known->task);
  known->task->edited |= edited;
  status = reason.failed ? plan_no_memory() : add_reason(known->task, &reason);
  ria_text_destroy(&reason);
  return status;
}

static ria_status compare_outputs(comparison *c, ria_study *study) {
  ria_study_outputs rows;
  output_budget budget = OUTPUT_BUDGET;
  RIA_TRY(ria_study_list_outputs(study, NULL, &rows));
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < rows.count && status == RIA_SUCCESS; i++)
    status = compare_output(c, &rows.item[i], ria_study_folder(study), &budget);
  ria_study_outputs_destroy(&rows);
  return status;
}

/* If outputs of a task were changed by hand, its dependants run again, but not the task itself. */
static bool is_reached(const comparison *c, int node, const bool *mark) {
  for (int k = c->graph.first[node]; k < c->graph.first[node + 1]; k++)
    if (c->graph.need[k].bond != TASK_IN_ORDER && mark[c->graph.need[k].node])
      return true;
  return false;
}

/* The dependants of a changed task run again. With `always`, steps that always run are included,
 * because they report on any task that runs. */
static ria_status spread(comparison *c, bool always) {
  bool *mark = calloc((size_t)c->graph.nodes + 1, sizeof *mark);
  if (!mark)
    return plan_no_memory();
  for (int i = 0; i < c->tasks; i++) {
    ria_plan_fate fate = c->place[i].task->fate;
    mark[c->place[i].node] =
        always ? ria_plan_runs(fate) : fate == RIA_PLAN_CHANGED || c->place[i].task->edited;
  }
  ria_status status = task_graph_spread(&c->graph, mark);
  for (int i = 0; i < c->tasks && status == RIA_SUCCESS; i++) {
    ria_plan_task *t = c->place[i].task;
    if (mark[c->place[i].node] && t->fate > RIA_PLAN_AGAIN && t->fate != RIA_PLAN_SKIPPED &&
        (!t->edited || is_reached(c, c->place[i].node, mark)) &&
        (!always || t->task->point->step->kind->always))
      t->fate = RIA_PLAN_FOLLOWS;
  }
  free(mark);
  return status;
}

/* ---- The order of starting: longest chain first, as in the engine. */

static int by_chain(const void *a, const void *b) {
  const ria_plan_task *one = a, *two = b;
  if (one->chain != two->chain)
    return one->chain < two->chain ? 1 : -1;
  return one->task < two->task ? -1 : 1; /* both are in the same list */
}

static ria_status sort(comparison *c) {
  double *seconds = calloc(2 * ((size_t)c->graph.nodes + 1), sizeof *seconds);
  double *chain = seconds + c->graph.nodes + 1;
  if (!seconds)
    return plan_no_memory();
  for (int i = 0; i < c->tasks; i++) {
    const ria_plan_task *t = c->place[i].task;
    bool over = t->fate == RIA_PLAN_DONE || t->fate == RIA_PLAN_SKIPPED;
    seconds[c->place[i].node] = over ? 0 : t->task->seconds > 0 ? t->task->seconds : 60;
  }
  ria_status status = task_graph_chain(&c->graph, seconds, chain);
  for (int i = 0; i < c->tasks && status == RIA_SUCCESS; i++)
    c->place[i].task->chain = chain[c->place[i].node];
  free(seconds);
  for (int s = 0; s < c->plan->workflow->steps && status == RIA_SUCCESS; s++)
    qsort(c->plan->step[s].task, (size_t)c->plan->step[s].list.count, sizeof(ria_plan_task),
          by_chain);
  return status;
}

ria_status ria_plan_compare(ria_plan *plan, ria_study *study) {
  comparison c = {.plan = plan};
  ria_status status = index_tasks(&c);
  if (status == RIA_SUCCESS)
    status = link_up(&c);
  if (status == RIA_SUCCESS && study)
    status = read_rows(&c, study);
  if (status == RIA_SUCCESS && study)
    status = compare_outputs(&c, study);
  if (status == RIA_SUCCESS && study)
    status = spread(&c, false);
  if (status == RIA_SUCCESS && study)
    status = spread(&c, true);
  if (status == RIA_SUCCESS)
    status = sort(&c);
  task_graph_destroy(&c.graph);
  free(c.place);
  return status;
}
