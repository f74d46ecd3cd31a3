/* Error messages for a simulation that cannot continue. */
#include "executors/executor.h"
#include "simulation.h"
#include "ria/number.h"
#include <math.h>
#include <string.h>

static ria_status step_failure(const ria_simulation *s) {
  const ria_now *c = &s->latest->now;
  const step_report *r = &s->latest->report;
  if (s->model.step == RIA_STEP_PROGRAM)
    return ria_fail(RIA_ERROR_STEP,
                    "the program gave step %lld, which began at %g s, a length of %g s; expected a "
                    "positive length of at most %g s that advances the time",
                    (long long)c->steps + 1, c->time, c->dt, ria_now_limit(c));
  if (s->model.step == RIA_STEP_FIXED)
    return ria_fail(
        RIA_ERROR_STEP,
        "the fixed time step of %g s is too large at %g s (step %lld): at most %g s are "
        "stable there; use a smaller one, or let ria choose it (time.step: window)",
        s->model.fixed_dt, c->time, (long long)c->steps, 1 / r->rate);
  return ria_fail(RIA_ERROR_STEP,
                  "the time step collapsed at %g s (step %lld): the largest wave speed asks for "
                  "%g s; a level, a discharge or a wind of the case may be far too large there",
                  c->time, (long long)c->steps, 1 / r->rate);
}

static ria_status numeric_failure(const ria_simulation *s) {
  const ria_now *c = &s->latest->now;
  const step_report *r = &s->latest->report;
  long long step = (long long)(c->steps + r->substep + 1);
  double time = c->time + (r->substep + 1) * c->dt;
  if (!r->bad)
    return ria_fail(
        RIA_ERROR_NUMERIC,
        "the solution is no longer valid after step %lld, %g s: a wave speed is not a number", step,
        time);
  char values[512];
  int n = 0;
  for (int f = 0; f < ria_model_lasting(&s->model) && n < (int)sizeof values; f++) {
    const double value = isnan(r->values[f]) ? (double)NAN : r->values[f]; /* the sign of NaN
                                                                              depends on the
                                                                              processor */
    n += ria_snprintf(values + n, sizeof values - (size_t)n, "%s%s = %g %s", f ? ", " : "",
                      s->model.state[f].name, value, s->model.state[f].unit);
  }
  char where[128];
  const char *block = s->mesh.block[r->block].name;
  n = snprintf(where, sizeof where, "(%lld, %lld", (long long)r->cell[0], (long long)r->cell[1]);
  n += s->mesh.ndim == 3
           ? snprintf(where + n, sizeof where - (size_t)n, ", %lld", (long long)r->cell[2])
           : 0;
  snprintf(where + n, sizeof where - (size_t)n, ")%s%.64s", block ? " of block " : "",
           block ? block : "");
  return ria_fail(RIA_ERROR_NUMERIC,
                  "the solution is no longer valid %s %s after step %lld, %g s: %s%s",
                  s->model.nodes ? "at node" : "in cell", where, step, time, values,
                  s->model.advice ? s->model.advice : "");
}

ria_status simulation_failure(const ria_simulation *s) {
  switch (s->latest->now.verdict) {
  case RIA_VERDICT_STEP:
    return step_failure(s);
  case RIA_VERDICT_NUMERIC:
    return numeric_failure(s);
  case RIA_VERDICT_PROGRAM:
    return s->executor->explain(s);
  case RIA_VERDICT_FINE:
    break;
  }
  const char *what = s->runtime->cells ? "Cell" : "GPU"; /* the simulation has left its target */
  return ria_fail(RIA_ERROR_DEVICE,
                  "the %s reports that the solution is no longer valid after %g s (step %lld), but "
                  "a CPU that continues from there does not: the %s may be faulty; the last "
                  "checkpoint is intact",
                  what, s->latest->now.time, (long long)s->latest->now.steps, what);
}

bool ria_simulation_bad_cell(const ria_simulation *s, ria_global cell[RIA_AXES]) {
  const step_report *r = &s->latest->report;
  const bool known = s->latest->now.verdict == RIA_VERDICT_NUMERIC && r->bad;
  if (known)
    memcpy(cell, r->cell, sizeof r->cell);
  return known;
}

ria_status simulation_failure_read(ria_simulation *s) {
  step_report *r = &s->latest->report;
  const tile_data *tile = &s->tile[0];
  const ria_model *m = &s->model;
  void *field[RIA_MAX_OPERANDS];
  if (!r->bad)
    return RIA_SUCCESS;
  if (starpu_data_acquire(tile->state_handle, STARPU_R))
    return ria_fail(RIA_ERROR_STARPU, "StarPU cannot acquire a tile");
  tile_fields(tile, m->nstate, tile->state, s->latest->base_buffer, field);
  const ptrdiff_t at = layout_at(&tile->layout, (int)r->cell[0], (int)r->cell[1], (int)r->cell[2]);
  for (int f = 0; f < ria_model_lasting(m); f++)
    r->values[f] = m->precision == RIA_SINGLE ? (double)((const float *)field[f])[at]
                                              : ((const double *)field[f])[at];
  starpu_data_release(tile->state_handle);
  return RIA_SUCCESS;
}
