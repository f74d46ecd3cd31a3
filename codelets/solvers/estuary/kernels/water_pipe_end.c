/* Water that has passed culverts and pumps: it leaves what is kept at the cells where it went in. */
#include "../../../kernels/ria_kernel.h"
#include "water_pipes.h"

CELLS_KERNEL(water_pipe_end, "water that leaves culverts and pumps", "")

CELL {
  PIPED
}
cell, next;

SCALAR(dt, "s", "time step")
SCALAR(water, "1", "share of the weight, m/s, that is water")
SCALAR(tracer, "1", "share of the weight, m/s, that is tracer")

APPLY {
  next.piped = cell.piped - weight * (dt * water);
  next.piped_tracer = cell.piped_tracer - weight * (dt * tracer);
}
