/** \file
 * Many steps in one launch of a GPU, on a tile that is the whole domain: what the runtime asks of
 * an implementation's device_steps. */
#ifndef RIA_MANY_STEPS_H
#define RIA_MANY_STEPS_H

#include "task/work.h"

/** Whether the simulation's steps may be asked for so: one tile without neighbours on a GPU, and
 * implementations that offer it. They may still refuse when they are called. */
bool ria_many_steps_offered(const ria_simulation *simulation);

/** Queue steps [first, first + steps) of the clock's window on the work's GPU. False if that is not
 * possible, slower than single steps, or refused: nothing was queued then, and the caller queues
 * single steps. Which is faster is found out by timing windows now and then. */
bool ria_many_steps_window(const ria_work *work, int first, int steps);

/** Have the tile's next window look at the state anew: it was, or may have been, changed by other
 * means than a window in one launch. A tile that never had one is fine. */
void ria_many_steps_forget(ria_tile *tile);

/** After the window's steps were queued, whichever way. */
void ria_many_steps_end(const ria_work *work);

/** Queue up to clock->batch exact steps from the clock's state on, with the forcing that it has;
 * the state stays in the kept buffer. By claims or without: what is faster is found out as above.
 * Where they ended goes to `result`, in pinned memory. False as above, or after an error, which is
 * noted. */
bool ria_many_steps_exact(const ria_work *work, const ria_request *request,
                          ria_device_steps_report *result);

void ria_many_steps_destroy(ria_many_steps *many);

#endif
