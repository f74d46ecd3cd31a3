/* Decides which steps and tasks may run: needs, conditions, and keys that wait for results. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "study/result_finder.h"
#include "parts.h"

static task_state step_state(void *context, int step) {
  return ((engine *)context)->step[step].row.state;
}

/* ---- Opening a step. */

static bool has_succeeded(const engine_step *s) {
  return s->open && (s->row.state == TASK_DONE || s->row.state == TASK_SKIPPED);
}

static bool may_open(const engine *e, const engine_step *s) {
  for (int n = 0; n < s->step->needs; n++) {
    int need = s->step->need[n]->index;
    if (s->step->kind->always ? e->outcome[engine_close_node(need)] == TASK_OPEN
                              : !has_succeeded(&e->step[need]))
      return false;
  }
  return true;
}

/* The first finding, else the detail of the status. */
static void explain(const ria_case_errors *errors, char *why, size_t size) {
  snprintf(why, size, "%s", errors->count ? errors->error[0].text : ria_status_detail());
}

static void leave_out(engine *e, engine_step *s, const workflow_point *point) {
  bool lacks = gpu_need_leaves_out(point, e->kind, &e->gpu);
  s->skip[point->index] |= lacks;
  s->lacks |= lacks;
}

static ria_status decide_points(engine *e, engine_step *s, result_finder *f, char *why,
                                size_t size) {
  workflow_point *points = e->workflow->step[s->step->index].point;
  for (int p = 0; p < s->step->points; p++) {
    name_state state = NAME_KNOWN;
    bool run = true;
    f->skipped = false;
    ria_status status = point_when(&points[p], result_look_up, f, &state, &run);
    if (status == RIA_ERROR_CASE && f->skipped) {
      run = false; /* its condition uses a result of a skipped step */
    } else if (status != RIA_SUCCESS || state == NAME_LATER) {
      snprintf(why, size, "%s", status ? ria_status_detail() : "a result in its `when` is missing");
      return status == RIA_ERROR_MEMORY ? status : RIA_ERROR_CASE;
    }
    s->skip[p] = !run;
    if (!run)
      continue;
    if (!points[p].pending) {
      leave_out(e, s, &points[p]);
      continue;
    }
    ria_case_errors errors = {0};
    status = point_complete(e->workflow, &points[p], result_look_up, f, &errors);
    if (status == RIA_ERROR_CASE && f->skipped)
      s->skip[p] = true;
    else if (status != RIA_SUCCESS)
      explain(&errors, why, size);
    ria_case_errors_destroy(&errors);
    if (status != RIA_SUCCESS && !s->skip[p])
      return status;
    if (!s->skip[p])
      leave_out(e, s, &points[p]);
  }
  return RIA_SUCCESS;
}

static ria_status open_step(engine *e, int step) {
  engine_step *s = &e->step[step];
  char why[512] = "";
  result_finder f = {.workflow = e->workflow, .study = e->study, .state = step_state, .context = e};
  s->lacks = false;
  ria_status status = decide_points(e, s, &f, why, sizeof why);
  result_finder_clear(&f);
  if (s->lacks)
    RIA_TRY(engine_log(e, s->row.name, "not measured without a GPU: %s", e->gpu.why));
  if (status == RIA_SUCCESS && (status = engine_expand(e, step, true)) == RIA_SUCCESS) {
    s->open = true;
    return RIA_SUCCESS;
  }
  if (status == RIA_ERROR_MEMORY || status == RIA_ERROR_IO)
    return status;
  if (!*why)
    snprintf(why, sizeof why, "%s", ria_status_detail());
  s->broken = true;
  RIA_TRY(engine_set_text(&s->row.note, why));
  return engine_log(e, s->row.name, "failed: %s", why);
}

/* ---- The state of a step, from its tasks. */

static task_state state_of(const engine *e, const engine_step *s, const char **note) {
  int count[TASK_STATES] = {0};
  for (int i = 0; i < s->tasks; i++) {
    const engine_task *t = e->task[s->task[i]];
    count[t->row.state]++;
    if (t->row.state == TASK_FAILED && !**note)
      *note = t->row.note;
  }
  if (count[TASK_STARTING] + count[TASK_RUNNING])
    return TASK_RUNNING;
  if (s->broken)
    return TASK_FAILED;
  if (count[TASK_READY])
    return TASK_READY;
  if (count[TASK_FAILED])
    return TASK_FAILED;
  if (count[TASK_CANCELLED])
    return TASK_CANCELLED;
  if (!s->open || count[TASK_PENDING])
    return TASK_PENDING;
  if (count[TASK_DONE])
    return TASK_DONE;
  for (int p = 0; p < s->step->points; p++)
    if (!s->skip[p])
      return TASK_DONE; /* no tasks */
  return TASK_SKIPPED;
}

static const char *wait_note(const engine *e, const engine_step *s, char *text, size_t size) {
  for (int n = 0; n < s->step->needs && !s->step->kind->always; n++) {
    const engine_step *need = &e->step[s->step->need[n]->index];
    if (need->row.state == TASK_FAILED || need->row.state == TASK_CANCELLED) {
      snprintf(text, size, "needs %s, which %s", need->row.name,
               need->row.state == TASK_FAILED ? "failed" : "was cancelled");
      return text;
    }
  }
  return "";
}

static ria_status derive(engine *e, int step, bool *differs) {
  engine_step *s = &e->step[step];
  char text[300];
  const char *note = s->broken ? s->row.note : "";
  task_state state = state_of(e, s, &note);
  if (state == TASK_PENDING)
    note = wait_note(e, s, text, sizeof text);
  else if (state == TASK_SKIPPED)
    note = s->lacks ? "it needs a GPU" : "its `when` is false";
  if (state != TASK_FAILED && state != TASK_PENDING && state != TASK_SKIPPED)
    note = "";
  if (state == s->row.state && !strcmp(note, s->row.note))
    return RIA_SUCCESS;
  *differs |= state != s->row.state;
  s->row.state = state;
  if (note != s->row.note)
    RIA_TRY(engine_set_text(&s->row.note, note));
  return engine_put_step(e, s);
}

static ria_status open_some(engine *e, bool *opened, bool *any) {
  const workflow_step *const *order = workflow_order(e->workflow);
  RIA_TRY(engine_find_outcomes(e));
  *opened = false;
  for (int i = 0; i < e->steps; i++) {
    engine_step *s = &e->step[order[i]->index];
    if (!s->open && !s->broken && may_open(e, s)) {
      RIA_TRY(open_step(e, order[i]->index));
      *opened = *any = true;
    }
    RIA_TRY(derive(e, order[i]->index, any));
  }
  return RIA_SUCCESS;
}

/* Repeats, because opening a step without work may open another. */
static ria_status open_all(engine *e, bool *any) {
  bool opened = true;
  while (opened)
    RIA_TRY(open_some(e, &opened, any));
  return RIA_SUCCESS;
}

ria_status engine_open_steps(engine *e) {
  bool any = false;
  RIA_TRY(study_begin(e->study));
  return engine_close(e, open_all(e, &any), any);
}

/* ---- Tasks of open steps whose needs are met. */

static bool is_satisfied(const engine *e, int task) {
  int node = engine_task_node(e, task);
  for (int k = e->graph.first[node]; k < e->graph.first[node + 1]; k++) {
    task_edge need = e->graph.need[k];
    task_outcome outcome = e->outcome[need.node];
    if (need.node < 2 * e->steps)
      continue; /* the step's own opening node */
    if (outcome == TASK_OPEN || (outcome == TASK_BAD && need.bond == TASK_AFTER_SUCCESS))
      return false;
  }
  return true;
}

ria_status engine_mark_ready(engine *e) {
  RIA_TRY(engine_find_outcomes(e));
  RIA_TRY(study_begin(e->study));
  ria_status status = RIA_SUCCESS;
  bool any = false;
  for (int t = 0; t < e->tasks && status == RIA_SUCCESS; t++) {
    engine_task *task = e->task[t];
    if (!task || task->row.state != TASK_PENDING || !e->step[task->step].open ||
        !is_satisfied(e, t))
      continue;
    task->row.state = TASK_READY;
    status = engine_put(e, task);
    any = true;
  }
  return engine_close(e, status, any);
}
