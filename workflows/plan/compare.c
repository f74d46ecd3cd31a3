/* Compares the plan with the state of a study. */
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
  plan_task *task;
} place;

typedef struct {
  plan_tree *plan;
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
  const plan_entry *part = &c->plan->step[s];
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

static ria_status add_task(comparison *c, int s, const workflow_task *task) {
  task_bond bond = task->is_finish ? TASK_AFTER_END : TASK_AFTER_SUCCESS;
  RIA_TRY(task_graph_node(&c->graph));
  RIA_TRY(task_graph_need(&c->graph, 2 * s, TASK_AFTER_SUCCESS));
  RIA_TRY(add_needs(c, task->needs, task->need, bond));
  return add_needs(c, task->afters, task->after, TASK_IN_ORDER);
}

static ria_status link_up(comparison *c) {
  const plan_tree *plan = c->plan;
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
static plan_fate fate_of(const plan_task *t, const study_task *row, bool over) {
  bool same = !strcmp(row->hash, t->task->hash);
  switch (row->state) {
  case TASK_DONE:
    return same ? PLAN_DONE : PLAN_CHANGED;
  case TASK_STARTING:
  case TASK_RUNNING:
    return same ? PLAN_RUNNING : PLAN_CHANGED;
  case TASK_FAILED:
    return over ? PLAN_AGAIN : same ? PLAN_FAILED : PLAN_CHANGED;
  case TASK_CANCELLED:
    return over ? PLAN_AGAIN : same ? PLAN_CANCELLED : PLAN_CHANGED;
  default:
    return PLAN_NEW;
  }
}

/* The hash of a step that always runs includes how its needs have ended. */
static ria_status take_up_needs(comparison *c, const study_tasks *rows) {
  const study_task **row = calloc((size_t)rows->count + 1, sizeof *row);
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

static ria_status add_reason(plan_task *t, const ria_text *reason) {
  char *why = NULL;
  if (!reason->length)
    return RIA_SUCCESS;
  if (asprintf(&why, "%s%s%s", t->why ? t->why : "", t->why ? ", " : "", reason->data) < 0)
    return plan_no_memory();
  free(t->why);
  t->why = why;
  return RIA_SUCCESS;
}

static ria_status explain_change(plan_task *t, study_store *study) {
  ria_text reason = {0};
  if (t->asked)
    ria_text_add(&reason, "requested by `ria retry`");
  ria_status status = t->asked ? RIA_SUCCESS : task_changes_describe(study, t->task, &reason);
  if (status == RIA_SUCCESS)
    status = add_reason(t, &reason);
  ria_text_destroy(&reason);
  return status;
}

static ria_status read_rows(comparison *c, study_store *study) {
  const char *state = c->plan->state;
  bool over = strcmp(state, "running") && strcmp(state, "interrupted");
  study_tasks rows;
  RIA_TRY(study_list_tasks(study, NULL, &rows));
  ria_status status = take_up_needs(c, &rows);
  for (int i = 0; i < rows.count && status == RIA_SUCCESS; i++) {
    place *known = find(c, rows.item[i].id);
    if (!known)
      continue;
    plan_task *t = known->task;
    t->attempts = rows.item[i].attempts;
    t->asked = rows.item[i].state == TASK_DONE && !*rows.item[i].hash;
    if (t->fate != PLAN_SKIPPED)
      t->fate = fate_of(t, &rows.item[i], over);
    if (t->fate == PLAN_CHANGED)
      status = explain_change(t, study);
  }
  study_tasks_destroy(&rows);
  return status;
}

/* ---- Outputs, compared as the engine does when it starts. */

/* A case continues from its own files: if one is lost, all tasks of the point start again. */
static void lose(comparison *c, plan_task *t) {
  const workflow_point *point = t->task->point;
  t->fate = PLAN_CHANGED;
  if (!point->step->kind->continues)
    return;
  for (int i = 0; i < c->tasks; i++)
    if (c->place[i].task->task->point == point && c->place[i].task->fate == PLAN_DONE)
      c->place[i].task->fate = PLAN_CHANGED;
}

static ria_status compare_output(comparison *c, const study_output *row, const char *study,
                                 output_budget *budget) {
  output_state state;
  bool moved;
  ria_text reason = {0};
  place *known = find(c, row->task);
  if (!known || (known->task->fate != PLAN_DONE && known->task->fate != PLAN_CHANGED))
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

static ria_status compare_outputs(comparison *c, study_store *study) {
  study_outputs rows;
  output_budget budget = OUTPUT_BUDGET;
  RIA_TRY(study_list_outputs(study, NULL, &rows));
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < rows.count && status == RIA_SUCCESS; i++)
    status = compare_output(c, &rows.item[i], study_folder(study), &budget);
  study_outputs_destroy(&rows);
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
    plan_fate fate = c->place[i].task->fate;
    mark[c->place[i].node] =
        always ? plan_runs(fate) : fate == PLAN_CHANGED || c->place[i].task->edited;
  }
  ria_status status = task_graph_spread(&c->graph, mark);
  for (int i = 0; i < c->tasks && status == RIA_SUCCESS; i++) {
    plan_task *t = c->place[i].task;
    if (mark[c->place[i].node] && t->fate > PLAN_AGAIN && t->fate != PLAN_SKIPPED &&
        (!t->edited || is_reached(c, c->place[i].node, mark)) &&
        (!always || t->task->point->step->kind->always))
      t->fate = PLAN_FOLLOWS;
  }
  free(mark);
  return status;
}

/* ---- The order of starting: longest chain first, as in the engine. */

static int by_chain(const void *a, const void *b) {
  const plan_task *one = a, *two = b;
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
    const plan_task *t = c->place[i].task;
    bool over = t->fate == PLAN_DONE || t->fate == PLAN_SKIPPED;
    seconds[c->place[i].node] = over ? 0 : t->task->seconds > 0 ? t->task->seconds : 60;
  }
  ria_status status = task_graph_chain(&c->graph, seconds, chain);
  for (int i = 0; i < c->tasks && status == RIA_SUCCESS; i++)
    c->place[i].task->chain = chain[c->place[i].node];
  free(seconds);
  for (int s = 0; s < c->plan->workflow->steps && status == RIA_SUCCESS; s++)
    qsort(c->plan->step[s].task, (size_t)c->plan->step[s].list.count, sizeof(plan_task), by_chain);
  return status;
}

ria_status plan_compare(plan_tree *plan, study_store *study) {
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
