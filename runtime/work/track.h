/** \file
 * Tracked fields (ria_tracker). A tile has two generations of them: the one that belongs to the
 * last accepted window, and the one that the present window writes. The first step of a window
 * reads the accepted one, the others work in place. So a window that is repeated counts once. */
#ifndef WORK_TRACK_H
#define WORK_TRACK_H

#include "work.h"

/** Apply the trackers to the own cells of the state in a buffer: after step `number` of the clock's
 * window. */
void track_step(const tile_work *work, int number, int buffer);

/** Begin anew: with what a tile's state is in buffer 0, `time` s after the start of the case, into
 * generation 0. The tile's memory is the caller's. Errors: RIA_ERROR_MEMORY. */
ria_status track_begin(const ria_simulation *simulation, const tile_data *tile, double time);

#endif
