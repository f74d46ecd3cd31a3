/* A free side: the water outside has the concentration of the edge cell. */
#include "../../../kernels/ria_kernel.h"

BOUNDARY_KERNEL(tracer_open, "free side: the water outside has the concentration of the tracer at the edge", "")

CELL {
  STATE(FIELD(content, "m", "tracer content: depth times concentration"))
  STATICS(FIELD(h, "m", "water depth before the step"))
}
inner, edge, ghost;

GHOST {
  ghost.content = edge.h > 1e-30 ? edge.content * (ghost.h / edge.h) : edge.content;
}
