/* A wall: the mirror image of the water inside, so that no water crosses the side. */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

BOUNDARY_KERNEL(water_wall, "closed side: the mirror image of the water inside", "")

CELL {
  WATER
}
inner, edge, ghost;

GHOST {
  ghost.h = inner.h;
  ghost.qn = -inner.qn;
  ghost.qt = inner.qt;
  ghost.hc = inner.hc;
}
