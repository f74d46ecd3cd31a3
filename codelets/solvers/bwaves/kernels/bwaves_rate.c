/* The largest wave speed over the cell size, from which the time step follows. */
#include "../../../kernels/ria_kernel.h"

REDUCE_KERNEL(bwaves_rate, "bwaves: largest speed of waves over the cell size", "")

CELL {
  INPUT(COMPONENTS(q, 5, "1", "density, momenta, energy:"))
}
cell;

static real value;

SCALAR(gamma, "1", "ratio of specific heats")
SCALAR(inverse_dx, "1/m", "reciprocal of the cell size in x")
SCALAR(inverse_dy, "1/m", "reciprocal of the cell size in y")
SCALAR(inverse_dz, "1/m", "reciprocal of the cell size in z")

MAX {
  real volume = 1.0 / cell.q[0];
  real u[3];
  for (int i = 0; i < 3; i++) {
    u[i] = cell.q[i + 1] * volume;
  }
  real kinetic = 0.5 * ((u[0] * u[0] + u[1] * u[1]) + u[2] * u[2]);
  real sound = sqrt((gamma * (gamma - 1.0)) * (cell.q[4] * volume - kinetic));
  real x = (fabs(u[0]) + sound) * inverse_dx;
  real y = (fabs(u[1]) + sound) * inverse_dy;
  real z = (fabs(u[2]) + sound) * inverse_dz;
  value = max(x, max(y, z));
}
