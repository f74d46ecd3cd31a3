#include "clock.h"
#include <math.h>

size_t ria_clock_bytes(int window, int forcings) {
  return sizeof(ria_clock) + (size_t)window * (size_t)forcings * sizeof(double);
}

static bool earlier(const ria_report *a, const ria_report *b) {
  if (a->substep != b->substep)
    return a->substep < b->substep;
  return a->y != b->y ? a->y < b->y : a->x < b->x;
}

void ria_report_merge(ria_report *report, const ria_report *other) {
  double rate = report->rate > other->rate ? report->rate : other->rate;
  if (other->bad && (!report->bad || earlier(other, report)))
    *report = *other;
  report->rate = rate;
}

/* dt comes from a division, so dt * rate may exceed 1 by rounding in the exact mode. */
static bool broke_limit(double dt, double rate) {
  return !(dt * rate <= 1 + 1e-12);
}

void ria_clock_accept(ria_clock *clock, const ria_model *model, const ria_report *report) {
  clock->redo = 0;
  if (clock->verdict != RIA_VERDICT_FINE || clock->active == 0)
    return;
  if (broke_limit(clock->dt, report->rate) && isfinite(report->rate)) {
    if (model->step == RIA_STEP_FIXED) {
      clock->verdict = RIA_VERDICT_STEP;
      clock->report = *report;
    } else { /* even if a cell went bad: it may be for the step's size */
      clock->redo = 1;
      clock->redone += clock->active;
      clock->rate = report->rate;
    }
    clock->active = 0;
    return;
  }
  if (report->bad || !isfinite(report->rate)) {
    clock->verdict = RIA_VERDICT_NUMERIC;
    clock->report = *report;
    clock->active = 0;
    return;
  }
  clock->time = isnan(clock->landing) ? clock->time + clock->active * clock->dt : clock->landing;
  clock->steps += clock->active;
  clock->kept = ria_clock_buffer(clock->kept, clock->active * model->stages);
  clock->rate = report->rate;
}

static double largest_dt(const ria_clock *clock, const ria_model *model) {
  if (model->step == RIA_STEP_FIXED)
    return model->fixed_dt;
  double guard = model->step == RIA_STEP_EXACT ? 1 : model->guard;
  double dt = clock->rate > 0 ? guard / clock->rate : INFINITY; /* all at rest: nothing limits */
  return model->max_dt > 0 && dt > model->max_dt ? model->max_dt : dt;
}

static bool reached(const ria_clock *clock, const ria_request *request) {
  return clock->verdict != RIA_VERDICT_FINE || clock->stopped || clock->time >= request->until ||
         (request->last_step >= 0 && clock->steps >= request->last_step);
}

void ria_clock_decide(ria_clock *clock, const ria_model *model, const ria_request *request) {
  int window = model->step == RIA_STEP_EXACT ? 1 : model->window;
  clock->active = 0;
  clock->landing = NAN;
  if (reached(clock, request))
    return;

  double left = request->horizon - clock->time;
  double dt = largest_dt(clock, model);
  /* Time must go on: below this, time + dt could not be told from time. */
  if (!(dt > 1e-13 * (fabs(clock->time) + 1e-3))) {
    clock->verdict = RIA_VERDICT_STEP;
    clock->report = (ria_report){.rate = clock->rate};
    return;
  }
  clock->active = window;
  if (left / dt <= window) { /* the horizon comes within the window: share what is left evenly */
    int n = (int)ceil(left / dt);
    clock->active = n > 0 ? n : 1;
    dt = left / clock->active;
    clock->landing = request->horizon;
  }
  clock->dt = dt;
  if (request->last_step >= 0 && clock->steps + clock->active > request->last_step) {
    clock->active = (int)(request->last_step - clock->steps);
    clock->landing = NAN;
  }
  for (int s = 0; s < clock->active && model->forcings; s++)
    model->forcing(model->context, clock->time + s * dt, dt, clock->forcing + s * model->forcings);
}
