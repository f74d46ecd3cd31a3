/** \file
 * The arguments of `ria bench`. */
#ifndef BENCH_ARGUMENTS_H
#define BENCH_ARGUMENTS_H

#include "bench/bench.h"
#include "bench/line_command.h"

enum { BENCH_MOST_SETS = 64 };

typedef struct {
  const char *name;
  bench_options kernel;
  bench_solver_options solver;
  bench_line_arguments line;
  const char *switches;       /* as given, NULL if not */
  const char *only;           /* the last given option that is for solvers only; NULL if none */
  const char *of_kernel;      /* the last given option that is for kernels only; NULL if none */
  bool workers_given;         /* selects the solver if a kernel has the same name */
  char *set[BENCH_MOST_SETS]; /* owned: settings of the solver's case */
  int sets;
  const char *output; /* NULL: none */
  bool json, seconds_given;
} bench_arguments;

/** Read the command line. Texts are borrowed from it; free the settings in any case.
 * Errors: RIA_ERROR_ARGUMENT, RIA_ERROR_MEMORY. */
ria_status bench_read_arguments(bench_arguments *arguments, int argc, char **argv);
void bench_free_arguments(bench_arguments *arguments);

#endif
