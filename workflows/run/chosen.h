/** \file
 * The part of a run that its history records: output.fields, from, until and region of the case.
 */
#ifndef RUN_CHOSEN_H
#define RUN_CHOSEN_H

#include <mpi.h>
#include "log.h"
#include "ria/case.h"
#include "ria/shown.h"
#include "ria/simulation.h"
#include "ria/terrain.h"

/** The cells [lo, hi) of a plane. */
typedef struct {
  ria_global lo[2], hi[2];
} run_region;

/** Check output.fields, output.region and output.window. Error: RIA_ERROR_CASE; the message lists
 * the existing variables, gives the extent of the grid, or names a solver without means over time.
 */
ria_status run_chosen_check(const ria_case *the_case, const ria_terrain *terrain,
                            const ria_shown *shown);

/** Take the variables that output.fields does not name out of the history; a name of a vector's
 * picture, such as speed, stands for its components. */
void run_chosen_fields(const ria_case *the_case, ria_shown *shown);

/** A history of an older ria, or one with swept tiles, may lack variables that are updated in every
 * step. Continue with the variables that it has: remove the others, and log them (`log` NULL: do
 * not log). Collective. */
void run_chosen_resume(const char *path, MPI_Comm comm, run_log *log, ria_shown *shown);

/** The names of output.fields in one line; NULL: there is no such key, or no memory. Owned. */
char *run_chosen_text(const ria_case *the_case);

/** Whether to write the state at `time` (s). */
bool run_chosen_time(const ria_case *the_case, double time);

/** The cells whose centres lie in output.region; without the key all cells of the plane. */
run_region run_chosen_region(const ria_case *the_case, const ria_terrain *terrain);

/** The part of a field [ny][nx] of the plane `grid` in a region; NULL: no memory. Owned. */
double *run_chosen_crop(const run_region *region, const ria_grid *grid, const double *field);

/** The parts of tiles in a region, with cells counted from its corner; owns its memory. */
typedef struct {
  int count;
  ria_snapshot_tile *tile; /**< [count] */
  void *values;
} run_chosen_tiles;

/** Cut the first `fields` fields of tiles in `precision`. Error: RIA_ERROR_MEMORY. Destroy in any
 * case. */
ria_status run_chosen_cut(const run_region *region, ria_precision precision, int fields, int count,
                          const ria_snapshot_tile *tile, run_chosen_tiles *cut);
void run_chosen_destroy(run_chosen_tiles *cut);

#endif
