/* The steps of the workflow, the tasks of the study, and their dependencies. */
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "parts.h"
#include "rows.h"

static ria_status no_memory(void) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory for the tasks of the workflow");
}

ria_status engine_set_text(char **text, const char *value) {
  char *copy = strdup(value ? value : "");
  if (!copy)
    return no_memory();
  free(*text);
  *text = copy;
  return RIA_SUCCESS;
}

bool engine_is_active(const engine_task *task) {
  return task->row.state == TASK_STARTING || task->row.state == TASK_RUNNING;
}

/* ---- Finding a task by its id: a search tree. */

typedef struct {
  const char *id;
  int index;
} place;

static int compare(const void *a, const void *b) {
  return strcmp(((const place *)a)->id, ((const place *)b)->id);
}

engine_task *engine_find(engine *e, const char *id, int *index) {
  place wanted = {.id = id};
  void *node = tfind(&wanted, &e->by_id, compare);
  if (!node)
    return NULL;
  int at = (*(place **)node)->index;
  if (index)
    *index = at;
  return e->task[at];
}

static void clear_row(study_task *row) {
  free(row->id);
  free(row->step);
  free(row->point);
  free(row->needs);
  free(row->hash);
  free(row->note);
}

static void destroy_task(engine_task *t) {
  if (!t)
    return;
  clear_row(&t->row);
  study_attempt_clear(&t->attempt);
  free(t->ranks_on);
  free(t->refused);
  free(t);
}

static ria_status fill_row(study_task *row, const char *step, const char *id) {
  *row = (study_task){.id = strdup(id),
                      .step = strdup(step),
                      .point = strdup(""),
                      .needs = strdup(""),
                      .hash = strdup(""),
                      .note = strdup(""),
                      .fraction = -1};
  return row->id && row->step && row->point && row->needs && row->hash && row->note ? RIA_SUCCESS
                                                                                    : no_memory();
}

static ria_status keep_place(engine *e, const char *id, int index) {
  place *p = malloc(sizeof *p);
  if (!p)
    return no_memory();
  *p = (place){id, index};
  if (tsearch(p, &e->by_id, compare))
    return RIA_SUCCESS;
  free(p);
  return no_memory();
}

/* Grows an array that gets one item at a time: its capacity doubles at each power of two. */
static bool make_room(void **array, int count, size_t size) {
  if (count & (count - 1))
    return true;
  void *grown = realloc(*array, (size_t)(count ? 2 * count : 1) * size);
  if (grown)
    *array = grown;
  return grown;
}

ria_status engine_add(engine *e, int step, const char *id, engine_task **task) {
  engine_step *s = &e->step[step];
  engine_task *t = calloc(1, sizeof *t);
  if (!t || !make_room((void **)&e->task, e->tasks, sizeof(engine_task *)) ||
      !make_room((void **)&s->task, s->tasks, sizeof *s->task)) {
    free(t);
    return no_memory();
  }
  t->step = step;
  ria_status status = fill_row(&t->row, s->row.name, id);
  if (status == RIA_SUCCESS)
    status = keep_place(e, t->row.id, e->tasks);
  if (status != RIA_SUCCESS) {
    destroy_task(t);
    return status;
  }
  s->task[s->tasks++] = e->tasks;
  e->task[e->tasks++] = t;
  e->stale_graph = true;
  *task = t;
  return RIA_SUCCESS;
}

/* Ends the job of a deleted task, because no row would record the job any more. If the job's id was
 * lost, looks it up. */
static ria_status end_job(engine *e, const engine_task *t) {
  char *markers = engine_markers(e, &t->attempt);
  if (!markers)
    return no_memory();
  ria_job_id id = "";
  bool known = t->attempt.job && *t->attempt.job;
  if (known)
    snprintf(id, sizeof id, "%s", t->attempt.job);
  ria_status status = known ? RIA_SUCCESS : ria_launcher_find(e->launcher, markers, id, &known);
  if (status == RIA_SUCCESS && known)
    (void)ria_launcher_cancel(e->launcher, &(ria_job_ref){.id = id, .markers = markers}, 1);
  free(markers);
  return status;
}

/* Its index stays unused, so that the other indices do not change. */
ria_status engine_remove(engine *e, int index) {
  engine_task *t = e->task[index];
  engine_step *s = &e->step[t->step];
  if (engine_is_active(t))
    RIA_TRY(end_job(e, t));
  RIA_TRY(study_remove_task(e->study, t->row.id));
  engine_give_room(e, index);
  place wanted = {.id = t->row.id};
  void *node = tfind(&wanted, &e->by_id, compare);
  place *kept = node ? *(place **)node : NULL;
  tdelete(&wanted, &e->by_id, compare);
  free(kept);
  int left = 0;
  for (int i = 0; i < s->tasks; i++)
    if (s->task[i] != index)
      s->task[left++] = s->task[i];
  s->tasks = left;
  destroy_task(t);
  e->task[index] = NULL;
  e->stale_graph = true;
  return RIA_SUCCESS;
}

/* ---- Loading. */

ria_status engine_put(engine *e, const engine_task *task) {
  e->changed = true;
  return study_put_task(e->study, &task->row);
}

ria_status engine_put_step(engine *e, const engine_step *s) {
  return study_put_step(e->study, &s->row);
}

static ria_status describe_step(engine_step *s, const workflow_step *step) {
  size_t size = 1;
  for (int n = 0; n < step->needs; n++)
    size += strlen(step->need[n]->name) + 1;
  char *needs = calloc(1, size);
  if (!needs)
    return no_memory();
  for (int n = 0; n < step->needs; n++)
    strcat(strcat(needs, n ? " " : ""), step->need[n]->name);
  s->step = step;
  s->row = (study_step){.name = (char *)step->name,
                        .kind = (char *)step->kind->name,
                        .position = step->index,
                        .needs = needs,
                        .note = strdup("")};
  s->skip = calloc((size_t)step->points + 1, sizeof *s->skip);
  return s->row.note && s->skip ? RIA_SUCCESS : no_memory();
}

/* Ends the jobs of a step that the workflow no longer has, and deletes its rows. */
static ria_status forget_step(engine *e, const char *name) {
  RIA_TRY(engine_rows_end_jobs(e->study, e->launcher, name));
  RIA_TRY(engine_log(e, name, "is no longer in the workflow"));
  return study_remove_step(e->study, name);
}

static ria_status load_steps(engine *e) {
  study_steps known;
  RIA_TRY(study_list_steps(e->study, &known));
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < e->steps && status == RIA_SUCCESS; i++) {
    status = describe_step(&e->step[i], &e->workflow->step[i]);
    e->step[i].fresh = true;
  }
  for (int i = 0; i < known.count && status == RIA_SUCCESS; i++) {
    const workflow_step *step = workflow_find(e->workflow, known.item[i].name);
    if (!step) {
      status = forget_step(e, known.item[i].name);
    } else {
      engine_step *s = &e->step[step->index];
      s->fresh = false;
      s->row.state = known.item[i].state;
      status = engine_set_text(&s->row.note, known.item[i].note);
    }
  }
  study_steps_destroy(&known);
  for (int i = 0; i < e->steps && status == RIA_SUCCESS; i++)
    status = engine_put_step(e, &e->step[i]);
  return status;
}

static ria_status load_attempt(engine *e, engine_task *t) {
  study_attempts attempts;
  RIA_TRY(study_list_attempts(e->study, t->row.id, &attempts));
  if (attempts.count > 0) {
    t->attempt = attempts.item[attempts.count - 1]; /* takes over its texts */
    attempts.item[attempts.count - 1] = (study_attempt){0};
  }
  study_attempts_destroy(&attempts);
  return RIA_SUCCESS;
}

static ria_status load_tasks(engine *e) {
  study_tasks rows;
  RIA_TRY(study_list_tasks(e->study, NULL, &rows));
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < rows.count && status == RIA_SUCCESS; i++) {
    const workflow_step *step = workflow_find(e->workflow, rows.item[i].step);
    engine_task *t = NULL;
    status = engine_add(e, step->index, rows.item[i].id, &t);
    if (status != RIA_SUCCESS)
      break;
    /* Keeps the row's id, because the tree points to it. */
    study_task empty = t->row;
    t->row = rows.item[i];
    rows.item[i] = empty;
    char *id = t->row.id;
    t->row.id = rows.item[i].id;
    rows.item[i].id = id;
    if (engine_is_active(t))
      status = load_attempt(e, t);
  }
  study_tasks_destroy(&rows);
  return status;
}

ria_status engine_load(engine *e) {
  e->steps = e->workflow->steps;
  e->step = calloc((size_t)e->steps + 1, sizeof *e->step);
  if (!e->step)
    return no_memory();
  e->stale_graph = true;
  RIA_TRY(study_begin(e->study));
  ria_status status = load_steps(e);
  if (status == RIA_SUCCESS)
    status = load_tasks(e);
  if (status != RIA_SUCCESS) {
    study_rollback(e->study);
    return status;
  }
  return study_commit(e->study);
}

void engine_unload(engine *e) {
  for (int i = 0; i < e->tasks; i++)
    destroy_task(e->task[i]);
  for (int i = 0; e->step && i < e->steps; i++) {
    free(e->step[i].row.needs);
    free(e->step[i].row.note);
    free(e->step[i].skip);
    free(e->step[i].task);
    task_list_destroy(&e->step[i].list);
  }
  tdestroy(e->by_id, free);
  task_graph_destroy(&e->graph);
  free(e->chain);
  free(e->outcome);
  free(e->task);
  free(e->step);
  free(e->room);
}

/* ---- The graph: a node that opens each step, one that closes it, then the tasks. */

int engine_open_node(int step) {
  return 2 * step;
}

int engine_close_node(int step) {
  return 2 * step + 1;
}

int engine_task_node(const engine *e, int task) {
  return 2 * e->steps + task;
}

static ria_status add_step_nodes(engine *e, task_graph *g, int step) {
  const engine_step *s = &e->step[step];
  task_bond bond = s->step->kind->always ? TASK_AFTER_END : TASK_AFTER_SUCCESS;
  RIA_TRY(task_graph_node(g));
  for (int n = 0; n < s->step->needs; n++)
    RIA_TRY(task_graph_need(g, engine_close_node(s->step->need[n]->index), bond));
  RIA_TRY(task_graph_node(g));
  RIA_TRY(task_graph_need(g, engine_open_node(step), TASK_AFTER_SUCCESS));
  for (int i = 0; i < s->tasks; i++)
    RIA_TRY(task_graph_need(g, engine_task_node(e, s->task[i]), TASK_AFTER_SUCCESS));
  return RIA_SUCCESS;
}

/* An unknown id belongs to an earlier run and is ignored. */
static ria_status add_task_need(engine *e, task_graph *g, const char *id, task_bond bond) {
  int index;
  return engine_find(e, id, &index) ? task_graph_need(g, engine_task_node(e, index), bond)
                                    : RIA_SUCCESS;
}

/* `needs` of a row: ids separated by newlines. Tasks that only come before are known after the step
 * is expanded, which happens before they can run. A step's finish() runs however its tasks end. */
static ria_status add_task_node(engine *e, task_graph *g, const engine_task *t) {
  RIA_TRY(task_graph_node(g));
  if (!t)
    return RIA_SUCCESS;
  RIA_TRY(task_graph_need(g, engine_open_node(t->step), TASK_AFTER_SUCCESS));
  task_bond bond = t->spec && t->spec->is_finish ? TASK_AFTER_END : TASK_AFTER_SUCCESS;
  char *needs = strdup(t->row.needs), *rest = needs;
  if (!needs)
    return no_memory();
  ria_status status = RIA_SUCCESS;
  for (char *id; status == RIA_SUCCESS && (id = strsep(&rest, "\n"));)
    if (*id)
      status = add_task_need(e, g, id, bond);
  free(needs);
  for (int i = 0; t->spec && i < t->spec->afters && status == RIA_SUCCESS; i++)
    status = add_task_need(e, g, t->spec->after[i], TASK_IN_ORDER);
  return status;
}

/* An unknown duration counts as a minute, so that the length of the chain decides. */
static double seconds_of(const engine_task *t) {
  if (!t || t->row.state == TASK_DONE || t->row.state == TASK_SKIPPED)
    return 0;
  return t->spec && t->spec->seconds > 0 ? t->spec->seconds : 60;
}

ria_status engine_update_graph(engine *e) {
  if (!e->stale_graph)
    return RIA_SUCCESS;
  task_graph_destroy(&e->graph);
  for (int s = 0; s < e->steps; s++)
    RIA_TRY(add_step_nodes(e, &e->graph, s));
  for (int t = 0; t < e->tasks; t++)
    RIA_TRY(add_task_node(e, &e->graph, e->task[t]));
  double *seconds = calloc((size_t)e->graph.nodes + 1, sizeof *seconds);
  double *chain = realloc(e->chain, ((size_t)e->graph.nodes + 1) * sizeof *chain);
  if (chain)
    e->chain = chain;
  if (!seconds || !chain) {
    free(seconds);
    return no_memory();
  }
  for (int t = 0; t < e->tasks; t++)
    seconds[engine_task_node(e, t)] = seconds_of(e->task[t]);
  ria_status status = task_graph_chain(&e->graph, seconds, e->chain);
  free(seconds);
  e->stale_graph = status != RIA_SUCCESS;
  return status;
}

/* ---- Outcomes. */

static task_outcome outcome_of_task(const engine_task *t) {
  if (!t)
    return TASK_GOOD;
  switch (t->row.state) {
  case TASK_PENDING:
    return TASK_WAITS;
  case TASK_DONE:
    return TASK_GOOD;
  case TASK_SKIPPED: /* its dependants still wait for its needs */
    return TASK_PASSES;
  case TASK_FAILED:
  case TASK_CANCELLED:
    return TASK_BAD;
  default:
    return TASK_OPEN;
  }
}

ria_status engine_find_outcomes(engine *e) {
  RIA_TRY(engine_update_graph(e));
  task_outcome *outcome = realloc(e->outcome, ((size_t)e->graph.nodes + 1) * sizeof *outcome);
  if (!outcome)
    return no_memory();
  e->outcome = outcome;
  for (int s = 0; s < e->steps; s++) {
    const engine_step *step = &e->step[s];
    outcome[engine_open_node(s)] = step->broken ? TASK_BAD : step->open ? TASK_GOOD : TASK_WAITS;
    outcome[engine_close_node(s)] = TASK_GATE;
  }
  for (int t = 0; t < e->tasks; t++)
    outcome[engine_task_node(e, t)] = outcome_of_task(e->task[t]);
  return task_graph_outcomes(&e->graph, outcome);
}
