/** \file
 * For CUDA source: adding to a ria_sum by warps. Each warp has its own digits; those of all warps
 * are added up at the end, in any order.
 */
#ifndef RIA_WARP_SUM_H
#define RIA_WARP_SUM_H

#include <stdint.h>
#include "ria/sum.h"

#ifdef __CUDACC__
#define RIA_UNROLL _Pragma("unroll")
#else
#define RIA_UNROLL
#endif

/** The sum of one number from each lane, returned in all lanes. */
static __device__ inline long long ria_sum_of_warp(long long value) {
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_xor_sync(0xffffffffu, value, distance);
  return value;
}

/** The partial sums of a warp's lanes. Each term is cut into slices of RIA_WARP_BITS bits, from
 * 2^top downwards; each slice is added up exactly over all terms in double precision, as the CPU
 * does it (Rump, Ogita and Oishi, SIAM J. Sci. Comput. 31, 2008, lemma 3.3): 2^13 slices of less
 * than 2^40 units are less than 2^53. Bits of a term below the last slice or above the first go to
 * the warp's digits at once. `top` is the same in all lanes. */
enum {
  RIA_WARP_SLICES = 8,
  RIA_WARP_BITS = 40,
  RIA_WARP_MOST_TERMS = 256, /* of a lane; 2^13 of a warp */
  RIA_WARP_SPARE = 16,       /* bits of headroom above the largest term, for larger terms that
                                follow */
  RIA_WARP_HIGHEST = 1000,   /* so that a slice's unit times 2^52 is finite and normal */
  RIA_WARP_LOWEST = -680,
  RIA_WARP_NONE = -10000
};
typedef struct {
  int top, terms;
  double slice[RIA_WARP_SLICES];
} ria_warp_window;

static __device__ inline ria_warp_window ria_warp_window_begin() {
  ria_warp_window w = {RIA_WARP_NONE, 0, {0, 0, 0, 0, 0, 0, 0, 0}};
  return w;
}

/** The exponent of a power of two above a finite number's magnitude. */
static __device__ inline int ria_exponent_above(double term) {
  return (int)((unsigned long long)__double_as_longlong(term) >> 52 & 0x7ff) - 1022;
}

/** Adds a finite term to digits, by one thread. */
template <typename digits>
static __device__ inline void ria_digits_add(digits &digit, int first_digit, double term) {
  enum { DIGIT_BITS = 32 };
  const unsigned long long bits = (unsigned long long)__double_as_longlong(term);
  const int exponent = (int)(bits >> 52 & 0x7ff);
  const bool negative = bits >> 63;
  unsigned long long mantissa = bits & ((1ull << 52) - 1);
  if (exponent)
    mantissa |= 1ull << 52;
  const int shift = exponent ? exponent - 1 : 0; // of the mantissa's lowest bit above 2^-1074
  const int first = first_digit + shift / DIGIT_BITS, offset = shift % DIGIT_BITS;
  const long long part[] = {(long long)(uint32_t)(mantissa << offset),
                            (long long)(uint32_t)(mantissa >> (DIGIT_BITS - offset)),
                            offset ? (long long)(mantissa >> (2 * DIGIT_BITS - offset)) : 0};
  for (int i = 0; i < 3; i++)
    if (part[i])
      digit.set(first + i, digit.get(first + i) + (negative ? -part[i] : part[i]));
}

/** Adds a finite term of each lane to the warp's digits: the first lane adds one after the other.
 */
template <typename digits>
static __device__ inline void ria_warp_spill(digits &digit, int first_digit, double term) {
  const unsigned all_lanes = 0xffffffffu;
  unsigned left = __ballot_sync(all_lanes, term != 0);
  for (; left; left &= left - 1) {
    const long long bits =
        __shfl_sync(all_lanes, (long long)__double_as_longlong(term), __ffs((int)left) - 1);
    if (threadIdx.x % 32 == 0)
      ria_digits_add(digit, first_digit, __longlong_as_double(bits));
  }
}

/** The number of another lane, at a given distance. */
static __device__ inline double ria_of_other_lane(double value, int distance) {
  return __longlong_as_double(
      __shfl_xor_sync(0xffffffffu, (long long)__double_as_longlong(value), distance));
}

/** The sum over the warp of one slice: four adjacent lanes return it, for the slice `number`. In
 * each of the first rounds a lane gives half of its slices to another lane, and receives the other
 * half of that lane's. */
static __device__ inline double ria_warp_transposed(const double (&slice)[RIA_WARP_SLICES],
                                                    int lane, int &number) {
  double left[RIA_WARP_SLICES];
  int distance = 16, count = RIA_WARP_SLICES;
  RIA_UNROLL
  for (int i = 0; i < RIA_WARP_SLICES; i++)
    left[i] = slice[i];
  number = 0;
  RIA_UNROLL
  for (int turn = 0; turn < 3; turn++) {
    const bool upper = lane & distance;
    count /= 2;
    RIA_UNROLL
    for (int i = 0; i < count; i++) {
      const double kept = upper ? left[count + i] : left[i];
      const double given = upper ? left[i] : left[count + i];
      left[i] = kept + ria_of_other_lane(given, distance);
    }
    number += upper ? count : 0;
    distance /= 2;
  }
  for (; distance > 0; distance /= 2)
    left[0] += ria_of_other_lane(left[0], distance);
  return left[0];
}

/** Adds the warp's sums to `digit.get(i)` for i from `first_digit`, by `digit.set(i, value)`. All
 * lanes take part. */
template <typename digits>
static __device__ inline void ria_warp_window_end(digits &digit, int first_digit,
                                                  ria_warp_window &w) {
  bool some = false;
  RIA_UNROLL
  for (int i = 0; i < RIA_WARP_SLICES; i++)
    some |= w.slice[i] != 0;
  w.terms = 0;
  if (!__any_sync(0xffffffffu, some))
    return;
  const int lane = (int)threadIdx.x % 32;
  int slice = 0;
  const double sum = ria_warp_transposed(w.slice, lane, slice);
  RIA_UNROLL
  for (int i = 0; i < RIA_WARP_SLICES; i++)
    w.slice[i] = 0;
  /* Slices are taken three apart: their sums of less than 2^53 units have no digit in common. */
  for (int turn = 0; turn < 3; turn++) {
    __syncwarp();
    if (lane % (32 / RIA_WARP_SLICES) == 0 && slice % 3 == turn)
      ria_digits_add(digit, first_digit, sum);
  }
  __syncwarp();
}

/** Restarts a window below a power of two that is above the terms of all lanes. */
template <typename digits>
static __device__ inline void ria_warp_window_move(digits &digit, int first_digit,
                                                   ria_warp_window &w, int exponent) {
  int most = exponent;
  for (int distance = 16; distance > 0; distance /= 2) {
    const int other = __shfl_xor_sync(0xffffffffu, most, distance);
    most = other > most ? other : most;
  }
  ria_warp_window_end(digit, first_digit, w);
  if (most <= w.top)
    return;
  w.top = most + RIA_WARP_SPARE;
  w.top = w.top > RIA_WARP_HIGHEST ? RIA_WARP_HIGHEST : w.top;
  w.top = w.top < RIA_WARP_LOWEST ? RIA_WARP_LOWEST : w.top;
}

/** The exponent of a power of two above the magnitudes of a lane's terms; RIA_WARP_NONE: all are 0.
 * Terms that are not finite are set to 0 and counted in `invalid`. */
template <int count>
static __device__ inline int ria_exponent_above_all(double (&term)[count], int &invalid) {
  int exponent = RIA_WARP_NONE;
  RIA_UNROLL
  for (int n = 0; n < count; n++) {
    const int above = ria_exponent_above(term[n]);
    const bool finite = above != 0x7ff - 1022;
    invalid += !finite;
    term[n] = finite ? term[n] : 0;
    exponent = term[n] != 0 && above > exponent ? above : exponent;
  }
  return exponent;
}

/** Cuts each lane's terms, which are below 2^top, and adds the parts to its slices. The remainder
 * stays in `term`. `more`: whether the lane has a term other than 0; returns whether it has a
 * remainder. All lanes of a warp take part. */
template <int count>
static __device__ inline bool ria_warp_cut(double (&term)[count], int top, bool more,
                                           double (&slice)[RIA_WARP_SLICES]) {
  RIA_UNROLL
  for (int i = 0; i < RIA_WARP_SLICES; i++) {
    if (!__any_sync(0xffffffffu, more))
      return false;
    /* 1.5 * 2^52 units of the slice: adding it rounds to whole units */
    const int unit = top - (i + 1) * RIA_WARP_BITS;
    const double above = __longlong_as_double(
        (long long)((unsigned long long)(1023 + 52 + unit) << 52 | 1ull << 51));
    more = false;
    RIA_UNROLL
    for (int n = 0; n < count; n++) {
      const double part = (above + term[n]) - above;
      slice[i] += part;
      term[n] -= part;
      more |= term[n] != 0;
    }
  }
  return more;
}

/** Adds `count` terms of each lane to the partial sums. All lanes take part. `invalid` counts this
 * lane's terms that are not finite; `term` is overwritten. */
template <int count, typename digits>
static __device__ inline void ria_warp_sum_add(digits &digit, int first_digit, ria_warp_window &w,
                                               double (&term)[count], int &invalid) {
  const unsigned all_lanes = 0xffffffffu;
  const int exponent = ria_exponent_above_all(term, invalid);
  const bool full = w.terms + count > RIA_WARP_MOST_TERMS;
  if (__any_sync(all_lanes, exponent > w.top) || full)
    ria_warp_window_move(digit, first_digit, w, exponent);
  if (__any_sync(all_lanes, exponent > w.top)) { /* too large for any slice */
    RIA_UNROLL
    for (int n = 0; n < count; n++) {
      const bool high = ria_exponent_above(term[n]) > w.top;
      ria_warp_spill(digit, first_digit, high ? term[n] : 0);
      term[n] = high ? 0 : term[n];
    }
  }
  w.terms += count;
  if (__any_sync(all_lanes, ria_warp_cut(term, w.top, exponent > RIA_WARP_NONE, w.slice))) {
    RIA_UNROLL
    for (int n = 0; n < count; n++)
      ria_warp_spill(digit, first_digit, term[n]);
  }
}

#endif
