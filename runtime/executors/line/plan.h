/** \file
 * A line on a GPU: a domain of one row that windows of steps advance as a whole, by an
 * implementation's device_line (ria/line.h). What the model asks for, and whether it can be done.
 */
#ifndef RIA_LINE_PLAN_H
#define RIA_LINE_PLAN_H

#include "ria/line.h"
#include "ria/simulation.h"

/** Of a simulation; `implementation` is NULL where there is no line, or while it is not chosen. */
typedef struct {
  bool asked; /**< the model's windows are to be made so */
  ria_line_variant variant;
  int node, points; /**< 0: a default */
  const ria_implementation *implementation;
  size_t scratch_bytes;
  bool judges; /**< its steps find out what single ones do */
} ria_line_plan;

/** What of the model asks for a line on a GPU, and whether it is one. From then on it is a classic
 * model with one step an exchange: that is what other ways make of it, should this one end. Before
 * anything is asked of a GPU. Errors: RIA_ERROR_UNSUPPORTED, RIA_ERROR_ARGUMENT, which say what
 * would do. */
ria_status ria_line_plan_ask(ria_simulation *simulation);

/** Who makes its windows, and whether they can be cut so; its tile has its place. Nothing to do
 * without a line. Errors: likewise; RIA_ERROR_DEVICE. */
ria_status ria_line_plan_choose(ria_simulation *simulation);

#endif
