/* The flow at the nodes of a run, for tests. */
#ifndef ROWS_TEST_NODES_H
#define ROWS_TEST_NODES_H

#include <stdlib.h>
#include "test_run.h"
#include "tests.h"

enum { FLOW = 5 }; /* density, momentum, energy */

/* A flow at the nodes of all blocks, with their coordinates. */
typedef struct {
  size_t nodes;
  double *at[3], *flow[FLOW];
} nodes;

static inline nodes nodes_of(const test_run *r) {
  const ria_block_grid *grid = r->terrain.nodes;
  nodes n = {.nodes = (size_t)ria_block_grid_size(grid)};
  for (int a = 0; a < 3; a++)
    n.at[a] = calloc(n.nodes, sizeof(double));
  for (int f = 0; f < FLOW; f++) {
    n.flow[f] = calloc(n.nodes, sizeof(double));
    test_run_field(r, f, n.flow[f]);
  }
  for (size_t b = 0, first = 0; b < (size_t)grid->blocks; b++) {
    const ria_range all = ria_block_grid_all_nodes(grid, (int)b);
    assert_int_equal(
        ria_block_grid_nodes(grid, (int)b, all, n.at[0] + first, n.at[1] + first, n.at[2] + first),
        RIA_SUCCESS);
    first += (size_t)ria_range_nodes(&all);
  }
  return n;
}

static inline void free_nodes(nodes *n) {
  for (int a = 0; a < 3; a++)
    free(n->at[a]);
  for (int f = 0; f < FLOW; f++)
    free(n->flow[f]);
}

#endif
