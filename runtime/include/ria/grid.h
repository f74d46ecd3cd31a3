/** \file
 * A grid: a mesh of one block, described by value. In a plane, x grows eastwards and y northwards.
 */
#ifndef RIA_GRID_H
#define RIA_GRID_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/mesh.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  ria_global cells[RIA_AXES]; /**< 0 counts as 1; three-dimensional: at least 1 along z, plane: 0 */
  double origin[RIA_AXES];    /**< low corner, m */
  double spacing[RIA_AXES];   /**< cell size, m */
  int tiles[RIA_AXES];        /**< tiles along each axis; 0 counts as 1 */
  bool periodic[RIA_AXES];    /**< the two sides across the axis are joined, and have no segments */
} ria_grid;

/** The same grid as a mesh of one block, linked to itself across periodic sides. Fills in `block`
 * and `link`, which the mesh borrows. */
static inline ria_mesh ria_grid_mesh(const ria_grid *grid, ria_block *block,
                                     ria_link link[RIA_AXES]) {
  *block = (ria_block){0};
  for (int axis = 0; axis < RIA_AXES; axis++) {
    block->cells[axis] = grid->cells[axis] ? grid->cells[axis] : 1;
    block->tiles[axis] = grid->tiles[axis] ? grid->tiles[axis] : 1;
    block->origin[axis] = grid->origin[axis];
    block->spacing[axis] = grid->spacing[axis];
  }
  const bool box = grid->cells[2] > 1 || (grid->cells[2] == 1 && grid->spacing[2] > 0);
  ria_mesh mesh = {.ndim = box ? 3 : 2, .blocks = 1, .block = block, .link = link};
  for (int axis = 0; axis < RIA_AXES; axis++)
    if (grid->periodic[axis])
      link[mesh.links++] = ria_mesh_periodic_link(block, 0, axis);
  return mesh;
}

/** Whether a side is joined to the opposite side. */
static inline bool ria_grid_is_periodic(const ria_grid *grid, ria_side side) {
  return grid->periodic[ria_side_axis(side)];
}

#ifdef __cplusplus
}
#endif
#endif
