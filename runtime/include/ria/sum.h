/** \file
 * Sums that do not depend on the order of their terms: a fixed-point accumulator wide enough for
 * every finite double. Adding is exact; only the final conversion rounds.
 */
#ifndef RIA_SUM_H
#define RIA_SUM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 32-bit digits from 2^-1074 to 2^1023, with room above for carries; normalise a digit after at
 * most 2^30 additions. */
enum { RIA_SUM_DIGITS = 70 };

typedef struct {
  int64_t digit[RIA_SUM_DIGITS];
  int64_t terms;   /**< additions since the last normalisation */
  int64_t invalid; /**< number of NaN or infinite terms */
} ria_sum;

/** Add a term, exactly. An empty ria_sum is all zero bytes. */
void ria_sum_add(ria_sum *sum, double term);
/** Add `units` times 2^exponent, exactly; the exponent is -1074 to 971. */
void ria_sum_add_units(ria_sum *sum, int64_t units, int exponent);
/** Add another accumulator, exactly. */
void ria_sum_merge(ria_sum *sum, const ria_sum *other);
/** The sum, rounded once to nearest; NAN if a term was not finite. */
double ria_sum_value(const ria_sum *sum);

#ifdef __cplusplus
}
#endif
#endif
