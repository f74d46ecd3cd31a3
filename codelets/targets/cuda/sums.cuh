/* Exact sums over the threads of a block, added to a ria_sum in device memory. */
#ifndef RIA_CUDA_SUMS_H
#define RIA_CUDA_SUMS_H

#include <ria/warp_sum.h>
#include "reduce.cuh"

namespace {

typedef shared_array<long long, MOST_WARPS * RIA_SUM_DIGITS> digits_of_warps;

/* A thread's part of the sum of its block. */
struct share_of_sum {
  ria_warp_window window;
  long long terms;
  int invalid;
};

/* All threads of a block begin a sum, add to it and end it together. */
DEVICE struct share_of_sum begin_sum(digits_of_warps &digit) {
  const int threads = static_cast<int>(blockDim.x);
  for (int i = static_cast<int>(threadIdx.x); i < MOST_WARPS * RIA_SUM_DIGITS; i += threads)
    digit.set(i, 0);
  __syncthreads();
  return {ria_warp_window_begin(), 0, 0};
}

/* The terms of a cell; 0 for a thread without a cell. `term` is overwritten. */
template <int count>
DEVICE void add_to_sum(digits_of_warps &digit, struct share_of_sum &share, double (&term)[count],
                       bool has) {
  ria_warp_sum_add(digit, warp_of_thread() * RIA_SUM_DIGITS, share.window, term, share.invalid);
  share.terms += has ? count : 0;
}

DEVICE void end_sum(digits_of_warps &digit, struct share_of_sum &share, ria_sum *sum) {
  const int threads = static_cast<int>(blockDim.x);
  ria_warp_window_end(digit, warp_of_thread() * RIA_SUM_DIGITS, share.window);
  __syncthreads();
  for (int i = static_cast<int>(threadIdx.x); i < RIA_SUM_DIGITS; i += threads) {
    long long of_all = 0;
    for (int w = 0; w < threads / WARP; w++)
      of_all += digit.get(w * RIA_SUM_DIGITS + i);
    if (of_all)
      add_to(&sum->digit[i], of_all);
  }
  const long long terms = ria_sum_of_warp(share.terms);
  if (lane_of_thread() == 0 && terms)
    add_to(&sum->terms, terms);
  if (share.invalid)
    add_to(&sum->invalid, share.invalid);
}

} // namespace

#endif
