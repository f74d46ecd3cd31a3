/** \file
 * Whole fields of the state, copied repeatedly while the computation goes on.
 */
#ifndef RIA_FIELDS_H
#define RIA_FIELDS_H

#include "ria/simulation.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ria_fields ria_fields;

/** Prepare to read the first `count` fields of the state, all cells of a mesh of one block. Destroy
 * before the simulation, also after an error. Errors: RIA_ERROR_MEMORY, RIA_ERROR_UNSUPPORTED
 * (several blocks, 2^31 cells or more). */
ria_status ria_fields_create(ria_simulation *simulation, int count, ria_fields **fields);
/** Start a copy of the present values, by tasks; returns at once. Discards an earlier copy that was
 * not read. Errors: those of tasks. */
ria_status ria_fields_ask(ria_fields *fields);
/** Get the last copy, on every rank: values[i][nz][ny][nx] for each field. Collective over the
 * ranks, blocking. Errors: RIA_ERROR_DEVICE if a GPU has failed meanwhile. */
ria_status ria_fields_answer(ria_fields *fields, double *const *values);
/** Wait for a running copy and free. NULL is fine. */
void ria_fields_destroy(ria_fields *fields);

#ifdef __cplusplus
}
#endif
#endif
