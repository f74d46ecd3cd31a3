/* A vector minus a multiple of another: the residual after a step, and its images by the recursions of the residual. In place. */
#include "ria_kernel.h"

POINT_KERNEL(bicgstab_subtract, "BiCGSTAB: a vector less a multiple of another", "van der Vorst (1992)")
FOLLOWED_BY(dot5)

CELL {
  STATE(COMPONENTS(r, 5, "1", "vector:"))
  INPUT(COMPONENTS(v, 5, "1", "what is subtracted from it:"))
}
cell, next;

SCALAR(length, "1", "how often")

UPDATE {
  for (int i = 0; i < 5; i++) {
    next.r[i] = fma(-length, cell.v[i], cell.r[i]);
  }
}
