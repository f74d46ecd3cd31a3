/** \file
 * How a simulation keeps its ledger: tile tasks add up what comes in through the tile's openings
 * (through.c), in their reports; when a window is accepted the clock enters what the reports
 * say, and what the sources brought. So a window that is done again counts once.
 */
#ifndef RIA_SRC_LEDGER_H
#define RIA_SRC_LEDGER_H

#include "task/work.h"

/** Enter the window that was accepted, by its flows and its forcing, [active][forcings]. */
void ria_ledger_enter(const ria_simulation *simulation, ria_clock *clock, const double *forcing,
                      const ria_flows *flows);

/** Whether a step of the model can change the ledger. */
bool ria_ledger_counts(const ria_model *model);

/** What is left of an amount after a step: 1 where it does not decay. */
double ria_flow_left(const ria_model *model, int amount, double dt);
/** What a flux of 1 along an axis adds to a cell in a step, s/m: of dt and the cell size as kernels
 * round them, so that rounding these does not look like a loss. */
double ria_flow_share(const ria_model *model, int axis, double dt);

/** Room for the fluxes through a tile's openings. */
ria_status ria_through_create(const ria_simulation *simulation, ria_tile *tile);
void ria_through_destroy(const ria_simulation *simulation, ria_tile *tile);

/** Before a step of the first stage on a CPU: have it give the fluxes through the tile's
 * openings beside the cells of a box, where the implementation can. `fluxes`: room for that. */
void ria_through_begin(const ria_work *work, ria_box cells, ria_face_fluxes *fluxes,
                       ria_step_args *step);
/** After it: add what came in to the work's report. `number`: of the step in its window. */
void ria_through_end(const ria_work *work, int number, ria_box cells, const ria_step_args *step);

/** For a GPU that the step is queued on next: what it is to measure; its openings have
 * `room` for RIA_STEP_EDGES. False: nothing. */
bool ria_through_prepare(const ria_work *work, int number, ria_box cells, ria_device_opening *room,
                         ria_device_measure *measure);

#endif
