/* Exact sums of terms that the threads of a block have in registers, added to a ria_sum in device
 * memory. */
#ifndef RIA_CUDA_BLOCK_SUM_H
#define RIA_CUDA_BLOCK_SUM_H

#include <ria/warp_sum.h>
#include "reduce.cuh"

namespace {

/* Shared memory through which the warps of a block combine their parts of a sum. */
struct told_of_sum {
  shared_array<int, MOST_WARPS> above, cells;
  shared_array<double, MOST_WARPS * RIA_WARP_SLICES> slice;
};

/* The digits of a ria_sum in device memory. Several threads add to them, so a digit reads as 0,
 * and a write adds to it. */
struct digits_in_memory {
  ria_sum *sum;
  __device__ void set(int i, long long value) {
    add_to(&sum->digit[i], value);
  }
  __device__ long long get(int) const {
    return 0;
  }
};

/* Adds a finite term; call it from one thread. */
DEVICE void add_term(ria_sum *sum, double term) {
  digits_in_memory digits = {sum};
  if (term != 0)
    ria_digits_add(digits, 0, term);
}

/* The terms of a cell of each thread; 0 if it `has` none. Slices as in ria/warp_sum.h, with the
 * same powers of two in all warps: so the warps' slices can be added, and the digits of a block are
 * computed once. All threads of the block take part; `term` is overwritten. */
template <int count>
DEVICE void add_block_sum(told_of_sum &told, double (&term)[count], bool has, ria_sum *sum) {
  const int warp = warp_of_thread(), lane = lane_of_thread(),
            warps = static_cast<int>(blockDim.x) / WARP;
  static_assert(MOST_WARPS * WARP * count <= RIA_WARP_MOST_TERMS * WARP,
                "slices of so many terms have too many bits");
  int invalid = 0;
  const int exponent = ria_exponent_above_all(term, invalid);
  const int most_of_warp = largest_of_warp(exponent);
  const unsigned having = __ballot_sync(ALL_LANES, has);
  if (lane == 0) {
    told.above.set(warp, most_of_warp);
    told.cells.set(warp, __popc(having));
  }
  if (invalid)
    add_to(&sum->invalid, invalid);
  __syncthreads();
  int top = told.above.get(0), cells = told.cells.get(0);
  for (int w = 1; w < warps; w++) {
    const int other = told.above.get(w);
    top = other > top ? other : top;
    cells += told.cells.get(w);
  }
  if (threadIdx.x == 0 && cells)
    add_to(&sum->terms, static_cast<long long>(cells) * count);
  top = top > RIA_WARP_HIGHEST ? RIA_WARP_HIGHEST : top < RIA_WARP_LOWEST ? RIA_WARP_LOWEST : top;
  if (exponent > top) { /* too large for any slice */
    UNROLL for (int n = 0; n < count; n++) {
      const bool high = ria_exponent_above(term[n]) > top;
      add_term(sum, high ? term[n] : 0);
      term[n] = high ? 0 : term[n];
    }
  }
  double slice[RIA_WARP_SLICES] = {};
  if (ria_warp_cut(term, top, exponent > RIA_WARP_NONE,
                   slice)) { /* of this lane: below the last slice */
    UNROLL for (int n = 0; n < count; n++) add_term(sum, term[n]);
  }
  int number = 0;
  const double of_warp = ria_warp_transposed(slice, lane, number);
  if (lane % (WARP / RIA_WARP_SLICES) == 0)
    told.slice.set(warp * RIA_WARP_SLICES + number, of_warp);
  __syncthreads();
  if (threadIdx.x < RIA_WARP_SLICES) {
    double of_block = 0;
    for (int w = 0; w < warps; w++)
      of_block += told.slice.get(w * RIA_WARP_SLICES + static_cast<int>(threadIdx.x));
    add_term(sum, of_block);
  }
}

} // namespace

#endif
