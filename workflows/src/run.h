/** \file
 * `ria run`: what the command line says, and the run itself. */
#ifndef RIA_RUN_H
#define RIA_RUN_H

#include <stdbool.h>
#include "ria/case.h"
#include "run_trace.h"

typedef struct {
  const char *case_path, *folder; /**< folder NULL: made from the case's name */
  int ranks, sets;
  int workers; /**< CPU workers of a rank; 0: as many as it has cores */
  char **set;  /**< "key=value" */
  bool resume, overwrite, json;
  bool renew;   /**< with resume: a run of another case is replaced, not refused */
  double until; /**< s: stop at the end of the first window that reaches it; INFINITY: never */
  run_trace trace;
  int argc;
  char **argv;
} run_options;

/** Read the case with the options' settings; prints its errors, on rank 0 alone. On success the
 * case is the caller's to destroy. */
ria_status run_read_case(const run_options *options, ria_case *the_case);

/** Run on this rank, prints errors; returns the exit code. Collective over the ranks. */
int run_case(const run_options *options);

#endif
