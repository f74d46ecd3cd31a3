/* The speeds and the roofline of `ria bench`, as text and as JSON. */
#ifndef BENCH_FIGURES_H
#define BENCH_FIGURES_H

#include <jansson.h>
#include "bench.h"

/* "single" or "double". */
const char *bench_precision(ria_precision precision);

/* "64 x 32", with a third number where there is more than one along z. Returns `text`. */
const char *bench_product(const int number[RIA_AXES], char *text, size_t room);

/* The size as a JSON list; owned by the caller, NULL without memory. */
json_t *bench_numbers(const int number[RIA_AXES]);

/* Print the figures as text, after the line that names the kernel or solver. */
void bench_print_figures(const bench_result *result);

/* Print the figures of products of a matrix as text. */
void bench_print_rows(const bench_result *result);

/* The figures as JSON; owned by the caller, NULL without memory. */
json_t *bench_figures(const bench_result *result, const char *target);

#endif
