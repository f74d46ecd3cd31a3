/** \file
 * The strips that the tiles of this rank exchange.
 */
#ifndef TILE_HALO_H
#define TILE_HALO_H

#include "access/simulation.h"

/** Create the strips of all tiles, unless the executor has its own. Errors: RIA_ERROR_MEMORY,
 * RIA_ERROR_UNSUPPORTED. */
ria_status halo_create(ria_simulation *simulation);
void halo_destroy(tile_data *tile);
/** Submit the sends and receives between ranks of the strips of the present parity, right before
 * the tasks that unpack them. A strip that is unpacked twice is sent twice; a strip that is not
 * unpacked is not sent; so every message has its partner. */
ria_status halo_exchange(const ria_simulation *simulation);

#endif
