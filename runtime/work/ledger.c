/* Adds the flows of an accepted window to the clock's ledger, rounded as the step's kernels round.
 */
#include "ledger.h"
#include <math.h>
#include <string.h>
#include "edges.h"

bool ledger_counts(const ria_model *m) {
  bool counts = m->amounts && m->sources;
  for (int i = 0; i < m->segments; i++)
    counts |= m->segment[i].opening > 0;
  for (int a = 0; a < m->amounts; a++)
    counts |= m->amount[a].decay > 0;
  return counts;
}

/* A number rounded to a kernel's precision. */
static double rounded(ria_precision precision, double value) {
  return precision == RIA_SINGLE ? (double)(float)value : value;
}

double flow_left(const ria_model *m, int amount, double dt) {
  const double decay = m->amount[amount].decay;
  return decay > 0 ? 1 - rounded(m->precision, ria_decayed(decay, dt)) : 1;
}

double flow_share(const ria_model *m, int axis, double dt) {
  const double size = axis ? m->grid.spacing[1] : m->grid.spacing[0];
  return rounded(m->precision, dt) * rounded(m->precision, 1 / size);
}

/* Sums of two doubles, the second of which is the error of the first (Dekker, Knuth). */
static void plus(double sum[2], double term) {
  const double s = sum[0] + term, back = s - sum[0];
  const double error = (sum[0] - (s - back)) + (term - back) + sum[1];
  sum[0] = s + error;
  sum[1] = error - (sum[0] - s);
}

static void times(double product[2], double factor) {
  const double p = product[0] * factor;
  const double error = fma(product[0], factor, -p) + product[1] * factor;
  product[0] = p + error;
  product[1] = error - (product[0] - p);
}

/* The increment of an amount by a source after a step of a window, over all its cells; rounded as
 * in water_source.c. */
static double fed(const ria_simulation *s, int source, int amount, const ria_now *now, int number,
                  const double *forcing) {
  const ria_model *m = &s->model;
  const double dt = source_steps(&m->source[source], now, number) * now->dt;
  const double rate = ria_binding_value(&m->source[source].amount[amount], dt, forcing);
  const double step =
      rounded(m->precision, rounded(m->precision, dt) * rounded(m->precision, rate));
  return s->source_weight[source] * step;
}

/* Add the sources' part of a window. */
static void enter_sources(const ria_simulation *s, step_clock *clock, const double *forcing,
                          int amount, double left) {
  const ria_model *m = &s->model;
  ria_ledger *ledger = &clock->ledger;
  const ria_now *now = &clock->now;
  for (int i = 0; i < m->sources; i++) {
    ria_flow_sum *sum = &clock_fed(clock)[i][amount];
    for (int n = 0; n < now->active; n++) {
      const double term = fed(s, i, amount, now, n, forcing + n * m->forcings);
      ria_flow_add(sum, term);
      if (left < 1)
        plus(ledger->left[amount], term * ria_flow_power(left, now->active - 1 - n));
    }
    ria_flow_merge(sum, &(ria_flow_sum){0});
  }
}

void ledger_enter(const ria_simulation *s, step_clock *clock, const double *forcing,
                  ria_flows *flows) {
  const ria_model *m = &s->model;
  ria_ledger *ledger = &clock->ledger;
  ria_flow *in = clock_in(clock), *came = ria_flows_in(flows);
  for (int a = 0; a < m->amounts; a++) {
    const double left = flow_left(m, a, clock->now.dt);
    for (int n = 0; n < clock->now.active && left < 1; n++) {
      times(ledger->start_share[a], left);
      times(ledger->left[a], left);
    }
    for (int n = 0; n < flows->used; n++)
      ria_flow_merge(&in[n][a], &came[n][a]);
    if (left < 1)
      plus(ledger->left[a], ria_flow_value(&flows->left[a]));
    enter_sources(s, clock, forcing, a, left);
  }
  if (m->amounts && flows->missing)
    ledger->unmeasured += clock->now.active;
  ledger->invalid += flows->invalid != 0;
}

ria_status ria_simulation_ledger(const ria_simulation *s, ria_ledger *ledger) {
  step_clock *clock = s->latest;
  ria_ledger own;
  RIA_TRY(ria_ledger_create(clock->ledger.openings, clock->ledger.feeds, &own));
  *ledger = clock->ledger;
  ledger->in = own.in;
  ledger->fed = own.fed;
  memcpy(ledger->in, clock_in(clock), (size_t)ledger->openings * sizeof *ledger->in);
  memcpy(ledger->fed, clock_fed(clock), (size_t)ledger->feeds * sizeof *ledger->fed);
  return RIA_SUCCESS;
}
