/** \file
 * A grid: a mesh of one block, by value. In a plane, x grows eastwards and y northwards.
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
  ria_global cells[RIA_AXES]; /**< 0 counts as 1 */
  double origin[RIA_AXES];    /**< low corner, m */
  double spacing[RIA_AXES];   /**< cell size, m */
  int tiles[RIA_AXES];        /**< tiles along each axis; 0 counts as 1 */
  bool periodic[RIA_AXES];    /**< the two sides across the axis are one, and have no segments */
} ria_grid;

/** Whether a side is one with the side across the grid. */
static inline bool ria_grid_is_periodic(const ria_grid *grid, ria_side side) {
  return grid->periodic[ria_side_axis(side)];
}

#ifdef __cplusplus
}
#endif
#endif
