/* Operations of a step of rows: what the files share that make its program. All errors are
 * RIA_ERROR_INTERNAL. */
#ifndef ROWS_OPS_H
#define ROWS_OPS_H

#include "rows.h"

/* ---- program.c ---- */
ria_status rows_add_op(rows *s, ria_op_kind kind, ria_op **added);
/* An operation of a kernel on `count` fields. */
ria_status rows_add_kernel(rows *s, ria_op_kind kind, const char *name, int count, const int *field,
                           ria_op **added);
/* Products of a matrix and `fields` fields, to those from `to` on. */
ria_status rows_add_products(rows *s, const ria_sparse *matrix, int from, int to, int fields,
                             bool plus);
/* Give a kernel's scalar a value, or one for each block. */
void rows_bind(ria_op *op, const char *name, double value);
void rows_bind_block(ria_op *op, const char *name, const double *values);
/* A static as a field of the program. */
int rows_static(const rows *s, int number);

/* ---- program_boundaries.c ---- */
/* A wall with slip takes the momentum across it from the three fields from `momentum` on. */
ria_status rows_add_slip(rows *s, int boundary, int momentum);
/* What sliding planes bring, so many ticks after the step began. */
ria_status rows_add_slides(rows *s, const ria_sparse *matrix, int tick);
/* All boundaries and planes; `tick`: of the step, for sliding planes. */
ria_status rows_add_boundaries(rows *s, int tick);

#endif
