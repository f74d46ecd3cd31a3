/* A study as JSON. */
#include <string.h>
#include "view.h"

static json_t *instant(double seconds) {
  return seconds > 0 ? json_real(seconds) : json_null();
}

static json_t *attempt_json(const study_attempt *a) {
  return json_pack("{s:i, s:s, s:s, s:s, s:i, s:i, s:o, s:o, s:o, s:i, s:I, s:s, s:s}", "number",
                   a->number, "job", a->job, "folder", a->folder, "cause", a->cause, "exit_code",
                   a->exit_code, "signal", a->signal, "submitted", instant(a->submitted), "started",
                   instant(a->started), "ended", instant(a->ended), "cores", a->cores, "max_memory",
                   (json_int_t)a->max_memory, "nodes", a->nodes, "note", a->note);
}

static json_t *task_json(const view_tree *v, const study_task *t, int *next) {
  json_t *attempts = json_array();
  while (*next < v->attempts.count && !strcmp(v->attempts.item[*next].task, t->id))
    json_array_append_new(attempts, attempt_json(&v->attempts.item[(*next)++]));
  return json_pack("{s:s, s:s, s:s, s:o, s:s, s:i, s:o, s:o}", "id", t->id, "point", t->point,
                   "state", task_state_text(t->state), "progress",
                   t->fraction >= 0 ? json_real(t->fraction) : json_null(), "note", t->note,
                   "retries_used", t->burned, "not_before", instant(t->not_before), "attempts",
                   attempts);
}

static json_t *needs_json(const char *needs) {
  json_t *list = json_array();
  while (*needs) {
    size_t length = strcspn(needs, " ");
    json_array_append_new(list, json_stringn(needs, length));
    needs += length + (needs[length] == ' ');
  }
  return list;
}

static json_t *engine_json(const view_tree *v) {
  static const char *const life[] = {
      [OWNER_DEAD] = "dead", [OWNER_ALIVE] = "alive", [OWNER_UNKNOWN] = "unknown"};
  if (!v->held)
    return json_null();
  return json_pack("{s:s, s:I, s:s, s:f, s:f, s:s}", "host", v->owner.host, "process",
                   (json_int_t)v->owner.pid, "job", v->owner.job, "since", v->owner.since, "seen",
                   v->owner.seen, "life", life[v->life]);
}

json_t *view_json(const view_tree *v) {
  json_t *steps = json_array();
  int next = 0, task = 0;
  for (int i = 0; i < v->steps.count; i++) {
    const study_step *s = &v->steps.item[i];
    json_t *tasks = json_array();
    for (; task < v->tasks.count && !strcmp(v->tasks.item[task].step, s->name); task++)
      json_array_append_new(tasks, task_json(v, &v->tasks.item[task], &next));
    json_array_append_new(
        steps, json_pack("{s:s, s:s, s:s, s:s, s:o, s:o, s:f, s:o}", "name", s->name, "kind",
                         s->kind, "state", task_state_text(s->state), "note", s->note, "needs",
                         needs_json(s->needs), "expected_end", instant(v->step_ends[i]),
                         "core_seconds", view_cost(v, i), "tasks", tasks));
  }
  return json_pack("{s:s, s:s, s:s, s:o, s:o, s:f, s:o, s:o}", "name", v->name, "study", v->folder,
                   "state", v->state, "engine", engine_json(v), "expected_end", instant(v->ends),
                   "core_seconds", view_cost(v, -1), "submitted",
                   v->submitted ? json_string(v->submitted) : json_null(), "steps", steps);
}
