/** \file
 * Data along the edge of a tile: its part of the domain's edge, and the cells of its sources.
 */
#ifndef ACCESS_EDGE_H
#define ACCESS_EDGE_H

#include "mesh/layout.h"
#include "ria/simulation.h"

/** A piece of the domain's edge along one tile: ghost cells beyond a side, next to the cells of
 * `part`; entries of `part` for the axis normal to the side are ignored. */
typedef struct {
  const ria_segment *segment;
  ria_side side; /**< of the tile; differs from the segment's if that lies on another block */
  ria_box part;
} tile_edge;

/** The faces of a section that belong to a tile's own cells. */
typedef struct {
  int number; /**< index in the ledger */
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

/** The cells of a source that lie in a tile or its ghost cells: a list, unless the source has a
 * field of weights. */
typedef struct {
  const ria_source *source;
  bool beside_edge; /**< it changes cells next to the tile's edge */
  row_part *row; /**< with a field: the range of each row, ghost cells included, where weights are
                    not 0; see source_row() */
  int count;
  int (*at)[RIA_AXES];
  int *number; /**< index of the cell in the source's list */
  double *weight;
  ptrdiff_t *index; /**< room for the cells inside a box */
  double *index_weight;
  device_cells *on_device; /**< lists of the cells inside each box used so far, made once; */
  bool reweighed;          /**< their weights are outdated: ria_simulation_weigh() was called */
} tile_source;

#endif
