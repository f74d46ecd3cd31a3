/** \file
 * Where a run was when it could not go on: the cell with the largest speed.
 */
#ifndef RIA_RUN_FASTEST_H
#define RIA_RUN_FASTEST_H

#include <ria/terrain.h>
#include <ria/shown.h>
#include <ria/simulation.h>

/** Add to the detail of a failure in which cell of the plane the speed is largest, and what may
 * help. Does nothing where the solver shows no speed. Collective, blocking. Returns `failure`. */
ria_status run_fastest_tell(ria_simulation *simulation, const ria_terrain *terrain,
                            const ria_model *model, const ria_shown *shown, ria_status failure);

#endif
