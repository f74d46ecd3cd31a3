/* Fluxes through a plane between rows, and the velocity along its normal, from the state at the
 * start of the step. */
#include "../../../kernels/ria_kernel.h"

POINT_KERNEL(rows_across, "rows: fluxes and flow across a plane between rows", "")

CELL {
  INPUT(FIELD(vx, "m/s", "axial velocity")
        FIELD(vr, "m/s", "radial velocity")
        FIELD(swirl, "m2/s", "radius times tangential velocity")
        FIELD(p, "Pa", "pressure")
        FIELD(h, "J/kg", "total enthalpy")
        FIELD(r, "m", "radius")
        FIELD(nx, "1", "normal downstream: axial")
        FIELD(nr, "1", "normal downstream: radial"))
  OUTPUT(FIELD(f0, "kg/m2s", "flux of mass")
         FIELD(f1, "Pa", "flux of momentum along the normal")
         FIELD(f2, "Pa", "flux of momentum along the span")
         FIELD(f3, "N/m", "flux of moment of momentum")
         FIELD(f4, "W/m2", "flux of energy")
         FIELD(w0, "kg/m3", "density")
         FIELD(w1, "m/s", "velocity along the normal")
         FIELD(w2, "m/s", "velocity along the span")
         FIELD(w3, "m2/s", "radius times tangential velocity")
         FIELD(w4, "Pa", "pressure"))
}
cell, next;

SCALAR(gamma, "1", "ratio of specific heats")

UPDATE {
  real vt = cell.swirl / cell.r;
  real along = cell.vx * cell.nx + cell.vr * cell.nr;
  real up = cell.vr * cell.nx - cell.vx * cell.nr;
  real heat = cell.h - 0.5 * ((cell.vx * cell.vx + cell.vr * cell.vr) + vt * vt);
  real rho = (gamma * cell.p) / ((gamma - 1.0) * heat);
  real mass = rho * along;
  next.f0 = mass;
  next.f1 = mass * along + cell.p;
  next.f2 = mass * up;
  next.f3 = mass * cell.swirl;
  next.f4 = mass * cell.h;
  next.w0 = rho;
  next.w1 = along;
  next.w2 = up;
  next.w3 = cell.swirl;
  next.w4 = cell.p;
}
