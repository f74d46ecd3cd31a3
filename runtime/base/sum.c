#include "ria/sum_value.h"
#include <math.h>
#include <stdbool.h>
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

/* Adds magnitude * 2^(LOWEST + shift). */
static void add_wide(ria_sum *sum, uint64_t magnitude, int shift, bool negative) {
  if (++sum->terms >= most_terms)
    normalise(sum);
  const int first = shift / DIGIT_BITS, offset = shift % DIGIT_BITS;
  wide_integer wide = (wide_integer)magnitude << offset;
  for (int i = 0; i < 3; i++) {
    int64_t part = (int64_t)(uint32_t)(wide >> (DIGIT_BITS * i));
    sum->digit[first + i] += negative ? -part : part;
  }
}

void ria_sum_add(ria_sum *sum, double term) {
  if (!isfinite(term)) {
    sum->invalid++;
    return;
  }
  if (term == 0)
    return;
  int exponent;
  double fraction = frexp(fabs(term), &exponent); /* term = fraction * 2^exponent */
  uint64_t mantissa = (uint64_t)ldexp(fraction, 53);
  int shift = exponent - 53 - LOWEST; /* of the mantissa's lowest bit above 2^LOWEST */
  if (shift < 0) {                    /* subnormal: the low bits are zero */
    mantissa >>= -shift;
    shift = 0;
  }
  add_wide(sum, mantissa, shift, term < 0);
}

void ria_sum_add_units(ria_sum *sum, int64_t units, int exponent) {
  if (units)
    add_wide(sum, units < 0 ? -(uint64_t)units : (uint64_t)units, exponent - LOWEST, units < 0);
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
  return ria_sum_round(s.digit, 0, RIA_SUM_DIGITS - 1);
}
