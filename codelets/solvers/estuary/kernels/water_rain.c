/* Rain on the water and on dry ground. It adds no tracer and no momentum. */
#include "../../../kernels/ria_kernel.h"

CELLS_KERNEL(water_rain, "rain", "")

CELL {
  STATE(FIELD(h, "m", "water depth"))
}
cell, next;

SCALAR(dt, "s", "time step")
SCALAR(rain, "m/s", "depth of rain a second where weight is 1")

APPLY {
  next.h = cell.h + weight * (dt * rain);
}
