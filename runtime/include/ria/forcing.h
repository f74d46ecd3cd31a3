/** \file
 * Forcing and other inputs that change with time. Host and device share this code; it uses only
 * IEEE + - * / and floor in double precision, so a GPU gets the same bits.
 *
 * The host samples forcing at knots, the multiples of an interval counted from the start of the
 * case, and interpolates linearly between them. The value at a time depends on that time alone: not
 * on where a run began or was interrupted, on the time-step mode, or on the processor.
 */
#ifndef RIA_FORCING_H
#define RIA_FORCING_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/** For inline functions that device code also calls. */
#ifdef __CUDACC__
#define RIA_HOST_DEVICE __host__ __device__
#else
#define RIA_HOST_DEVICE
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Source of the value of a kernel's scalar. */
typedef enum {
  RIA_BIND_VALUE,
  RIA_BIND_DT,      /**< the time step, s */
  RIA_BIND_FORCING, /**< a slot of the forcing at the start of the step */
  RIA_BIND_DECAYED, /**< the share that decays in the time step: 1 - exp(-value dt) */
  RIA_BIND_TIME,    /**< time after the step, s since the start of the case; trackers only */
  RIA_BIND_WEIGHT,  /**< trackers only, see ria_windows: s of the step that lie in its window; */
  RIA_BIND_BEGINS,  /**< 1 if no part of the window lies before the step, else 0; */
  RIA_BIND_SHARE,   /**< 1/s: at the window's end 1 / its length, else 0 */
  RIA_BIND_INVERSE_SPACING /**< 1 / the cell size of the tile's block along an axis, 1/m; stages
                              only */
} ria_binding_kind;

typedef struct {
  ria_binding_kind from;
  double value; /**< RIA_BIND_VALUE; RIA_BIND_DECAYED: the decay rate, 1/s, not negative */
  int forcing;  /**< RIA_BIND_FORCING: index into the values of the forcing callback;
                   RIA_BIND_INVERSE_SPACING: the axis */
} ria_binding;

/** Forcing at the knots first, first + 1, ... of a time interval. */
typedef struct {
  double interval; /**< s between knots: a power of two, so that the arithmetic is exact; 0: each
                      time is a knot of its own, and the table has one knot */
  int64_t first;   /**< number of the first knot; its time is first * interval */
  int count;       /**< number of knots */
  int forcings;    /**< values at each knot */
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

/** Interpolate between the values at two knots, `part` of the way from one to the other. */
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

/** 1 - exp(-rate dt), for rate dt >= 0, with a relative error of 1e-15: the argument is halved
 * until it is small, the series is summed, then the result is doubled by 1 - (1 - d)^2 = d (2 - d).
 */
static RIA_HOST_DEVICE inline double ria_decayed(double rate, double dt) {
  double x = rate * dt;
  if (!(x < 64)) /* the rest is below half a unit of the last place */
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

/** The value of a binding for a step; `forcing` holds the values at the step's start. */
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
