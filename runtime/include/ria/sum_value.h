/** \file
 * Rounding of an exact sum, on a CPU and on a GPU.
 */
#ifndef RIA_SUM_VALUE_H
#define RIA_SUM_VALUE_H

#include <math.h>
#include "ria/both.h"
#include "ria/sum.h"

enum { RIA_SUM_DIGIT_BITS = 32, RIA_SUM_LOWEST = -1074 };

/** Carries the digits of a sum's magnitude; all digits outside `low` to `high` must be 0.
 * Afterwards every digit but the last lies in [0, 2^32). Returns the highest digit that is not 0;
 * *negative: whether the sum is below 0. */
RIA_BOTH int ria_sum_carry(int64_t *digit, int low, int high, int *negative) {
  const int last = RIA_SUM_DIGITS - 1;
  int64_t carry = 0;
  int top = low;
  for (int i = low; i <= high; i++)
    carry = (digit[i] + carry) >> RIA_SUM_DIGIT_BITS;
  *negative = carry < 0;
  carry = 0;
  for (int i = low; i <= last && (i <= high || carry); i++) {
    const int64_t all = (*negative ? -digit[i] : digit[i]) + carry;
    carry = i < last ? all >> RIA_SUM_DIGIT_BITS : 0;
    digit[i] = i < last ? all & 0xffffffff : all;
    top = digit[i] ? i : top;
  }
  return top;
}

/** The number nearest to a sum of finite terms; all digits outside `low` to `high` must be 0. The
 * digits are overwritten. */
RIA_BOTH double ria_sum_round(int64_t *digit, int low, int high) {
  __extension__ typedef unsigned __int128 wide_integer;
  int negative;
  const int top = ria_sum_carry(digit, low, high, &negative);
  /* The top three digits hold at least 65 significant bits. The lower digits are folded into the
   * lowest bit, so that the single rounding below is right. */
  const int lowest = top > 2 ? top - 2 : 0;
  wide_integer wide = 0;
  for (int i = top; i >= lowest; i--)
    wide = wide << RIA_SUM_DIGIT_BITS | (wide_integer)digit[i];
  int sticky = 0;
  for (int i = low; i < lowest; i++)
    sticky |= digit[i] != 0;
  int shift = lowest * RIA_SUM_DIGIT_BITS + RIA_SUM_LOWEST;
  int bits = (top - lowest) * RIA_SUM_DIGIT_BITS;
  for (uint64_t left = (uint64_t)digit[top]; left; left >>= 1)
    bits++;
  /* The kept digits hold the rounding bit; the sticky bit represents the rest. */
  const int drop = bits - 55;
  if (drop > 0) {
    sticky |= (wide & (((wide_integer)1 << drop) - 1)) != 0;
    wide >>= drop;
    shift += drop;
  }
  const uint64_t mantissa = (uint64_t)wide | (uint64_t)(sticky != 0);
  const double value = ldexp((double)mantissa, shift);
  return negative ? -value : value;
}

#endif
