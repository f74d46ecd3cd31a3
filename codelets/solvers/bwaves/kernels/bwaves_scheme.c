/* An attempt at a step: the weights of its scheme, BDF2 with steps of different lengths or the implicit method of Euler. */
#include "../../../kernels/ria_kernel.h"

SCALAR_KERNEL(bwaves_scheme, "bwaves: weights of an implicit step", "")

SCALAR(dt, "s", "time step")
SCALAR(dt_before, "s", "time step before; 0: there was none")
SCALAR(second, "1", "1 for BDF2")
SCALAR(inverse_dx, "1/m", "reciprocal of the cell size in x")
SCALAR(inverse_dy, "1/m", "reciprocal of the cell size in y")
SCALAR(inverse_dz, "1/m", "reciprocal of the cell size in z")

RESULT(c0, "1", "weight of the change in this step")
RESULT(c2, "1", "weight of the change in the step before")
RESULT(kx, "s/m", "time step over the cell size in x")
RESULT(ky, "s/m", "time step over the cell size in y")
RESULT(kz, "s/m", "time step over the cell size in z")
RESULT(newton, "1", "1 while Newton's steps go on")
RESULT(newtons, "1", "Newton's steps so far")
RESULT(first, "1", "1 in the first of Newton's steps")

COMPUTE {
  bool bdf = second > 0.5 && dt_before > 0.0;
  real w = bdf ? dt / dt_before : 0.0;
  c0 = bdf ? (1.0 + 2.0 * w) / (1.0 + w) : 1.0;
  c2 = bdf ? (w * w) / (1.0 + w) : 0.0;
  kx = dt * inverse_dx;
  ky = dt * inverse_dy;
  kz = dt * inverse_dz;
  newton = 1.0;
  newtons = 0.0;
  first = 1.0;
}
