/** \file
 * Where the coordinates of a block come from. Private to inputs/.
 */
#ifndef BLOCK_SOURCE_H
#define BLOCK_SOURCE_H

#include "ria/block_grid.h"

struct ria_block_source {
  ria_block_nodes *nodes;
  void (*destroy)(void *context); /* may be NULL */
  void *context;
};

/** Make room for one more element of an array whose capacity is a power of two. NULL if memory runs
 * out; the array is then unchanged. */
void *block_grid_grow(void *array, int count, size_t bytes);

/** Position in [0, 1] of node i of n cells whose lengths grow geometrically; the last cell is
 * `ratio` (0: 1) times as long as the first. */
double block_spread(ria_global i, ria_global n, double ratio);

/** The value at `u` between two ends; exact at both. */
static inline double block_between(const double end[2], double u) {
  return u >= 1 ? end[1] : end[0] + u * (end[1] - end[0]);
}

/** One block of a shape: the input of the formulas. */
typedef struct block_formula block_formula;
typedef void block_point_of(const block_formula *f, const double u[RIA_AXES],
                            double point[RIA_AXES]);

/** Append the blocks of a blade passage; inputs/blocks/passage.c. */
ria_status block_passage_add(ria_block_grid *grid, const ria_block_shape *shape);

/** Check that a shape's pair of ends is finite and in order. Errors: RIA_ERROR_CASE. */
ria_status block_shape_ends(const ria_block_shape *shape, const char *name, const double end[2],
                            double least);

#endif
