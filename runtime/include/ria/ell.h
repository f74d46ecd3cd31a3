/** \file
 * A sparse matrix in memory: sliced ELL. Rows lie in slices of RIA_ELL_ROWS; the entries e of a
 * slice's rows are adjacent in memory, so that a warp reads whole lines. One thread adds up a row,
 * in the order of its entries.
 */
#ifndef RIA_ELL_H
#define RIA_ELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "ria/kernel.h"
#include "ria/sparse.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RIA_ELL_ROWS = 32, RIA_ELL_FIELDS = RIA_SPARSE_FIELDS };

/** Row r is in slice r / RIA_ELL_ROWS; its entry e is number start[slice] + e * RIA_ELL_ROWS + r %
 * RIA_ELL_ROWS. */
typedef struct {
  int rows;
  int same;        /**< entries of all rows, if they have the same number; else 0 */
  int32_t *row;    /**< [rows]: the cell that gets the sum: offset in reals of a field */
  int32_t *length; /**< [rows]: number of entries */
  int64_t *start;  /**< [slices + 1] */
  int32_t *column; /**< [start[slices]]: a cell: offset in reals of a field; -1 - n: value n of
                      `extra` */
  void *weight;    /**< [start[slices]] reals */
} ria_ell;

/** The operands of a product: fields of a group of tiles that are multiplied, and fields that get
 * the result. */
typedef struct {
  void *state; /**< reals: field f begins at f * field */
  size_t field, size;
  int fields;
  int from[RIA_ELL_FIELDS], to[RIA_ELL_FIELDS];
  const void *extra; /**< [fields][extras]: values of other groups */
  size_t extras;
  bool add; /**< add to the present values */
} ria_ell_memory;

/** Create a matrix.
 * \param length [rows]: entries of each row. Errors: RIA_ERROR_MEMORY. */
ria_status ria_ell_create(ria_ell *matrix, int rows, const int32_t *length,
                          ria_precision precision);
void ria_ell_destroy(ria_ell *matrix);
/** Index of entry e of a row. */
static inline int64_t ria_ell_at(const ria_ell *matrix, int row, int e) {
  return matrix->start[row / RIA_ELL_ROWS] + (int64_t)e * RIA_ELL_ROWS + row % RIA_ELL_ROWS;
}
/** Number of slices; the last one may be incomplete. */
static inline int ria_ell_slices(int rows) {
  return (rows + RIA_ELL_ROWS - 1) / RIA_ELL_ROWS;
}

/** Multiply on the host. In a field that is both input and output, no row's cell may be a column of
 * another row. */
void ria_ell_multiply(const ria_ell *matrix, const ria_ell_memory *memory);

/** Gather values of fields at `count` places into a dense list [fields][count]. */
void ria_ell_gather(const int32_t *place, size_t count, const ria_ell_memory *memory, void *dense);

/** \name The same on a device. Memory is on the current GPU; return values are CUDA error codes.
 * @{ */
int ria_ell_upload(const ria_ell *matrix, size_t size, ria_ell *on_device);
void ria_ell_device_free(ria_ell *on_device);
int ria_device_multiply(void *stream, const ria_ell *matrix, const ria_ell_memory *memory);
int ria_device_gather(void *stream, const int32_t *place, size_t count,
                      const ria_ell_memory *memory, void *dense);
/** @} */

#ifdef __cplusplus
}
#endif
#endif
