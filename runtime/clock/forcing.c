#include "forcing.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_power_of_two(double interval) {
  int exponent;
  return isfinite(interval) && frexp(interval, &exponent) == 0.5;
}

ria_status forcing_create(forcing_samples *f, const ria_model *model, int64_t room) {
  *f = (forcing_samples){.callback = model->forcing,
                         .context = model->context,
                         .interval = model->forcing_interval,
                         .forcings = model->forcings,
                         .room = room};
  if (f->interval != 0 && !is_power_of_two(f->interval))
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "forcing is sampled every %g s; expected a power of two, or 0", f->interval);
  f->knot = malloc((size_t)room * sizeof *f->knot);
  f->values = calloc((size_t)room * (size_t)model->forcings + 1, sizeof *f->values);
  if (!f->knot || !f->values)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the forcing");
  forcing_forget(f);
  return RIA_SUCCESS;
}

void forcing_forget(forcing_samples *f) {
  for (int64_t i = 0; i < f->room; i++)
    f->knot[i] = -1;
}

void forcing_destroy(forcing_samples *f) {
  free(f->knot);
  free(f->values);
  f->knot = NULL;
  f->values = NULL;
}

static const double *at_knot(forcing_samples *f, int64_t knot) {
  const int64_t place = knot % f->room;
  double *values = f->values + place * f->forcings;
  if (f->knot[place] != knot)
    f->callback(f->context, (double)knot * f->interval, values);
  f->knot[place] = knot;
  return values;
}

void forcing_sample(forcing_samples *f, double t, double *values) {
  if (!f->forcings)
    return;
  if (f->interval == 0) {
    f->callback(f->context, t, values);
    return;
  }
  const int64_t first = ria_forcing_knot(f->interval, t);
  const double part = t / f->interval - (double)first;
  const double *low = at_knot(f, first), *high = at_knot(f, first + 1);
  for (int i = 0; i < f->forcings; i++)
    values[i] = ria_forcing_between(part, low[i], high[i]);
}

void forcing_remember(forcing_samples *f, double t, int64_t from, int64_t to) {
  const int64_t first = ria_forcing_knot(f->interval, t);
  for (int64_t knot = from; knot < to && f->forcings; knot++)
    at_knot(f, first + knot);
}

int64_t forcing_fill(forcing_samples *f, double t, int count, double *values) {
  const int64_t first = ria_forcing_knot(f->interval, t);
  const size_t bytes = (size_t)f->forcings * sizeof *values;
  for (int i = 0; i < count && f->forcings; i++)
    memcpy(values + i * f->forcings, at_knot(f, first + i), bytes);
  return first;
}
