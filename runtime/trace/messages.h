/** \file
 * Private: messages between ranks, for a trace. */
#ifndef TRACE_MESSAGES_H
#define TRACE_MESSAGES_H

#include "access/simulation.h"

/** For a tile's strips, once they are there. */
void strip_trace_create(ria_simulation *simulation, tile_data *tile);
/** The tile's strips of generation `g` are packed by a task that began after `step` steps. */
void strip_trace_packed(tile_data *tile, int g, int64_t step);
/** A message is complete: what StarPU-MPI calls back, with a strip_trace. */
void strip_trace_complete(void *strip);

#endif
