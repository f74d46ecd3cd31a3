/* Water that an open line with a discharge adds to the cells just beyond it, with the momentum of
 * the discharge across the line. Its speed is limited to its wave speed. */
#include "../../../kernels/ria_kernel.h"

CELLS_KERNEL(water_line_source, "open line with a discharge", "")

#include "water.h"

CELL {
  WATER
  LINE_MAP
}
cell, next;

SCALAR(dry, "m", "depth at and below which water does not move")

#include "water_line_feed.h"

APPLY {
  real added = weight * water;
  real h = cell.h + dt * added;
  real share = feed(h, added);
  next.h = h;
  next.qx = share * cell.reachx;
  next.qy = share * cell.reachy;
  next.hc = max(cell.hc + weight * (dt * tracer), 0.0);
}
