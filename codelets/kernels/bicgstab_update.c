/* The solution and the residual after both steps; the solution's second step uses the residual between them. In place. */
#include "ria_kernel.h"

POINT_KERNEL(bicgstab_update, "BiCGSTAB: solution and residual after both steps", "van der Vorst (1992)")
FOLLOWED_BY(dot5)

CELL {
  STATE(COMPONENTS(x, 5, "1", "solution:")
        COMPONENTS(r, 5, "1", "residual:"))
  INPUT(COMPONENTS(p, 5, "1", "search direction:")
        COMPONENTS(t, 5, "1", "the matrix times the residual:"))
}
cell, next;

SCALAR(alpha, "1", "length of the step along the direction")
SCALAR(omega, "1", "length of the step along the residual")

UPDATE {
  for (int i = 0; i < 5; i++) {
    next.x[i] = fma(omega, cell.r[i], fma(alpha, cell.p[i], cell.x[i]));
    next.r[i] = fma(-omega, cell.t[i], cell.r[i]);
  }
}
