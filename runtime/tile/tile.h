/** \file
 * How the tiles of this rank come to be. */
#ifndef TILE_TILE_H
#define TILE_TILE_H

#include "access/simulation.h"

/** Deal the tiles to workers, and check that they fit: no memory yet. Errors: RIA_ERROR_MEMORY,
 * RIA_ERROR_UNSUPPORTED. */
ria_status tiles_plan(ria_simulation *simulation);
/** Their memory, strips and edges. Errors: likewise. */
ria_status tiles_create(ria_simulation *simulation);
void tiles_destroy(ria_simulation *simulation);

#endif
