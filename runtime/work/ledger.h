/** \file
 * How a simulation keeps its ledger: tile tasks add up what comes in through the tile's openings
 * (through.c), in their reports; when a window is accepted the clock enters what the reports
 * say, and what the sources brought. So a window that is done again counts once.
 */
#ifndef WORK_LEDGER_H
#define WORK_LEDGER_H

#include "access/simulation.h"

/** Enter the window that was accepted, by its flows and its forcing, [active][forcings]. */
void ledger_enter(const ria_simulation *simulation, step_clock *clock, const double *forcing,
                  ria_flows *flows);

/** Whether a step of the model can change the ledger. */
bool ledger_counts(const ria_model *model);

/** What is left of an amount after a step: 1 where it does not decay. */
double flow_left(const ria_model *model, int amount, double dt);
/** What a flux of 1 along an axis adds to a cell in a step, s/m: of dt and the cell size as kernels
 * round them, so that rounding these does not look like a loss. */
double flow_share(const ria_model *model, int axis, double dt);

#endif
