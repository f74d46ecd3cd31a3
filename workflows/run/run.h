/** \file
 * `ria run`: what the command line says, and the run itself. */
#ifndef RIA_RUN_H
#define RIA_RUN_H

#include <stdbool.h>
#include "ria/case.h"
#include "ria/terrain.h"
#include "trace.h"

typedef struct {
  const char *case_path, *folder; /**< folder NULL: made from the case's name */
  int ranks, sets;                /**< ranks 0: not asked for */
  int workers;                    /**< CPU workers of a rank; 0: as many as it has cores */
  char **set;                     /**< "key=value" */
  bool resume, overwrite, json;
  bool oversubscribe; /**< more threads than cores and more memory than there is are not refused */
  bool renew;         /**< with resume: a run of another case is replaced, not refused */
  double until; /**< s: stop at the end of the first window that reaches it; INFINITY: never */
  run_trace trace;
  int argc;
  char **argv;
} run_options;

/** Read the case with the options' settings; prints its errors, on rank 0 alone. On success the
 * case is the caller's to destroy. */
ria_status run_read_case(const run_options *options, ria_case *the_case);

/** Whether there is a core for each thread that the options ask for, and on this machine or in this
 * allocation the memory for the case with the ranks that are to be started. Ranks have been checked
 * by the process that started them. Errors: RIA_ERROR_UNSUPPORTED, with the numbers and what to
 * do. */
ria_status run_share_threads(const run_options *options);
ria_status run_share_memory(const run_options *options, const ria_case *the_case);

/** Ranks to start on this machine where the options do not say how many: several where StarPU
 * drives fewer workers a process than there are cores and the grid is large enough for them. 1 in a
 * rank, and inside an allocation, where the job says how many. \param the_case NULL: one that is
 * large enough */
int run_share_ranks(const run_options *options, const ria_case *the_case);

/** Whether a grid is large enough for several ranks to be of use. */
bool run_share_gains(const ria_grid *grid);

/** ria_terrain_load(), unless the case needs more memory than there is for the ranks here: then
 * RIA_ERROR_UNSUPPORTED, and nothing of its size has been allocated. */
ria_status run_share_load(const run_options *options, const ria_case *the_case,
                          ria_terrain *terrain);

/** Run on this rank, prints errors; returns the exit code. Collective over the ranks. */
int run_case(const run_options *options);

#endif
