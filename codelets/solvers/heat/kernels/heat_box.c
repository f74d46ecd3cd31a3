/* Heat in a box: forward in time, central in space. heat_plane.c along three axes. */
#include "../../../kernels/ria_kernel.h"

POINT_KERNEL(heat_box, "heat in a box: forward in time, central in space",
             "Magee and Niemeyer (2018), eq. (1), discretised as (3)")
AXES_XYZ

CELL {
  STATE(FIELD(T, "K", "temperature"))
}
cell, next;

static real rate;
static bool valid;

SCALAR(dt, "s", "time step")
SCALAR(diffusivity, "m2/s", "thermal diffusivity")
SCALAR(inverse_dx, "1/m", "reciprocal of the cell size in x")
SCALAR(inverse_dy, "1/m", "reciprocal of the cell size in y")
SCALAR(inverse_dz, "1/m", "reciprocal of the cell size in z")

UPDATE {
  real along_x = dt * (diffusivity * (inverse_dx * inverse_dx));
  real along_y = dt * (diffusivity * (inverse_dy * inverse_dy));
  real along_z = dt * (diffusivity * (inverse_dz * inverse_dz));
  /* Written so that axes may be mirrored and exchanged, to the bit: two blocks with different
   * axes may compute the same cell. */
  real x = (at(T, 1, 0, 0) - cell.T) - (cell.T - at(T, -1, 0, 0));
  real y = (at(T, 0, 1, 0) - cell.T) - (cell.T - at(T, 0, -1, 0));
  real z = (at(T, 0, 0, 1) - cell.T) - (cell.T - at(T, 0, 0, -1));
  next.T = cell.T + sum3(along_x * x, along_y * y, along_z * z);
}

RATE {
  /* 2 diffusivity dt (1/dx2 + 1/dy2 + 1/dz2) <= 1: then a new temperature lies between the old ones. */
  rate = (2.0 * diffusivity) * sum3(inverse_dx * inverse_dx, inverse_dy * inverse_dy, inverse_dz * inverse_dz);
}

CHECK {
  /* False for NaN too. */
  valid = fabs(next.T) < 1e30;
}
