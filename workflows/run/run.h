/** \file
 * `ria run` of a case: its options, and the run itself.
 */
#ifndef RUN_H
#define RUN_H

#include <stdbool.h>
#include "ria/case.h"
#include "ria/terrain.h"
#include "trace.h"

typedef struct {
  const char *case_path, *folder; /**< folder NULL: named after the case */
  int ranks, sets;                /**< ranks 0: not requested */
  int workers;                    /**< CPU workers of a rank; 0: as many as it has cores */
  char **set;                     /**< "key=value" */
  bool resume, overwrite, json;
  bool oversubscribe; /**< allow more threads than cores and more memory than exists */
  bool renew;         /**< with resume: replace a run of another case instead of refusing it */
  double until; /**< s: stop at the end of the first window that reaches it; INFINITY: never */
  run_trace trace;
  int argc;
  char **argv;
} run_options;

/** Read the case with the options' settings. Rank 0 prints its errors. After success the caller
 * destroys the case. */
ria_status run_read_case(const run_options *options, ria_case *the_case);

/** The command line, from `ria` on; to be freed. NULL without memory. */
char *run_command_line(const run_options *options);

/** Check that there is a core for each requested thread, and that this machine or allocation has
 * the memory for the case with the ranks to be started. Inside a rank, the process that started the
 * ranks has checked this. Errors: RIA_ERROR_UNSUPPORTED, with the numbers and what to do. */
ria_status run_share_threads(const run_options *options);
ria_status run_share_memory(const run_options *options, const ria_case *the_case);

/** How many ranks to start on this machine if the options do not say: several if StarPU drives
 * fewer workers per process than there are cores and the grid is large enough. 1 in a rank, and in
 * an allocation, where the job decides. \\param the_case NULL: assume a large one */
int run_share_ranks(const run_options *options, const ria_case *the_case);

/** An upper estimate of the bytes of a rank with `own` cells of the mesh: its tiles with their
 * ghost cells, and the whole terrain. */
double run_share_rank_bytes(const ria_case *the_case, double own, const ria_mesh *mesh);

/** Whether a grid is large enough for several ranks to be faster. */
bool run_share_gains(const ria_mesh *mesh);

/** ria_terrain_load(), but first check the memory: if the ranks here need more memory than there
 * is, return RIA_ERROR_UNSUPPORTED before large allocations. */
ria_status run_share_load(const run_options *options, const ria_case *the_case,
                          ria_terrain *terrain);

/** Run on this rank and print errors; returns the exit code. Collective over the ranks. */
int run_case(const run_options *options);

#endif
