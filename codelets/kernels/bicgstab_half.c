/* The residual after the step along the direction. In place. */
#include "ria_kernel.h"

POINT_KERNEL(bicgstab_half, "BiCGSTAB: the residual after the step along the direction", "van der Vorst (1992)")

CELL {
  STATE(COMPONENTS(r, 5, "1", "residual:"))
  INPUT(COMPONENTS(v, 5, "1", "the matrix times the direction:"))
}
cell, next;

SCALAR(alpha, "1", "length of the step along the direction")

UPDATE {
  for (int i = 0; i < 5; i++) {
    next.r[i] = fma(-alpha, cell.v[i], cell.r[i]);
  }
}
