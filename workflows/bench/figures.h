/* What `ria bench` says of speeds and of the roofline. */
#ifndef RIA_BENCH_FIGURES_H
#define RIA_BENCH_FIGURES_H

#include <jansson.h>
#include "bench.h"

/* "single" or "double". */
const char *bench_precision(ria_precision precision);

/* Lines for people, below one that names what was measured. */
void bench_print_figures(const ria_bench_result *result);

/* The same for programs; owned by the caller, NULL: no memory. */
json_t *bench_figures(const ria_bench_result *result, const char *target);

#endif
