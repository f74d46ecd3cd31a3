/* Areas, volumes and marks of a grid of nodes, in double precision: the static inputs of the
 * kernels of rows. */
#ifndef ROWS_METRICS_H
#define ROWS_METRICS_H

#include "ria/block_grid.h"
#include "slide.h"

/* The statics of the solver. Cell (i, j, k) lies between the nodes (i, j, k) and (i + 1, j + 1, k +
 * 1); face a of (i, j, k) is the low side of that cell along axis a. */
enum {
  AREA,              /* [3 faces][3 components]: the area vector along x, r, theta, or x, y, z */
  VOLUME = AREA + 9, /* volume of the cell */
  SOURCE,            /* the sum of the areas of its faces along r, pointing outwards */
  RADIUS,            /* radius of the node; 1 in a plane */
  OPEN,              /* [3]: 0 for a face on a wall, 1 for others */
  CELL = OPEN + 3,   /* 1 for a cell, 0 where there is none */
  NODE,              /* 0 where no differences along an axis may reach the node; 2 for other listed
                        nodes; else 1 */
  SIDES,             /* [4]: sides of the node's share of its cells, along x, r, theta and in all */
  OWNED = SIDES + 4, /* 1 for the first of a node's copies, 0 for the others */
  ROWS_STATICS
};

enum { ROWS_COPIES = 64 /* cells around a node, at most */ };

typedef struct rows_metrics rows_metrics;

/* `is_wall` [patches of the grid]; all are borrowed. Errors: RIA_ERROR_MEMORY. */
ria_status rows_metrics_create(const ria_block_grid *grid, const bool *is_wall,
                               const rows_slides *slides, rows_metrics **metrics);
void rows_metrics_destroy(rows_metrics *metrics);

/* A node with its gain computed from a list of cells: on an edge where three, five or more cells
 * meet, or next to one, where the block's ghost cells are not all cells around it. */
typedef struct {
  int copies, cells;
  ria_node_place *copy, *cell; /* ordered by block, k, j, i */
} rows_listed_node;
const rows_listed_node *rows_metrics_listed(const rows_metrics *metrics, int64_t *count);
const ria_block_walk *rows_metrics_walk(const rows_metrics *metrics);
/* The cells around a node, each once, ordered by block, k, j, i. Errors: RIA_ERROR_UNSUPPORTED
 * (more than `most`). */
ria_status rows_metrics_cells_around(const rows_metrics *metrics, int block,
                                     const ria_global node[RIA_AXES], int most,
                                     ria_node_place *cell, int *cells);
/* The patch on which face `axis` of a place lies; -1: none. */
int rows_metrics_patch_of(const rows_metrics *metrics, int block, const ria_global at[RIA_AXES],
                          int axis);
/* A sum with the same bits in any order of the terms. */
double rows_sum_of_four(double a, double b, double c, double d);
/* Nodes of the grid, each counted once. */
double rows_metrics_nodes(const rows_metrics *metrics);

/* Values [ROWS_STATICS][k][j][i] for the nodes of a range, which may extend outside of the block.
 * Thread-safe. Errors: RIA_ERROR_MEMORY, and those of ria_block_grid_nodes(). */
ria_status rows_metrics_fill(const rows_metrics *metrics, int block, const ria_range *range,
                             double *values);

#endif
