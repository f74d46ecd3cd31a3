/* A side where the value is 0: the negative mirror image, so that the mean of both is 0 at the face. */
#include "../../../kernels/ria_kernel.h"

BOUNDARY_KERNEL(poisson_zero, "value 0 at the face: the negative mirror image", "")

CELL {
  STATE(FIELD(p, "1", "value"))
}
inner, edge, ghost;

GHOST {
  ghost.p = -inner.p;
}
