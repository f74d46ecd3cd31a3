/* A wall without slip: the gas has the wall's velocity, and its temperature if one is
 * prescribed. The internal energy added by the fluxes stays, to first order in the change of the
 * momentum. */
#include "../../../kernels/ria_kernel.h"

POINT_KERNEL(rows_no_slip, "rows: wall without slip", "")

CELL {
  STATE(FIELD(mx, "kg/m2s", "axial momentum")
        FIELD(mt, "kg/ms", "moment of momentum")
        FIELD(e, "J/m3", "total energy"))
  INPUT(FIELD(rho, "kg/m3", "density")
        FIELD(r, "m", "radius"))
  OUTPUT(FIELD(mr, "kg/m2s", "radial momentum"))
}
cell, next;

SCALAR(gamma, "1", "ratio of specific heats")
SCALAR(gas, "J/kg/K", "gas constant")
SCALAR(along, "m/s", "speed of the wall along the axis")
SCALAR(turning, "1/s", "speed of the wall's rotation")
SCALAR(temperature, "K", "temperature of the wall; 0: no heat goes through")

UPDATE {
  real vt = turning * cell.r;
  real square = along * along + vt * vt;
  real carried = along * cell.mx + turning * cell.mt;
  real inside = (cell.e - carried) + 0.5 * (cell.rho * square);
  real given = (cell.rho * gas) * temperature / (gamma - 1.0);
  next.mx = cell.rho * along;
  next.mr = 0.0;
  next.mt = cell.rho * (vt * cell.r);
  next.e = (temperature > 0.0 ? given : inside) + 0.5 * (cell.rho * square);
}
