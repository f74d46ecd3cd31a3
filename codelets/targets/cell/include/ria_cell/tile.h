/** \file
 * The PPE's side of a kernel's sweeps: a tile of cells divided into blocks, two of which fit a
 * local store, laid out as in section 4.2.1 of the SWsolver paper, and the generated SPE programs
 * that sweep over it. A tile stays in blocks from step to step: SPEs write the cells that
 * neighbouring blocks need to their exchange buffers, so no gathering is needed.
 *
 * Cells are named as in ria/kernel.h: (0, 0) is the lower left inner cell, ghost cells have
 * negative indices or indices beyond the tile's size. Row-major fields are given by pointers at
 * cell (0, 0) and a pitch in reals, as in ria_step_args.
 */
#ifndef RIA_CELL_TILE_H
#define RIA_CELL_TILE_H

#include <ria/kernel.h>
#include <ria_cell/cell.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Generated from a kernel for one strategy and precision: an SPE program that takes spe_work
 * (blocks.h): ria_implementation.own of a RIA_TARGET_CELL. */
typedef struct ria_cell_stage {
  const char *kernel, *strategy;
  const ria_spe_program *program;
  ria_precision precision;
  bool boxes; /**< a stencil in boxes, which takes spe_march (planes.h) instead */
  int axis;   /**< 0: sweeps along x, 1: along y */
  int radius; /**< cells that it needs on either side, along its axis */
  int nstate, nstatic, nscalar;
} ria_cell_stage;

/** The program of an implementation, or NULL. */
static inline const ria_cell_stage *ria_cell_stage_of(const ria_implementation *one,
                                                      ria_precision precision) {
  return one->target->kind == RIA_TARGET_CELL ? (const ria_cell_stage *)one->own[precision] : NULL;
}

/** A tile of `cells`, ghosts included: {-gx, nx + gx, -gy, ny + gy}. `code` is the largest size
 * of code and stack of any stage in the local store. */
typedef struct {
  ria_box cells;
  ria_precision precision;
  int nstate, nstatic;
  int radius;                    /**< of its stages, the same of all */
  size_t code;                   /**< bytes; 0: that of generated programs */
  int block_columns, block_rows; /**< size of the largest block; 0: square blocks, two of which
                                    fit */
} ria_cell_tile_shape;

typedef struct ria_cell_tile ria_cell_tile;

/** A tile with its blocks distributed to SPEs 0..spes-1 of a cell, all values 0. The cell is
 * borrowed and must outlive the tile; its SPEs are idle between calls, so tiles may share it. Owned
 * by the caller. Errors: no memory; no cells; not even the smallest block fits; a tile of 4 GiB or
 * more.
 */
ria_status ria_cell_tile_create(ria_cell *cell, int spes, const ria_cell_tile_shape *shape,
                                ria_cell_tile **tile);
void ria_cell_tile_destroy(ria_cell_tile *tile);

/** Copies cells of `box` (within the tile) from row-major fields [nstate], or into them. Strips
 * of edges are boxes too. The PPE copies them, at no modelled time. */
void ria_cell_tile_put(ria_cell_tile *tile, ria_box box, const void *const *state, size_t pitch);
void ria_cell_tile_get(const ria_cell_tile *tile, ria_box box, void *const *state, size_t pitch);
/** Copies all cells of the static fields [nstatic]. */
void ria_cell_tile_put_statics(ria_cell_tile *tile, const void *const *statics, size_t pitch);

/** One sweep, in place. */
typedef struct {
  ria_box update; /**< cells to advance: they and `radius` more along the axis are in the tile */
  ria_box owned;  /**< cells that count in rate_max and bad */
  const double *scalars; /**< [nscalar], as ria_step_args; borrowed for the call */
  unsigned switches;
  bool rate_only;  /**< nothing is written: only the largest rate of the present state is
                      computed */
  unsigned next;   /**< axes (1: x, 2: y) of the next sweep: cells of these are sent to neighbouring
                      blocks. If 0, or if cells were put since, the PPE copies the cells that the
                      next sweep needs, which is correct but slower. */
  double rate_max; /**< out: 0 if there is none */
  int bad;         /**< out */
} ria_cell_sweep;

/** Runs it on the tile's SPEs and waits for them. Errors: a stage with other fields or precision;
 * a box beyond the tile; those of ria_cell_run(). */
ria_status ria_cell_tile_run(ria_cell_tile *tile, const ria_cell_stage *stage,
                             ria_cell_sweep *sweep);

/** Fills the `layers` of ghost cells beside cells [from, to) of a side (axis, outward: as in
 * ria_boundary_args) of a tile of nx x ny inner cells, by a boundary kernel's CPU implementation:
 * the PPE works on copies of the rows or columns at the side. */
ria_status ria_cell_tile_boundary(ria_cell_tile *tile, ria_boundary_function fill, int axis,
                                  int outward, int from, int to, int layers, int nx, int ny,
                                  const double *scalars);

/** Blocks of a tile: number, and rows and columns of cells of the largest. */
void ria_cell_tile_blocks(const ria_cell_tile *tile, int *count, int *rows, int *columns);

/** A step of a stencil in a box of row-major fields of one field, on SPEs 0..spes-1. The fields
 * are copied for it, at no modelled time. Of `args` it uses update, src, dst, pitch, plane and
 * scalars. Errors: no memory; rows of more than 4 GiB of cells; those of ria_cell_run().
 */
ria_status ria_cell_box_step(ria_cell *cell, int spes, const ria_cell_stage *stage,
                             ria_step_args *args);

/** Pieces of a box of those cells: number, and columns and rows of cells of the largest. */
void ria_cell_box_pieces(const ria_cell_stage *stage, int spes, ria_box box, int *pieces,
                         int *columns, int *rows);

/** A single step of row-major fields: creates a cell with 8 SPEs and a tile, loads, sweeps,
 * stores. ria_implementation.step and .rate of target "cell" are this function. After a fault (no
 * memory; a program that breaks a rule, which is a bug of ria) args->bad is set, and rate_max is
 * infinity. */
void ria_cell_step(const ria_cell_stage *stage, ria_step_args *args, bool rate_only);

#ifdef __cplusplus
}
#endif
#endif
