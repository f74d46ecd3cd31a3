/** \file
 * Whole fields of the state, asked for again and again, so that the computation can go on
 * meanwhile.
 */
#ifndef RIA_FIELDS_H
#define RIA_FIELDS_H

#include "ria/simulation.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ria_fields ria_fields;

/** The first `count` fields of the state, of all cells of a mesh of one block. To be destroyed
 * before the simulation, after an error as well. Errors: RIA_ERROR_MEMORY, RIA_ERROR_UNSUPPORTED
 * (several blocks, 2^31 cells or more). */
ria_status ria_fields_create(ria_simulation *simulation, int count, ria_fields **fields);
/** Have their present values copied, by tasks; returns at once. What was asked before and not
 * answered is lost. Errors: those of tasks. */
ria_status ria_fields_ask(ria_fields *fields);
/** What was asked last, on every rank: of each field values[i][nz][ny][nx]. Collective over the
 * ranks, blocking. Errors: RIA_ERROR_DEVICE where a GPU has failed meanwhile. */
ria_status ria_fields_answer(ria_fields *fields, double *const *values);
/** Waits for what was asked. NULL is fine. */
void ria_fields_destroy(ria_fields *fields);

#ifdef __cplusplus
}
#endif
#endif
