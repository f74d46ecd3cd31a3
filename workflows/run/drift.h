/** \file
 * The particles of a run: when currents are read for them, their state in checkpoints, how many do
 * what.
 *
 * Currents are read at the first end of a window at or after each multiple of an interval, and at
 * outputs. So the steps of the water are the same with and without particles. All functions are
 * collective over the ranks unless they say otherwise, and are called by the thread that drives the
 * simulation.
 */
#ifndef RUN_DRIFT_H
#define RUN_DRIFT_H

#include "ria/checkpoint.h"
#include "ria/fields.h"
#include "ria/solver.h"

typedef struct run_drift run_drift;

/** The particles of the case; NULL if it has none. `instance` (of the solver) and simulation are
 * borrowed for their life. Errors: RIA_ERROR_MEMORY, RIA_ERROR_MPI. */
ria_status run_drift_create(const ria_solver *solver, void *instance, ria_simulation *simulation,
                            ria_runtime *runtime, run_drift **drift);
/** NULL is fine. */
void run_drift_destroy(run_drift *drift);

/** Take the state from a checkpoint's columns. Error: RIA_ERROR_CORRUPT (they are not there). */
ria_status run_drift_resume(run_drift *drift, const ria_checkpoint_records *records);
/** How many particles all ranks have. Not collective. */
int64_t run_drift_all(const run_drift *drift);
/** Seconds between two readings of the currents; 0 without particles. Not collective. */
double run_drift_interval(const run_drift *drift);
/** Have the currents read as they are, and the particles moved to that time, if it is later than
 * theirs: meanwhile the simulation may go on. Errors: those of ria_fields_answer() and
 * ria_solver.currents, also of what was read before. */
ria_status run_drift_advance(run_drift *drift);

/** What a checkpoint has of them: the columns, without their values, and how many numbers these are
 * together. The first ones are those of particles (RIA_PARTICLE_COLUMNS); the last one goes on from
 * the last currents. Not collective. */
int run_drift_columns(const run_drift *drift, ria_checkpoint_column column[RIA_CHECKPOINT_COLUMNS],
                      size_t *count);
/** Gather the columns of particles on rank 0, one after the other: `values` [columns][all] there,
 * NULL elsewhere. Errors: RIA_ERROR_MEMORY (also where it is NULL on rank 0), RIA_ERROR_MPI. */
ria_status run_drift_gather(run_drift *drift, double *values);
/** Set the values of the last column. Not collective. */
void run_drift_keep(const run_drift *drift, double *values);

/** How many particles of each group do what: counts[groups][RIA_PARTICLE_STATES], on rank 0. The
 * array is owned by the caller; NULL on other ranks and without particles. */
ria_status run_drift_count(run_drift *drift, int64_t (**counts)[RIA_PARTICLE_STATES]);
/** What the particles are; borrowed. NULL without them. Not collective. */
const ria_particles_description *run_drift_description(const run_drift *drift);

#endif
