#include "forcing.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_power_of_two(double interval) {
  int exponent;
  return isfinite(interval) && frexp(interval, &exponent) == 0.5;
}

ria_status ria_forcing_create(ria_forcing *f, const ria_model *model) {
  *f = (ria_forcing){.callback = model->forcing,
                     .context = model->context,
                     .interval = model->forcing_interval,
                     .forcings = model->forcings};
  if (f->interval != 0 && !is_power_of_two(f->interval))
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "forcing is sampled every %g s; expected a power of two, or 0", f->interval);
  f->knot = calloc(2 * (size_t)model->forcings + 1, sizeof *f->knot);
  return f->knot ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for the forcing");
}

void ria_forcing_destroy(ria_forcing *f) {
  free(f->knot);
  f->knot = NULL;
}

static size_t knot_bytes(const ria_forcing *f) {
  return (size_t)f->forcings * sizeof *f->knot;
}

static double knot_time(const ria_forcing *f, int64_t knot) {
  return (double)knot * f->interval;
}

/* Time goes on: of the knots around it, the first is mostly the second of those before. */
static void find_knots(ria_forcing *f, int64_t first) {
  double *second = f->knot + f->forcings;
  if (f->known && f->first == first)
    return;
  if (f->known && f->first + 1 == first)
    memcpy(f->knot, second, knot_bytes(f));
  else
    f->callback(f->context, knot_time(f, first), f->knot);
  f->callback(f->context, knot_time(f, first + 1), second);
  f->first = first;
  f->known = 2;
}

void ria_forcing_sample(ria_forcing *f, double t, double *values) {
  if (!f->forcings)
    return;
  if (f->interval == 0) {
    f->callback(f->context, t, values);
    return;
  }
  find_knots(f, ria_forcing_knot(f->interval, t));
  const ria_forcing_table table = {.interval = f->interval,
                                   .first = f->first,
                                   .count = 2,
                                   .forcings = f->forcings,
                                   .values = f->knot};
  for (int i = 0; i < f->forcings; i++)
    values[i] = ria_forcing_at(&table, t, i);
}

int64_t ria_forcing_fill(ria_forcing *f, double t, int count, double *values) {
  const int64_t first = ria_forcing_knot(f->interval, t);
  for (int i = 0; i < count && f->forcings; i++)
    f->callback(f->context, knot_time(f, first + i), values + i * f->forcings);
  return first;
}
