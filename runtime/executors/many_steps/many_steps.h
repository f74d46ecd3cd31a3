/** \file
 * Many steps in one launch of a GPU, on a tile that is the whole domain: what the runtime asks of
 * a device's function steps. */
#ifndef EXECUTORS_MANY_STEPS_MANY_STEPS_H
#define EXECUTORS_MANY_STEPS_MANY_STEPS_H

#include "executors/executor.h"

/** Whether the simulation's steps may be asked for so: one tile without neighbours on a GPU, and
 * implementations that offer it. They may still refuse when they are called. */
bool many_steps_offered(const ria_simulation *simulation);

/** Exact steps that are made together. */
typedef struct {
  int steps;          /**< at most */
  int64_t first_knot; /**< of the forcing behind the clock, */
  int knots;          /**< and how many there are */
} many_steps_batch;

/** Queue a batch from the clock's state on, with the forcing that it has; the state stays in the
 * base buffer. Timing finds out whether speculative steps are faster. Where they ended goes to
 * `result`, in pinned memory. False if that is not possible or refused, when nothing was queued, or
 * after an error, which is noted. */
bool many_steps_exact(const tile_work *work, const many_steps_batch *batch,
                      const ria_request *request, ria_device_steps_report *result);

/** See tile_executor: destroy_tile, and invalidate. */
void many_steps_destroy(const ria_simulation *simulation, tile_data *tile);
void many_steps_invalidate(tile_data *tile);

#endif
