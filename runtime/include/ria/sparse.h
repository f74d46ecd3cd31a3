/** \file
 * Sparse matrices between cells of a mesh: interpolation between blocks that do not match,
 * averages, restriction and prolongation between grids, sums around edges where blocks meet
 * irregularly.
 *
 * The row of a cell lists cells, anywhere in the mesh, with weights. The product adds the weighted
 * values in the order of the list, so it has the same bits on any tiles, ranks and targets.
 *
 * The rows of a matrix of rings move. A ring is a closed circle of equally spaced cells that turns
 * past the cells that read it, such as the nodes of a blade row next to another row. A row
 * interpolates cubically between four cells of a ring: its product is the ring's value at the row's
 * place at that time. Places and time (ticks) are whole numbers, so there is no drift: if a cell of
 * the ring lies exactly at the place, the product is its value to the bit.
 */
#ifndef RIA_SPARSE_H
#define RIA_SPARSE_H

#include "ria/mesh.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  RIA_SPARSE_FIELDS = 8, /**< most fields that one product multiplies */
  RIA_RING_CELLS = 4,    /**< fewest cells of a ring */
  RIA_STEP_TICKS = 12    /**< ticks in a time step; stages begin at whole ticks */
};

/** An entry of a row. */
typedef struct {
  int block;
  ria_global cell[RIA_AXES];
  double weight; /**< rounded to the precision of the fields */
} ria_entry;

/** Receives the rows of a matrix. */
typedef struct ria_rows ria_rows;

/** Add the row of a cell of the requested block. A cell has at most one row. The entries are
 * copied. Errors: RIA_ERROR_MEMORY, RIA_ERROR_ARGUMENT (no such cell). */
ria_status ria_rows_add(ria_rows *rows, const ria_global cell[RIA_AXES], const ria_entry *entry,
                        int entries);

/** A ring. Its cells lie at 0, 1, 2, ... times units / cells; the whole circle has `units`. */
typedef struct {
  int cells;
  int64_t units; /**< a multiple of cells and of period, at most 2^60 */
  /** In a tick places advance by turn / period of the circle. -period < turn < period < 2^31. */
  int64_t turn, period;
} ria_ring;

/** For a matrix of rings: add a ring of the given cells [ring->cells], for rows of the same call of
 * ria_rows_function. *number: its number for ria_rows_add_place(). Errors: as ria_rows_add(), and
 * RIA_ERROR_ARGUMENT (an invalid ring). */
ria_status ria_rows_add_ring(ria_rows *rows, const ria_ring *ring, const ria_entry *entry,
                             int *number);
/** Add the row of a cell that lies at a place of a ring, in the ring's units, at the start of step
 * 0. Errors: as ria_rows_add(). */
ria_status ria_rows_add_place(ria_rows *rows, const ria_global cell[RIA_AXES], int ring,
                              int64_t place);
/** Number of ghost cells along each axis beyond the requested cells: [RIA_AXES]. A matrix with
 * `sides` must also add rows for those beyond its sides, including those that lie beyond other
 * sides too. */
const int *ria_rows_ghost(const ria_rows *rows);

/** Callback: adds the rows of some cells of a block. Not collective: called once for each of this
 * rank's tiles when the simulation is created. */
typedef ria_status (*ria_rows_function)(void *context, int block, const ria_range *cells,
                                        ria_rows *rows);

/** A side of a block. */
typedef struct {
  int block;
  ria_side side;
} ria_block_side;

typedef struct {
  const char *name; /**< name in messages */
  ria_rows_function rows;
  void *context;
  bool rings; /**< whether it is a matrix of rings */
  /** For a matrix of rings: sides of blocks at the edge of the domain. The matrix fills the ghost
   * cells beyond them, and only these. Kernels then treat these sides like sides that are joined to
   * another block. */
  int sides;
  const ria_block_side *side;
} ria_sparse;

#ifdef __cplusplus
}
#endif
#endif
