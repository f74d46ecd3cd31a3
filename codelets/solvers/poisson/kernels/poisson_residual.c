/* The residual of a guess for a Poisson problem in a box: the matrix is that of poisson_apply. */
#include "../../../kernels/ria_kernel.h"

POINT_KERNEL(poisson_residual, "residual of Poisson's equation in a box, by 7 points", "")
AXES_XYZ

CELL {
  INPUT(FIELD(u, "1", "guess")
        FIELD(f, "1/m2", "right side"))
  OUTPUT(FIELD(r, "1/m2", "residual"))
}
cell, next;

SCALAR(inverse_dx, "1/m", "reciprocal of the cell size in x")
SCALAR(inverse_dy, "1/m", "reciprocal of the cell size in y")
SCALAR(inverse_dz, "1/m", "reciprocal of the cell size in z")

UPDATE {
  real x = (cell.u - at(u, 1, 0, 0)) + (cell.u - at(u, -1, 0, 0));
  real y = (cell.u - at(u, 0, 1, 0)) + (cell.u - at(u, 0, -1, 0));
  real z = (cell.u - at(u, 0, 0, 1)) + (cell.u - at(u, 0, 0, -1));
  next.r = cell.f - (((inverse_dx * inverse_dx) * x + (inverse_dy * inverse_dy) * y) + (inverse_dz * inverse_dz) * z);
}
