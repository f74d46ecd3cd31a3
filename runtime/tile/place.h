/** \file
 * Assigns tiles to workers.
 */
#ifndef TILE_PLACE_H
#define TILE_PLACE_H

#include "access/simulation.h"

/** Number of workers, GPUs or Cells of this process over which its tiles are distributed: 1 if
 * StarPU chooses among the CPU workers. At least 1. */
int place_parts(const ria_simulation *simulation);
/** Set the place of a tile with a known part. Errors: RIA_ERROR_UNSUPPORTED, if there is no GPU. */
ria_status place_choose(const ria_simulation *simulation, tile_data *tile);
/** Call before memory is allocated: checks that the tiles fit into the memory of their GPUs.
 * Errors: RIA_ERROR_MEMORY; the message says how many bytes are missing and what would fit. */
ria_status place_check(const ria_simulation *simulation);
#endif
