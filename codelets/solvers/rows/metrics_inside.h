/* Declarations that the files of the metrics share. */
#ifndef ROWS_METRICS_INSIDE_H
#define ROWS_METRICS_INSIDE_H

#include "metrics.h"

struct rows_metrics {
  const ria_block_grid *grid;
  const bool *is_wall;
  const rows_slides *slides;
  ria_block_walk *walk;
  ria_block_stars stars;
  int64_t *star; /* [stars.copies], sorted: numbers of nodes */
  int64_t stars_count;
  int64_t *beside; /* the same of the other listed nodes */
  int64_t beside_count;
  int64_t *first; /* [blocks + 1]: the number of a block's first node */
  int64_t listed_count;
  rows_listed_node *listed; /* nodes on the edges first */
};

/* ---- edges.c ---- */
/* Whether three, five or more cells meet at a node of a block. */
bool rows_is_star(const rows_metrics *m, int block, const ria_global node[RIA_AXES]);
/* Whether a node of a block is another listed one: next to such a node. */
bool rows_is_beside_star(const rows_metrics *m, int block, const ria_global node[RIA_AXES]);
/* Comparison by block, k, j, i: negative, 0 or positive. */
int rows_node_order(const ria_node_place *a, const ria_node_place *b);
/* Number of cells or nodes by which an index is beyond the ends of a block; 0: inside. */
ria_global rows_past_end(const rows_metrics *m, int block, int axis, ria_global at, bool node);
/* A cell or node beyond a sliding plane, in the numbering of the block in front of it. */
bool rows_find_beyond(const rows_metrics *m, int block, const ria_global at[RIA_AXES], bool node,
                      ria_node_place *place);
/* A cell of the grid, or beyond a sliding plane. */
bool rows_find_cell(const rows_metrics *m, int block, const ria_global cell[RIA_AXES],
                    ria_node_place *place);

#endif
