/** \file
 * Boxes of cells. Lines, planes and spaces use the same boxes: an axis that the mesh lacks has one
 * cell, number 0.
 */
#ifndef RIA_BOX_H
#define RIA_BOX_H

#include <stdbool.h>
#include <stddef.h>
#include "ria/both.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RIA_AXES = 3 /**< x, y, z: x is the fast index */ };

/** The local cells [lo, hi) along each axis; cell 0 is the first cell that the tile owns, ghost
 * cells are negative or beyond the tile's size. */
typedef struct {
  int lo[RIA_AXES], hi[RIA_AXES];
} ria_box;

/** A box of a plane, the cells [x0, x1) x [y0, y1): as an initializer, and as a value. */
#define RIA_BOX_PLANE(x0, x1, y0, y1)                                                              \
  {                                                                                                \
    {(x0), (y0), 0}, {                                                                             \
      (x1), (y1), 1                                                                                \
    }                                                                                              \
  }
static inline ria_box ria_box_plane(int x0, int x1, int y0, int y1) {
  const ria_box box = RIA_BOX_PLANE(x0, x1, y0, y1);
  return box;
}

/** Number of cells along an axis. */
RIA_BOTH int ria_box_size(ria_box box, int axis) {
  return box.hi[axis] - box.lo[axis];
}

static inline bool ria_box_is_empty(ria_box box) {
  return box.lo[0] >= box.hi[0] || box.lo[1] >= box.hi[1] || box.lo[2] >= box.hi[2];
}

static inline size_t ria_box_cells(ria_box box) {
  return (size_t)ria_box_size(box, 0) * (size_t)ria_box_size(box, 1) * (size_t)ria_box_size(box, 2);
}

#ifdef __cplusplus
}
#endif
#endif
