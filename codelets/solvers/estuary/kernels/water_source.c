/* Water and tracer added to single cells: river mouths inside the grid, point and area releases. */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

CELLS_KERNEL(water_source, "water and tracer added to single cells", "")

CELL {
  WATER
}
cell, next;

SCALAR(dt, "s", "time step")
SCALAR(water, "m/s", "depth of water added a second where weight is 1")
SCALAR(tracer, "m/s", "tracer content added a second where weight is 1")

APPLY {
  next.h = cell.h + weight * (dt * water);
  next.qx = cell.qx;
  next.qy = cell.qy;
  next.hc = max(cell.hc + weight * (dt * tracer), 0.0);
}
