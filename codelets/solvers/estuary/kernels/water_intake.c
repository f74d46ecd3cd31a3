/* Water removed from single cells, with its tracer, down to the depth `dry`. Demand beyond that
 * is counted as a shortfall. A rate above 0 adds water, as water_source.c does. */
#include "../../../kernels/ria_kernel.h"
#include "water_take.h"

CELLS_KERNEL(water_intake, "water taken out of single cells", "")

CELL {
  WATER
  STATE(FIELD(shortfall, "m", "water that was to be taken out and was not there")
        FIELD(taken_tracer, "m", "tracer that was taken out: depth times concentration, less what has decayed"))
}
cell, next;

SCALAR(dt, "s", "time step")
SCALAR(water, "m/s", "depth of water added a second where weight is 1; below 0: taken out")
SCALAR(tracer, "m/s", "tracer content added a second where weight is 1")

APPLY {
  real added = weight * (dt * water);
  real asked = max(-added, 0.0);
  real out = min(asked, max(cell.h - dry, 0.0));
  real left[4];
  take(left, cell.h, cell.qx, cell.qy, cell.hc, out);
  next.h = left[0] + max(added, 0.0);
  next.qx = left[1];
  next.qy = left[2];
  next.hc = left[3] + weight * (dt * tracer);
  next.shortfall = cell.shortfall + (asked - (cell.h - left[0]));
  next.taken_tracer = cell.taken_tracer + (cell.hc - left[3]);
}
