#include "summary.h"
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "modelled.h"
#include "ria/solver_keys.h"

enum { SENTENCE = 2048 };

double run_summary_rate(const run_summary *s) {
  double updates = (double)s->cells * (double)(s->to.steps - s->from.steps);
  return s->compute_seconds > 0 ? updates / s->compute_seconds * 1e-6 : 0;
}

/* The same name as in `ria bench`. */
static double seconds_of_step(const run_summary *s) {
  int64_t steps = s->to.steps - s->from.steps;
  return steps > 0 ? s->times.stepping / (double)steps : 0;
}

/* An amount's content at the start and end. In a closed domain any change is an error. */
static json_t *content(const run_summary *s, int amount) {
  const double *value = s->balance.content[amount];
  if (!run_balance_closed(&s->balance, amount))
    return json_pack("{s:f, s:f}", "start", value[0], "end", value[1]);
  const double drift = value[0] != 0 ? (value[1] - value[0]) / value[0] : 0;
  return json_pack("{s:f, s:f, s:f}", "start", value[0], "end", value[1], "relative_drift", drift);
}

/* Wall-clock times of this run and its workers. */
static json_t *times(const run_summary *s) {
  return json_pack("{s:f, s:f, s:f, s:i, s:f, s:f, s:f, s:f, s:f}", "wall_seconds", s->wall_seconds,
                   "compute_seconds", s->compute_seconds, "loop_seconds", s->loop_seconds,
                   "checkpoints", s->checkpoints, "step_seconds", s->times.stepping, "seconds",
                   seconds_of_step(s), "work_seconds", s->times.work, "exchange_seconds",
                   s->times.exchange, "packing_seconds", s->times.packing);
}

static json_t *program(const run_summary *s) {
  json_t *o = json_pack("{s:I}", "iterations", (json_int_t)s->found.iterations);
  for (int i = 0; i < s->program->scalars; i++)
    if (s->program->scalar[i].shown)
      json_object_set_new(o, s->program->scalar[i].quantity.name, json_real(s->found.value[i]));
  return o;
}

/* Seconds of this run, to the microsecond. */
static json_t *parts(const run_summary *s) {
  json_t *o = json_object();
  for (int i = 0; i < s->program->parts; i++)
    if (s->parts.known[i])
      json_object_set_new(o, s->program->part[i],
                          json_real(round(s->parts.seconds[i] * 1e6) / 1e6));
  return o;
}

static json_t *warnings(const run_summary *s) {
  json_t *list = json_array();
  char text[SENTENCE], count[RIA_CASE_MORE];
  for (int i = 0; i < s->warnings; i++) {
    snprintf(text, sizeof text, "%s%s", s->warning[i].text,
             ria_case_more_text(s->warning[i].more, count));
    json_array_append_new(list, json_string(text));
  }
  return list;
}

static json_t *notes(const ria_case_errors *found) {
  json_t *list = json_array();
  for (int i = 0; i < found->count; i++)
    json_array_append_new(list, json_string(found->error[i].text));
  return list;
}

/* Numbers of particles of each group by state. */
static json_t *particles(const run_summary *s) {
  json_t *list = json_array();
  for (int g = 0; g < s->drift->groups; g++) {
    const int64_t *count = s->particles[g];
    const int64_t all = s->drift->group[g].count;
    json_t *of =
        json_pack("{s:s, s:I, s:I}", "name", s->drift->group[g].name, "count", (json_int_t)all,
                  "released", (json_int_t)(all - count[RIA_PARTICLE_WAITING]));
    for (int state = 0; state < RIA_PARTICLE_STATES && of; state++)
      json_object_set_new(of, ria_particle_state_names[state], json_integer(count[state]));
    json_array_append_new(list, of);
  }
  return list;
}

char *run_summary_text(const run_summary *s) {
  const ria_conserved *of = s->balance.shown.conserved;
  json_t *o = json_pack(
      "{s:s, s:f, s:f, s:I, s:I, s:I, s:I, s:f, s:i, s:i, s:f, s:i, s:s, s:s, s:s, s:s}", "state",
      s->state, "time", s->to.time, "resumed_at", s->from.time, "steps", (json_int_t)s->to.steps,
      "steps_of_this_run", (json_int_t)(s->to.steps - s->from.steps), "redone",
      (json_int_t)s->to.redone, "cells", (json_int_t)s->cells, "million_cell_updates_per_second",
      run_summary_rate(s), "ranks", s->ranks, "workers", s->workers, "threads_per_core",
      s->threads_per_core, "gpus", s->gpus, "precision", s->precision, "target", s->target,
      "strategy", s->strategy, "case_hash", s->the_case->hash);
  for (int a = 0; a < RIA_AMOUNTS && o; a++)
    if (of[a].key)
      json_object_set_new(o, of[a].key, content(s, a));
  if (o) {
    json_object_set_new(o, "checkpoint", json_string(s->checkpoint));
    if (s->the_case->time.has_start)
      json_object_set_new(o, "start", json_real(s->the_case->time.start));
    json_object_set_new(o, "warnings", warnings(s));
    json_object_set_new(o, "notes", notes(&s->the_case->notes));
    if (s->note)
      json_object_set_new(o, "note", json_string(s->note));
  }
  json_t *more = times(s);
  if (o && json_object_update(o, more)) {
    json_decref(o);
    o = NULL;
  }
  json_decref(more);
  if (o && s->balance.amounts && json_object_set_new(o, "balance", run_balance_json(&s->balance))) {
    json_decref(o);
    o = NULL;
  }
  if (o && s->particles && json_object_set_new(o, "particles", particles(s))) {
    json_decref(o);
    o = NULL;
  }
  if (o && s->program && json_object_set_new(o, "program", program(s))) {
    json_decref(o);
    o = NULL;
  }
  if (o && s->program && s->program->parts && json_object_set_new(o, "parts", parts(s))) {
    json_decref(o);
    o = NULL;
  }
  if (o && s->modelled.cells && json_object_set_new(o, "modelled", modelled_json(&s->modelled))) {
    json_decref(o);
    o = NULL;
  }
  if (o && s->observed.count &&
      json_object_set_new(o, "observed", run_observed_json(&s->observed))) {
    json_decref(o);
    o = NULL;
  }
  char *json = o ? json_dumps(o, JSON_INDENT(2)) : NULL, *text = NULL;
  json_decref(o);
  if (json && asprintf(&text, "%s\n", json) < 0)
    text = NULL;
  free(json);
  return text;
}

/* ---- the last lines of the log ---- */

/* The solver computes a steady flow, with local time steps. */
static bool marches(const run_summary *s) {
  return s->the_case->declared && s->the_case->declared->marches &&
         !s->the_case->time.steps_per_passing;
}

static void log_whether_steady(const run_summary *s, run_log *log) {
  const double tolerance = s->the_case->time.until_residual;
  if (!(tolerance > 0))
    return;
  if (s->to.ended)
    run_log_info(log, "steady: the residual is %g of the largest one", tolerance);
  else
    run_log_warn(log,
                 "not steady: the residual has not fallen to %g of the largest one; "
                 "increase 'time.steps', or see docs/rows.md",
                 tolerance);
}

static void log_modelled(const run_summary *s, run_log *log) {
  char text[320];
  if (!s->modelled.cells || !(s->modelled.seconds > 0)) /* no step was needed */
    return;
  modelled_text(&s->modelled, text, sizeof text);
  run_log_info(log, "%s", text);
}

/* Waiting particles are not released: released = afloat + beached + left + dead. */
static void log_particles(const run_summary *s, run_log *log) {
  if (!s->particles)
    return;
  run_log_info(log, "%-34s %11s %11s %11s %11s %11s", "particles", "released", "afloat", "beached",
               "left", "dead");
  for (int g = 0; g < s->drift->groups; g++) {
    const int64_t *n = s->particles[g];
    run_log_info(log, "  %-32.32s %11lld %11lld %11lld %11lld %11lld", s->drift->group[g].name,
                 (long long)(s->drift->group[g].count - n[RIA_PARTICLE_WAITING]),
                 (long long)n[RIA_PARTICLE_AFLOAT], (long long)n[RIA_PARTICLE_BEACHED],
                 (long long)n[RIA_PARTICLE_LEFT], (long long)n[RIA_PARTICLE_DEAD]);
  }
}

void run_summary_log(const run_summary *s, bool finished, const char *folder, run_log *log) {
  char at[32], took[32];
  run_log_duration(s->to.time, at);
  run_log_duration(s->wall_seconds, took);
  if (marches(s))
    run_log_info(log, "%s after %lld steps, in %s; %.1f million node updates a second", s->state,
                 (long long)s->to.steps, took, run_summary_rate(s));
  else
    run_log_info(log, "%s at %s, step %lld, in %s; %.1f million cell updates a second", s->state,
                 at, (long long)s->to.steps, took, run_summary_rate(s));
  if (finished)
    log_whether_steady(s, log);
  run_balance_print(&s->balance, log);
  log_particles(s, log);
  log_modelled(s, log);
  if (s->program && s->found.iterations)
    run_log_info(log, "%lld iterations in the last step", (long long)s->found.iterations);
  if (!finished)
    run_log_info(log, "checkpoint %s/%s; --resume continues from it", folder, s->checkpoint);
}
