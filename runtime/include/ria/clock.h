/** \file
 * The rules of the clock, for host and device: how long the next steps are, when a run ends, and
 * whether steps are accepted. They use only IEEE + - * /, floor and ceil in double precision, so a
 * GPU that applies them gets the same result as the host.
 */
#ifndef RIA_CLOCK_RULES_H
#define RIA_CLOCK_RULES_H

#include <math.h>
#include "ria/forcing.h"

#ifdef __cplusplus
extern "C" {
#endif

/** PROGRAM: the model's program computes the length of each step (ria_program.step). */
typedef enum { RIA_STEP_WINDOW, RIA_STEP_EXACT, RIA_STEP_FIXED, RIA_STEP_PROGRAM } ria_step_mode;

typedef enum {
  RIA_VERDICT_FINE,
  RIA_VERDICT_NUMERIC, /**< a cell failed its check */
  RIA_VERDICT_STEP,    /**< the time step collapsed, or a fixed one was too large */
  RIA_VERDICT_PROGRAM  /**< the program says that the step has failed */
} ria_verdict;

/** The time-step settings of a model; see ria_model. */
typedef struct {
  ria_step_mode mode;
  int window; /**< steps that share one decision; 1 if dt is exact */
  double guard, fixed_dt, max_dt;
  bool whole; /**< FIXED, one step a window: steps are never shortened, see ria_model */
} ria_pace;

/** The host's limits for a window; the same on every rank. */
typedef struct {
  double until, horizon; /**< see ria_simulation_advance */
  int64_t last_step;     /**< stop at this step count; -1: none */
} ria_request;

/** State of the clock between windows. */
typedef struct {
  double time;    /**< at the start of the window, s */
  double dt;      /**< length of the window's steps, s */
  double rate;    /**< estimate of the largest rate */
  double landing; /**< if `lands`: time after the window, to be met exactly. PROGRAM: the step must
                     not go beyond it */
  int64_t steps;  /**< steps accepted so far */
  int64_t redone; /**< steps of rejected windows */
  int active;     /**< completed steps of the window; they are skipped when it is repeated */
  int lands;
  int redo;    /**< the last window was rejected; repeat it from its start */
  int stopped; /**< a stop was requested */
  int ended;   /**< the program reports that the run is complete */
  ria_verdict verdict;
} ria_now;

/** The first repetition of a step shortens it at most by this factor. A window of many steps may
 * have become unstable because waves became faster, and then its largest rate is meaningless. The
 * rate from the shorter step is reliable. */
#define RIA_STEP_SHRINKS 64.

static RIA_HOST_DEVICE inline bool ria_is_finite(double x) {
  return x - x == 0;
}

/** Whether a step of dt advances time: a smaller dt would be lost when added to time. */
static RIA_HOST_DEVICE inline bool ria_goes_on(double time, double dt) {
  return dt > 1e-13 * (fabs(time) + 1e-3);
}

/** Whether a step of dt was too long for the rate. dt comes from a division, so in exact mode dt *
 * rate may exceed 1 by rounding. */
static RIA_HOST_DEVICE inline bool ria_breaks_limit(double dt, double rate) {
  return !(dt * rate <= 1 + 1e-12);
}

/** Whether the run is complete. */
static RIA_HOST_DEVICE inline bool ria_now_reached(const ria_now *now, const ria_request *request) {
  return now->verdict != RIA_VERDICT_FINE || now->stopped || now->ended ||
         now->time >= request->until ||
         (request->last_step >= 0 && now->steps >= request->last_step);
}

/** The largest dt that the pace allows at the known rate; infinite if there is no limit. */
static RIA_HOST_DEVICE inline double ria_pace_largest_dt(const ria_pace *pace, double rate) {
  if (pace->mode == RIA_STEP_FIXED)
    return pace->fixed_dt;
  const double guard = pace->mode == RIA_STEP_EXACT ? 1 : pace->guard;
  const double dt = rate > 0 ? guard / rate : (double)INFINITY; /* all at rest */
  return pace->max_dt > 0 && dt > pace->max_dt ? pace->max_dt : dt;
}

/** Decide dt and length of the next window. `active` is 0 if there is no next window. */
static RIA_HOST_DEVICE inline void ria_now_decide(ria_now *now, const ria_pace *pace,
                                                  const ria_request *request) {
  now->active = 0;
  now->lands = 0;
  if (ria_now_reached(now, request))
    return;
  if (pace->mode == RIA_STEP_PROGRAM) {
    now->active = 1;
    now->landing = request->horizon;
    return;
  }
  const double left = request->horizon - now->time;
  double dt = ria_pace_largest_dt(pace, now->rate);
  if (!ria_goes_on(now->time, dt)) {
    now->verdict = RIA_VERDICT_STEP;
    return;
  }
  now->active = pace->window;
  if (pace->whole) { /* rounding must not cost a step if the horizon is a whole number of steps away
                      */
    now->landing = request->horizon;
    now->lands = fabs(left - dt) <= 1e-6 * dt;
  }
  /* The horizon is within the window: share the remaining time evenly. Far from the horizon this
     division is not needed. */
  if (!pace->whole && !(left > 2. * pace->window * dt) && left / dt <= pace->window) {
    const int n = (int)ceil(left / dt);
    now->active = n > 0 ? n : 1;
    dt = left / now->active;
    now->landing = request->horizon;
    now->lands = 1;
  }
  now->dt = dt;
  if (request->last_step >= 0 && now->steps + now->active > request->last_step) {
    now->active = (int)(request->last_step - now->steps);
    now->lands = 0;
  }
}

/** The largest allowed length, in s, of the step that a program decided last. */
static RIA_HOST_DEVICE inline double ria_now_limit(const ria_now *now) {
  return now->landing - now->time;
}

/** Accept the step length that a program computed. The verdict is STEP unless the length is
 * positive, at most ria_now_limit(), and large enough to advance time. */
static RIA_HOST_DEVICE inline void ria_now_take_length(ria_now *now, double length) {
  const double limit = ria_now_limit(now);
  now->dt = length;
  now->lands = length == limit;
  if (!(length > 0 && length <= limit) || !ria_is_finite(length) ||
      !(now->lands || ria_goes_on(now->time, length)))
    now->verdict = RIA_VERDICT_STEP;
}

/** Judge the window that was decided last, by the largest rate of its steps and by whether a cell
 * went bad. Returns whether the window was accepted. If not, repeat it, or the verdict holds the
 * error. */
static RIA_HOST_DEVICE inline bool ria_now_accept(ria_now *now, const ria_pace *pace, double rate,
                                                  bool bad) {
  const bool again = now->redo;
  now->redo = 0;
  if (now->verdict != RIA_VERDICT_FINE || now->active == 0)
    return false;
  if (ria_breaks_limit(now->dt, rate) && ria_is_finite(rate)) {
    if (pace->mode == RIA_STEP_FIXED) {
      now->verdict = RIA_VERDICT_STEP;
    } else { /* even if a cell went bad: the step size may be the cause */
      const double most = RIA_STEP_SHRINKS / now->dt;
      now->redo = 1;
      now->redone += now->active;
      now->rate = again || rate < most ? rate : most;
    }
    now->active = 0;
    return false;
  }
  if (bad || !ria_is_finite(rate)) {
    now->verdict = RIA_VERDICT_NUMERIC;
    now->active = 0;
    return false;
  }
  now->time = now->lands ? now->landing : now->time + now->active * now->dt;
  now->steps += now->active;
  now->rate = rate;
  return true;
}

#ifdef __cplusplus
}
#endif
#endif
