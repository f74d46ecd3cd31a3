/* A sweep of Jacobi's method for a Poisson problem in a box: the matrix is that of poisson_apply. Sweeps with the
 * reciprocals of the zeros of a Chebyshev polynomial as weights best damp the errors that a coarser grid cannot represent. */
#include "../../../kernels/ria_kernel.h"

POINT_KERNEL(poisson_sweep, "Jacobi sweep for Poisson's equation in a box, by 7 points", "Chebyshev semi-iteration")
AXES_XYZ

CELL {
  INPUT(FIELD(u, "1", "guess")
        FIELD(f, "1/m2", "right side"))
  OUTPUT(FIELD(better, "1", "the next guess"))
}
cell, next;

SCALAR(inverse_dx, "1/m", "reciprocal of the cell size in x")
SCALAR(inverse_dy, "1/m", "reciprocal of the cell size in y")
SCALAR(inverse_dz, "1/m", "reciprocal of the cell size in z")
SCALAR(factor, "m2", "weight of the sweep over the diagonal of the matrix")

UPDATE {
  real x = (cell.u - at(u, 1, 0, 0)) + (cell.u - at(u, -1, 0, 0));
  real y = (cell.u - at(u, 0, 1, 0)) + (cell.u - at(u, 0, -1, 0));
  real z = (cell.u - at(u, 0, 0, 1)) + (cell.u - at(u, 0, 0, -1));
  real q = ((inverse_dx * inverse_dx) * x + (inverse_dy * inverse_dy) * y) + (inverse_dz * inverse_dz) * z;
  next.better = cell.u + factor * (cell.f - q);
}
