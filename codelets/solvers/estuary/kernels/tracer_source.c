/* A tracer that rivers and releases add to single cells. */
#include "../../../kernels/ria_kernel.h"

CELLS_KERNEL(tracer_source, "a tracer added to single cells", "")

CELL {
  STATE(FIELD(content, "m", "tracer content: depth times concentration"))
}
cell, next;

SCALAR(dt, "s", "time step")
SCALAR(tracer, "m/s", "tracer content added a second where weight is 1")

APPLY {
  next.content = max(cell.content + weight * (dt * tracer), 0.0);
}
