/* A stage of the Runge-Kutta scheme: a share of the change by the fluxes and by artificial
 * diffusion, from the state that the step began with. In place. */
#include "ria_kernel.h"

POINT_KERNEL(rows_stage, "rows: a stage of the Runge-Kutta scheme", "Jameson, Schmidt and Turkel (1981)")

CELL {
  OUTPUT(FIELD(rho, "kg/m3", "density")
         FIELD(mx, "kg/m2s", "axial momentum")
         FIELD(mr, "kg/m2s", "radial momentum")
         FIELD(mt, "kg/ms", "moment of momentum")
         FIELD(e, "J/m3", "total energy"))
  INPUT(FIELD(b0, "kg/m3", "at the start of the step: density")
        FIELD(b1, "kg/m2s", "at the start of the step: axial momentum")
        FIELD(b2, "kg/m2s", "at the start of the step: radial momentum")
        FIELD(b3, "kg/ms", "at the start of the step: moment of momentum")
        FIELD(b4, "J/m3", "at the start of the step: total energy")
        FIELD(d0, "kg/m3", "change by the fluxes: density")
        FIELD(d1, "kg/m2s", "change by the fluxes: axial momentum")
        FIELD(d2, "kg/m2s", "change by the fluxes: radial momentum")
        FIELD(d3, "kg/ms", "change by the fluxes: moment of momentum")
        FIELD(d4, "J/m3", "change by the fluxes: total energy")
        FIELD(s0, "kg/m3", "diffusion: density")
        FIELD(s1, "kg/m2s", "diffusion: axial momentum")
        FIELD(s2, "kg/m2s", "diffusion: radial momentum")
        FIELD(s3, "kg/ms", "diffusion: moment of momentum")
        FIELD(s4, "J/m3", "diffusion: total energy"))
}
cell, next;

SCALAR(part, "1", "share of the step")

UPDATE {
  next.rho = cell.b0 + part * (cell.d0 + cell.s0);
  next.mx = cell.b1 + part * (cell.d1 + cell.s1);
  next.mr = cell.b2 + part * (cell.d2 + cell.s2);
  next.mt = cell.b3 + part * (cell.d3 + cell.s3);
  next.e = cell.b4 + part * (cell.d4 + cell.s4);
}
