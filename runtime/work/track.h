/** \file
 * Tracked fields (ria_tracker). A tile has two generations of them: the one that belongs to the
 * last accepted window, and the one that the present window writes. The first step of a window
 * reads the accepted one, the others work in place. So a window that is repeated counts once. */
#ifndef WORK_TRACK_H
#define WORK_TRACK_H

#include "ria/device_kernel.h"
#include "work.h"

/** Apply the trackers to the own cells of the state in a buffer: after step `number` of the clock's
 * window. */
void track_step(const tile_work *work, int number, int buffer);

/** Whether launches of steps on a GPU can apply all trackers besides, and there are some. */
bool track_besides(const ria_simulation *simulation);

/** What such a launch is given; until it has begun. */
typedef struct {
  ria_device_tracking tracking;
  ria_device_tracker tracker[RIA_DEVICE_TRACKERS];
  double scalars[RIA_DEVICE_TRACKERS][RIA_MAX_SCALARS];
} track_launch;

/** To apply the trackers to the state after step `number` in the launch of the next step, */
const ria_device_tracking *track_with_next(const tile_work *work, int number, track_launch *launch);
/** after each of the first steps of the clock's window, or */
const ria_device_tracking *track_window(const tile_work *work, int steps, track_launch *launch);
/** after each of many exact steps, all of which count. */
const ria_device_tracking *track_exact(const tile_work *work, track_launch *launch);

/** Begin anew: with what a tile's state is in buffer 0, `time` s after the start of the case, into
 * generation 0. The tile's memory is the caller's. Errors: RIA_ERROR_MEMORY. */
ria_status track_begin(const ria_simulation *simulation, const tile_data *tile, double time);

#endif
