/* The host's part of advancing: submits windows ahead of the workers, reads the clock of the batch
 * before the last, and never waits for a step. */
#include "clock_task.h"
#include "executors/executor.h"
#include "simulation.h"
#include "tile/halo.h"
#include "tile_task.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Steps in a batch: enough to hide the time in which the host reads the clock, few enough to follow
 * progress. */
enum { BATCH_STEPS = 128 };

static ria_status for_each_tile(ria_simulation *s, tile_task advance) {
  advance.simulation = s;
  /* Tiles with neighbours on other ranks or GPUs go first: their strips take the longest. */
  for (int border = 1; border >= 0; border--)
    for (int i = 0; i < s->tiles; i++) {
      if (s->tile[i].boundary_tile != border)
        continue;
      advance.tile = &s->tile[i];
      RIA_TRY(tile_task_submit(s, &advance));
    }
  return RIA_SUCCESS;
}

/* Submit one task a tile; if it unpacks, first submit the messages of its strips. */
static ria_status submit_tiles(ria_simulation *s, tile_task advance) {
  if (advance.unpack)
    RIA_TRY(halo_exchange(s));
  RIA_TRY(for_each_tile(s, advance));
  if (advance.pack)
    s->parity = 1 - s->parity;
  return RIA_SUCCESS;
}

/* Whether a window is one task, which also does the clock's work: this saves waiting for a second
 * task between two windows of a GPU. */
static bool acts_for_clock(const ria_simulation *s) {
  return (s->solo || s->traits.alone) && s->on_device && s->model.step != RIA_STEP_EXACT &&
         !s->executor->submit;
}

/* Submit a window of steps that share a dt: time tiles of `depth` steps, the last one possibly
 * shorter. */
static ria_status submit_window(ria_simulation *s, const ria_request *request, posted_clock *post) {
  int actions = CLOCK_DECIDE | (s->pending ? CLOCK_ACCEPT : 0);
  /* No tile has neighbours, or those that it has wait for windows too. */
  const bool alone = s->solo || s->traits.alone || s->model.scheme == RIA_TILING_SWEPT;
  const int depth = alone ? s->model.window : s->model.depth;
  const bool acts = acts_for_clock(s);
  if (!acts)
    RIA_TRY(clock_submit(s, actions, request));
  s->pending = true;
  if (s->executor->submit)
    return s->executor->submit(s);
  for (int first = 0; first < s->model.window; first += depth) {
    int left = s->model.window - first;
    int steps = left < depth ? left : depth;
    RIA_TRY(submit_tiles(s, (tile_task){.first = first,
                                        .steps = steps,
                                        .reach = steps,
                                        .unpack = !s->traits.alone,
                                        .pack = !s->traits.alone,
                                        .reset = first == 0,
                                        .actions = acts ? actions : 0,
                                        .request = *request,
                                        .post = acts ? post : NULL}));
  }
  return RIA_SUCCESS;
}

/* Submit a step of the exact mode: the rate of the present state, then the step. One exchange
 * serves `depth` steps. */
static ria_status submit_exact(ria_simulation *s, const ria_request *request) {
  int depth = s->model.depth;
  if (s->pending)
    RIA_TRY(clock_submit(s, CLOCK_ACCEPT | CLOCK_FORCE, request));
  RIA_TRY(submit_tiles(s, (tile_task){.unpack = s->phase == 0, .reset = true, .rate_only = true}));
  RIA_TRY(clock_submit(s, CLOCK_RATE | CLOCK_DECIDE, request));
  RIA_TRY(submit_tiles(
      s, (tile_task){
             .steps = 1, .reach = depth - s->phase, .pack = s->phase == depth - 1, .reset = true}));
  s->phase = (s->phase + 1) % depth;
  s->pending = true;
  return RIA_SUCCESS;
}

static ria_status submit_steps(ria_simulation *s, const ria_request *request) {
  RIA_TRY(s->executor->batches->submit(s, request));
  s->pending = true;
  return RIA_SUCCESS;
}

/* Call after the host wrote the state: packs the strips, and estimates the rate unless it is known
 * (from a checkpoint: a resumed run must take the same dt as the uninterrupted run). */
static ria_status prime(ria_simulation *s, const ria_request *request) {
  /* If the run is complete, the clock would ignore the rate. */
  if (s->primed || ria_now_reached(&s->latest->now, request))
    return RIA_SUCCESS;
  s->primed = true;
  if (s->executor->batches || s->traits.own_halo)
    return RIA_SUCCESS;
  RIA_TRY(submit_tiles(s, (tile_task){.pack = true, .reset = true}));
  if (s->model.step == RIA_STEP_EXACT)
    return clock_submit(s, CLOCK_FORCE, request);
  if (s->latest->now.rate > 0 || s->model.step == RIA_STEP_FIXED)
    return RIA_SUCCESS;
  RIA_TRY(clock_submit(s, CLOCK_FORCE, request));
  RIA_TRY(submit_tiles(s, (tile_task){.unpack = true, .reset = true, .rate_only = true}));
  return clock_submit(s, CLOCK_RATE, request);
}

/* Number of windows to submit now: those left according to the latest copy of the clock, less the
 * pending ones. Every rank has the same copy and gets the same number. */
static int64_t windows_wanted(const ria_simulation *s, const ria_request *request) {
  const ria_now *c = &s->latest->now;
  int64_t under_way = s->windows - s->latest_window;
  const bool waits = s->executor->waits && s->executor->waits(s);
  int64_t most = BATCH_STEPS / s->model.window > 0 && !waits ? BATCH_STEPS / s->model.window : 1;
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

static int64_t wanted(const ria_simulation *s, const ria_request *request) {
  return s->executor->batches ? s->executor->batches->wanted(s, request)
                              : windows_wanted(s, request);
}

static ria_status submit_batch(ria_simulation *s, const ria_request *request, int64_t count,
                               int slot) {
  for (int64_t i = 0; i < count; i++) {
    posted_clock *post = i == count - 1 ? &s->post[slot] : NULL;
    RIA_TRY(s->executor->batches              ? submit_steps(s, request)
            : s->model.step == RIA_STEP_EXACT ? submit_exact(s, request)
                                              : submit_window(s, request, post));
    s->windows++;
  }
  s->post[slot].window = s->windows;
  return acts_for_clock(s) ? RIA_SUCCESS : clock_post(s, slot);
}

/* Judge the last window, and read the result. */
static ria_status settle(ria_simulation *s, const ria_request *request) {
  if (s->executor->batches)
    RIA_TRY(s->executor->batches->settle(s));
  else if (s->pending)
    RIA_TRY(clock_submit(s, CLOCK_ACCEPT | CLOCK_FORCE, request));
  s->pending = false;
  RIA_TRY(clock_post(s, 0));
  RIA_TRY(clock_wait(s, 0));
  s->latest_window = s->windows;
  return RIA_SUCCESS;
}

static bool refused(const ria_simulation *s) {
  return s->executor->batches && s->executor->batches->refused(s);
}

/* The submitted batches had no effect: continue with single steps. */
static ria_status leave_batches(ria_simulation *s, const ria_request *request) {
  RIA_TRY(settle(s, request));
  executor_leave(s);
  s->primed = false;
  return prime(s, request);
}

/* A GPU or a Cell reports a bad cell, but not all of its details. After a batch the state is still
 * there. Other steps are repeated on the CPU from the kept state; for that the state leaves the GPU
 * permanently. Collective: the clock is the same on all ranks. */
static ria_status locate(ria_simulation *s, const ria_request *request) {
  if (s->executor->batches)
    return simulation_failure_read(s);
  const bool ring = s->traits.alone && !s->solo; /* its windows filled no ghost cells */
  RIA_TRY(simulation_to_host(s));
  RIA_TRY(clock_retry(s, !ring));
  atomic_store(&s->stop, 0);
  if (ring)
    RIA_TRY(submit_tiles(s, (tile_task){.pack = true, .reset = true}));
  if (s->model.step == RIA_STEP_EXACT) { /* the rate is known */
    RIA_TRY(clock_submit(s, CLOCK_DECIDE, request));
    RIA_TRY(submit_tiles(s, (tile_task){.steps = 1, .reach = 1, .reset = true}));
    s->pending = true;
  } else {
    RIA_TRY(submit_window(s, request, NULL));
  }
  return settle(s, request);
}

static ria_progress progress_of(const step_clock *clock) {
  const ria_now *c = &clock->now;
  ria_progress progress = {.time = c->time,
                           .dt = c->dt,
                           .rate = c->rate,
                           .first_rate = clock->first_rate,
                           .steps = c->steps,
                           .redone = c->redone,
                           .ended = c->ended};
  memcpy(progress.lasting, clock->lasting, sizeof progress.lasting);
  return progress;
}

/* A request to stop is read by a clock task of rank 0, and so takes effect on all ranks at the same
 * step. */
static void report_progress(ria_simulation *s, ria_progress_function report, void *context) {
  ria_progress now = progress_of(s->latest);
  if (s->runtime->rank == 0 && report && !report(context, &now))
    atomic_store(&s->stop, 1);
}

static ria_status run_until(ria_simulation *s, const ria_request *request,
                            ria_progress_function report, void *context) {
  int posted = 0, oldest = 0;
  for (;;) {
    if (refused(s) && posted == 0)
      RIA_TRY(leave_batches(s, request));
    int64_t count = wanted(s, request);
    if (count > 0) {
      RIA_TRY(submit_batch(s, request, count, (oldest + posted) % 2));
      posted++;
    }
    if (count == 0 && posted == 0) {
      RIA_TRY(settle(s, request));
      RIA_TRY(simulation_check_device(s));
      if (ria_now_reached(&s->latest->now, request))
        return RIA_SUCCESS;
    } else if (count == 0 || posted == 2) {
      RIA_TRY(clock_wait(s, oldest));
      RIA_TRY(simulation_check_device(s));
      oldest = 1 - oldest;
      posted--;
      report_progress(s, report, context);
    }
  }
}

/* Advance to the end of the request, across any moments. */
static ria_status advance_to(ria_simulation *s, const ria_request *request,
                             ria_progress_function progress, void *context) {
  const double began = ria_seconds();
  RIA_TRY(prime(s, request));
  RIA_TRY(run_until(s, request, progress, context));
  s->stepped_until = ria_seconds();
  s->stepping += s->stepped_until - began;
  if (s->executor->check)
    RIA_TRY(s->executor->check(s));
  if (s->latest->now.verdict == RIA_VERDICT_NUMERIC && (s->on_device || !s->traits.host))
    RIA_TRY(locate(s, request));
  return s->latest->now.verdict == RIA_VERDICT_FINE ? RIA_SUCCESS : simulation_failure(s);
}

ria_status ria_simulation_advance(ria_simulation *s, double until, bool overshoot, double horizon,
                                  int64_t steps, ria_progress_function progress, void *context) {
  const ria_request whole = {.until = until,
                             .horizon = overshoot ? horizon : until,
                             .last_step = steps >= 0 ? s->latest->now.steps + steps : -1};
  RIA_TRY(patch_check_lent(s));
  atomic_store(&s->stop, 0);
  s->latest->now.stopped = 0;
  /* Also call it before the first batch: a short advance is submitted as a whole before the first
   * call in the loop. */
  report_progress(s, progress, context);
  ria_request part;
  do {
    part = whole;
    if (!ria_now_reached(&s->latest->now, &whole)) {
      RIA_TRY(moments_act(s));
      part.horizon = fmin(whole.horizon, s->next_moment);
      part.until = fmin(whole.until, s->next_moment);
    }
    RIA_TRY(advance_to(s, &part, progress, context));
  } while (s->latest->now.time >= part.until && !ria_now_reached(&s->latest->now, &whole));
  return RIA_SUCCESS;
}

ria_progress ria_simulation_progress(const ria_simulation *s) {
  return progress_of(s->latest);
}
