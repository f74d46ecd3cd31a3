/* The host's part of advancing: submit windows ahead of the workers, look at the clock of the batch
 * before the last, and never wait for a step. */
#include "internal.h"
#include <math.h>
#include <stdlib.h>

/* Steps a batch: enough to hide the host's look at the clock, few enough to follow progress. */
enum { BATCH_STEPS = 128 };

static ria_status for_each_tile(ria_simulation *s, ria_advance advance) {
  advance.simulation = s;
  /* Tiles with neighbours on other ranks first: their strips have the longest way. */
  for (int border = 1; border >= 0; border--)
    for (int i = 0; i < s->tiles; i++) {
      if (s->tile[i].boundary_tile != border)
        continue;
      advance.tile = &s->tile[i];
      RIA_TRY(ria_advance_submit(s, &advance));
    }
  return RIA_SUCCESS;
}

/* One task a tile; strips travel before it if it unpacks. */
static ria_status submit_tiles(ria_simulation *s, ria_advance advance) {
  if (advance.unpack)
    RIA_TRY(ria_halo_exchange(s));
  RIA_TRY(for_each_tile(s, advance));
  if (advance.pack)
    s->parity = 1 - s->parity;
  return RIA_SUCCESS;
}

/* A window of steps that share a dt: time tiles of `depth` steps, the last one perhaps shorter. */
static ria_status submit_window(ria_simulation *s, const ria_request *request) {
  int actions = RIA_CLOCK_DECIDE | (s->pending ? RIA_CLOCK_ACCEPT : 0);
  RIA_TRY(ria_clock_submit(s, actions, request));
  for (int first = 0; first < s->model.window; first += s->model.depth) {
    int left = s->model.window - first;
    int steps = left < s->model.depth ? left : s->model.depth;
    RIA_TRY(submit_tiles(s, (ria_advance){.first = first,
                                          .steps = steps,
                                          .reach = steps,
                                          .unpack = true,
                                          .pack = true,
                                          .reset = first == 0}));
  }
  s->pending = true;
  return RIA_SUCCESS;
}

/* A step of the exact mode: the rate of the present state, then the step. One exchange serves
 * `depth` of them. */
static ria_status submit_exact(ria_simulation *s, const ria_request *request) {
  int depth = s->model.depth;
  if (s->pending)
    RIA_TRY(ria_clock_submit(s, RIA_CLOCK_ACCEPT | RIA_CLOCK_FORCE, request));
  RIA_TRY(
      submit_tiles(s, (ria_advance){.unpack = s->phase == 0, .reset = true, .rate_only = true}));
  RIA_TRY(ria_clock_submit(s, RIA_CLOCK_RATE | RIA_CLOCK_DECIDE, request));
  RIA_TRY(submit_tiles(
      s, (ria_advance){
             .steps = 1, .reach = depth - s->phase, .pack = s->phase == depth - 1, .reset = true}));
  s->phase = (s->phase + 1) % depth;
  s->pending = true;
  return RIA_SUCCESS;
}

/* After the host wrote the state: pack the strips, and estimate the rate unless it is known (from a
 * checkpoint: a resumed run must take the dt that the first one would have taken). */
static ria_status prime(ria_simulation *s, const ria_request *request) {
  if (s->primed)
    return RIA_SUCCESS;
  s->primed = true;
  RIA_TRY(submit_tiles(s, (ria_advance){.pack = true, .reset = true}));
  if (s->model.step == RIA_STEP_EXACT)
    return ria_clock_submit(s, RIA_CLOCK_FORCE, request);
  if (s->latest->now.rate > 0 || s->model.step == RIA_STEP_FIXED)
    return RIA_SUCCESS;
  RIA_TRY(ria_clock_submit(s, RIA_CLOCK_FORCE, request));
  RIA_TRY(submit_tiles(s, (ria_advance){.unpack = true, .reset = true, .rate_only = true}));
  return ria_clock_submit(s, RIA_CLOCK_RATE, request);
}

/* Windows to submit now: what is left by the latest news, less what is under way. Every rank has
 * the same news, so every rank answers the same. */
static int64_t windows_wanted(const ria_simulation *s, const ria_request *request) {
  const ria_now *c = &s->latest->now;
  int64_t under_way = s->windows - s->latest_window;
  int64_t most = BATCH_STEPS / s->model.window > 0 ? BATCH_STEPS / s->model.window : 1;
  if (ria_now_reached(c, request))
    return 0;
  if (!(c->dt > 0))
    return under_way ? 0 : 1;
  double windows = ceil((request->until - c->time) / (c->dt * s->model.window));
  if (request->last_step >= 0) {
    double by_steps = ceil((double)(request->last_step - c->steps) / s->model.window);
    windows = by_steps < windows ? by_steps : windows;
  }
  double wanted = windows - (double)under_way;
  if (wanted < 1)
    return under_way ? 0 : 1;
  return wanted > (double)most ? most : (int64_t)wanted;
}

static ria_status submit_batch(ria_simulation *s, const ria_request *request, int64_t count,
                               int slot) {
  for (int64_t i = 0; i < count; i++) {
    RIA_TRY(s->model.step == RIA_STEP_EXACT ? submit_exact(s, request) : submit_window(s, request));
    s->windows++;
  }
  return ria_clock_post(s, slot);
}

/* Judge the last window and learn of it. */
static ria_status settle(ria_simulation *s, const ria_request *request) {
  if (s->pending)
    RIA_TRY(ria_clock_submit(s, RIA_CLOCK_ACCEPT | RIA_CLOCK_FORCE, request));
  s->pending = false;
  RIA_TRY(ria_clock_post(s, 0));
  RIA_TRY(ria_clock_wait(s, 0));
  s->latest_window = s->windows;
  return RIA_SUCCESS;
}

static ria_status failure(const ria_simulation *s) {
  const ria_now *c = &s->latest->now;
  const ria_report *r = &s->latest->report;
  if (c->verdict == RIA_VERDICT_STEP && s->model.step == RIA_STEP_FIXED)
    return ria_fail(
        RIA_ERROR_STEP,
        "the fixed time step of %g s is too large at %g s (step %lld): at most %g s are "
        "stable there; use a smaller one, or let ria choose it (time.step: window)",
        s->model.fixed_dt, c->time, (long long)c->steps, 1 / r->rate);
  if (c->verdict == RIA_VERDICT_STEP)
    return ria_fail(RIA_ERROR_STEP,
                    "the time step collapsed at %g s (step %lld): the largest wave speed asks for "
                    "%g s; a level, a discharge or a wind of the case may be far too large there",
                    c->time, (long long)c->steps, 1 / r->rate);
  long long step = (long long)(c->steps + r->substep + 1);
  double time = c->time + (r->substep + 1) * c->dt;
  if (!r->bad)
    return ria_fail(RIA_ERROR_NUMERIC,
                    "the solution is no longer valid after step %lld, %g s: a wave speed is no "
                    "number",
                    step, time);
  char values[512];
  int n = 0;
  for (int f = 0; f < s->model.nstate && n < (int)sizeof values; f++)
    n += snprintf(values + n, sizeof values - (size_t)n, "%s%s = %g %s", f ? ", " : "",
                  s->model.state[f].name, r->values[f], s->model.state[f].unit);
  return ria_fail(RIA_ERROR_NUMERIC,
                  "the solution is no longer valid in cell (%lld, %lld) after step %lld, %g s: %s",
                  (long long)r->x, (long long)r->y, step, time, values);
}

/* A GPU that has failed gives no more answers worth having: what is under way is waited for, and
 * that is all. */
static ria_status check_device(const ria_simulation *s) {
  int code = atomic_load(s->device_error);
  if (!code)
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_DEVICE,
                  "the GPU failed after %g s (step %lld): %s (CUDA error %d); the last checkpoint "
                  "is intact",
                  s->latest->now.time, (long long)s->latest->now.steps, ria_device_error_text(code),
                  code);
}

static ria_progress progress_of(const ria_now *c) {
  return (ria_progress){
      .time = c->time, .dt = c->dt, .rate = c->rate, .steps = c->steps, .redone = c->redone};
}

/* A request to stop is read by a clock task of rank 0, and so reaches all ranks at the same step.
 */
static void report_progress(ria_simulation *s, ria_progress_function report, void *context) {
  ria_progress now = progress_of(&s->latest->now);
  if (s->runtime->rank == 0 && report && !report(context, &now))
    atomic_store(&s->stop, 1);
}

static ria_status run_until(ria_simulation *s, const ria_request *request,
                            ria_progress_function report, void *context) {
  int posted = 0, oldest = 0;
  for (;;) {
    int64_t count = windows_wanted(s, request);
    if (count > 0) {
      RIA_TRY(submit_batch(s, request, count, (oldest + posted) % 2));
      posted++;
    }
    if (count == 0 && posted == 0) {
      RIA_TRY(settle(s, request));
      RIA_TRY(check_device(s));
      if (ria_now_reached(&s->latest->now, request))
        return RIA_SUCCESS;
    } else if (count == 0 || posted == 2) {
      RIA_TRY(ria_clock_wait(s, oldest));
      RIA_TRY(check_device(s));
      oldest = 1 - oldest;
      posted--;
      report_progress(s, report, context);
    }
  }
}

ria_status ria_simulation_advance(ria_simulation *s, double until, bool overshoot, double horizon,
                                  int64_t steps, ria_progress_function progress, void *context) {
  ria_request request = {.until = until,
                         .horizon = overshoot ? horizon : until,
                         .last_step = steps >= 0 ? s->latest->now.steps + steps : -1};
  atomic_store(&s->stop, 0);
  s->latest->now.stopped = 0;
  /* Asked first, too: a short advance is under way as a whole before it is asked for the first
   * time. */
  report_progress(s, progress, context);
  const double began = ria_step_clock();
  RIA_TRY(prime(s, &request));
  RIA_TRY(run_until(s, &request, progress, context));
  s->stepping += ria_step_clock() - began;
  return s->latest->now.verdict == RIA_VERDICT_FINE ? RIA_SUCCESS : failure(s);
}

ria_progress ria_simulation_progress(const ria_simulation *s) {
  return progress_of(&s->latest->now);
}
