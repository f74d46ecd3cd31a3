/* Summing the inflow through a tile's openings (ria_device_measure): the part that all kernels
 * share. The fluxes are in face/through.j2. */
#ifndef RIA_CUDA_THROUGH_H
#define RIA_CUDA_THROUGH_H

#include "device.cuh"

namespace {

/* A measure in the form for launches. A warp processes faces of one opening, one for each lane. */
struct through_plan {
  int faces, openings, warps, blocks; /* the blocks are the first ones of a step */
  const ria_device_face *face;
  ria_device_opening opening[RIA_STEP_EDGES];
  double share[2], left[RIA_AMOUNTS];
  ria_flows *flows;
  int first; /* index in the model of the kernel's first amount */
};

EITHER int warps_of_opening(const ria_device_opening &opening) {
  return (opening.to - opening.from + WARP - 1) / WARP;
}

/* 0 or an error code. */
static inline int plan_through(const ria_device_measure *measure, struct through_plan &q) {
  q.faces = q.openings = q.warps = q.blocks = 0;
  if (!measure)
    return 0;
  if (measure->openings > RIA_STEP_EDGES || measure->faces % WARP)
    return cudaErrorInvalidValue;
  q.faces = measure->faces;
  q.face = measure->face;
  q.warps = measure->faces / WARP;
  for (int n = 0; n < measure->openings; n++) {
    q.opening[q.openings++] = measure->opening[n];
    q.warps += warps_of_opening(measure->opening[n]);
  }
  for (int axis = 0; axis < 2; axis++)
    q.share[axis] = measure->share[axis];
  for (int a = 0; a < RIA_AMOUNTS; a++)
    q.left[a] = measure->left[a];
  q.flows = measure->flows;
  q.first = measure->first;
  return 0;
}

/* The face of a lane; if the warp has none the sign is 0 for all lanes, and `number` is negative.
 * The warps with the faces inside the tile come first. */
DEVICE ria_device_face face_of_lane(const struct through_plan &q, int warp) {
  if (warp < q.faces / WARP)
    return q.face[warp * WARP + lane_of_thread()];
  warp -= q.faces / WARP;
  int n = 0;
  while (n < q.openings && warp >= warps_of_opening(q.opening[n]))
    warp -= warps_of_opening(q.opening[n++]);
  if (n == q.openings)
    return {0, 0, 0, 0, 0, -1};
  const ria_device_opening opening = q.opening[n];
  const int along = opening.from + warp * WARP + lane_of_thread();
  const bool own = along < opening.to;
  const int c = own ? along : opening.to - 1;
  return {opening.axis == 1 ? c : opening.across, opening.axis == 1 ? opening.across : c, opening.axis, opening.outward, own ? 1 : 0, opening.number};
}

DEVICE void add_to_digit(int64_t *digit, long long value) {
#ifdef __CUDACC__
  atomicAdd(reinterpret_cast<unsigned long long *>(digit), static_cast<unsigned long long>(value));
#else
  atomicAdd(digit, static_cast<int64_t>(value));
#endif
}

/* Adds the lanes' terms to a sum, exactly. Called by all lanes. */
DEVICE void add_to_flow(ria_flow_sum *sum, double term) {
  int first = 0;
  int64_t digit[3] = {0, 0, 0};
  if (!ria_flow_split(term, &first, digit))
    digit[0] = digit[1] = digit[2] = 0;
  UNROLL for (int d = 0; d < RIA_FLOW_DIGITS; d++) {
    long long value = d == first ? digit[0] : d == first + 1 ? digit[1] : d == first + 2 ? digit[2] : 0;
    if (!__any_sync(ALL_LANES, value != 0))
      continue;
    for (int distance = WARP / 2; distance > 0; distance /= 2)
      value += __shfl_xor_sync(ALL_LANES, value, distance);
    if (lane_of_thread() == 0)
      add_to_digit(&sum->digit[d], value);
  }
}

/* Adds the inflow of an amount through faces of one opening, 0 for lanes without one. If it
 * decays, `left` is the fraction left at the window's end. Called by all lanes. */
DEVICE void add_inflow(ria_flows *flows, int number, int amount, double term, bool decays, double left) {
  add_to_flow(&ria_flows_in(flows)[number][amount], term);
  if (decays)
    add_to_flow(&flows->left[amount], left * term);
  if (__any_sync(ALL_LANES, !(fabs(term) < RIA_FLOW_BOUND)) && lane_of_thread() == 0)
    flows->invalid = 1;
}

DEVICE void note_used(ria_flows *flows, int number) {
  if (lane_of_thread() == 0)
    atomicMax(&flows->used, number + 1);
}

} // namespace

#endif
