/** \file
 * The forcing of a model at any time, by samples at the knots of time (ria/forcing.h). */
#ifndef RIA_FORCING_SAMPLES_H
#define RIA_FORCING_SAMPLES_H

#include "ria/simulation.h"

/** The callback of a model, and its answers at the two knots that were asked for last. Rank 0 has
 * one, which one task at a time may use. */
typedef struct {
  ria_forcing_function callback;
  void *context;
  double interval;
  int forcings;
  int64_t first; /**< number of the first of the two knots */
  int known;     /**< knots from `first` on that are there */
  double *knot;  /**< [2][forcings] */
} ria_forcing;

/** Errors: RIA_ERROR_ARGUMENT (an interval that is no power of two), RIA_ERROR_MEMORY. */
ria_status ria_forcing_create(ria_forcing *forcing, const ria_model *model);
void ria_forcing_destroy(ria_forcing *forcing);

/** values[forcings] at time t. */
void ria_forcing_sample(ria_forcing *forcing, double t, double *values);

/** Fill values[count][forcings] with knots, the first of them the one at or before t; its number.
 * For intervals other than 0. */
int64_t ria_forcing_fill(ria_forcing *forcing, double t, int count, double *values);

#endif
