/* rows_sum of the radial momentum: with the centrifugal force and the pressure on the sides of the
 * cell. */
#include "ria_kernel.h"

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

/* Pressure and centrifugal force of a node. */
static real push(real rho, real swirl, real p, real r) {
  real vt = swirl / r;
  return rho * (vt * vt) + p;
}

UPDATE {
  real push0 = push(cell.rho, cell.swirl, cell.p, cell.r);
  real push1 = push(at(rho, 1, 0, 0), at(swirl, 1, 0, 0), at(p, 1, 0, 0), at(r, 1, 0, 0));
  real push2 = push(at(rho, 0, 1, 0), at(swirl, 0, 1, 0), at(p, 0, 1, 0), at(r, 0, 1, 0));
  real push3 = push(at(rho, 0, 0, 1), at(swirl, 0, 0, 1), at(p, 0, 0, 1), at(r, 0, 0, 1));
  real push4 = push(at(rho, 1, 1, 0), at(swirl, 1, 1, 0), at(p, 1, 1, 0), at(r, 1, 1, 0));
  real push5 = push(at(rho, 1, 0, 1), at(swirl, 1, 0, 1), at(p, 1, 0, 1), at(r, 1, 0, 1));
  real push6 = push(at(rho, 0, 1, 1), at(swirl, 0, 1, 1), at(p, 0, 1, 1), at(r, 0, 1, 1));
  real push7 = push(at(rho, 1, 1, 1), at(swirl, 1, 1, 1), at(p, 1, 1, 1), at(r, 1, 1, 1));
  real mean = 0.125 * sum4(push0 + push7, push1 + push6, push2 + push5, push3 + push4);
  real sum = sum3(cell.fi - at(fi, 1, 0, 0), cell.fj - at(fj, 0, 1, 0), cell.fk - at(fk, 0, 0, 1));
  next.gain = cell.pace > 0.0 ? sum + mean * cell.source : 0.0;
}
