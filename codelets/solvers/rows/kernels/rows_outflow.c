/* An outflow with prescribed static pressure; a supersonic outflow is unchanged. */
#include "../../../kernels/ria_kernel.h"

POINT_KERNEL(rows_outflow, "rows: outflow of given static pressure", "")

CELL {
  STATE(FIELD(e, "J/m3", "total energy"))
  INPUT(FIELD(rho, "kg/m3", "density")
        FIELD(mx, "kg/m2s", "axial momentum")
        FIELD(mr, "kg/m2s", "radial momentum")
        FIELD(mt, "kg/ms", "moment of momentum")
        FIELD(pressure, "Pa", "given static pressure")
        FIELD(nx, "1", "normal outwards: axial")
        FIELD(nr, "1", "normal outwards: radial")
        FIELD(nt, "1", "normal outwards: tangential")
        FIELD(r, "m", "radius"))
}
cell, next;

SCALAR(gamma, "1", "ratio of specific heats")

UPDATE {
  real vx = cell.mx / cell.rho;
  real vr = cell.mr / cell.rho;
  real vt = cell.mt / (cell.rho * cell.r);
  real kinetic = 0.5 * (cell.rho * ((vx * vx + vr * vr) + vt * vt));
  real inside = (gamma - 1.0) * (cell.e - kinetic);
  real out = (vx * cell.nx + vr * cell.nr) + vt * cell.nt;
  bool supersonic = out > 0.0 && out * out >= gamma * inside / cell.rho;
  next.e = supersonic ? cell.e : cell.pressure / (gamma - 1.0) + kinetic;
}
