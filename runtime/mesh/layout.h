/** \file
 * How a tile lies in memory: fields one after the other, rows padded, ghost cells around. */
#ifndef RIA_LAYOUT_H
#define RIA_LAYOUT_H

#include "ria/kernel.h"
#include "ria/status.h"

typedef struct {
  int n[RIA_AXES];     /**< cells of the tile along each axis */
  int ghost[RIA_AXES]; /**< ghost cells on either side along each axis */
  size_t size;         /**< bytes of a real */
  size_t pitch;        /**< reals a row */
  size_t plane;        /**< reals a plane */
  size_t lead;  /**< reals before cell x = 0 in a row, so that it lies on a 128-byte boundary */
  size_t field; /**< reals a field */
} ria_layout;

void ria_layout_init(ria_layout *layout, const int n[RIA_AXES], const int ghost[RIA_AXES],
                     ria_precision precision);

/** Where a cell lies from cell (0, 0, 0) of its field, in reals. */
static inline ptrdiff_t ria_layout_at(const ria_layout *layout, int x, int y, int z) {
  return (ptrdiff_t)z * (ptrdiff_t)layout->plane + (ptrdiff_t)y * (ptrdiff_t)layout->pitch + x;
}

/** The cells of the tile, without ghost cells. */
static inline ria_box ria_layout_own(const ria_layout *layout) {
  const ria_box own = {{0, 0, 0}, {layout->n[0], layout->n[1], layout->n[2]}};
  return own;
}

/** Pointer to cell (0, 0, 0) of field number `field` in a block of fields. */
static inline void *ria_layout_origin(const ria_layout *layout, const void *block, int field) {
  const size_t first = (size_t)layout->ghost[2] * layout->plane +
                       (size_t)layout->ghost[1] * layout->pitch + layout->lead;
  const size_t reals = (size_t)field * layout->field + first;
  return (char *)block + reals * layout->size;
}

/** Copy a box of `fields` fields between a block of fields and a dense buffer [fields][z][y][x]. */
void ria_layout_pack(const ria_layout *layout, const void *block, int fields, ria_box box,
                     void *dense);
void ria_layout_unpack(const ria_layout *layout, void *block, int fields, ria_box box,
                       const void *dense);

/** Zeroed memory on a page boundary; freed by free(). NULL if there is none. */
void *ria_pages_alloc(size_t bytes);

#endif
