/* Launches over many boxes; each box gets the next range of blocks or warps. */
#ifndef RIA_CUDA_PARTS_H
#define RIA_CUDA_PARTS_H

#include "device.cuh"

/* Number of such structs of a part that fit the parameters of a kernel, besides others: 4 kB of
 * them, and 32 kB from CUDA 12.1 on. */
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

/* A part's cells: cell (x, y, z) is at shift + z * plane + y * pitch + x. `first`: its first
 * block or piece; `across`: warps for a row; 0: a warp continues in the next row, because the last
 * warp of a row would have too few cells. */
struct part_box {
  int shift, pitch, plane, first, across, rows, cells;
  ria_box update;
};

/* False: indices of its cells, or of those within `reach`, do not fit an int. */
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
  enum { MOST_IDLE = 4 }; /* one of this number of lanes */
  const int width = ria_box_size(given.update, 0), across = quotient_up(width, WARP);
  box.across = (across * WARP - width) * MOST_IDLE > across * WARP ? 0 : across;
  box.rows = ria_box_size(given.update, 1) * ria_box_size(given.update, 2);
  box.cells = width * box.rows;
  box.update = given.update;
  return true;
}

/* Blocks for a part, of this number of warps. */
static inline int blocks_of(const struct part_box &box, int warps) {
  return box.across ? box.across * quotient_up(box.rows, warps)
                    : quotient_up(box.cells, warps * WARP);
}

/* A thread's cell. */
struct spot {
  int x, y, z;
  bool inside;
};

/* Cell number n of the part, x first. */
DEVICE struct spot spot_with(const struct part_box &box, int n) {
  const unsigned cell = static_cast<unsigned>(n),
                 width = static_cast<unsigned>(box.update.hi[0] - box.update.lo[0]),
                 height = static_cast<unsigned>(box.update.hi[1] - box.update.lo[1]);
  const unsigned row = cell / width;
  struct spot s;
  s.x = box.update.lo[0] + static_cast<int>(cell % width);
  s.y = box.update.lo[1] + static_cast<int>(row % height);
  s.z = box.update.lo[2] + static_cast<int>(row / height);
  s.inside = n < box.cells;
  return s;
}

/* The cell of this thread in a block of the part: warps process rows above each other, which
 * share neighbours, or consecutive cells. */
DEVICE struct spot spot_in(const struct part_box &box, int block) {
  const int warps = static_cast<int>(blockDim.x) / WARP;
  if (!box.across)
    return spot_with(box, block * warps * WARP + static_cast<int>(threadIdx.x));
  const int row = block / box.across * warps + warp_of_thread();
  const int height = box.update.hi[1] - box.update.lo[1];
  struct spot s;
  s.x = box.update.lo[0] + block % box.across * WARP + lane_of_thread();
  s.y = box.update.lo[1] + row % height;
  s.z = box.update.lo[2] + row / height;
  s.inside = s.x < box.update.hi[0] && row < box.rows;
  return s;
}

/* The part of a block or piece. */
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
