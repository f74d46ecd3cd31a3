/** \file
 * Patches: an application reads a field on some cells of a block, changes it, and gives it back.
 *
 * Use patches to compute a boundary condition that no kernel offers, a source, or a measurement
 * between two calls of ria_simulation_advance(). A patch covers only own cells of a block. The next
 * step fills ghost cells anew: from other tiles, and beyond the edge of the domain by the model's
 * segments.
 *
 * ria_patch_read() and ria_patch_write() are collective over the runtime's ranks and blocking. The
 * patch may cross tiles and ranks. Tiles on a GPU are copied to main memory and back, so on GPUs
 * use these functions only once in many steps.
 *
 * ria_patch_lend() gives the application pointers to the fields where they lie, on a GPU or in main
 * memory, until ria_patch_take_back(). No data is copied.
 */
#ifndef RIA_PATCH_H
#define RIA_PATCH_H

#include "ria/simulation.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Number of values of a patch: the product of its lengths along the three axes. 0 if a length is
 * not positive. */
int64_t ria_patch_cells(const ria_patch *patch);

/** Copy a field of the present state to the caller.
 * \param field number in the model's state; one that lasts (ria_model_lasting), in the field's
 * unit; components of vectors run along the axes of the block
 * \param patch cells of one block, the same on every rank
 * \param values out: [z][y][x] of the patch, the caller's; every rank gets all of them, exactly
 *
 * Errors: RIA_ERROR_ARGUMENT (no such field; the patch is empty or leaves its block),
 * RIA_ERROR_UNSUPPORTED (2^31 cells or more), RIA_ERROR_STARPU, RIA_ERROR_MPI, RIA_ERROR_DEVICE. */
ria_status ria_patch_read(ria_simulation *simulation, int field, const ria_patch *patch,
                          double *values);

/** Replace a field of the present state on a patch. In single precision the values are rounded. The
 * next step estimates dt anew from the changed state. The ledger does not count the change. If
 * blocks share nodes, write both copies of a node alike.
 * \param values [z][y][x] of the patch, borrowed; the same on every rank. Each rank uses the cells
 * of its own tiles and ignores the rest
 *
 * Errors: as ria_patch_read(). After an error of StarPU a part may have been replaced. */
ria_status ria_patch_write(ria_simulation *simulation, int field, const ria_patch *patch,
                           const double *values);

/** A lent tile of this rank. Cell (x, y, z) of the tile, counted from cells.lo of its block, is
 * `field[f][z * plane + y * pitch + x]`, of float or double; cell (0, 0, 0) is its lowest own cell.
 * Ghost cells lie around the own cells: from -ghost[a] to the tile's cells + ghost[a] along each
 * axis. */
typedef struct {
  int block;
  ria_range cells;         /**< its own cells, in the block's numbering */
  int ghost[RIA_AXES];     /**< ghost cells on either side */
  ria_precision precision; /**< RIA_SINGLE: float, RIA_DOUBLE: double */
  /** Location of the memory: the number of a GPU, as in cudaSetDevice(); -1: main memory. */
  int gpu;
  size_t pitch, plane;         /**< elements from one row, and from one plane, to the next */
  void *field[RIA_MAX_FIELDS]; /**< the lasting fields of the present state, by their numbers, in
                                  their units; components of vectors run along the axes of the block
                                */
} ria_lent_tile;

/** Number of tiles of this rank. Not collective. */
int ria_patch_tiles(const ria_simulation *simulation);

/** Lend the fields of the present state of all tiles of this rank, for reading and writing. All
 * pending work is complete when it returns: the fields may be used at once, on any stream of the
 * tile's GPU. Until ria_patch_take_back(), call only ria_simulation_progress() and
 * ria_simulation_destroy() (which takes the fields back); functions that advance, fill, read or
 * write the state fail with RIA_ERROR_ARGUMENT.
 *
 * Write own cells only: ghost cells hold old values, and the next step fills them anew, as after
 * ria_patch_write(). If blocks share nodes, write both copies of a node alike.
 *
 * Without GPUs the pointers are to main memory. With GPUs, those of tiles that CPU workers hold are
 * too: check `gpu`. GPU tiles that a CPU worker changed last are first copied to their GPU.
 * Collective and blocking.
 * \param tile out: [ria_patch_tiles()], the caller's; pointers are valid until taken back
 * Errors: RIA_ERROR_ARGUMENT (they are lent already), RIA_ERROR_UNSUPPORTED (tiles of a Cell; tiles
 * that do not all stay on their GPU: RIA_GPU_STAGED), RIA_ERROR_STARPU, RIA_ERROR_DEVICE. */
ria_status ria_patch_lend(ria_simulation *simulation, ria_lent_tile *tile);

/** Take the fields back. All work on them must be complete: wait for its streams first. Collective
 * and blocking.
 * \param changed whether a cell of any rank was written; the same on every rank. If true, the next
 * step estimates dt anew; the ledger does not count the change, as after ria_patch_write()
 *
 * Errors: RIA_ERROR_ARGUMENT (the fields are not lent), RIA_ERROR_STARPU. */
ria_status ria_patch_take_back(ria_simulation *simulation, bool changed);

#ifdef __cplusplus
}
#endif
#endif
