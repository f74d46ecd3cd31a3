/** \file
 * The loop: many exact steps in one task, where one tile is the whole domain.
 *
 * Elsewhere each exact step takes three tasks: the rates of the tiles, the clock, the steps. A tile
 * without neighbours has all that they need at hand, so one task goes on by itself for a batch of
 * steps: on a CPU step by step, on a GPU in one launch. Between batches a clock task takes over
 * where the loop stands, looks for a request to stop, and provides the forcing.
 */
#ifndef RIA_LOOP_H
#define RIA_LOOP_H

#include "program/simulation.h"

/** Where a loop task stopped, in pinned memory if it ran on a GPU. */
typedef struct {
  ria_clock clock;
  ria_device_steps_report device; /**< instead, if it ran on a GPU */
  bool on_device;
} ria_loop_result;

struct ria_loop {
  ria_loop_result *result;
  starpu_data_handle_t result_handle;
  starpu_data_handle_t forcing_handle; /**< who samples the forcing; no data */
  double *forcing;                     /**< [forcings] of a step on a CPU */
  bool on_device;
  atomic_int refused; /**< the GPU's implementation cannot do it after all */
};

/** Knots of the forcing that a clock of this simulation has room for; 0 but for loops on GPUs. */
int ria_loop_knots(const ria_simulation *simulation);

/** Makes simulation->loop where there can be one; else leaves it NULL. */
ria_status ria_loop_create(ria_simulation *simulation);
void ria_loop_destroy(ria_simulation *simulation);

/** Whether a GPU has refused; loops are of no use then. */
bool ria_loop_refused(const ria_simulation *simulation);

/** Submit the task, and one that prepares the forcing of the next. */
ria_status ria_loop_submit(ria_simulation *simulation, const ria_request *request);

/** In the clock's task: take over where the loop stopped. */
void ria_loop_adopt(const ria_simulation *simulation, ria_clock *clock);
/** In the clock's task: the length and the forcing of the next batch. */
void ria_loop_prepare(ria_simulation *simulation, ria_clock *clock);

#endif
