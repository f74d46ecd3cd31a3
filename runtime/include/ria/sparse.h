/** \file
 * Sparse matrices between cells of a mesh: interpolation between blocks that do not match,
 * averages, restriction and prolongation between grids, sums around edges where blocks meet
 * irregularly.
 *
 * The row of a cell lists cells, anywhere in the mesh, and weights. The product adds them up in the
 * order of the list, so it has the same bits on any tiles, ranks and targets.
 *
 * The rows of a matrix of rings move: a ring is a closed circle of cells at equal distances that
 * turns under the cells that read it, such as the nodes of a blade row beside another one. A row
 * has four cells of a ring, by cubic interpolation, and its product is what the ring has at the
 * row's place then. Places are whole numbers, and so is time (ticks), so nothing drifts: where a
 * cell of the ring lies at the place, the product is its value to the bit.
 */
#ifndef RIA_SPARSE_H
#define RIA_SPARSE_H

#include "ria/mesh.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  RIA_SPARSE_FIELDS = 8, /**< that one product multiplies */
  RIA_RING_CELLS = 4,    /**< that a ring has at least */
  RIA_STEP_TICKS = 12    /**< ticks in a time step: stages lie at whole ones */
};

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

/** A ring. Its cells lie at 0, 1, 2, ... times units / cells of `units`, which are the whole
 * circle. */
typedef struct {
  int cells;
  int64_t units; /**< a multiple of cells and of period, at most 2^60 */
  /** In a tick places grow by turn / period of the circle. -period < turn < period < 2^31. */
  int64_t turn, period;
} ria_ring;

/** Of a matrix of rings: add a ring of these cells [ring->cells], for rows of the same call of
 * ria_rows_function. *number: what ria_rows_add_place() calls it. Errors: as ria_rows_add(), and
 * RIA_ERROR_ARGUMENT (a ring as above it is not). */
ria_status ria_rows_add_ring(ria_rows *rows, const ria_ring *ring, const ria_entry *entry,
                             int *number);
/** The row of a cell that lies at a place of a ring, in its units, at the start of step 0. Errors:
 * as ria_rows_add(). */
ria_status ria_rows_add_place(ria_rows *rows, const ria_global cell[RIA_AXES], int ring,
                              int64_t place);
/** Ghost cells along each axis beyond the cells whose rows are asked for: [RIA_AXES]. A matrix with
 * `sides` adds rows for those beyond its sides, also where they lie beyond other sides as well. */
const int *ria_rows_ghost(const ria_rows *rows);

/** Adds the rows of some cells of a block. Not collective: called for this rank's tiles, once for
 * each, when the simulation is created. */
typedef ria_status (*ria_rows_function)(void *context, int block, const ria_range *cells,
                                        ria_rows *rows);

/** A side of a block. */
typedef struct {
  int block;
  ria_side side;
} ria_block_side;

typedef struct {
  const char *name; /**< in messages */
  ria_rows_function rows;
  void *context;
  bool rings; /**< it is a matrix of rings */
  /** Of a matrix of rings: sides of blocks at the edge of the domain beyond which it fills the
   * ghost cells, and nothing else. Kernels then work there as beyond a side that is joined to
   * another block. */
  int sides;
  const ria_block_side *side;
} ria_sparse;

#ifdef __cplusplus
}
#endif
#endif
