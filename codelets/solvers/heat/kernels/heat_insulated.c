/* An insulated end: the mirror image of the temperature inside, so that no heat passes the face. */
#include "../../../kernels/ria_kernel.h"

BOUNDARY_KERNEL(heat_insulated, "insulated end: the mirror image of the temperature inside",
                "Magee and Niemeyer (2018), eq. (5), at a face")

CELL {
  STATE(FIELD(T, "K", "temperature"))
}
inner, edge, ghost;

GHOST {
  ghost.T = inner.T;
}
