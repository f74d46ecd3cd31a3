/** \file
 * Steps from cell to cell across joints. Private to inputs/.
 */
#ifndef BLOCK_WALK_H
#define BLOCK_WALK_H

#include "ria/block_grid.h"

enum { BLOCKS_WALK_COPIES = 256 /* largest number of copies of a node */ };

struct ria_block_walk {
  const ria_block_grid *grid;
  int *first; /* [blocks * RIA_SIDES + 1]: in entry */
  int *entry; /* 2 * joint + end */
};

/** Cross the joint to a cell one beyond a side of its block: *place becomes the cell's position in
 * its own block, with `map` and `offset` composed. False: there is no joint. */
bool blocks_walk_cross(const ria_block_walk *walk, ria_side side, ria_node_place *place);

/** Orders places by block, i, j, k. */
int blocks_walk_compare(const void *a, const void *b);

#endif
