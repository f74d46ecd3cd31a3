/** \file
 * For CUDA source: adding to a ria_sum by warps. A warp has digits of its own; those of all warps
 * are added up at the end, in any order.
 */
#ifndef RIA_WARP_SUM_H
#define RIA_WARP_SUM_H

#include <stdint.h>
#include "ria/sum.h"

/** The sum of a number of each lane, in all of them. */
static __device__ inline long long ria_sum_of_warp(long long value) {
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_xor_sync(0xffffffffu, value, distance);
  return value;
}

/** Adds a term of each lane to the warp's digits: to `digit.get(i)` for i from `first_digit`, by
 * `digit.set(i, value)`. All lanes take part. `invalid` counts this lane's terms that are not
 * finite.
 *
 * Most terms have their bits in the same digits: those of one lane after the other's, with all that
 * begin at the same one. */
template <typename digits>
static __device__ inline void ria_warp_sum_add(digits &digit, int first_digit, double term,
                                               int &invalid) {
  enum { DIGIT_BITS = 32, PARTS = 3 };
  const unsigned all_lanes = 0xffffffffu;
  const unsigned long long bits = (unsigned long long)__double_as_longlong(term);
  const int exponent = (int)(bits >> 52 & 0x7ff);
  const bool finite = exponent != 0x7ff;
  unsigned long long mantissa = bits & ((1ull << 52) - 1);
  if (exponent)
    mantissa |= 1ull << 52;
  const int shift = exponent ? exponent - 1 : 0; // of the mantissa's lowest bit above 2^-1074
  const int first = shift / DIGIT_BITS, offset = shift % DIGIT_BITS;
  const long long part[PARTS] = {(long long)(uint32_t)(mantissa << offset),
                                 (long long)(uint32_t)(mantissa >> (DIGIT_BITS - offset)),
                                 offset ? (long long)(mantissa >> (2 * DIGIT_BITS - offset)) : 0};
  invalid += !finite;
  for (unsigned left = __ballot_sync(all_lanes, finite && mantissa); left;) {
    const int now = __shfl_sync(all_lanes, first, __ffs((int)left) - 1);
    const bool taken = (left >> threadIdx.x % 32 & 1) && first == now;
    for (int i = 0; i < PARTS; i++) {
      const long long mine = taken ? part[i] : 0;
      const long long sum = ria_sum_of_warp(bits >> 63 ? -mine : mine);
      if (threadIdx.x % 32 == 0)
        digit.set(first_digit + now + i, digit.get(first_digit + now + i) + sum);
    }
    left &= ~__ballot_sync(all_lanes, taken);
  }
}

#endif
