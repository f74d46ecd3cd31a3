/* A tracer in the water that an intake removes, before water_intake.c removes the water; and the river's inflow of it. */
#include "../../../kernels/ria_kernel.h"
#include "water_take.h"

CELLS_KERNEL(tracer_intake, "a tracer in water taken out of single cells", "")

CELL {
  STATE(FIELD(content, "m", "tracer content: depth times concentration")
        FIELD(taken, "m", "tracer that was taken out: depth times concentration, less what has decayed")
        FIELD(h, "m", "water depth"))
}
cell, next;

SCALAR(dt, "s", "time step")
SCALAR(water, "m/s", "depth of water added a second where weight is 1; below 0: taken out")
SCALAR(tracer, "m/s", "tracer content added a second where weight is 1")

APPLY {
  real added = weight * (dt * water);
  real out = min(max(-added, 0.0), max(cell.h - dry, 0.0));
  real left[4];
  take(left, cell.h, 0.0, 0.0, cell.content, out);
  next.content = left[3] + weight * (dt * tracer);
  next.taken = cell.taken + (cell.content - left[3]);
  next.h = cell.h;
}
