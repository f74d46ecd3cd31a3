/** \file
 * Currents of two models compared: the difference of velocities and directions, and stripes along
 * the grid's axes. */
#ifndef RIA_VALIDATION_CURRENTS_H
#define RIA_VALIDATION_CURRENTS_H

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include "cgrid.h"
#include "tests.h"

/** The cells to compare, where `counts` holds, of fields [ny][nx]. */
typedef struct {
  int nx, ny;
  const bool *counts;
} currents_area;

typedef struct {
  double velocity;  /**< RMS of the difference over RMS of the reference */
  double direction; /**< median difference, degrees */
  double banding;   /**< of the field compared: how much more each component varies across its own
                         axis than along it; 1: no stripes */
  double worst;     /**< share of the worst 3 % of the cells in the squared difference */
} currents_error;

static inline int currents_ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Second difference along x (step 1) or y (step nx). */
static inline double currents_bend(const double *f, int cell, int step) {
  return f[cell - step] - 2 * f[cell] + f[cell + step];
}

/** Square root of mean (u_yy^2 + v_xx^2) over mean (u_xx^2 + v_yy^2), over cells whose four
 * neighbours count too. */
static inline double currents_banding(const currents_area *area, const double *u, const double *v) {
  const int nx = area->nx;
  double across = 0, along = 0;
  for (int y = 1; y < area->ny - 1; y++)
    for (int x = 1; x < nx - 1; x++) {
      const int i = y * nx + x;
      const bool *counts = area->counts;
      if (!counts[i] || !counts[i - 1] || !counts[i + 1] || !counts[i - nx] || !counts[i + nx])
        continue;
      across += pow(currents_bend(u, i, nx), 2) + pow(currents_bend(v, i, 1), 2);
      along += pow(currents_bend(u, i, 1), 2) + pow(currents_bend(v, i, nx), 2);
    }
  return sqrt(across / along);
}

/* The share of the largest 3 % in the sum of values, which get sorted. */
static inline double currents_worst(double *values, int count) {
  double sum = 0, worst = 0;
  qsort(values, (size_t)count, sizeof *values, currents_ascending);
  for (int i = 0; i < count; i++) {
    sum += values[i];
    worst += i >= 0.97 * count ? values[i] : 0;
  }
  return sum > 0 ? worst / sum : 0;
}

/** The current (u, v) against the reference (ref_u, ref_v). */
static inline currents_error currents_compare(const currents_area *area, const double *u,
                                              const double *v, const double *ref_u,
                                              const double *ref_v) {
  const int cells = area->nx * area->ny;
  double *angle = malloc((size_t)cells * sizeof *angle), error = 0, size = 0;
  double *square = malloc((size_t)cells * sizeof *square);
  int count = 0;
  assert_non_null(angle);
  assert_non_null(square);
  for (int i = 0; i < cells; i++) {
    if (!area->counts[i])
      continue;
    square[count] = pow(u[i] - ref_u[i], 2) + pow(v[i] - ref_v[i], 2);
    error += square[count];
    size += pow(ref_u[i], 2) + pow(ref_v[i], 2);
    const double turned =
        atan2(u[i] * ref_v[i] - v[i] * ref_u[i], u[i] * ref_u[i] + v[i] * ref_v[i]);
    angle[count++] = fabs(turned) * 180 / M_PI;
  }
  assert_true(count > 0);
  qsort(angle, (size_t)count, sizeof *angle, currents_ascending);
  const currents_error e = {sqrt(error / size), angle[count / 2], currents_banding(area, u, v),
                            currents_worst(square, count)};
  free(angle);
  free(square);
  return e;
}

/** Means over blocks of `factor` x `factor` cells of a field [ny * factor][nx * factor]. */
static inline double *currents_averaged(const double *fine, int nx, int ny, int factor) {
  double *mean = calloc((size_t)(nx * ny), sizeof *mean);
  assert_non_null(mean);
  for (int y = 0; y < ny * factor; y++)
    for (int x = 0; x < nx * factor; x++)
      mean[y / factor * nx + x / factor] += fine[y * nx * factor + x] / (factor * factor);
  return mean;
}

#endif
