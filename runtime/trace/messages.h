/** \file
 * Private: messages between ranks, for a trace. */
#ifndef TRACE_MESSAGES_H
#define TRACE_MESSAGES_H

#include "access/simulation.h"

/** Set up tracing for a tile's strips, after they are created. */
void strip_trace_create(ria_simulation *simulation, tile_data *tile);
/** Record that a task which began after `step` steps packs the tile's strips of generation `g`. */
void strip_trace_packed(tile_data *tile, int g, int64_t step);
/** StarPU-MPI's callback for a complete message, with a strip_trace. */
void strip_trace_complete(void *strip);

#endif
