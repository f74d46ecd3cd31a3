/* A start or restart of the method from a residual. */
#include "ria_kernel.h"

POINT_KERNEL(bicgstab_shadow, "BiCGSTAB: starts from a residual", "van der Vorst (1992)")

CELL {
  INPUT(COMPONENTS(r, 5, "1", "residual:"))
  OUTPUT(COMPONENTS(s, 5, "1", "shadow residual:")
         COMPONENTS(p, 5, "1", "search direction:")
         COMPONENTS(v, 5, "1", "the matrix times it:"))
}
cell, next;

UPDATE {
  for (int i = 0; i < 5; i++) {
    next.s[i] = cell.r[i];
    next.p[i] = 0.0;
    next.v[i] = 0.0;
  }
}
