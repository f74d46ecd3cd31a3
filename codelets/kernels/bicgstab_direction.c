/* The next search direction. In place. */
#include "ria_kernel.h"

POINT_KERNEL(bicgstab_direction, "BiCGSTAB: the next search direction", "van der Vorst (1992)")

CELL {
  STATE(COMPONENTS(p, 5, "1", "search direction:"))
  INPUT(COMPONENTS(v, 5, "1", "the matrix times the direction:")
        COMPONENTS(r, 5, "1", "residual:"))
}
cell, next;

SCALAR(beta, "1", "share of the direction before")
SCALAR(omega, "1", "length of the step along the residual")

UPDATE {
  for (int i = 0; i < 5; i++) {
    next.p[i] = fma(beta, fma(-omega, cell.v[i], cell.p[i]), cell.r[i]);
  }
}
