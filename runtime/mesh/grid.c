#include "ria/grid.h"
#include <limits.h>

static ria_status check_axis(const char *axis, ria_global cells, int tiles, bool periodic,
                             int ghost) {
  if (cells < 1 || cells > INT_MAX / 4)
    return ria_fail(RIA_ERROR_ARGUMENT, "the grid has %lld cells in %s; expected 1 to %d",
                    (long long)cells, axis, INT_MAX / 4);
  if (tiles < 1 || tiles > cells)
    return ria_fail(RIA_ERROR_ARGUMENT, "%d tiles in %s for %lld cells; expected 1 to %lld", tiles,
                    axis, (long long)cells, (long long)cells);
  if (tiles == 1 && periodic && cells < ghost)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "%lld cells in %s between periodic sides are fewer than the %d ghost cells of "
                    "this time tiling; use more cells there, or a smaller depth",
                    (long long)cells, axis, ghost);
  if (tiles > 1 && cells / tiles < ghost)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "tiles of %lld cells in %s are thinner than the %d ghost cells of this time "
                    "tiling; use at most %lld tiles there, or a smaller depth",
                    (long long)(cells / tiles), axis, ghost,
                    (long long)(cells / ghost ? cells / ghost : 1));
  return RIA_SUCCESS;
}

ria_status ria_grid_check(const ria_grid *grid, const int ghost[2]) {
  RIA_TRY(check_axis("x", grid->nx, grid->tiles_x, grid->periodic[0], ghost[0]));
  RIA_TRY(check_axis("y", grid->ny, grid->tiles_y, grid->periodic[1], ghost[1]));
  if (!(grid->dx > 0) || !(grid->dy > 0))
    return ria_fail(RIA_ERROR_ARGUMENT, "cells of %g m x %g m; expected positive sizes", grid->dx,
                    grid->dy);
  return RIA_SUCCESS;
}
