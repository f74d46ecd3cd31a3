/** \file
 * Tracked fields (ria_tracker). A tile has two generations of them: that of the last accepted
 * window, and that of the present window. The first step of a window reads the accepted generation
 * and writes the other; later steps work in place. So a repeated window counts once.
 */
#ifndef WORK_TRACK_H
#define WORK_TRACK_H

#include "ria/device_kernel.h"
#include "work.h"

/** Apply the trackers to the own cells of a buffer's state, after step `number` of the clock's
 * window. */
void track_step(const tile_work *work, int number, int buffer);

/** Whether launches of steps on a GPU can also apply all trackers, of which there is at least one.
 */
bool track_besides(const ria_simulation *simulation);

/** Arguments of such a launch; keep them until it has begun. */
typedef struct {
  ria_device_tracking tracking;
  ria_device_tracker tracker[RIA_DEVICE_TRACKERS];
  double scalars[RIA_DEVICE_TRACKERS][RIA_MAX_SCALARS];
} track_launch;

/** Apply the trackers to the state after step `number` in the launch of the next step, */
const ria_device_tracking *track_with_next(const tile_work *work, int number, track_launch *launch);
/** after each of the first steps of the clock's window, or */
const ria_device_tracking *track_window(const tile_work *work, int steps, track_launch *launch);
/** after each of many exact steps, all of which are accepted. */
const ria_device_tracking *track_exact(const tile_work *work, track_launch *launch);

/** Restart: initialise generation 0 from the state in buffer 0, `time` s after the start of the
 * case. The caller must have acquired the tile's memory. Errors: RIA_ERROR_MEMORY. */
ria_status track_begin(const ria_simulation *simulation, const tile_data *tile, double time);

#endif
