/* A side with prescribed outside water: its concentration. */
#include "../../../kernels/ria_kernel.h"

BOUNDARY_KERNEL(tracer_outside, "side that gives the concentration of the tracer in the water outside", "")

CELL {
  STATE(FIELD(content, "m", "tracer content: depth times concentration"))
  STATICS(FIELD(h, "m", "water depth before the step"))
}
inner, edge, ghost;

SCALAR(outside, "1", "concentration of the water outside")

GHOST {
  ghost.content = ghost.h * outside;
}
