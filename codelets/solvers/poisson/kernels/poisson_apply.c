/* The matrix of a Poisson problem in a box, times a vector: minus the Laplacian, by 7 points.
 * Symmetric, and positive definite if a side prescribes the value. */
#include "../../../kernels/ria_kernel.h"

POINT_KERNEL(poisson_apply, "minus the Laplacian in a box, by 7 points", "")
AXES_XYZ

CELL {
  INPUT(FIELD(p, "1", "what the matrix is multiplied with"))
  OUTPUT(FIELD(q, "1/m2", "minus its Laplacian"))
}
cell, next;

SCALAR(inverse_dx, "1/m", "reciprocal of the cell size in x")
SCALAR(inverse_dy, "1/m", "reciprocal of the cell size in y")
SCALAR(inverse_dz, "1/m", "reciprocal of the cell size in z")

UPDATE {
  real x = (cell.p - at(p, 1, 0, 0)) + (cell.p - at(p, -1, 0, 0));
  real y = (cell.p - at(p, 0, 1, 0)) + (cell.p - at(p, 0, -1, 0));
  real z = (cell.p - at(p, 0, 0, 1)) + (cell.p - at(p, 0, 0, -1));
  next.q = ((inverse_dx * inverse_dx) * x + (inverse_dy * inverse_dy) * y) + (inverse_dz * inverse_dz) * z;
}
