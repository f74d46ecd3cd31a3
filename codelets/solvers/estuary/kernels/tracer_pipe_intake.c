/* A tracer in the water that enters culverts and pumps, before water_pipe_intake.c removes the water. */
#include "../../../kernels/ria_kernel.h"
#include "water_take.h"

CELLS_KERNEL(tracer_pipe_intake, "a tracer in water that goes into culverts and pumps", "")

CELL {
  STATE(FIELD(content, "m", "tracer content: depth times concentration")
        FIELD(piped, "m", "tracer in culverts and pumps that went in here: depth times concentration")
        FIELD(h, "m", "water depth"))
}
cell, next;

SCALAR(dt, "s", "time step")
SCALAR(decayed, "1", "share of the tracer that decays in a step: 1 - exp(-lambda dt)")

APPLY {
  real left[4];
  take(left, cell.h, 0.0, 0.0, cell.content, min(weight * dt, max(cell.h - dry, 0.0)));
  next.content = left[3];
  next.piped = (cell.piped - decayed * cell.piped) + (cell.content - left[3]);
  next.h = cell.h;
}
