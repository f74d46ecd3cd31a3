/** \file
 * A line on a GPU: windows of steps advance a domain of one row as a whole, by an implementation's
 * function `line` (ria/line.h). This file checks the model's request.
 */
#ifndef EXECUTORS_LINE_PLAN_H
#define EXECUTORS_LINE_PLAN_H

#include "executors/executor.h"
#include "ria/line.h"

/** The line of a simulation; `device` is NULL until it is chosen. */
typedef struct {
  const ria_device_functions *device; /**< functions that advance its windows */
  size_t scratch_bytes;
  bool judges; /**< its steps report rates and bad cells like single steps */
} line_plan;

static inline line_plan *line_plan_of(const ria_simulation *simulation) {
  return simulation->executor_data;
}

/** Whether the model requests a line on a GPU and is one. If so, it is changed to a classic model
 * with one step an exchange, for the executor that takes over if this one gives up. Errors:
 * RIA_ERROR_UNSUPPORTED, RIA_ERROR_ARGUMENT, which say what would work. */
ria_status line_plan_ask(ria_simulation *simulation, bool *asked);

/** Choose the implementation, and check that it can cut the line as requested; its tile has been
 * placed. Errors: likewise; RIA_ERROR_DEVICE. */
ria_status line_plan_choose(ria_simulation *simulation);

#endif
