/** \file
 * Finds a tile's parts of the domain's edge, and its sources.
 */
#ifndef TILE_EDGE_H
#define TILE_EDGE_H

#include "access/simulation.h"

/** Find them. Errors: RIA_ERROR_MEMORY. */
ria_status edges_create(const ria_simulation *simulation, tile_data *tile);
void edges_destroy(const ria_simulation *simulation, tile_data *tile);

#endif
