/* Derived fields that the fluxes of a nodal scheme read: velocities, swirl, pressure and total
 * enthalpy of a node; and for artificial diffusion the rate at which waves cross its cells. */
#include "../../../kernels/ria_kernel.h"
#include "rows_fields.h"

POINT_KERNEL(rows_primitive, "rows: velocities, pressure and enthalpy of a node", "Denton (1983)")

CELL {
  INPUT(CONSERVED
        FIELD(r, "m", "radius")
        FIELD(side_x, "m2", "sides of the node's share of its cells, axial")
        FIELD(side_r, "m2", "sides of the node's share of its cells, radial")
        FIELD(side_t, "m2", "sides of the node's share of its cells, tangential")
        FIELD(sides, "m2", "sides of the node's share of its cells"))
  OUTPUT(FIELD(vx, "m/s", "axial velocity")
         FIELD(vr, "m/s", "radial velocity")
         FIELD(swirl, "m2/s", "radius times tangential velocity")
         FIELD(p, "Pa", "pressure")
         FIELD(h, "J/kg", "total enthalpy")
         FIELD(waves, "m3/s", "speeds of waves times the sides that they cross"))
}
cell, next;

static bool valid;

SCALAR(gamma, "1", "ratio of specific heats")
SCALAR(omega, "1/s", "speed of the row's rotation")

UPDATE {
  real inverse = 1.0 / cell.rho;
  real vx = cell.mx * inverse;
  real vr = cell.mr * inverse;
  real swirl = cell.mt * inverse;
  real vt = swirl / cell.r;
  real kinetic = 0.5 * ((cell.mx * vx + cell.mr * vr) + cell.rho * (vt * vt));
  real p = (gamma - 1.0) * (cell.e - kinetic);
  next.vx = vx;
  next.vr = vr;
  next.swirl = swirl;
  next.p = cell.rho > 0.0 ? p : -1.0; /* not valid */
  next.h = (cell.e + p) * inverse;
  real carried = sum3(fabs(vx) * cell.side_x, fabs(vr) * cell.side_r, fabs(vt - omega * cell.r) * cell.side_t);
  next.waves = carried + sqrt(fabs(gamma * p) * fabs(inverse)) * cell.sides;
}

CHECK {
  /* False for NaN too. */
  valid = next.p > 0.0 && next.h < 1e30;
}
