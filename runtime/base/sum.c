#include "ria/sum.h"
#include <math.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide_integer;

enum { DIGIT_BITS = 32, LOWEST = -1074 };
static const int64_t most_terms = (int64_t)1 << 30;

/* Carry so that every digit but the last lies in [0, 2^32). */
static void normalise(ria_sum *sum) {
  int64_t carry = 0;
  for (int i = 0; i < RIA_SUM_DIGITS; i++) {
    int64_t v = sum->digit[i] + carry;
    carry = i < RIA_SUM_DIGITS - 1 ? v >> DIGIT_BITS : 0;
    sum->digit[i] = i < RIA_SUM_DIGITS - 1 ? v & 0xffffffff : v;
  }
  sum->terms = 1;
}

void ria_sum_add(ria_sum *sum, double term) {
  if (!isfinite(term)) {
    sum->invalid++;
    return;
  }
  if (term == 0)
    return;
  if (++sum->terms >= most_terms)
    normalise(sum);
  int exponent;
  double fraction = frexp(fabs(term), &exponent); /* term = fraction * 2^exponent */
  uint64_t mantissa = (uint64_t)ldexp(fraction, 53);
  int shift = exponent - 53 - LOWEST; /* of the mantissa's lowest bit above 2^LOWEST */
  if (shift < 0) {                    /* subnormal: the low bits are zero */
    mantissa >>= -shift;
    shift = 0;
  }
  int first = shift / DIGIT_BITS, offset = shift % DIGIT_BITS;
  wide_integer wide = (wide_integer)mantissa << offset;
  for (int i = 0; i < 3; i++) {
    int64_t part = (int64_t)(uint32_t)(wide >> (DIGIT_BITS * i));
    sum->digit[first + i] += term < 0 ? -part : part;
  }
}

void ria_sum_merge(ria_sum *sum, const ria_sum *other) {
  ria_sum o = *other;
  normalise(&o);
  normalise(sum);
  for (int i = 0; i < RIA_SUM_DIGITS; i++)
    sum->digit[i] += o.digit[i];
  sum->terms = 2;
  sum->invalid += o.invalid;
}

double ria_sum_value(const ria_sum *sum) {
  if (sum->invalid)
    return NAN;
  ria_sum s = *sum;
  normalise(&s);
  int negative = s.digit[RIA_SUM_DIGITS - 1] < 0;
  if (negative) {
    for (int i = 0; i < RIA_SUM_DIGITS; i++)
      s.digit[i] = -s.digit[i];
    normalise(&s);
  }
  int top = RIA_SUM_DIGITS - 1;
  while (top > 0 && s.digit[top] == 0)
    top--;
  /* The top three digits hold at least 65 significant bits; what lies below is folded into the
   * lowest bit, so that the one rounding below is right. */
  wide_integer wide = 0;
  int low = top > 2 ? top - 2 : 0;
  for (int i = top; i >= low; i--)
    wide = wide << DIGIT_BITS | (wide_integer)s.digit[i];
  int sticky = 0;
  for (int i = 0; i < low; i++)
    sticky |= s.digit[i] != 0;
  int shift = low * DIGIT_BITS + LOWEST;
  int bits = 0;
  for (wide_integer w = wide; w; w >>= 1)
    bits++;
  int drop =
      bits - 55; /* what is kept holds the rounding bit; the sticky bit stands for the rest */
  if (drop > 0) {
    sticky |= (wide & (((wide_integer)1 << drop) - 1)) != 0;
    wide >>= drop;
    shift += drop;
  }
  uint64_t mantissa = (uint64_t)wide;
  if (sticky)
    mantissa |= 1;
  double value = ldexp((double)mantissa, shift);
  return negative ? -value : value;
}
