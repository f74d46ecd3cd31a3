/* Outflow of water, or of a tracer in it, from culverts and pumps. It stays stored at the cells where it went in. */
#include "../../../kernels/ria_kernel.h"

CELLS_KERNEL(pipe_end, "water that leaves culverts and pumps, or a tracer in it", "")

CELL {
  STATE(FIELD(piped, "m", "water in culverts and pumps that went in here, or tracer content"))
}
cell, next;

SCALAR(dt, "s", "time step")

APPLY {
  next.piped = cell.piped - weight * dt;
}
