/* Sliding planes: the nodes of a side of a plane are on rings around the axis; the nodes beyond a
 * side are the layers of nodes of the other side, which rotates relative to it. */
#ifndef ROWS_SLIDE_H
#define ROWS_SLIDE_H

#include "ria/block_grid.h"

enum { SLIDE_LAYERS = 3 /* layers of nodes: the plane, and those beyond it that kernels read */ };

/* Nodes of a plane in a block. */
typedef struct {
  int block;
  ria_side side;
  ria_range nodes;
  int32_t *number; /* [nodes]: station * cells + place on the ring */
} slide_patch;

/* One side of a plane. A station is a ring of nodes with one radius; angles are relative to place
 * 0, and grow by 2 pi over `around` / cells from place to place. */
typedef struct {
  int patches, stations, cells;
  slide_patch *patch;
  ria_node_place *ring;  /* [stations][cells]: nodes of the plane; at: block and node alone */
  ria_node_place *last;  /* [stations]: the node that coincides with place 0 after one period */
  double *x, *r, *angle; /* [SLIDE_LAYERS][stations] */
  double around;         /* angle of all cells, rad */
} slide_side;

typedef struct {
  const ria_block_grid *grid;
  int sides;        /* 2 for each plane of the case; those of mixing planes have no patches */
  slide_side *side; /* upstream, downstream */
} rows_slides;

/* The patch of a sliding plane, on a side of a block, that contains a node or a cell's node;
 * NULL: none. *side: the side of the plane. */
const slide_patch *rows_slide_at_node(const rows_slides *slides, int block,
                                      const ria_global node[RIA_AXES], int axis, bool high,
                                      int *side);
const slide_patch *rows_slide_at_cell(const rows_slides *slides, int block,
                                      const ria_global cell[RIA_AXES], int axis, bool high);
/* The number of a node of a patch, or of one beyond it: see slide_patch. */
int rows_slide_number(const slide_patch *patch, const ria_global node[RIA_AXES]);
/* Whether a node lies beyond a plane of its block, in a layer that kernels read; and its
 * coordinates, in the continuation of the block. */
bool rows_slide_find(const rows_slides *slides, int block, const ria_global node[RIA_AXES]);
ria_status rows_slide_point(const rows_slides *slides, int block, const ria_global node[RIA_AXES],
                            double point[RIA_AXES]);

#endif
