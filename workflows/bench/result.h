/* Figures derived from the time of a step. */
#ifndef BENCH_RESULT_H
#define BENCH_RESULT_H

#include "bench.h"

/* Measures the peaks of the result's cores at the same time, for `cells` cells of its cost and
 * precision, shared by the cores. */
ria_status bench_probe(bench_result *result, double cells, int cores);

/* Fills in rates and the share of the roofline, from seconds, workers, cost and peaks. */
void bench_rates(bench_result *result, double cells);

/* Steps that an implementation computes in a pass over memory: the requested number, or the most
 * that it can. Errors: RIA_ERROR_ARGUMENT (more than it can, or fewer than 1). */
ria_status bench_pass(const ria_kernel *kernel, const ria_implementation *one,
                      const bench_options *options, int *pass);

/* The median. Sorts the samples. */
double bench_median(double *sample, int count);

#endif
