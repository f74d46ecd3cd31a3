/* Figures derived from the time of a step. */
#ifndef BENCH_RESULT_H
#define BENCH_RESULT_H

#include "bench.h"

/* Measures the peaks of so many cores at once, for `cells` cells of the result's cost and
 * precision, which they share. */
ria_status bench_probe(bench_result *result, double cells, int cores);

/* Fills in rates and the share of the roofline, from seconds, workers, cost and peaks. */
void bench_rates(bench_result *result, double cells);

/* Steps that an implementation makes in a pass over memory: as many as asked for, or at most.
 * Errors: RIA_ERROR_ARGUMENT (more than it can, or fewer than 1). */
ria_status bench_pass(const ria_kernel *kernel, const ria_implementation *one,
                      const bench_options *options, int *pass);

/* The median. Sorts the samples. */
double bench_median(double *sample, int count);

#endif
