/* Water that enters culverts and pumps at single cells, with the tracer in it, down to the depth `dry`. */
#include "../../../kernels/ria_kernel.h"
#include "water_take.h"


CELLS_KERNEL(water_pipe_intake, "water that goes into culverts and pumps", "")

CELL {
  WATER
  STATE(FIELD(piped, "m", "water in culverts and pumps that went in here")
        FIELD(piped_tracer, "m", "tracer in it: depth times concentration"))
}
cell, next;

SCALAR(dt, "s", "time step")
SCALAR(decayed, "1", "share of the tracer that decays in a step: 1 - exp(-lambda dt)")

APPLY {
  real left[4];
  take(left, cell.h, cell.qx, cell.qy, cell.hc, min(weight * dt, max(cell.h - dry, 0.0)));
  next.h = left[0];
  next.qx = left[1];
  next.qy = left[2];
  next.hc = left[3];
  next.piped = cell.piped + (cell.h - left[0]);
  next.piped_tracer = (cell.piped_tracer - decayed * cell.piped_tracer) + (cell.hc - left[3]);
}
