/* A perfect wall: the mirror image of the water inside, so that no water crosses the side. */
#include "../../../kernels/ria_kernel.h"

BOUNDARY_KERNEL(swsolver_wall, "closed side: the mirror image of the water inside",
                "LeVeque (2002), section 7.3.3")

CELL {
  STATE(FIELD(h, "m", "water depth")
        VECTOR(q, "m2/s", "discharge per unit width"))
}
inner, edge, ghost;

GHOST {
  ghost.h = inner.h;
  ghost.qn = -inner.qn;
  ghost.qt = inner.qt;
}
