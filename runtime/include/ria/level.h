/** \file
 * Stamps that mark level parts of rows: cells that all have the same bits.
 *
 * Kernels with waves that work along x alone, without statics, use the stamps of ria_step_args
 * (`rest`) for *level segments*: RIA_LEVEL_CELLS cells of a tile's row, ghost cells included.
 * Segment n begins at cell n * RIA_LEVEL_CELLS; n may be negative. `src[n]` and `dst[n]` are the
 * stamps of segment n in row update.y0; stamps of the next row lie `pitch` further.
 *
 * A stamp other than 0 says that all cells of the segment have the same bits in every state field.
 * Two segments of a buffer with the same stamp are copies of each other. Stamps of different
 * buffers are unrelated. If all segments that a segment reads have one stamp, all its results are
 * equal: one cell is computed, and a segment that already holds these bits is neither read nor
 * written. Code that writes a buffer directly must clear the stamps of the segments that it
 * touches.
 */
#ifndef RIA_LEVEL_H
#define RIA_LEVEL_H

#include "ria/kernel.h"

enum { RIA_LEVEL_CELLS = 64 };

/** The segment that holds column x. */
static inline int ria_level_segment(int x) {
  return x >= 0 ? x / RIA_LEVEL_CELLS : -((RIA_LEVEL_CELLS - 1 - x) / RIA_LEVEL_CELLS);
}

/** Whether a kernel's implementations may use stamps for level segments. Implementations that
 * ignore stamps leave all of them 0; do not alternate both kinds on one buffer. */
static inline bool ria_level_stamped(const ria_kernel *kernel) {
  return kernel->kind == RIA_KERNEL_FACE && kernel->axes == 1 && !kernel->nstatic &&
         !kernel->has_rest;
}

#endif
