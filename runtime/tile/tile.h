/** \file
 * Creation of this rank's tiles.
 */
#ifndef TILE_TILE_H
#define TILE_TILE_H

#include "access/simulation.h"

/** Distribute the tiles over workers, and check that they fit; allocates no memory yet. Errors:
 * RIA_ERROR_MEMORY, RIA_ERROR_UNSUPPORTED. */
ria_status tiles_plan(ria_simulation *simulation);
/** Allocate their memory, strips and edges. Errors: likewise. */
ria_status tiles_create(ria_simulation *simulation);
void tiles_destroy(ria_simulation *simulation);

#endif
