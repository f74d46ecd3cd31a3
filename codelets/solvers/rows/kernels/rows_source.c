/* rows_sum of the radial momentum: with the centrifugal force and the pressure on the sides of the
 * cell. */
#include "../../../kernels/ria_kernel.h"

POINT_KERNEL(rows_source, "rows: sum of the radial momentum's fluxes of a cell", "Denton (1983)")
AXES_XYZ

CELL {
  INPUT(FIELD(fi, "N", "flux through face i")
        FIELD(fj, "N", "flux through face j")
        FIELD(fk, "N", "flux through face k")
        FIELD(rho, "kg/m3", "density")
        FIELD(swirl, "m2/s", "radius times tangential velocity")
        FIELD(p, "Pa", "pressure")
        FIELD(r, "m", "radius")
        FIELD(source, "m2", "area of the sides, radial")
        FIELD(pace, "m3/s", "volume over time step; 0: there is no cell"))
  OUTPUT(FIELD(gain, "N", "gain of the cell"))
}
cell, next;

#include "rows_push.h"

UPDATE {
  real sum = sum3(cell.fi - at(fi, 1, 0, 0), cell.fj - at(fj, 0, 1, 0), cell.fk - at(fk, 0, 0, 1));
  next.gain = cell.pace > 0.0 ? sum + mean_push() * cell.source : 0.0;
}
