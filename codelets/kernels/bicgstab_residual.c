/* The residual by its definition. */
#include "ria_kernel.h"

POINT_KERNEL(bicgstab_residual, "BiCGSTAB: the right side less the matrix times the solution", "van der Vorst (1992)")

CELL {
  INPUT(COMPONENTS(b, 5, "1", "right side:")
        COMPONENTS(y, 5, "1", "the matrix times the solution:"))
  OUTPUT(COMPONENTS(r, 5, "1", "residual:"))
}
cell, next;

UPDATE {
  for (int i = 0; i < 5; i++) {
    next.r[i] = cell.b[i] - cell.y[i];
  }
}
