/** \file
 * What the parts of a simulation's life ask of each other. */
#ifndef SIMULATION_SIMULATION_H
#define SIMULATION_SIMULATION_H

#include "access/simulation.h"

/* ---- check_model.c ---- */
/** Errors: RIA_ERROR_ARGUMENT and RIA_ERROR_UNSUPPORTED, with what no simulation can be made of. */
ria_status model_check(const ria_model *model);

/* ---- shapes.c ---- */
/** Look up what was tuned for the tiles' GPU; what was found, or cannot be read, becomes a notice.
 */
ria_status shapes_create(ria_simulation *simulation);

/* ---- failure.c ---- */
/** The error of a simulation whose verdict is not fine, or no longer not fine. */
ria_status simulation_failure(const ria_simulation *simulation);
/** Complete the report of a bad cell with the values that the base buffer has there. */
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
/** The statics were filled by the host, with this success; their memory is the host's. Look where
 * sources act whose weights are a field, and add up their weights, which gives the same on any
 * decomposition. Collective if there is one. Errors: that of any rank, RIA_ERROR_MPI. */
ria_status sources_weigh(ria_simulation *simulation, ria_status status);

/* ---- moments.c ---- */
/** Before steps: have the model do what is due now, and find its next moment. Errors: the model's.
 */
ria_status moments_act(ria_simulation *simulation);

/* ---- create.c ---- */
/** Go on on the CPU for good; nothing may be under way. */
ria_status simulation_to_host(ria_simulation *simulation);
/** The state was written by the host: strips must be packed, and the rate is unknown unless given.
 */
void simulation_invalidate(ria_simulation *simulation);

/* ---- lend.c, patch.c ---- */
/** The application's fields, if it has them. */
void patch_release(ria_simulation *simulation);
/** The largest rate belongs to the state before. Errors: RIA_ERROR_STARPU. */
ria_status patch_forget_rate(ria_simulation *simulation);

#endif
