/** \file
 * Functions that the parts of a simulation's life call in each other.
 */
#ifndef SIMULATION_SIMULATION_H
#define SIMULATION_SIMULATION_H

#include "access/simulation.h"

/* ---- check_model.c ---- */
/** Check the model. Errors: RIA_ERROR_ARGUMENT and RIA_ERROR_UNSUPPORTED, with the reason. */
ria_status model_check(const ria_model *model);

/* ---- shapes.c ---- */
/** Look up tuned shapes for the tiles' GPU; shapes that were found, or an unreadable file, are
 * reported in the notice. */
ria_status shapes_create(ria_simulation *simulation);

/* ---- failure.c ---- */
/** The error of a simulation's verdict, or success if a retry cleared it. */
ria_status simulation_failure(const ria_simulation *simulation);
/** Complete the report of a bad cell with the values in the base buffer. */
ria_status simulation_failure_read(ria_simulation *simulation);

/* ---- implementations.c ---- */
/** Choose the implementations of stages, segments and sources. Errors: RIA_ERROR_UNSUPPORTED,
 * RIA_ERROR_MEMORY. */
ria_status implementations_find(ria_simulation *simulation);
void implementations_free(ria_simulation *simulation);
/** Find the fields of their kernels in the model. Errors: RIA_ERROR_ARGUMENT, RIA_ERROR_MEMORY. */
ria_status fields_find(ria_simulation *simulation);
void fields_free(ria_simulation *simulation);

/* ---- weights.c ---- */
/** Call after the host has filled the statics; `status` is the result, and the host still holds
 * their memory. Finds the cells where sources with a field of weights act, and adds up their
 * weights, with the same result on any decomposition. Collective if there is such a source. Errors:
 * that of any rank, RIA_ERROR_MPI. */
ria_status sources_weigh(ria_simulation *simulation, ria_status status);

/* ---- moments.c ---- */
/** Call before steps: runs the model's moments that are due, and finds its next moment. Errors: the
 * model's. */
ria_status moments_act(ria_simulation *simulation);

/* ---- create.c ---- */
/** Continue on the CPU permanently; no work may be pending. */
ria_status simulation_to_host(ria_simulation *simulation);
/** Call after the host wrote the state: strips must be packed, and the rate is unknown unless
 * given. */
void simulation_invalidate(ria_simulation *simulation);

/* ---- lend.c, patch.c ---- */
/** Take back fields that are lent to the application. */
void patch_release(ria_simulation *simulation);
/** Mark the rate as belonging to the old state. Errors: RIA_ERROR_STARPU. */
ria_status patch_forget_rate(ria_simulation *simulation);

#endif
