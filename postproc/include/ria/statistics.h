/** \file
 * Statistics of repeated measurements: medians, quartiles, and the verdict which of two is faster.
 *
 * Times on a computer are skewed and have outliers, so medians and quartiles are reported, never
 * means. A ratio of medians comes with a percentile bootstrap interval (Efron and Tibshirani 1993,
 * ch. 13): the range of the ratio over other repeats of the same kind. The random numbers have a
 * fixed seed, so the same measurements give the same verdict.
 */
#ifndef RIA_STATISTICS_H
#define RIA_STATISTICS_H

#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RIA_RESAMPLES = 9999 };

typedef struct {
  int count;
  double median;
  double lower, upper; /**< quartiles, between order statistics by linear interpolation (type 7) */
  double least, most;
} ria_spread;

/** Summarise [count] values in any order. Errors: RIA_ERROR_ARGUMENT (no values, or one that is not
 * finite), RIA_ERROR_MEMORY. */
ria_status ria_spread_of(int count, const double *value, ria_spread *spread);

/** Relative spread: half the interquartile range divided by the median. */
double ria_spread_relative(const ria_spread *spread);

typedef struct {
  double ratio;      /**< median of a over median of b */
  double low, high;  /**< bounds of the interval */
  double confidence; /**< confidence of the interval, such as 0.95 */
} ria_ratio;

/** Ratio of the medians of paired runs: a[i] and b[i] were measured one after the other and are
 * resampled together, so that a drift of the machine cancels. Values must be positive. Errors:
 * RIA_ERROR_ARGUMENT (fewer than 2 pairs, a value that is not positive and finite, a confidence
 * outside (0, 1)), RIA_ERROR_MEMORY. */
ria_status ria_ratio_paired(int count, const double *a, const double *b, double confidence,
                            ria_ratio *ratio);
/** Ratio of the medians of unrelated runs, such as today's and last month's; each side is resampled
 * separately. */
ria_status ria_ratio_unpaired(int count_a, const double *a, int count_b, const double *b,
                              double confidence, ria_ratio *ratio);

/* name, text as written in workflows and reports */
#define RIA_VERDICT_LIST(X)                                                                        \
  X(RIA_FASTER, "faster") /**< the interval of times lies below 1 */                               \
  X(RIA_SLOWER, "slower") /**< it lies above 1 */                                                  \
  X(RIA_NO_DIFFERENCE,                                                                             \
    "no difference") /**< the interval contains 1, or the difference is below the margin */

typedef enum {
#define RIA_VERDICT_ENUM(name, text) name,
  RIA_VERDICT_LIST(RIA_VERDICT_ENUM)
#undef RIA_VERDICT_ENUM
} ria_verdict_of_times;

/** The verdict on a compared with b. A difference below `margin` (0.02: two percent) counts as no
 * difference. */
ria_verdict_of_times ria_ratio_verdict(const ria_ratio *ratio, double margin);
/** "faster", "slower" or "no difference". */
const char *ria_verdict_text(ria_verdict_of_times verdict);

#ifdef __cplusplus
}
#endif
#endif
