/* `ria bench SOLVER --line`: the command's part of line.h. */
#ifndef RIA_BENCH_LINE_COMMAND_H
#define RIA_BENCH_LINE_COMMAND_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include "ria/status.h"

typedef struct {
  bool wanted;                         /* --line */
  const char *points, *variant, *node; /* as given, NULL if not; borrowed */
  int64_t steps;                       /* of a call; 0: a default */
  double seconds;
  int sets;
  const char *const *set;
  bool each;  /* a row for each node */
  bool quiet; /* print no table */
} bench_line_arguments;

/* Measures, prints the table as it grows, and makes an object of it, which the caller owns. Errors:
 * those of ria_bench_line(); RIA_ERROR_ARGUMENT for what is given without --line. */
ria_status bench_line_run(const char *solver, const bench_line_arguments *arguments,
                          json_t **object);

/* RIA_ERROR_ARGUMENT if something is given that is of --line alone. */
ria_status bench_line_absent(const bench_line_arguments *arguments);

#endif
