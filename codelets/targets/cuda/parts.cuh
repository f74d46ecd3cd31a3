/* Launches that work on many boxes, each with the next blocks or warps. */
#ifndef RIA_CUDA_PARTS_H
#define RIA_CUDA_PARTS_H

#include "device.cuh"

/* So many structs of a part can be parameters of a kernel, beside others: 4 kB of them, and 32 kB
 * from CUDA 12.1 on. */
#if !defined(CUDART_VERSION) || CUDART_VERSION >= 12010
enum { PARAMETER_BYTES = 32764 };
#else
enum { PARAMETER_BYTES = 4096 };
#endif
enum { MOST_PARTS = 64, SPARE_BYTES = 64 };
template <int room, int each> struct parts_in {
  static_assert(room >= each, "the arrays of the kernel leave no room for a part among its parameters");
  enum { count = room / each < MOST_PARTS ? room / each : MOST_PARTS };
};
#define PARTS_OF(each, beside)                                                                     \
  (parts_in<PARAMETER_BYTES - SPARE_BYTES - (int)sizeof(beside), (int)sizeof(each)>::count)

namespace {

/* A part's cells: cell (x, y, z) is shift + z * plane + y * pitch + x. `first`: of its blocks or
 * pieces; `across`: of these for a row. */
struct part_box {
  int shift, pitch, plane, first, across, rows;
  ria_box update;
};

/* False: an int does not hold the numbers of its cells, or of those `reach` cells around it. */
static inline bool part_box_of(const ria_device_part &given, int reach, struct part_box &box) {
  const double last = farthest(given.update, 0, reach) +
                      farthest(given.update, 1, reach) * (double)given.pitch +
                      farthest(given.update, 2, reach) * (double)given.plane;
  if (fabs((double)given.shift) + last >= 2147483647.0)
    return false;
  box.shift = static_cast<int>(given.shift);
  box.pitch = static_cast<int>(given.pitch);
  box.plane = static_cast<int>(given.plane);
  box.first = 0;
  box.across = quotient_up(ria_box_size(given.update, 0), WARP);
  box.rows = ria_box_size(given.update, 1) * ria_box_size(given.update, 2);
  box.update = given.update;
  return true;
}

/* The part that has a block or piece. */
template <typename T> DEVICE int part_with(const T &all, int number) {
  int low = 0, high = all.count;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    const bool before = all.part[middle].box.first <= number;
    low = before ? middle : low;
    high = before ? high : middle;
  }
  return low;
}

} // namespace

#endif
