/* Heat in a plane: forward in time, central in space. heat.c along both axes. */
#include "../../../kernels/ria_kernel.h"

FACE_KERNEL(heat_plane, "heat in a plane: forward in time, central in space",
            "Magee and Niemeyer (2018), eq. (1), discretised as (3)")
AXES_XY

CELL {
  STATE(FIELD(T, "K", "temperature"))
}
cell, low_cell, high_cell, next;

FACE {
  FIELD(flux, "K", "what the temperature rises from the low to the high side")
}
face, low_x, high_x, low_y, high_y;

SCALAR(dt, "s", "time step")
SCALAR(diffusivity, "m2/s", "thermal diffusivity")
SCALAR(inverse_dx, "1/m", "reciprocal of the cell size in x")
SCALAR(inverse_dy, "1/m", "reciprocal of the cell size in y")

FLUX {
  face.flux = high_cell.T - low_cell.T;
}

UPDATE {
  real along_x = dt * (diffusivity * (inverse_dx * inverse_dx));
  real along_y = dt * (diffusivity * (inverse_dy * inverse_dy));
  /* Written so that x and y may be exchanged, to the bit. */
  next.T = cell.T + (along_x * (high_x.flux - low_x.flux) + along_y * (high_y.flux - low_y.flux));
}
