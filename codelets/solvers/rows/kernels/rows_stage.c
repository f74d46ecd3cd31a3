/* A stage of the Runge-Kutta scheme: adds a fraction of the change by the fluxes and by
 * artificial diffusion to the state at the start of the step. In place. */
#include "../../../kernels/ria_kernel.h"
#include "rows_fields.h"

POINT_KERNEL(rows_stage, "rows: a stage of the Runge-Kutta scheme", "Jameson, Schmidt and Turkel (1981)")

CELL {
  OUTPUT(CONSERVED)
  INPUT(FIELD(b0, "kg/m3", "at the start of the step: density")
        FIELD(b1, "kg/m2s", "at the start of the step: axial momentum")
        FIELD(b2, "kg/m2s", "at the start of the step: radial momentum")
        FIELD(b3, "kg/ms", "at the start of the step: moment of momentum")
        FIELD(b4, "J/m3", "at the start of the step: total energy")
        CHANGES
        DIFFUSION)
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
