/** \file
 * Which strips the tiles of this rank exchange. */
#ifndef TILE_HALO_H
#define TILE_HALO_H

#include "access/simulation.h"

/** The strips of all tiles, unless the executor has its own. Errors: RIA_ERROR_MEMORY,
 * RIA_ERROR_UNSUPPORTED. */
ria_status halo_create(ria_simulation *simulation);
void halo_destroy(tile_data *tile);
/** Submit the sends and receives of the strips of the present parity, between ranks. They go
 * together, right before the tasks that unpack them: strips that are unpacked twice travel twice,
 * those that nobody unpacks stay, and no message is ever without its partner. */
ria_status halo_exchange(const ria_simulation *simulation);

#endif
