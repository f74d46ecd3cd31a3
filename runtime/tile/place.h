/** \file
 * Which worker gets a tile. */
#ifndef TILE_PLACE_H
#define TILE_PLACE_H

#include "access/simulation.h"

/** How many workers, GPUs or Cells of this process its tiles are dealt to: one where StarPU chooses
 * among the workers of the host. At least 1. */
int place_parts(const ria_simulation *simulation);
/** The place of a tile whose part is known. Errors: RIA_ERROR_UNSUPPORTED, if there is no GPU. */
ria_status place_choose(const ria_simulation *simulation, tile_data *tile);
/** Before memory is taken: whether the tiles fit into the memory of their GPUs. Errors:
 * RIA_ERROR_MEMORY, which says how many bytes are missing and what would fit. */
ria_status place_check(const ria_simulation *simulation);
#endif
