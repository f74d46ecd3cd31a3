/* The matrix times the residual after the step along the residual, by the recursion of the residual. In place. */
#include "ria_kernel.h"

POINT_KERNEL(bicgstab_image, "BiCGSTAB: the matrix times the residual, by recursion", "Cools and Vanroose (2017)")

CELL {
  STATE(COMPONENTS(t, 5, "1", "the matrix times the residual:"))
  INPUT(COMPONENTS(y, 5, "1", "the matrix times that:"))
}
cell, next;

SCALAR(omega, "1", "length of the step along the residual")

UPDATE {
  for (int i = 0; i < 5; i++) {
    next.t[i] = fma(-omega, cell.y[i], cell.t[i]);
  }
}
