/* The model stencil of the paper on generated stencils for many processors. */
#include "ria_kernel.h"

POINT_KERNEL(jacobi, "weighted sum of a cell and its six neighbours",
             "Brandvik and Pullan (2010), eq. (3)")
AXES_XYZ
HINT(cell, plane_queue)

CELL{STATE(FIELD(T, "1", "value"))} cell, next;

SCALAR(a, "1", "weight of the cell")
SCALAR(b, "1", "weight of each neighbour")

UPDATE {
  /* Added in pairs along each axis, and the pairs in any order, so that mirrored or exchanged axes give the same bits. */
  real x = at(T, -1, 0, 0) + at(T, 1, 0, 0);
  real y = at(T, 0, -1, 0) + at(T, 0, 1, 0);
  real z = at(T, 0, 0, -1) + at(T, 0, 0, 1);
  next.T = a * cell.T + b * sum3(x, y, z);
}
