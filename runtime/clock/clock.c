#include "clock.h"

size_t ria_clock_bytes(int most, int forcings) {
  return sizeof(ria_clock) + (size_t)most * (size_t)forcings * sizeof(double);
}

static bool earlier(const ria_report *a, const ria_report *b) {
  if (a->substep != b->substep)
    return a->substep < b->substep;
  if (a->stage != b->stage)
    return a->stage < b->stage;
  if (a->block != b->block)
    return a->block < b->block;
  for (int axis = RIA_AXES - 1; axis > 0; axis--)
    if (a->cell[axis] != b->cell[axis])
      return a->cell[axis] < b->cell[axis];
  return a->cell[0] < b->cell[0];
}

void ria_report_merge(ria_report *report, const ria_report *other) {
  const double rate = report->rate > other->rate ? report->rate : other->rate;
  const double first =
      report->first_rate > other->first_rate ? report->first_rate : other->first_rate;
  ria_flows_merge(&report->flows, &other->flows);
  if (other->bad && (!report->bad || earlier(other, report))) {
    const ria_flows flows = report->flows;
    *report = *other;
    report->flows = flows;
  }
  report->rate = rate;
  report->first_rate = first;
}

ria_pace ria_pace_of(const ria_model *model) {
  return (ria_pace){.mode = model->step,
                    .window = model->step == RIA_STEP_EXACT ? 1 : model->window,
                    .guard = model->guard,
                    .fixed_dt = model->fixed_dt,
                    .max_dt = model->max_dt,
                    .whole = model->whole_steps};
}

bool ria_clock_accept(ria_clock *clock, const ria_model *model, int applications,
                      const ria_report *report) {
  const ria_pace pace = ria_pace_of(model);
  const bool fine = clock->now.verdict == RIA_VERDICT_FINE;
  if (ria_now_accept(&clock->now, &pace, report->rate, report->bad)) {
    clock->base_buffer = ria_clock_buffer(clock->base_buffer, clock->now.active * applications);
    clock->first_rate = report->first_rate;
    return true;
  }
  if (fine && clock->now.verdict != RIA_VERDICT_FINE)
    clock->report = *report;
  return false;
}

void ria_clock_rate(ria_clock *clock, double rate) {
  if (!clock->now.redo || rate > clock->now.rate)
    clock->now.rate = rate;
}

void ria_clock_decide(ria_clock *clock, const ria_model *model, const ria_request *request) {
  const ria_pace pace = ria_pace_of(model);
  const bool fine = clock->now.verdict == RIA_VERDICT_FINE;
  ria_now_decide(&clock->now, &pace, request);
  if (fine && clock->now.verdict != RIA_VERDICT_FINE)
    clock->report = (ria_report){.rate = clock->now.rate};
}
