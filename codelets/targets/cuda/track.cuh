/* Tracked fields (ria_device_tracking) in launches of steps: the part that all kernels share. The
 * trackers are in face/track.j2. */
#ifndef RIA_CUDA_TRACK_H
#define RIA_CUDA_TRACK_H

#include "device.cuh"
#include <string.h>

namespace {

enum { MOST_TRACKED = 6, MOST_GIVEN = 8 }; /* fields and scalars of a tracker; as in render.py */

struct tracker_plan {
  int kernel; /* by number, in the form for the launch */
  unsigned timed;
  double scalar[MOST_GIVEN];
  const void *from[MOST_TRACKED];
  void *to[MOST_TRACKED];
};

struct track_plan {
  int trackers;
  double time, landing; /* see ria_device_tracking */
  struct tracker_plan tracker[RIA_DEVICE_TRACKERS];
};

/* `names`: the kernels that the launch supports, by number. 0 or an error code. */
inline int plan_tracking(const ria_device_tracking *tracking, const char *const *names,
                                struct track_plan &q) {
  q.trackers = 0;
  if (!tracking)
    return 0;
  if (tracking->trackers > RIA_DEVICE_TRACKERS)
    return cudaErrorNotSupported;
  q.time = tracking->time, q.landing = tracking->landing;
  for (int n = 0; n < tracking->trackers; n++) {
    const ria_device_tracker &from = tracking->tracker[n];
    struct tracker_plan &to = q.tracker[n];
    to.kernel = 0;
    while (names[to.kernel] && strcmp(names[to.kernel], from.kernel->name))
      to.kernel++;
    if (!names[to.kernel])
      return cudaErrorNotSupported;
    to.timed = from.timed;
    for (int i = 0; i < from.kernel->nscalar; i++)
      to.scalar[i] = from.scalars[i];
    for (int f = 0; f < from.kernel->nstate; f++)
      to.from[f] = from.from[f], to.to[f] = from.to[f];
  }
  q.trackers = tracking->trackers;
  return 0;
}

/* The time after a number of steps of dt, as the clock will have it (ria_now_accept). */
DEVICE double time_of_state(const struct track_plan &q, int step, int steps, double dt) {
  return step == steps && q.landing == q.landing ? q.landing : q.time + step * dt;
}

/* Whether two numbers have the same bits, zeros included. */
DEVICE bool is_same(double a, double b) {
  return __double_as_longlong(a) == __double_as_longlong(b);
}

DEVICE bool is_same(float a, float b) {
  return __float_as_int(a) == __float_as_int(b);
}

} // namespace

#endif
