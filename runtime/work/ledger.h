/** \file
 * The ledger of a simulation. Tile tasks add up the inflow through the tile's openings (through.c)
 * in their reports. When a window is accepted, the clock adds the reports' flows and those of the
 * sources. So a repeated window counts once.
 */
#ifndef WORK_LEDGER_H
#define WORK_LEDGER_H

#include "access/simulation.h"

/** Add the accepted window, from its flows and its forcing, [active][forcings]. */
void ledger_enter(const ria_simulation *simulation, step_clock *clock, const double *forcing,
                  ria_flows *flows);

/** Whether a step of the model can change the ledger. */
bool ledger_counts(const ria_model *model);

/** Share of an amount that is left after a step: 1 if it does not decay. */
double flow_left(const ria_model *model, int amount, double dt);
/** Increment of a cell in a step for a flux of 1 along an axis, s/m: from dt and the cell size,
 * rounded as in kernels, so that their rounding does not appear as a loss. */
double flow_share(const ria_model *model, int axis, double dt);

#endif
