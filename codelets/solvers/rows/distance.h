/* The distance of a cell to the nearest wall without slip. */
#ifndef ROWS_DISTANCE_H
#define ROWS_DISTANCE_H

#include "ria/block_grid.h"

typedef struct rows_distance rows_distance;

/* Read the faces of the walls of the whole grid. `is_sticky` [patches of the grid]: walls without
 * slip. The walls of a cell are those of its row (for blocks without a row: of all such blocks),
 * and their periodic images. `grid` and `walk` are borrowed. Errors: RIA_ERROR_MEMORY, and those of
 * ria_block_grid_nodes(). */
ria_status rows_distance_create(const ria_block_grid *grid, const ria_block_walk *walk,
                                const bool *is_sticky, rows_distance **distance);
void rows_distance_destroy(rows_distance *distance);

/* Whether the row of a block (-1: blocks without a row) has a wall. */
bool rows_distance_has_wall(const rows_distance *distance, int row);

/* Distances [k][j][i], m, of the middles of the cells with lowest nodes in a range, which may
 * extend outside of the block; 0 where there is no cell. A cell's result has the same bits in every
 * block. Thread-safe. Errors: RIA_ERROR_MEMORY, and those of ria_block_grid_nodes(). */
ria_status rows_distance_fill(const rows_distance *distance, int block, const ria_range *range,
                              double *values);

#endif
