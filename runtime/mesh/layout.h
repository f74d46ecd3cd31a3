/** \file
 * Memory layout of a tile: fields one after the other, rows padded, ghost cells around.
 */
#ifndef MESH_LAYOUT_H
#define MESH_LAYOUT_H

#include "ria/kernel.h"
#include "ria/status.h"

typedef struct {
  int n[RIA_AXES];     /**< cells of the tile along each axis */
  int ghost[RIA_AXES]; /**< ghost cells on either side along each axis */
  size_t size;         /**< bytes of a real */
  size_t pitch;        /**< reals a row */
  size_t plane;        /**< reals a plane */
  size_t lead;         /**< reals before cell x = 0 in the first row, so that it lies on a 128-byte
                          boundary; in each row unless rows are `close` */
  size_t field;        /**< reals a field */
} tile_layout;

/** Compute the layout of a tile.
 * \param close store the ghost cells before a row in the padding of the preceding row: rows of some
 * hundred cells then take up to a third less memory. Only for kernels that write no cells beyond
 * those requested */
void layout_init(tile_layout *layout, const int n[RIA_AXES], const int ghost[RIA_AXES],
                 ria_precision precision, bool close);

/** Offset of a cell from cell (0, 0, 0) of its field, in reals. */
static inline ptrdiff_t layout_at(const tile_layout *layout, int x, int y, int z) {
  return (ptrdiff_t)z * (ptrdiff_t)layout->plane + (ptrdiff_t)y * (ptrdiff_t)layout->pitch + x;
}

/** The cells of the tile, without ghost cells. */
static inline ria_box layout_own(const tile_layout *layout) {
  const ria_box own = {{0, 0, 0}, {layout->n[0], layout->n[1], layout->n[2]}};
  return own;
}

/** Offset of cell (0, 0, 0) in a field, in reals. */
static inline size_t layout_first(const tile_layout *layout) {
  return (size_t)layout->ghost[2] * layout->plane + (size_t)layout->ghost[1] * layout->pitch +
         layout->lead;
}

/** Pointer to cell (0, 0, 0) of field number `field` in a block of fields. */
static inline void *layout_origin(const tile_layout *layout, const void *block, int field) {
  const size_t reals = (size_t)field * layout->field + layout_first(layout);
  return (char *)block + reals * layout->size;
}

/** A walk over the cells of a box in the order of other axes: cell (x, y, z) of n[0] x n[1] x n[2]
 * is `first` + x, y and z strides from cell (0, 0, 0) of the field, in reals. */
typedef struct {
  int n[RIA_AXES];
  ptrdiff_t first, stride[RIA_AXES];
} turned_box;

/** Axis a of the walk runs along axis |map[a]| - 1 of the box, backwards if map[a] is negative; a
 * map of zeros keeps the axes. */
static inline turned_box layout_turn(const tile_layout *layout, ria_box box,
                                     const int map[RIA_AXES]) {
  const ptrdiff_t stride[RIA_AXES] = {1, (ptrdiff_t)layout->pitch, (ptrdiff_t)layout->plane};
  turned_box t = {{0, 0, 0}, layout_at(layout, box.lo[0], box.lo[1], box.lo[2]), {0, 0, 0}};
  for (int a = 0; a < RIA_AXES; a++) {
    const int b = map[a] ? (map[a] < 0 ? -map[a] : map[a]) - 1 : a;
    t.n[a] = ria_box_size(box, b);
    t.stride[a] = map[a] < 0 ? -stride[b] : stride[b];
    t.first += map[a] < 0 ? (t.n[a] - 1) * stride[b] : 0;
  }
  return t;
}

/** The identity map. */
extern const int layout_straight[RIA_AXES];

/** A field of a turned copy: the sum of `terms` fields of the block, each times its factor. */
typedef struct {
  int terms, field[RIA_AXES];
  double factor[RIA_AXES];
} turned_field;

/** Copy a box of `fields` fields between a block of fields and a dense buffer [fields][z][y][x],
 * with the buffer's axes along the box's as in layout_turn().
 * \param turned [fields]: how each field of the copy is computed; NULL: copied */
void layout_pack(const tile_layout *layout, const void *block, int fields, ria_box box,
                 const int map[RIA_AXES], const turned_field *turned, void *dense);
void layout_unpack(const tile_layout *layout, void *block, int fields, ria_box box,
                   const void *dense);

/** Zeroed memory on a page boundary; freed by free(). NULL if there is none. */
void *pages_alloc(size_t bytes);

#endif
