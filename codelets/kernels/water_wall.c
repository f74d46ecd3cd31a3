/* A wall: the mirror image of the water inside, so that nothing crosses the side. */
#include "ria_kernel.h"

BOUNDARY_KERNEL(water_wall, "closed side: the mirror image of the water inside", "")

CELL {
  STATE(FIELD(h, "m", "water depth")
        VECTOR(q, "m2/s", "discharge per unit width")
        FIELD(hc, "m", "tracer content"))
  STATICS(FIELD(depth, "m", "still-water depth"))
}
inner, edge, ghost;

GHOST {
  ghost.h = inner.h;
  ghost.qn = -inner.qn;
  ghost.qt = inner.qt;
  ghost.hc = inner.hc;
}
