/* Ghost cells of a tile that is its own neighbour (ria_device_wrap). */
#ifndef RIA_CUDA_WRAP_H
#define RIA_CUDA_WRAP_H

#include "device.cuh"

namespace {

struct wrap {
  ria_device_wrap axes; /* no cells along those without ghost cells to fill */
  int first[RIA_AXES];  /* cell of the tile */
};

static inline struct wrap wrap_of(const ria_device_step_args &args) {
  struct wrap wrap = {};
  for (int a = 0; a < RIA_AXES && args.wrap; a++) {
    wrap.axes.cells[a] = args.wrap->cells[a];
    wrap.axes.depth[a] = args.wrap->depth[a];
    wrap.first[a] = args.step.owned.lo[a];
  }
  return wrap;
}

/* Offset along an axis from a cell to the ghost cell that repeats it; 0: none. */
DEVICE int wrapped(const struct wrap &wrap, int axis, int cell) {
  const int n = cell - wrap.first[axis], cells = wrap.axes.cells[axis],
            depth = wrap.axes.depth[axis];
  return !cells ? 0 : n < depth ? cells : n >= cells - depth ? -cells : 0;
}

} // namespace

#endif
