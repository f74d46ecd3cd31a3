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

/** What the lanes of a warp have added up by themselves, in the digits from `first` on, which is
 * the same in all of them; below 0: nothing yet. Most terms have their bits in the same few digits,
 * so that lanes seldom have to meet. */
enum { RIA_WARP_DIGITS = 4 };
typedef struct {
  int first;
  long long digit[RIA_WARP_DIGITS];
} ria_warp_window;

static __device__ inline ria_warp_window ria_warp_window_begin() {
  ria_warp_window w = {-RIA_WARP_DIGITS, {0, 0, 0, 0}};
  return w;
}

/** Adds it to the warp's digits: to `digit.get(i)` for i from `first_digit`, by
 * `digit.set(i, value)`. All lanes take part. */
template <typename digits>
static __device__ inline void ria_warp_window_end(digits &digit, int first_digit,
                                                  ria_warp_window &w) {
  if (w.first < 0)
    return;
  for (int i = 0; i < RIA_WARP_DIGITS; i++) {
    const long long sum = ria_sum_of_warp(w.digit[i]);
    const int at = first_digit + w.first + i;
    if (threadIdx.x % 32 == 0 && sum)
      digit.set(at, digit.get(at) + sum);
    w.digit[i] = 0;
  }
}

/** Adds a term of each lane to what they have, or, where it does not fit in there, after that went
 * to the warp's digits. All lanes take part. `invalid` counts this lane's terms that are not
 * finite.
 */
template <typename digits>
static __device__ inline void ria_warp_sum_add(digits &digit, int first_digit, ria_warp_window &w,
                                               double term, int &invalid) {
  enum { DIGIT_BITS = 32 };
  const unsigned all_lanes = 0xffffffffu;
  const unsigned long long bits = (unsigned long long)__double_as_longlong(term);
  const int exponent = (int)(bits >> 52 & 0x7ff);
  const bool finite = exponent != 0x7ff, negative = bits >> 63;
  unsigned long long mantissa = bits & ((1ull << 52) - 1);
  if (exponent)
    mantissa |= 1ull << 52;
  const int shift = exponent ? exponent - 1 : 0; // of the mantissa's lowest bit above 2^-1074
  const int first = shift / DIGIT_BITS, offset = shift % DIGIT_BITS;
  const long long low = (long long)(uint32_t)(mantissa << offset),
                  middle = (long long)(uint32_t)(mantissa >> (DIGIT_BITS - offset)),
                  high = offset ? (long long)(mantissa >> (2 * DIGIT_BITS - offset)) : 0;
  const long long part[] = {negative ? -low : low, negative ? -middle : middle,
                            negative ? -high : high};
  bool left = finite && mantissa;
  invalid += !finite;
  for (;;) {
    const int place = first - w.first;
    if (left && (place == 0 || place == 1)) {
      w.digit[0] += place ? 0 : part[0];
      w.digit[1] += place ? part[0] : part[1];
      w.digit[2] += place ? part[1] : part[2];
      w.digit[3] += place ? part[2] : 0;
      left = false;
    }
    const unsigned others = __ballot_sync(all_lanes, left);
    if (!others)
      break;
    const int now = __shfl_sync(all_lanes, first, __ffs((int)others) - 1);
    const bool lower = __any_sync(all_lanes, left && first == now - 1);
    ria_warp_window_end(digit, first_digit, w);
    w.first = lower ? now - 1 : now;
  }
}

#endif
