/* The equation of Kuramoto and Sivashinsky, u_t = -(u u_x + u_xx + u_xxxx), by central differences.
 *
 * Magee and Niemeyer, "Accelerating solutions of one-dimensional unsteady PDEs with GPU-based swept
 * time-space decomposition", appendix C, eq. (7), in which -2 u belongs where the print has +2 u.
 * Written as the difference of a face's flux, u^2/2 + u_x + u_xxx, with the mean of both cells'
 * squares: so u is conserved. Faces store 4 dx times the flux.
 */
#include "../../../kernels/ria_kernel.h"

WAVE_KERNEL(kuramoto, "Kuramoto and Sivashinsky's equation by central differences",
            "Magee and Niemeyer (2018), eq. (7)-(9)")
AXES_X
MIDPOINT

CELL {
  STATE(FIELD(u, "1", "what is carried"))
}
cell, low_cell, high_cell, next;

WAVE {
  FIELD(rise, "1", "what it rises from the low to the high side")
}
wave, before, here, after;

FACE {
  FIELD(flux, "1", "four times the flux")
}
face, low, high;

static bool valid;

SCALAR(dt, "s", "time step")
SCALAR(inverse_dx, "1/m", "reciprocal of the cell size")

WAVES {
  wave.rise = high_cell.u - low_cell.u;
}

FLUX {
  real third = 4.0 * (inverse_dx * (inverse_dx * inverse_dx));
  real first = 4.0 * inverse_dx - 2.0 * third;
  real linear = fma(first, here.rise, third * (before.rise + after.rise));
  face.flux = fma(high_cell.u, high_cell.u, fma(low_cell.u, low_cell.u, linear));
}

UPDATE {
  real step = (0.25 * dt) * inverse_dx;
  next.u = fma(step, low.flux - high.flux, cell.u);
}

CHECK {
  valid = fabs(next.u) < 1e6; /* false for NaN too */
}
