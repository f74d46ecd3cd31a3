/** \file
 * Sums that do not depend on the order of their terms: a fixed-point accumulator wide enough for
 * every finite double, so that adding is exact and only the final rounding is not.
 */
#ifndef RIA_SUM_H
#define RIA_SUM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 32-bit digits from 2^-1074 to 2^1023, with room above for carries; a digit takes 2^30 additions
 * before it must be normalised. */
enum { RIA_SUM_DIGITS = 70 };

typedef struct {
  int64_t digit[RIA_SUM_DIGITS];
  int64_t terms;   /**< since the last normalisation */
  int64_t invalid; /**< NaN or infinite terms */
} ria_sum;

/** Add a term, exactly. ria_sum starts as all zero bytes. */
void ria_sum_add(ria_sum *sum, double term);
/** Add `units` times 2^exponent, exactly; the exponent is -1074 to 971. */
void ria_sum_add_units(ria_sum *sum, int64_t units, int exponent);
/** Add another accumulator, exactly. */
void ria_sum_merge(ria_sum *sum, const ria_sum *other);
/** The sum, rounded once (to nearest); NAN if a term was not finite. */
double ria_sum_value(const ria_sum *sum);

#ifdef __cplusplus
}
#endif
#endif
