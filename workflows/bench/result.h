/* Figures derived from the time of a step. */
#ifndef RIA_BENCH_RESULT_H
#define RIA_BENCH_RESULT_H

#include "bench.h"

/* Measures the peaks of this core for `cells` cells of the result's cost and precision. */
ria_status ria_bench_probe(ria_bench_result *result, double cells);

/* Fills in rates and the share of the roofline, from seconds, workers, cost and peaks. */
void ria_bench_rates(ria_bench_result *result, double cells);

/* The median. Sorts the samples. */
double ria_bench_median(double *sample, int count);

#endif
