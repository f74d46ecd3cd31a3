/** \file
 * Many steps in one launch of a GPU, on a tile that is the whole domain: what the runtime asks of
 * a device's function steps. */
#ifndef RIA_MANY_STEPS_H
#define RIA_MANY_STEPS_H

#include "executors/executor.h"

/** Whether the simulation's steps may be asked for so: one tile without neighbours on a GPU, and
 * implementations that offer it. They may still refuse when they are called. */
bool ria_many_steps_offered(const ria_simulation *simulation);

/** Queue up to clock->batch exact steps from the clock's state on, with the forcing that it has;
 * the state stays in the base buffer. Timing finds out whether speculative steps are faster. Where
 * they ended goes to `result`, in pinned memory. False if that is not possible or refused, when
 * nothing was queued, or after an error, which is noted. */
bool ria_many_steps_exact(const ria_work *work, const ria_request *request,
                          ria_device_steps_report *result);

/** See ria_executor: destroy_tile, and invalidate. */
void ria_many_steps_destroy(const ria_simulation *simulation, ria_tile *tile);
void ria_many_steps_invalidate(ria_tile *tile);

#endif
