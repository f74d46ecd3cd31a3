/** \file
 * A line on a GPU: a domain of one row that windows of steps advance as a whole, by an
 * implementation's function `line` (ria/line.h). What the model asks for, and whether it can be
 * done.
 */
#ifndef EXECUTORS_LINE_PLAN_H
#define EXECUTORS_LINE_PLAN_H

#include "executors/executor.h"
#include "ria/line.h"

/** Of a simulation; `device` is NULL while it is not chosen. */
typedef struct {
  const ria_device_functions *device; /**< who makes its windows */
  size_t scratch_bytes;
  bool judges; /**< its steps find out what single ones do */
} line_plan;

static inline line_plan *line_plan_of(const ria_simulation *simulation) {
  return simulation->executor_data;
}

/** Whether the model asks for a line on a GPU, and is one. From then on it is a classic model with
 * one step an exchange, for the executor that follows should this one end. Errors:
 * RIA_ERROR_UNSUPPORTED, RIA_ERROR_ARGUMENT, which say what would do. */
ria_status line_plan_ask(ria_simulation *simulation, bool *asked);

/** Choose the implementation, and ask it whether the line can be cut so; its tile has its place.
 * Errors: likewise; RIA_ERROR_DEVICE. */
ria_status line_plan_choose(ria_simulation *simulation);

#endif
