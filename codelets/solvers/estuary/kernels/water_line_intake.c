/* The same for a line that removes water at some time: down to the depth `dry`, with its tracer.
 * Demand beyond that is counted as a shortfall, as in water_intake.c. */
#include "../../../kernels/ria_kernel.h"
#include "water_take.h"

CELLS_KERNEL(water_line_intake, "open line with a discharge that may go out", "")

CELL {
  WATER
  STATE(FIELD(shortfall, "m", "water that was to be taken out and was not there")
        FIELD(taken_tracer, "m", "tracer that was taken out: depth times concentration, less what has decayed"))
  LINE_MAP
}
cell, next;

#include "water_line_feed.h"

APPLY {
  real added = weight * (dt * water);
  real asked = max(-added, 0.0);
  real out = min(asked, max(cell.h - dry, 0.0));
  real left[4];
  take(left, cell.h, cell.qx, cell.qy, cell.hc, out);
  real h = left[0] + max(added, 0.0);
  real share = feed(h, weight * water);
  next.h = h;
  next.qx = share * cell.reachx;
  next.qy = share * cell.reachy;
  next.hc = left[3] + weight * (dt * tracer);
  next.shortfall = cell.shortfall + (asked - (cell.h - left[0]));
  next.taken_tracer = cell.taken_tracer + (cell.hc - left[3]);
}
