/** \file
 * The grid, and its decomposition into tiles and owners.
 *
 * Cells are numbered from the south-west: cell (0, 0) has its lower left corner at (x0, y0); x
 * grows eastwards and is the fast index. Global cell numbers are ria_global, local ones (inside a
 * tile, ghost cells negative) are plain int.
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
  ria_global nx, ny;    /**< cells */
  double x0, y0;        /**< lower left corner, m */
  double dx, dy;        /**< cell size, m */
  int tiles_x, tiles_y; /**< tiles along each axis; uneven sizes differ by at most one cell */
  bool periodic[2];     /**< along x, along y: the two sides are one, and have no segments */
} ria_grid;

/** Whether a side is one with the side across the grid. */
static inline bool ria_grid_is_periodic(const ria_grid *grid, ria_side side) {
  return grid->periodic[side == RIA_SOUTH || side == RIA_NORTH];
}

/** First cell of tile number t of n along an axis of `cells` cells; t = n gives `cells`. */
static inline ria_global ria_grid_cut(ria_global cells, int n, int t) {
  return cells * t / n;
}

/** Owner of tile (tx, ty) among `ranks` ranks: contiguous runs of tiles in row order. */
static inline int ria_grid_owner(const ria_grid *grid, int tx, int ty, int ranks) {
  int64_t tiles = (int64_t)grid->tiles_x * grid->tiles_y;
  int64_t tile = (int64_t)ty * grid->tiles_x + tx;
  return (int)(tile * ranks / tiles);
}

#ifdef __cplusplus
}
#endif
#endif
