/* An end of the tube with a prescribed gas: that of its side of the diaphragm. */
#include "../../../kernels/ria_kernel.h"

BOUNDARY_KERNEL(euler_held, "end of a tube: given density, momentum and energy",
                "Magee and Niemeyer (2018), eq. (14)")
MIDPOINT

CELL {
  STATE(FIELD(rho, "kg/m3", "density")
        FIELD(m, "kg/m2/s", "momentum")
        FIELD(E, "J/m3", "energy"))
}
inner, edge, ghost;

SCALAR(density, "kg/m3", "density beyond the end")
SCALAR(momentum, "kg/m2/s", "momentum beyond the end")
SCALAR(energy, "J/m3", "energy beyond the end")

GHOST {
  ghost.rho = density;
  ghost.m = momentum;
  ghost.E = energy;
}
