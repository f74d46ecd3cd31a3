/* The study's facts, steps and tasks. */
#include <stdlib.h>
#include <string.h>
#include "sql.h"

ria_status study_put_fact(study_store *study, const char *key, const char *value) {
  return study_exec(study, "INSERT OR REPLACE INTO fact VALUES(?, ?)", "tt", key, value);
}

static ria_status take_fact(void *context, sqlite3_stmt *row) {
  return study_read_row(row, "t", (char **)context);
}

ria_status study_get_fact(study_store *study, const char *key, char **value) {
  *value = NULL;
  return study_query(study, take_fact, value, "SELECT value FROM fact WHERE key = ?", "t", key);
}

/* Not INSERT OR REPLACE, which would delete the row first, and its tasks with it. */
ria_status study_put_step(study_store *study, const study_step *s) {
  return study_exec(
      study,
      "INSERT INTO step VALUES(?, ?, ?, ?, ?, ?) ON CONFLICT(name) DO UPDATE SET kind = "
      "excluded.kind, position = excluded.position, needs = excluded.needs, state = "
      "excluded.state, note = excluded.note",
      "ttitit", s->name, s->kind, s->position, s->needs, (int)s->state, s->note);
}

/* A damaged file may hold any number. */
static ria_status take_state(int stored, const char *what, const char *name, task_state *state) {
  if (stored < 0 || stored >= TASK_STATES)
    return ria_fail(RIA_ERROR_CORRUPT,
                    "%s '%s' has the invalid state %d in the study; put a copy of "
                    "study.sqlite back, or move the study away and run again",
                    what, name, stored);
  *state = (task_state)stored;
  return RIA_SUCCESS;
}

static ria_status take_step(void *context, sqlite3_stmt *row) {
  study_steps *list = context;
  study_step *s = study_append((void **)&list->item, &list->count, sizeof *s);
  int state;
  if (!s)
    return study_no_memory();
  RIA_TRY(
      study_read_row(row, "ttitit", &s->name, &s->kind, &s->position, &s->needs, &state, &s->note));
  return take_state(state, "step", s->name, &s->state);
}

ria_status study_list_steps(study_store *study, study_steps *steps) {
  *steps = (study_steps){0};
  ria_status status = study_query(
      study, take_step, steps,
      "SELECT name, kind, position, needs, state, note FROM step ORDER BY position, name", "");
  if (status != RIA_SUCCESS)
    study_steps_destroy(steps);
  return status;
}

void study_steps_destroy(study_steps *steps) {
  for (int i = 0; i < steps->count; i++) {
    free(steps->item[i].name);
    free(steps->item[i].kind);
    free(steps->item[i].needs);
    free(steps->item[i].note);
  }
  free(steps->item);
  *steps = (study_steps){0};
}

ria_status study_remove_step(study_store *study, const char *name) {
  return study_exec(study, "DELETE FROM step WHERE name = ?", "t", name);
}

ria_status study_put_task(study_store *study, const study_task *t) {
  return study_exec(
      study,
      "INSERT INTO task VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
      " ON CONFLICT(id) DO UPDATE SET step = excluded.step, point = excluded.point, position = "
      "excluded.position, state = excluded.state, needs = excluded.needs, hash = excluded.hash, "
      "nodes = excluded.nodes, ranks = excluded.ranks, cores = excluded.cores, gpus = "
      "excluded.gpus, seconds = excluded.seconds, attempts = excluded.attempts, burned = "
      "excluded.burned, stalls = excluded.stalls, not_before = excluded.not_before, reached = "
      "excluded.reached, fraction = "
      "excluded.fraction, note = excluded.note",
      "tttiittiiiidiiidddt", t->id, t->step, t->point, t->position, (int)t->state, t->needs,
      t->hash, t->nodes, t->ranks, t->cores, t->gpus, t->seconds, t->attempts, t->burned, t->stalls,
      t->not_before, t->reached, t->fraction, t->note);
}

static ria_status take_task(void *context, sqlite3_stmt *row) {
  study_tasks *list = context;
  study_task *t = study_append((void **)&list->item, &list->count, sizeof *t);
  int state;
  if (!t)
    return study_no_memory();
  RIA_TRY(study_read_row(row, "tttiittiiiidiiidddt", &t->id, &t->step, &t->point, &t->position,
                         &state, &t->needs, &t->hash, &t->nodes, &t->ranks, &t->cores, &t->gpus,
                         &t->seconds, &t->attempts, &t->burned, &t->stalls, &t->not_before,
                         &t->reached, &t->fraction, &t->note));
  return take_state(state, "task", t->id, &t->state);
}

#define TASK_COLUMNS                                                                               \
  "t.id, t.step, t.point, t.position, t.state, t.needs, t.hash, t.nodes, t.ranks, t.cores, "       \
  "t.gpus, t.seconds, t.attempts, t.burned, t.stalls, t.not_before, t.reached, t.fraction, t.note" \
  " FROM task t JOIN step s ON s.name = t.step"

ria_status study_list_tasks(study_store *study, const char *step, study_tasks *tasks) {
  *tasks = (study_tasks){0};
  ria_status status =
      step ? study_query(study, take_task, tasks,
                         "SELECT " TASK_COLUMNS " WHERE t.step = ? ORDER BY t.position, t.id", "t",
                         step)
           : study_query(study, take_task, tasks,
                         "SELECT " TASK_COLUMNS " ORDER BY s.position, t.position, t.id", "");
  if (status != RIA_SUCCESS)
    study_tasks_destroy(tasks);
  return status;
}

void study_tasks_destroy(study_tasks *tasks) {
  for (int i = 0; i < tasks->count; i++) {
    study_task *t = &tasks->item[i];
    free(t->id);
    free(t->step);
    free(t->point);
    free(t->needs);
    free(t->hash);
    free(t->note);
  }
  free(tasks->item);
  *tasks = (study_tasks){0};
}

ria_status study_remove_task(study_store *study, const char *id) {
  RIA_TRY(study_exec(study, "DELETE FROM result WHERE task = ?", "t", id));
  return study_exec(study, "DELETE FROM task WHERE id = ?", "t", id);
}
