/** \file
 * What lies along a tile: its part of the domain's edge, and the cells of its sources. */
#ifndef ACCESS_EDGE_H
#define ACCESS_EDGE_H

#include "mesh/layout.h"
#include "ria/simulation.h"

/** A piece of the domain's edge along one tile: ghost cells beyond a side, beside the cells of
 * `part`, of which the entries of the side's own axis mean nothing. */
typedef struct {
  const ria_segment *segment;
  ria_side side; /**< of the tile; the segment's, unless that lies on another block's side */
  ria_box part;
} tile_edge;

/** Faces of a section whose cells are a tile's own. */
typedef struct {
  int number; /**< in the ledger */
  int axis, outward, sign;
  int across, from, to;
} tile_section;

/** Cells of a source inside a box, in the memory of a GPU. */
typedef struct device_cells {
  ria_box box;
  int count;
  ptrdiff_t *index;
  double *weight;
  struct device_cells *next;
} device_cells;

/** Cells [from, to) of a row. */
typedef struct {
  int from, to;
} row_part;

/** The cells of a source that lie in one tile or its ghost cells: a list, unless its weights are a
 * field. */
typedef struct {
  const ria_source *source;
  bool beside_edge; /**< it changes cells beside the tile's edge */
  row_part *row;    /**< with a field: where the weights of each row are not 0, ghost cells and all;
                       see source_row() */
  int count;
  int (*at)[RIA_AXES];
  int *number; /**< of the cell in the source's list */
  double *weight;
  ptrdiff_t *index; /**< room for those inside a box */
  double *index_weight;
  device_cells *on_device; /**< lists of those inside the boxes that there were, made once; */
  bool reweighed;          /**< they have weights of before: ria_simulation_weigh() */
} tile_source;

#endif
