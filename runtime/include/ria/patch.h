/** \file
 * Patches: an application reads a field on some cells of a block, changes it, and gives it back.
 *
 * A boundary condition that no kernel has, a source, or a measurement can so be computed between
 * two calls of ria_simulation_advance(). A patch has own cells of a block only. Ghost cells follow
 * by themselves: the next step fills them from other tiles, and beyond the edge of the domain by
 * the model's segments.
 *
 * ria_patch_read() and ria_patch_write() are collective over the runtime's ranks and blocking. The
 * patch may cross tiles and ranks. The tiles of a GPU travel to main memory and back, so on GPUs
 * use them between many steps.
 *
 * ria_patch_lend() gives the application pointers to the fields where they lie, on a GPU or in main
 * memory, until ria_patch_take_back(). Nothing travels.
 */
#ifndef RIA_PATCH_H
#define RIA_PATCH_H

#include "ria/simulation.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Values of a patch: the product of its lengths along the three axes. 0 if one is not positive. */
int64_t ria_patch_cells(const ria_patch *patch);

/** Copy a field of the present state.
 * \param field number in the model's state; one that lasts (ria_model_lasting), in the field's
 * unit; components of vectors run along the axes of the block \param patch cells of one block, the
 * same on every rank \param values out: [z][y][x] of the patch, the caller's; every rank gets all
 * of them, exactly Errors: RIA_ERROR_ARGUMENT (no such field; the patch is empty or leaves its
 * block), RIA_ERROR_UNSUPPORTED (2^31 cells or more), RIA_ERROR_STARPU, RIA_ERROR_MPI,
 * RIA_ERROR_DEVICE. */
ria_status ria_patch_read(ria_simulation *simulation, int field, const ria_patch *patch,
                          double *values);

/** Replace a field of the present state on a patch. In single precision values are rounded. The
 * next step estimates its dt anew from the changed state. The ledger does not count what a patch
 * adds. Where blocks share nodes, write both copies of a node alike. \param values [z][y][x] of the
 * patch, borrowed; the same on every rank. Each rank takes the cells of its own tiles, so other
 * values of a rank are not looked at Errors: as ria_patch_read(). After an error of StarPU a part
 * may have been replaced. */
ria_status ria_patch_write(ria_simulation *simulation, int field, const ria_patch *patch,
                           const double *values);

/** A tile of this rank whose fields are lent. Cell (x, y, z) of the tile, from cells.lo of its
 * block on, is `field[f][z * plane + y * pitch + x]`, of float or double; cell (0, 0, 0) is its
 * lowest own cell. Ghost cells lie around: -ghost[a] to the tile's cells + ghost[a] along each
 * axis. */
typedef struct {
  int block;
  ria_range cells;         /**< its own cells, as the block numbers them */
  int ghost[RIA_AXES];     /**< on either side */
  ria_precision precision; /**< RIA_SINGLE: float, RIA_DOUBLE: double */
  /** Whose memory it is: the number of a GPU, as cudaSetDevice() counts; -1: main memory. */
  int gpu;
  size_t pitch, plane;         /**< elements from one row, and one plane, to the next */
  void *field[RIA_MAX_FIELDS]; /**< those of the present state that last, by their numbers, in their
                                  units; components of vectors run along the axes of the block */
} ria_lent_tile;

/** Tiles that this rank has. Not collective. */
int ria_patch_tiles(const ria_simulation *simulation);

/** Lend the fields of the present state of all tiles of this rank, for reading and writing. What
 * was under way is done then: the fields may be used at once, on any stream of the tile's GPU.
 * Until ria_patch_take_back() no other function of the simulation may be called but
 * ria_simulation_progress() and ria_simulation_destroy(), which takes them back itself; those that
 * advance, fill, read or write the state fail with RIA_ERROR_ARGUMENT.
 *
 * Write own cells only: ghost cells hold what an earlier step left, and the next step fills them
 * anew, as after ria_patch_write(). Where blocks share nodes, write both copies of a node alike.
 *
 * On a simulation without GPUs the pointers are of main memory, and so are those of tiles that CPU
 * workers hold beside GPUs: ask `gpu`. Tiles that only CPU workers changed last come to their GPU
 * first. Collective and blocking.
 * \param tile out: [ria_patch_tiles()], the caller's; pointers are valid until taken back
 * Errors: RIA_ERROR_ARGUMENT (they are lent already), RIA_ERROR_UNSUPPORTED (tiles of a Cell; tiles
 * that do not all stay on their GPU: RIA_GPU_STAGED), RIA_ERROR_STARPU, RIA_ERROR_DEVICE. */
ria_status ria_patch_lend(ria_simulation *simulation, ria_lent_tile *tile);

/** Take the fields back. All work on them must be done: wait for its streams first.
 * \param changed whether a cell of any rank was written; the same on every rank. Then the next step
 * estimates its dt anew, and the ledger does not count what was added, as after ria_patch_write()
 * Collective and blocking. Errors: RIA_ERROR_ARGUMENT (nothing is lent), RIA_ERROR_STARPU. */
ria_status ria_patch_take_back(ria_simulation *simulation, bool changed);

#ifdef __cplusplus
}
#endif
#endif
