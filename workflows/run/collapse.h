/** \file
 * Completes the message of a run whose solution went bad or whose time step collapsed: where in the
 * domain, how deep and fast the water was there, and what to try.
 */
#ifndef RIA_RUN_COLLAPSE_H
#define RIA_RUN_COLLAPSE_H

#include <ria/solver.h>
#include <ria/shown.h>
#include <ria/simulation.h>

/** Whether the time step is below a thousandth of the time in which a wave crosses a cell of the
 * deepest water at rest: no water is so fast. Mixing and fixed steps do not count. False for models
 * without that time (ria_model.forcing_interval). */
bool run_collapse_has_come(const ria_model *model, const ria_progress *progress);

/** Whether it has been so for some steps: a window that is done again may ask for a short step
 * once. Call it again and again; `since` is its memory, 0 at first. */
bool run_collapse_lasts(const ria_model *model, const ria_progress *progress, int64_t *since);

/** The detail of RIA_ERROR_STEP for it. Returns that. */
ria_status run_collapse_of_step(const ria_model *model, const ria_progress *progress);

/** Append to the detail of `failure`, which is RIA_ERROR_NUMERIC or RIA_ERROR_STEP, the place of
 * the cell that went bad and its water before, the cell with the largest speed, and the remedy.
 * Does nothing if the solver shows no variable 'speed' or the grid is no plane of water.
 * Collective, blocking. Returns `failure`. */
ria_status run_collapse_tell(const ria_solver *solver, const ria_case *the_case,
                             const ria_terrain *terrain, const ria_model *model,
                             ria_simulation *simulation, ria_status failure);

#endif
