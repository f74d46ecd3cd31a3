/* Cells whose results a launch also writes elsewhere (ria_device_copied). */
#ifndef RIA_CUDA_COPIES_H
#define RIA_CUDA_COPIES_H

#include "device.cuh"

namespace {

/* `inner`: cells that are in no box. */
struct copies {
  int count;
  ria_box inner, from[RIA_STEP_COPIES];
  int by[RIA_STEP_COPIES];
};

static inline int thinnest_axis(const ria_box &box) {
  int axis = 0;
  for (int a = 1; a < RIA_AXES; a++)
    axis = ria_box_size(box, a) < ria_box_size(box, axis) ? a : axis;
  return axis;
}

static inline struct copies copies_of(const ria_device_step_args &args) {
  struct copies copies = {};
  copies.inner = args.step.update;
  for (copies.count = 0; copies.count < args.copies; copies.count++) {
    const ria_box from = copies.from[copies.count] = args.copy[copies.count].from;
    copies.by[copies.count] = static_cast<int>(args.copy[copies.count].by);
    const int axis = thinnest_axis(from);
    if (from.lo[axis] == args.step.update.lo[axis])
      copies.inner.lo[axis] =
          from.hi[axis] > copies.inner.lo[axis] ? from.hi[axis] : copies.inner.lo[axis];
    else
      copies.inner.hi[axis] =
          from.lo[axis] < copies.inner.hi[axis] ? from.lo[axis] : copies.inner.hi[axis];
  }
  return copies;
}

DEVICE bool is_in(const ria_box &box, int x, int y, int z) {
  return x >= box.lo[0] && x < box.hi[0] && y >= box.lo[1] && y < box.hi[1] && z >= box.lo[2] &&
         z < box.hi[2];
}

} // namespace

#endif
