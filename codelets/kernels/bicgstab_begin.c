/* The method's start: the solution is 0, so the residual is the right side. */
#include "ria_kernel.h"

POINT_KERNEL(bicgstab_begin, "BiCGSTAB: starts from 0", "van der Vorst (1992)")

CELL {
  INPUT(COMPONENTS(b, 5, "1", "right side:"))
  OUTPUT(COMPONENTS(x, 5, "1", "solution:")
         COMPONENTS(r, 5, "1", "residual:"))
}
cell, next;

UPDATE {
  for (int i = 0; i < 5; i++) {
    next.x[i] = 0.0;
    next.r[i] = cell.b[i];
  }
}
