/** \file
 * Sparse matrices between cells of a mesh: interpolation between blocks that do not match,
 * averages, restriction and prolongation between grids, sums around edges where blocks meet
 * irregularly.
 *
 * The row of a cell lists cells, anywhere in the mesh, and weights. The product adds them up in the
 * order of the list, so it has the same bits on any tiles, ranks and targets.
 */
#ifndef RIA_SPARSE_H
#define RIA_SPARSE_H

#include "ria/mesh.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RIA_SPARSE_FIELDS = 8 /**< that one product multiplies */ };

/** An entry of a row. */
typedef struct {
  int block;
  ria_global cell[RIA_AXES];
  double weight; /**< rounded once to the precision of the fields */
} ria_entry;

/** Where a matrix's rows go. */
typedef struct ria_rows ria_rows;

/** Add the row of a cell of the block whose rows are asked for. No cell has two rows. The entries
 * are copied. Errors: RIA_ERROR_MEMORY, RIA_ERROR_ARGUMENT (a cell that there is not). */
ria_status ria_rows_add(ria_rows *rows, const ria_global cell[RIA_AXES], const ria_entry *entry,
                        int entries);

/** Adds the rows of some cells of a block. Not collective: called for this rank's tiles, once for
 * each, when the simulation is created. */
typedef ria_status (*ria_rows_function)(void *context, int block, const ria_range *cells,
                                        ria_rows *rows);

typedef struct {
  const char *name; /**< in messages */
  ria_rows_function rows;
  void *context;
} ria_sparse;

#ifdef __cplusplus
}
#endif
#endif
