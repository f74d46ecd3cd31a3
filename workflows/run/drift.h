/** \file
 * The particles of a run: times of reading the currents, state in checkpoints, and counts by state.
 *
 * Currents are read at the first end of a window at or after each multiple of an interval, and at
 * outputs. So the time steps of the water do not depend on particles. All functions are
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

/** Read the state from a checkpoint's columns. Error: RIA_ERROR_CORRUPT (a column is missing). */
ria_status run_drift_resume(run_drift *drift, const ria_checkpoint_records *records);
/** Number of particles on all ranks. Not collective. */
int64_t run_drift_all(const run_drift *drift);
/** Seconds between two readings of the currents; 0 without particles. Not collective. */
double run_drift_interval(const run_drift *drift);
/** Start reading the current currents and moving the particles to the present time, if it is later
 * than theirs. The simulation may continue meanwhile. Errors: those of ria_fields_answer() and
 * ria_solver.currents, also from the previous reading. */
ria_status run_drift_advance(run_drift *drift);

/** Describe the particles' columns of a checkpoint, without values, and the total number of values.
 * The first columns are those of particles (RIA_PARTICLE_COLUMNS); the last has the last currents.
 * Not collective. */
int run_drift_columns(const run_drift *drift, ria_checkpoint_column column[RIA_CHECKPOINT_COLUMNS],
                      size_t *count);
/** Gather the columns of particles on rank 0, one after the other: `values` [columns][all] there,
 * NULL elsewhere. Errors: RIA_ERROR_MEMORY (also where it is NULL on rank 0), RIA_ERROR_MPI. */
ria_status run_drift_gather(run_drift *drift, double *values);
/** Set the values of the last column. Not collective. */
void run_drift_keep(const run_drift *drift, double *values);

/** Number of particles of each group in each state: counts[groups][RIA_PARTICLE_STATES], on rank 0.
 * The array is owned by the caller; NULL on other ranks and without particles. */
ria_status run_drift_count(run_drift *drift, int64_t (**counts)[RIA_PARTICLE_STATES]);
/** Description of the particles; borrowed. NULL without particles. Not collective. */
const ria_particles_description *run_drift_description(const run_drift *drift);

#endif
