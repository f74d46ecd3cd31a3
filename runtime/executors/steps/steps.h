/** \file
 * Single steps, on a CPU or a GPU: the fallback of other executors.
 */
#ifndef EXECUTORS_STEPS_STEPS_H
#define EXECUTORS_STEPS_STEPS_H

#include "executors/executor.h"

/** See tile_executor.advance. */
void steps_advance(const tile_work *work, const executor_stretch *stretch);

#endif
