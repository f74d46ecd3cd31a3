#include "clock.h"
#include <string.h>

/* Segments count openings from 1; 0 means none. */
int ria_model_section(const ria_model *m, int section) {
  int most = 0;
  for (int i = 0; i < m->segments; i++)
    most = m->segment[i].opening > most ? m->segment[i].opening : most;
  return most + section;
}

int model_openings(const ria_model *m) {
  return ria_model_section(m, m->sections);
}

size_t clock_bytes(const ria_model *m) {
  return sizeof(step_clock) + (size_t)(model_openings(m) + m->sources) * sizeof(ria_flow);
}

void clock_copy(step_clock *to, const step_clock *from) {
  const size_t sums = (size_t)(from->ledger.openings + from->ledger.feeds);
  memcpy(to, from, sizeof *from + sums * sizeof(ria_flow));
}

static bool earlier(const step_report *a, const step_report *b) {
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

void step_report_merge(step_report *report, const step_report *other) {
  const double rate = report->rate > other->rate ? report->rate : other->rate;
  const double first =
      report->first_rate > other->first_rate ? report->first_rate : other->first_rate;
  if (other->bad && (!report->bad || earlier(other, report)))
    *report = *other;
  report->rate = rate;
  report->first_rate = first;
}

ria_pace pace_of(const ria_model *model) {
  return (ria_pace){.mode = model->step,
                    .window = model->step == RIA_STEP_EXACT ? 1 : model->window,
                    .guard = model->guard,
                    .fixed_dt = model->fixed_dt,
                    .max_dt = model->max_dt,
                    .whole = model->whole_steps};
}

bool clock_accept(step_clock *clock, const ria_model *model, int applications,
                  const step_report *report) {
  const ria_pace pace = pace_of(model);
  const bool fine = clock->now.verdict == RIA_VERDICT_FINE;
  if (ria_now_accept(&clock->now, &pace, report->rate, report->bad)) {
    clock->base_buffer = ria_clock_buffer(clock->base_buffer, clock->now.active * applications);
    clock->tracked = 1 - clock->tracked;
    clock->first_rate = report->first_rate;
    return true;
  }
  if (fine && clock->now.verdict != RIA_VERDICT_FINE)
    clock->report = *report;
  return false;
}

void clock_rate(step_clock *clock, double rate) {
  if (!clock->now.redo || rate > clock->now.rate)
    clock->now.rate = rate;
}

void clock_decide(step_clock *clock, const ria_model *model, const ria_request *request) {
  const ria_pace pace = pace_of(model);
  const bool fine = clock->now.verdict == RIA_VERDICT_FINE;
  ria_now_decide(&clock->now, &pace, request);
  if (fine && clock->now.verdict != RIA_VERDICT_FINE)
    clock->report = (step_report){.rate = clock->now.rate};
}
