/** \file
 * Patches: an application reads a field on some cells of a block, changes it, and gives it back.
 *
 * A boundary condition that no kernel has, a source, or a measurement can so be computed between
 * two calls of ria_simulation_advance(). A patch has own cells of a block only. Ghost cells follow
 * by themselves: the next step fills them from other tiles, and beyond the edge of the domain by
 * the model's segments.
 *
 * Both functions are collective over the runtime's ranks and blocking. The patch may cross tiles
 * and ranks. The tiles of a GPU travel to main memory and back, so on GPUs use them between many
 * steps.
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

#ifdef __cplusplus
}
#endif
#endif
