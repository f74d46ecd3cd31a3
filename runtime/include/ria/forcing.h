/** \file
 * What changes with time, for host and device alike: one translation for both, of IEEE + - * /
 * and floor in double precision alone, so that a GPU can follow it with the same bits.
 *
 * Forcing is sampled by the host at knots, the multiples of an interval counted from the start of
 * the case, and interpolated linearly between them. What holds at a time depends on that time
 * alone: not on where a run began or was cut, on the mode of the time step, or on who computes it.
 */
#ifndef RIA_FORCING_H
#define RIA_FORCING_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/** For inline functions that device code calls too. */
#ifdef __CUDACC__
#define RIA_HOST_DEVICE __host__ __device__
#else
#define RIA_HOST_DEVICE
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Where a kernel's scalar takes its value from. */
typedef enum {
  RIA_BIND_VALUE,
  RIA_BIND_DT,             /**< the time step, s */
  RIA_BIND_FORCING,        /**< a slot of the forcing at the start of the step */
  RIA_BIND_DECAYED,        /**< the share that decays in the time step: 1 - exp(-value dt) */
  RIA_BIND_TIME,           /**< s since the start of the case, after the step; of trackers alone */
  RIA_BIND_WEIGHT,         /**< of trackers alone, see ria_windows: s of the step in its window; */
  RIA_BIND_BEGINS,         /**< 1 if nothing of the window lies before the step, else 0; */
  RIA_BIND_SHARE,          /**< 1/s: at the window's end 1 over its length, else 0 */
  RIA_BIND_INVERSE_SPACING /**< 1 / the size of a cell of the tile's block along an axis, 1/m; of
                              stages alone */
} ria_binding_kind;

typedef struct {
  ria_binding_kind from;
  double value; /**< RIA_BIND_VALUE; RIA_BIND_DECAYED: what decays, 1/s, not negative */
  int forcing;  /**< RIA_BIND_FORCING: index into what the forcing callback writes;
                     RIA_BIND_INVERSE_SPACING: the axis */
} ria_binding;

/** Forcing at the knots first, first + 1, ... of a stretch of time. */
typedef struct {
  double interval;      /**< between knots: a power of two of seconds, so that all of this is exact;
                             0: each time is a knot of its own, and the table is of one */
  int64_t first;        /**< number of the first knot; its time is first * interval */
  int count;            /**< knots */
  int forcings;         /**< values of a knot */
  const double *values; /**< [count][forcings] */
} ria_forcing_table;

/** The knot at or before time t. */
static RIA_HOST_DEVICE inline int64_t ria_forcing_knot(double interval, double t) {
  return (int64_t)floor(t / interval);
}

/** Whether the table has the knots around time t. */
static RIA_HOST_DEVICE inline bool ria_forcing_covers(const ria_forcing_table *table, double t) {
  const double knot = floor(t / table->interval) - (double)table->first;
  return knot >= 0 && knot + 1 < (double)table->count;
}

/** A value between those of two knots, `part` of the way from one to the other. */
static RIA_HOST_DEVICE inline double ria_forcing_between(double part, double low, double high) {
  return low + part * (high - low);
}

/** The value of a slot at time t, which the table must cover. */
static RIA_HOST_DEVICE inline double ria_forcing_at(const ria_forcing_table *table, double t,
                                                    int slot) {
  const double place = t / table->interval, whole = floor(place);
  const double *knot =
      table->values + ((int64_t)whole - table->first) * (int64_t)table->forcings + slot;
  return ria_forcing_between(place - whole, knot[0], knot[table->forcings]);
}

/** 1 - exp(-rate dt), for rate dt >= 0, within 1e-15 of itself: halved until it is small, its
 * series, then doubled by 1 - (1 - d)^2 = d (2 - d). */
static RIA_HOST_DEVICE inline double ria_decayed(double rate, double dt) {
  double x = rate * dt;
  if (!(x < 64)) /* less than half a unit of the last place is left */
    return 1;
  int halved = 0;
  for (; x > 0.0625; halved++)
    x = 0.5 * x;
  double rest = 0; /* x/2 - x^2/6 + x^3/24 - ..., as x/2 (1 - x/3 (1 - x/4 (...))) */
  for (int n = 10; n >= 2; n--)
    rest = (x * (1.0 / n)) * (1 - rest);
  double decayed = x - x * rest;
  for (; halved > 0; halved--)
    decayed = decayed * (2 - decayed);
  return decayed;
}

/** The value of a binding for a step; forcing is at the step's start. */
static RIA_HOST_DEVICE inline double ria_binding_value(const ria_binding *binding, double dt,
                                                       const double *forcing) {
  switch (binding->from) {
  case RIA_BIND_DT:
    return dt;
  case RIA_BIND_FORCING:
    return forcing[binding->forcing];
  case RIA_BIND_DECAYED:
    return ria_decayed(binding->value, dt);
  default:
    return binding->value;
  }
}

#ifdef __cplusplus
}
#endif
#endif
