/* Exact sums of what the threads of a block have at hand, some terms each, added to a ria_sum in
 * device memory. */
#ifndef RIA_CUDA_BLOCK_SUM_H
#define RIA_CUDA_BLOCK_SUM_H

#include <ria/warp_sum.h>
#include "reduce.cuh"

namespace {

/* What the warps of a block tell each other. */
struct told_of_sum {
  shared_array<int, MOST_WARPS> above, cells;
  shared_array<double, MOST_WARPS * RIA_WARP_SLICES> slice;
};

/* Adds a finite term, by one thread. */
struct digits_in_memory {
  ria_sum *sum;
  __device__ void set(int i, long long value) {
    add_to(&sum->digit[i], value);
  }
  __device__ long long get(int) const {
    return 0;
  }
};

DEVICE void add_term(ria_sum *sum, double term) {
  digits_in_memory digits = {sum};
  if (term != 0)
    ria_digits_add(digits, 0, term);
}

/* The terms of a cell of each thread; 0 where it `has` none. Slices as in ria/warp_sum.h, of the
 * same powers of two in all warps: so a warp's are added to those of the others, and the digits of
 * a block are taken once. All threads of the block take part; `term` is overwritten. */
template <int count>
DEVICE void add_block_sum(told_of_sum &told, double (&term)[count], bool has, ria_sum *sum) {
  const int warp = warp_of_thread(), lane = lane_of_thread(),
            warps = static_cast<int>(blockDim.x) / WARP;
  int exponent = RIA_WARP_NONE, invalid = 0;
  UNROLL for (int n = 0; n < count; n++) {
    const int above = ria_exponent_above(term[n]);
    const bool finite = above != 0x7ff - 1022;
    invalid += !finite;
    term[n] = finite ? term[n] : 0;
    exponent = term[n] != 0 && above > exponent ? above : exponent;
  }
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
  if (exponent > top) { /* so large that there is no slice for them */
    UNROLL for (int n = 0; n < count; n++) {
      const bool high = ria_exponent_above(term[n]) > top;
      add_term(sum, high ? term[n] : 0);
      term[n] = high ? 0 : term[n];
    }
  }
  double slice[RIA_WARP_SLICES] = {};
  bool more = true;
  UNROLL for (int i = 0; i < RIA_WARP_SLICES; i++) {
    more = __any_sync(ALL_LANES, more);
    if (more) {
      /* 1.5 * 2^52 units of the slice: adding it rounds to these. */
      const int unit = top - (i + 1) * RIA_WARP_BITS;
      const double above = __longlong_as_double(static_cast<long long>(
          static_cast<unsigned long long>(1023 + 52 + unit) << 52 | 1ull << 51));
      more = false;
      UNROLL for (int n = 0; n < count; n++) {
        const double part = (above + term[n]) - above;
        slice[i] += part;
        term[n] -= part;
        more |= term[n] != 0;
      }
    }
  }
  if (more) { /* of this lane: below the last slice */
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
