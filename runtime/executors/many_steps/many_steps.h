/** \file
 * Many steps in one launch of a GPU, on a tile that is the whole domain: calls of a device's
 * function `steps`.
 */
#ifndef EXECUTORS_MANY_STEPS_MANY_STEPS_H
#define EXECUTORS_MANY_STEPS_MANY_STEPS_H

#include "executors/executor.h"

/** Whether this is possible for the simulation: one tile without neighbours on a GPU, and
 * implementations that offer it. They may still refuse when they are called. */
bool many_steps_offered(const ria_simulation *simulation);

/** Exact steps that run together. */
typedef struct {
  int steps;          /**< most steps */
  int64_t first_knot; /**< first knot of the forcing behind the clock, */
  int knots;          /**< and number of knots */
} many_steps_batch;

/** Queue a batch from the clock's state on, with its forcing; the state stays in the base buffer.
 * Timing decides whether steps are speculative. The final state is reported in `result`, in pinned
 * memory. False if this is not possible or is refused (nothing was queued), or after an error,
 * which is recorded. */
bool many_steps_exact(const tile_work *work, const many_steps_batch *batch,
                      const ria_request *request, ria_device_steps_report *result);

/** See tile_executor: destroy_tile, and invalidate. */
void many_steps_destroy(const ria_simulation *simulation, tile_data *tile);
void many_steps_invalidate(tile_data *tile);

#endif
