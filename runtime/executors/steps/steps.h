/** \file
 * Single steps: each one for itself, on a CPU or a GPU. What other executors fall back on. */
#ifndef EXECUTORS_STEPS_STEPS_H
#define EXECUTORS_STEPS_STEPS_H

#include "executors/executor.h"

/** See tile_executor.advance. */
void steps_advance(const tile_work *work, const executor_stretch *stretch);

#endif
