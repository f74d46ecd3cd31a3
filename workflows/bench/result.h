/* Figures derived from the time of a step. */
#ifndef RIA_BENCH_RESULT_H
#define RIA_BENCH_RESULT_H

#include "bench.h"

/* Measures the peaks of this core for `cells` cells of the result's cost and precision. */
ria_status ria_bench_probe(ria_bench_result *result, double cells);

/* Fills in rates and the share of the roofline, from seconds, workers, cost and peaks. */
void ria_bench_rates(ria_bench_result *result, double cells);

/* Steps that an implementation makes in a pass over memory: as many as asked for, or at most.
 * Errors: RIA_ERROR_ARGUMENT (more than it can, or fewer than 1). */
ria_status ria_bench_pass(const ria_kernel *kernel, const ria_implementation *one,
                          const ria_bench_options *options, int *pass);

/* The median. Sorts the samples. */
double ria_bench_median(double *sample, int count);

#endif
