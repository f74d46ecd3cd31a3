/** \file
 * How a tile lies in memory: fields one after the other, rows padded, ghost cells around. */
#ifndef RIA_LAYOUT_H
#define RIA_LAYOUT_H

#include "ria/kernel.h"
#include "ria/status.h"

typedef struct {
  int nx, ny;   /**< cells of the tile */
  int ghost[2]; /**< ghost cells on either side along x and y */
  size_t size;  /**< bytes of a real */
  size_t pitch; /**< reals a row */
  size_t lead;  /**< reals before cell x = 0 in a row, so that it lies on a 128-byte boundary */
  size_t field; /**< reals a field */
} ria_layout;

void ria_layout_init(ria_layout *layout, int nx, int ny, const int ghost[2],
                     ria_precision precision);

/** Offset in reals of local cell (x, y) from a field's first byte. */
static inline size_t ria_layout_offset(const ria_layout *layout, int x, int y) {
  return (size_t)(y + layout->ghost[1]) * layout->pitch + layout->lead + (size_t)(ptrdiff_t)x;
}

/** Pointer to cell (0, 0) of field number `field` in a block of fields. */
static inline void *ria_layout_origin(const ria_layout *layout, const void *block, int field) {
  size_t reals = (size_t)field * layout->field + ria_layout_offset(layout, 0, 0);
  return (char *)block + reals * layout->size;
}

/** Copy a box of `fields` fields between a block and a dense buffer [fields][height][width]. */
void ria_layout_pack(const ria_layout *layout, const void *block, int fields, ria_box box,
                     void *dense);
void ria_layout_unpack(const ria_layout *layout, void *block, int fields, ria_box box,
                       const void *dense);

/** Zeroed memory on a page boundary; freed by free(). NULL if there is none. */
void *ria_pages_alloc(size_t bytes);

#endif
