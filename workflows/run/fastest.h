/** \file
 * Finds the cell with the largest speed, for the message of a run that failed.
 */
#ifndef RIA_RUN_FASTEST_H
#define RIA_RUN_FASTEST_H

#include <ria/terrain.h>
#include <ria/shown.h>
#include <ria/simulation.h>

/** Append the cell with the largest speed, and advice, to the detail of `failure`. Does nothing if
 * the solver shows no variable 'speed' or the grid is no plane. Collective, blocking. Returns
 * `failure`. */
ria_status run_fastest_tell(ria_simulation *simulation, const ria_terrain *terrain,
                            const ria_model *model, const ria_shown *shown, ria_status failure);

#endif
