/* Expands steps into tasks, and finds new tasks, changed tasks, and tasks that must run again
 * because of a change. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/text.h"
#include "tasks/changes.h"
#include "tasks/finish.h"
#include "tasks/output_check.h"
#include "tasks/upstream.h"
#include "parts.h"

static ria_status no_memory(void) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory for the tasks of the workflow");
}

/* The tasks of a step that always runs depend on how its needs have ended. */
static ria_status take_up_needs(const engine *e, const workflow_step *step, task_list *list) {
  const study_task **row = calloc((size_t)e->tasks + 1, sizeof *row);
  int rows = 0;
  if (!row)
    return no_memory();
  for (int t = 0; t < e->tasks; t++)
    if (e->task[t])
      row[rows++] = &e->task[t]->row;
  ria_status status = task_outcomes_add(step, rows, row, list);
  free(row);
  return status;
}

static const bool *skip_of(void *context, int step) {
  return ((const engine *)context)->step[step].skip;
}

/* Lists the tasks of all points whose keys are known. */
static ria_status list_tasks(engine *e, const engine_step *s, bool strict, task_list *list) {
  bool whole = true;
  for (int p = 0; p < s->step->points; p++) {
    const workflow_point *point = &s->step->point[p];
    if (point->pending || !point->object) {
      whole = false;
      if (strict && !s->skip[p])
        return ria_fail(RIA_ERROR_CASE, "its keys are not all known");
      continue;
    }
    if (s->skip[p] && strict) {
      /* Skipped points are expanded for display only, so errors are ignored. */
      if (point_expand(point, list) != RIA_SUCCESS)
        whole = false;
      continue;
    }
    RIA_TRY(point_expand(point, list));
  }
  if (whole || strict)
    RIA_TRY(task_finish_add(s->step, study_folder(e->study), list));
  RIA_TRY(task_points_add(s->step, skip_of, e, list));
  return s->step->kind->always ? take_up_needs(e, s->step, list) : RIA_SUCCESS;
}

static ria_status join_needs(const workflow_task *spec, char **needs) {
  ria_text text = {0};
  for (int n = 0; n < spec->needs; n++)
    ria_text_add(&text, "%s%s", n ? "\n" : "", spec->need[n]);
  ria_status status =
      text.failed ? no_memory() : engine_set_text(needs, text.data ? text.data : "");
  ria_text_destroy(&text);
  return status;
}

static ria_status describe(engine_task *t, const workflow_task *spec, int position) {
  study_task *row = &t->row;
  const ria_resources *r = &spec->resources;
  row->position = position;
  row->nodes = r->nodes > 0 ? r->nodes : 1;
  row->ranks = r->ranks;
  row->cores = engine_room_cores(r);
  row->gpus = r->gpus * engine_room_ranks(r);
  row->seconds = (double)r->seconds;
  RIA_TRY(engine_set_text(&row->point, spec->is_finish ? "" : spec->point->label));
  return join_needs(spec, &row->needs);
}

static bool skipped(const engine_step *s, const workflow_task *spec) {
  if (!spec->is_finish)
    return s->skip[spec->point->index];
  for (int p = 0; p < s->step->points; p++)
    if (!s->skip[p])
      return false;
  return !(s->lacks && s->step->kind->reports_left_out);
}

/* Logs why a task runs again. */
static ria_status log_change(engine *e, const engine_task *t, const workflow_task *spec) {
  ria_text why = {0};
  if (!*t->row.hash)
    return engine_log(e, t->row.id, "runs again: requested by `ria retry`");
  ria_status status = task_changes_describe(e->study, spec, &why);
  if (status == RIA_SUCCESS)
    status = engine_log(e, t->row.id, "runs again%s%s", why.length ? ": " : "",
                        why.length ? why.data : "");
  ria_text_destroy(&why);
  return status;
}

/* Updates a task with its new specification; *changed: its hash differs from the one that ran. */
static ria_status take_up(engine *e, int step, workflow_task *spec, int position, bool strict,
                          bool *changed) {
  engine_step *s = &e->step[step];
  engine_task *t = engine_find(e, spec->id, NULL);
  *changed = false;
  if (t && t->step != step)
    return ria_fail(RIA_ERROR_CASE, "its task %s has the same name as a task of step %s", spec->id,
                    e->step[t->step].row.name);
  bool fresh = !t;
  if (fresh)
    RIA_TRY(engine_add(e, step, spec->id, &t));
  t->spec = spec;
  RIA_TRY(describe(t, spec, position));
  bool differs = strcmp(t->row.hash, spec->hash) != 0;
  *changed = differs && !fresh && strict && t->row.state != TASK_PENDING;
  if (*changed && t->row.state != TASK_SKIPPED && !skipped(s, spec))
    RIA_TRY(log_change(e, t, spec));
  if (fresh || strict || t->row.state == TASK_PENDING)
    RIA_TRY(engine_set_text(&t->row.hash, spec->hash));
  if (strict && skipped(s, spec) && !engine_is_active(t)) {
    t->row.state = TASK_SKIPPED;
    *changed = false;
  } else if (strict && t->row.state == TASK_SKIPPED) {
    t->row.state = TASK_PENDING;
  }
  RIA_TRY(engine_put(e, t));
  if (strict)
    RIA_TRY(task_changes_store(e->study, spec));
  return strict && !*changed ? engine_accept_outputs(e, t) : RIA_SUCCESS;
}

static bool has_point(const engine_step *s, const char *label) {
  for (int i = 0; i < s->list.count; i++)
    if (!s->list.task[i].is_finish && !strcmp(s->list.task[i].point->label, label))
      return true;
  return false;
}

/* Moves aside the files of a point that the sweep no longer has, so that they are not mistaken for
 * a part of it. Only the folder that is named after the point belongs to ria. */
static ria_status move_point(engine *e, const engine_task *t) {
  const engine_step *s = &e->step[t->step];
  const char *study = study_folder(e->study), *label = t->row.point;
  char *path = NULL, *to = NULL;
  if (!strncmp(t->row.id, s->row.name, strlen(s->row.name)) &&
      !strcmp(t->row.id + strlen(s->row.name), ".finish"))
    return RIA_SUCCESS;
  if (has_point(s, label))
    return RIA_SUCCESS;
  if (asprintf(&path, "%s/steps/%s%s%s", study, s->row.name, *label ? "/" : "", label) < 0)
    return no_memory();
  ria_status status = output_keep(study, path, &to);
  if (status == RIA_SUCCESS && to)
    status = engine_log(e, t->row.id, "is no longer in the sweep: its folder is now %s", to);
  free(path);
  free(to);
  return status;
}

static ria_status drop_others(engine *e, engine_step *s) {
  for (int i = s->tasks - 1; i >= 0; i--)
    if (!e->task[s->task[i]]->spec) {
      RIA_TRY(move_point(e, e->task[s->task[i]]));
      RIA_TRY(engine_remove(e, s->task[i]));
    }
  return RIA_SUCCESS;
}

static ria_status take_list(engine *e, int step, task_list *list, bool strict) {
  engine_step *s = &e->step[step];
  for (int i = 0; i < s->tasks; i++)
    e->task[s->task[i]]->spec = NULL;
  task_list_destroy(&s->list);
  s->list = *list;
  bool any = false, *mark = calloc((size_t)e->tasks + (size_t)list->count + 1, sizeof *mark);
  if (!mark)
    return no_memory();
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < s->list.count && status == RIA_SUCCESS; i++) {
    bool changed;
    int index;
    status = take_up(e, step, &s->list.task[i], i, strict, &changed);
    if (status == RIA_SUCCESS && changed && engine_find(e, s->list.task[i].id, &index))
      any = mark[index] = true;
  }
  if (status == RIA_SUCCESS && strict)
    status = drop_others(e, s);
  e->stale_graph = true;
  if (status == RIA_SUCCESS && any)
    status = engine_invalidate(e, mark, NULL);
  free(mark);
  return status;
}

ria_status engine_expand(engine *e, int step, bool strict) {
  task_list list = {0};
  ria_status status = list_tasks(e, &e->step[step], strict, &list);
  if (status != RIA_SUCCESS) {
    task_list_destroy(&list);
    return strict ? status : RIA_SUCCESS;
  }
  return take_list(e, step, &list, strict);
}

static ria_status again(engine *e, engine_task *t) {
  if (engine_is_active(t))
    return engine_ask(e, t, "again");
  if (t->row.state == TASK_PENDING)
    return RIA_SUCCESS;
  t->row.state = TASK_PENDING;
  t->row.burned = t->row.stalls = 0;
  t->row.reached = t->row.not_before = 0;
  t->row.fraction = -1;
  RIA_TRY(engine_set_text(&t->row.note, ""));
  RIA_TRY(study_clear_results(e->study, t->row.step, t->row.id));
  if (t->spec && t->spec->is_finish)
    RIA_TRY(study_clear_results(e->study, t->row.step, ""));
  return engine_put(e, t);
}

/* Whether a task depends on a task that runs again. */
static bool is_reached(const engine *e, int node, const bool *spread) {
  for (int k = e->graph.first[node]; k < e->graph.first[node + 1]; k++)
    if (e->graph.need[k].bond != TASK_IN_ORDER && spread[e->graph.need[k].node])
      return true;
  return false;
}

ria_status engine_invalidate(engine *e, const bool *mark, const bool *after) {
  e->stale_graph = true;
  RIA_TRY(engine_update_graph(e));
  bool *spread = calloc((size_t)e->graph.nodes + 1, sizeof *spread);
  if (!spread)
    return no_memory();
  for (int t = 0; t < e->tasks; t++)
    spread[engine_task_node(e, t)] = e->task[t] && (mark[t] || (after && after[t]));
  ria_status status = task_graph_spread(&e->graph, spread);
  for (int t = 0; t < e->tasks && status == RIA_SUCCESS; t++) {
    int node = engine_task_node(e, t);
    if (e->task[t] && spread[node] &&
        (!after || !after[t] || mark[t] || is_reached(e, node, spread)))
      status = again(e, e->task[t]);
  }
  /* Dependent steps open again later, with the new results. */
  for (int s = 0; s < e->steps && status == RIA_SUCCESS; s++)
    if (spread[engine_open_node(s)])
      e->step[s].open = e->step[s].broken = false;
  free(spread);
  return status;
}
