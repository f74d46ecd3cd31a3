/* A wall: the mirror image of the tracer inside. No water crosses it. */
#include "../../../kernels/ria_kernel.h"

BOUNDARY_KERNEL(tracer_wall, "closed side: the mirror image of the tracer inside", "")

CELL {
  STATE(FIELD(content, "m", "tracer content: depth times concentration"))
}
inner, edge, ghost;

GHOST {
  ghost.content = inner.content;
}
