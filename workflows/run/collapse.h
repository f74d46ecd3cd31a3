/** \file
 * Completes the error message if the solution became invalid or the time step collapsed: the place
 * in the domain, depth and speed of the water there, and the remedy.
 */
#ifndef RIA_RUN_COLLAPSE_H
#define RIA_RUN_COLLAPSE_H

#include <ria/solver.h>
#include <ria/shown.h>
#include <ria/simulation.h>

/** Whether the time step is below a thousandth of the time in which a wave crosses a cell of the
 * deepest water at rest, which no real flow requires. Mixing and fixed steps are excluded. False
 * for models without that time (ria_model.forcing_interval). */
bool run_collapse_has_come(const ria_model *model, const ria_progress *progress);

/** Whether the time step has been collapsed for several steps; a repeated window may need a single
 * short step. Call it regularly; `since` keeps its state, 0 at first. */
bool run_collapse_lasts(const ria_model *model, const ria_progress *progress, int64_t *since);

/** Set the error for a collapsed time step. Returns RIA_ERROR_STEP. */
ria_status run_collapse_of_step(const ria_model *model, const ria_progress *progress);

/** Append to the detail of `failure`, which is RIA_ERROR_NUMERIC or RIA_ERROR_STEP, the place of
 * the invalid cell and its water before, the cell with the largest speed, and the remedy. Does
 * nothing if the solver shows no variable 'speed' or the grid is not a plane of water. Collective,
 * blocking. Returns `failure`. */
ria_status run_collapse_tell(const ria_solver *solver, const ria_case *the_case,
                             const ria_terrain *terrain, const ria_model *model,
                             ria_simulation *simulation, ria_status failure);

#endif
