/* Reductions over a box: its distribution to warps, and the order of values. */
#ifndef RIA_CUDA_REDUCE_H
#define RIA_CUDA_REDUCE_H

#include "device.cuh"

namespace {

/* A box in pieces of 32 cells of a row, for the warps of a launch: pieces in a row, and in
   total. */
struct pieces {
  int across, count;
};

static inline struct pieces pieces_of(const ria_box &box) {
  const int across = quotient_up(ria_box_size(box, 0), WARP);
  return {across, across * ria_box_size(box, 1) * ria_box_size(box, 2)};
}

/* As many blocks as give each warp a piece, but no more than keep a GPU busy. */
static inline unsigned blocks_for(const struct pieces &p) {
  enum { MOST_BLOCKS = 528 }; /* 4 a multiprocessor: each adds its sum to one */
  const int blocks = quotient_up(p.count, MOST_WARPS);
  return static_cast<unsigned>(blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS);
}

/* A warp's pieces: from the first one on, with a constant stride. */
DEVICE int first_piece() {
  return static_cast<int>(blockIdx.x * (blockDim.x / WARP)) + warp_of_thread();
}

DEVICE int next_piece() {
  return static_cast<int>(gridDim.x * (blockDim.x / WARP));
}

/* This lane's cell of a piece. */
struct place {
  int x, y, z;
  bool inside;
};

DEVICE struct place place_of(const ria_box &box, const struct pieces &p, int n) {
  const int row = n / p.across, height = box.hi[1] - box.lo[1];
  struct place c;
  c.x = box.lo[0] + n % p.across * WARP + lane_of_thread();
  c.y = box.lo[1] + row % height;
  c.z = box.lo[2] + row / height;
  c.inside = c.x < box.hi[0];
  return c;
}

/* Number of cells of the box before a cell. */
DEVICE unsigned long long number_of(const ria_box &box, const struct place &c) {
  const unsigned long long width = static_cast<unsigned long long>(box.hi[0] - box.lo[0]);
  const int row = (c.z - box.lo[2]) * (box.hi[1] - box.lo[1]) + c.y - box.lo[1];
  return static_cast<unsigned long long>(row) * width +
         static_cast<unsigned long long>(c.x - box.lo[0]);
}

DEVICE unsigned long long larger(unsigned long long a, unsigned long long b) {
  return a > b ? a : b;
}

DEVICE unsigned long long most_of_warp(unsigned long long value) {
  for (int distance = WARP / 2; distance > 0; distance /= 2)
    value = larger(value, __shfl_xor_sync(ALL_LANES, value, distance));
  return value;
}

DEVICE void add_to(int64_t *total, long long value) {
  atomicAdd(reinterpret_cast<unsigned long long *>(total), static_cast<unsigned long long>(value));
}

const unsigned long long SIGN = 1ull << 63, LAST_OF_ALL = ~0ull;

/* A key that is larger the earlier a reduction prefers a value, and never 0: NaN has the largest,
 * zeros of either sign have the same. */
DEVICE unsigned long long order_of(ria_reduction reduction, double value) {
  const double turned = (reduction == RIA_REDUCE_MIN ? -value : value) + 0.0;
  const unsigned long long bits = static_cast<unsigned long long>(__double_as_longlong(turned));
  return value != value ? LAST_OF_ALL : bits & SIGN ? ~bits : bits | SIGN;
}

/* The value of a key; a zero is +0. */
DEVICE double value_of_order(ria_reduction reduction, unsigned long long order) {
  const unsigned long long bits = order & SIGN ? order & ~SIGN : ~order;
  const double turned = __longlong_as_double(
      static_cast<long long>(order == LAST_OF_ALL ? 0x7ff8000000000000ull : bits));
  return (reduction == RIA_REDUCE_MIN ? -turned : turned) + 0.0;
}

} // namespace

#endif
