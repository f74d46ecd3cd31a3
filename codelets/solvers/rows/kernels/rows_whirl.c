/* Inputs of an outflow with its pressure prescribed at the hub: the radial gradient of the
 * pressure, and the pressure at which it starts. */
#include "../../../kernels/ria_kernel.h"

POINT_KERNEL(rows_whirl, "rows: growth of the pressure along the radius by swirl", "")

CELL {
  INPUT(FIELD(rho, "kg/m3", "density")
        FIELD(mt, "kg/ms", "moment of momentum")
        FIELD(r, "m", "radius")
        FIELD(pressure, "Pa", "pressure at the hub"))
  OUTPUT(FIELD(growth, "Pa/m", "growth of the pressure along the radius")
         FIELD(base, "Pa", "pressure at the hub"))
}
cell, next;

UPDATE {
  real vt = cell.mt / (cell.rho * cell.r);
  next.growth = (cell.rho * (vt * vt)) / cell.r;
  next.base = cell.pressure;
}
