/** \file
 * Single steps: each one for itself, on a CPU or a GPU. What other executors fall back on. */
#ifndef RIA_STEPS_H
#define RIA_STEPS_H

#include "executors/executor.h"

/** See ria_executor.advance. */
void ria_steps_advance(const ria_work *work, const ria_stretch *stretch);

#endif
