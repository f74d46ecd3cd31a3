/* Heat along a rod: forward in time, central in space.
 *
 * Magee and Niemeyer, "Accelerating solutions of one-dimensional unsteady PDEs with GPU-based swept
 * time-space decomposition", appendix B, eq. (3) and (4), in which -2 T belongs where the print has
 * +2 T. Written as differences of fluxes through faces. Stable for 2 diffusivity dt <= dx^2,
 * independent of the state: the solver limits its time step, so there is no RATE.
 */
#include "../../../kernels/ria_kernel.h"

FACE_KERNEL(heat, "heat along a rod: forward in time, central in space",
            "Magee and Niemeyer (2018), eq. (3)-(4)")
AXES_X

CELL {
  STATE(FIELD(T, "K", "temperature"))
}
cell, low_cell, high_cell, next;

FACE {
  FIELD(flux, "K", "what the temperature rises from the low to the high side")
}
face, low, high;

SCALAR(dt, "s", "time step")
SCALAR(diffusivity, "m2/s", "thermal diffusivity")
SCALAR(inverse_dx, "1/m", "reciprocal of the cell size")

FLUX {
  face.flux = high_cell.T - low_cell.T;
}

UPDATE {
  real fourier = dt * (diffusivity * (inverse_dx * inverse_dx));
  next.T = fma(fourier, high.flux - low.flux, cell.T);
}
