/** \file
 * The forcing of a model at any time, from samples at knots (ria/forcing.h).
 */
#ifndef CLOCK_FORCING_H
#define CLOCK_FORCING_H

#include "ria/simulation.h"

/** The callback of a model and a cache of its values at the most recent knots. Only rank 0 uses it,
 * in one task at a time. */
typedef struct {
  ria_forcing_function callback;
  void *context;
  double interval;
  int forcings;
  int64_t room;   /**< number of cached knots; a knot's place is its number modulo this */
  int64_t *knot;  /**< [room] number of the knot in each place; -1: none */
  double *values; /**< [room][forcings] */
} forcing_samples;

/** Create the cache. `room` is at least 2. Errors: RIA_ERROR_ARGUMENT (an interval that is not a
 * power of two), RIA_ERROR_MEMORY. */
ria_status forcing_create(forcing_samples *forcing, const ria_model *model, int64_t room);
void forcing_destroy(forcing_samples *forcing);

/** Clear the cache: all knots are sampled again. */
void forcing_forget(forcing_samples *forcing);

/** values[forcings] at time t >= 0. */
void forcing_sample(forcing_samples *forcing, double t, double *values);

/** Sample knots that will be needed: [from, to), counted from the one at or before t. For intervals
 * other than 0. */
void forcing_remember(forcing_samples *forcing, double t, int64_t from, int64_t to);

/** Fill values[count][forcings] with knots, starting with the one at or before t; returns the
 * number of that knot. For intervals other than 0. */
int64_t forcing_fill(forcing_samples *forcing, double t, int count, double *values);

#endif
