/* The ledger: sums of what comes in, and what the clock enters there when a window was accepted. */
#include "ledger.h"
#include <math.h>
#include "ria/sum.h"

static void normalise(ria_flow_sum *sum) {
  int64_t carry = 0;
  for (int i = 0; i < RIA_FLOW_DIGITS; i++) {
    const int64_t v = sum->digit[i] + carry;
    const int last = i == RIA_FLOW_DIGITS - 1;
    carry = last ? 0 : v >> 32;
    sum->digit[i] = last ? v : v & 0xffffffff;
  }
}

double ria_flow_value(const ria_flow_sum *sum) {
  ria_sum wide = {.terms = 1};
  for (int i = 0; i < RIA_FLOW_DIGITS; i++)
    wide.digit[RIA_FLOW_FIRST + i] = sum->digit[i];
  return ria_sum_value(&wide);
}

void ria_flow_merge(ria_flow_sum *sum, const ria_flow_sum *other) {
  for (int i = 0; i < RIA_FLOW_DIGITS; i++)
    sum->digit[i] += other->digit[i];
  normalise(sum);
}

void ria_flows_merge(ria_flows *flows, const ria_flows *other) {
  for (int n = 0; n < other->used; n++)
    for (int a = 0; a < RIA_AMOUNTS; a++)
      ria_flow_merge(&flows->in[n][a], &other->in[n][a]);
  for (int a = 0; a < RIA_AMOUNTS && other->used; a++)
    ria_flow_merge(&flows->left[a], &other->left[a]);
  flows->used = flows->used > other->used ? flows->used : other->used;
  flows->invalid |= other->invalid;
  flows->missing |= other->missing;
}

void ria_ledger_begin(ria_ledger *ledger) {
  *ledger = (ria_ledger){0};
  for (int a = 0; a < RIA_AMOUNTS; a++)
    ledger->start_share[a][0] = 1;
}

bool ria_ledger_counts(const ria_model *m) {
  bool counts = m->amounts && m->sources;
  for (int i = 0; i < m->segments; i++)
    counts |= m->segment[i].opening > 0;
  for (int a = 0; a < m->amounts; a++)
    counts |= m->amount[a].decay > 0;
  return counts;
}

/* A number as a kernel of that precision has it. */
static double rounded(ria_precision precision, double value) {
  return precision == RIA_SINGLE ? (double)(float)value : value;
}

double ria_flow_left(const ria_model *m, int amount, double dt) {
  const double decay = m->amount[amount].decay;
  return decay > 0 ? 1 - rounded(m->precision, ria_decayed(decay, dt)) : 1;
}

double ria_flow_share(const ria_model *m, int axis, double dt) {
  const double size = axis ? m->grid.spacing[1] : m->grid.spacing[0];
  return rounded(m->precision, dt) * rounded(m->precision, 1 / size);
}

/* Numbers that are sums of two, the second one the first one's error (Dekker, Knuth). */
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

/* What a source adds of an amount in a step, over all its cells; as water_source.c rounds it. */
static double fed(const ria_simulation *s, int source, int amount, double dt,
                  const double *forcing) {
  const ria_model *m = &s->model;
  const double rate = ria_binding_value(&m->source[source].amount[amount], dt, forcing);
  const double step =
      rounded(m->precision, rounded(m->precision, dt) * rounded(m->precision, rate));
  return s->source_weight[source] * step;
}

/* The sources' part of a window. */
static void enter_sources(const ria_simulation *s, ria_clock *clock, const double *forcing,
                          int amount, double left) {
  const ria_model *m = &s->model;
  ria_ledger *ledger = &clock->ledger;
  const ria_now *now = &clock->now;
  for (int i = 0; i < m->sources; i++) {
    ria_flow_sum *sum = &ledger->fed[i < RIA_FEEDS ? i : RIA_FEEDS - 1][amount];
    for (int n = 0; n < now->active; n++) {
      const double term = fed(s, i, amount, now->dt, forcing + n * m->forcings);
      ria_flow_add(sum, term);
      if (left < 1)
        plus(ledger->left[amount], term * ria_flow_power(left, now->active - 1 - n));
    }
    ria_flow_merge(sum, &(ria_flow_sum){0});
  }
}

void ria_ledger_enter(const ria_simulation *s, ria_clock *clock, const double *forcing,
                      const ria_flows *flows) {
  const ria_model *m = &s->model;
  ria_ledger *ledger = &clock->ledger;
  for (int a = 0; a < m->amounts; a++) {
    const double left = ria_flow_left(m, a, clock->now.dt);
    for (int n = 0; n < clock->now.active && left < 1; n++) {
      times(ledger->start_share[a], left);
      times(ledger->left[a], left);
    }
    for (int n = 0; n < flows->used; n++)
      ria_flow_merge(&ledger->in[n][a], &flows->in[n][a]);
    if (left < 1)
      plus(ledger->left[a], ria_flow_value(&flows->left[a]));
    enter_sources(s, clock, forcing, a, left);
  }
  if (m->amounts && flows->missing)
    ledger->unmeasured += clock->now.active;
  ledger->invalid += flows->invalid != 0;
}

void ria_simulation_ledger(const ria_simulation *s, ria_ledger *ledger) {
  *ledger = s->latest->ledger;
}
