/** \file
 * What is known of level parts of rows: cells that all have the same bits.
 *
 * Kernels with waves that work along x alone, and have no statics, take the stamps of
 * ria_step_args (`rest`) for those of *level segments*: RIA_LEVEL_CELLS cells of a tile's row from
 * a multiple of that on, numbered by it, ghost cells included. `src[n]` and `dst[n]` are those of
 * segment n, which may be negative, in row update.y0; `pitch` on for each row more.
 *
 * A stamp other than 0 says that all cells of the segment have the same bits in every state field;
 * two segments of a buffer with the same stamp, that they are each other's copies. Nothing is said
 * of one buffer by another's. Where all that a segment sees bears one stamp, so do all its results:
 * one cell is computed, and a segment that is known to hold its bits already is neither read nor
 * written. Who writes to a buffer by other ways clears the stamps of the segments it touches.
 */
#ifndef RIA_LEVEL_H
#define RIA_LEVEL_H

#include "ria/kernel.h"

enum { RIA_LEVEL_CELLS = 64 };

/** The segment that column x lies in. */
static inline int ria_level_segment(int x) {
  return x >= 0 ? x / RIA_LEVEL_CELLS : -((RIA_LEVEL_CELLS - 1 - x) / RIA_LEVEL_CELLS);
}

/** Whether a kernel's implementations may take stamps for those of level segments. Those that do
 * not look at them leave all of them 0, and must not take turns with those that do. */
static inline bool ria_level_stamped(const ria_kernel *kernel) {
  return kernel->kind == RIA_KERNEL_FACE && kernel->axes == 1 && !kernel->nstatic &&
         !kernel->has_rest;
}

#endif
