/* The right side of the linear system: the residual of the step. */
#include "../../../kernels/ria_kernel.h"

POINT_KERNEL(bwaves_right_side, "bwaves: right side of the linear system", "")
AXES_XYZ

CELL {
  INPUT(COMPONENTS(fx, 5, "1", "flux through the low face along x:")
        COMPONENTS(fy, 5, "1", "flux through the low face along y:")
        COMPONENTS(fz, 5, "1", "flux through the low face along z:")
        COMPONENTS(k, 5, "1", "the state so far:")
        COMPONENTS(q, 5, "1", "the state before the step:")
        COMPONENTS(o, 5, "1", "the state a step earlier:"))
  OUTPUT(COMPONENTS(b, 5, "1", "right side:"))
}
cell, next;

SCALAR(dt, "s", "time step")
SCALAR(c0, "1", "weight of the change in this step")
SCALAR(c2, "1", "weight of the change in the step before; 0: the implicit method of Euler")
SCALAR(inverse_dx, "1/m", "reciprocal of the cell size in x")
SCALAR(inverse_dy, "1/m", "reciprocal of the cell size in y")
SCALAR(inverse_dz, "1/m", "reciprocal of the cell size in z")

UPDATE {
  for (int i = 0; i < 5; i++) {
    real x = (at(fx[i], 1, 0, 0) - cell.fx[i]) * inverse_dx;
    real y = (at(fy[i], 0, 1, 0) - cell.fy[i]) * inverse_dy;
    real z = (at(fz[i], 0, 0, 1) - cell.fz[i]) * inverse_dz;
    real change = c0 * (cell.k[i] - cell.q[i]) - c2 * (cell.q[i] - cell.o[i]);
    next.b[i] = -(change + dt * ((x + y) + z));
  }
}
