/* `ria bench SOLVER --line`: options and output for line.h. */
#ifndef BENCH_LINE_COMMAND_H
#define BENCH_LINE_COMMAND_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include "ria/status.h"

typedef struct {
  bool wanted;                         /* --line */
  const char *points, *variant, *node; /* as given, NULL if not; borrowed */
  int64_t steps;                       /* per call; 0: the default */
  double seconds;
  int sets;
  const char *const *set;
  bool each;  /* print a row for each node */
  bool quiet; /* print no table */
} bench_line_arguments;

/* Measure, print the table row by row, and return it as a JSON object, which the caller owns.
 * Errors: those of bench_line(); RIA_ERROR_ARGUMENT for options that need --line. */
ria_status bench_line_run(const char *solver, const bench_line_arguments *arguments,
                          json_t **object);

/* Errors: RIA_ERROR_ARGUMENT if an option is given that needs --line. */
ria_status bench_line_absent(const bench_line_arguments *arguments);

#endif
