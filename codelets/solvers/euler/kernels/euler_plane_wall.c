/* A perfect wall: the mirror image of the gas inside, so that there is no flow through the side. */
#include "../../../kernels/ria_kernel.h"

BOUNDARY_KERNEL(euler_plane_wall, "wall around gas: the mirror image of what is inside",
                "LeVeque (2002), section 7.3.3")
MIDPOINT

CELL {
  STATE(FIELD(rho, "kg/m3", "density")
        VECTOR(m, "kg/m2/s", "momentum")
        FIELD(E, "J/m3", "energy"))
}
inner, edge, ghost;

GHOST {
  ghost.rho = inner.rho;
  ghost.mn = -inner.mn;
  ghost.mt = inner.mt;
  ghost.E = inner.E;
}
