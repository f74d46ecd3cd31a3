/* Negative feedback: where the change of a node is large compared with the mean of all nodes, it
 * is reduced as a whole, so that its direction stays. In place. */
#include "ria_kernel.h"

POINT_KERNEL(rows_feedback, "rows: large changes of a node are reduced", "Denton (1983)")

CELL {
  STATE(FIELD(d0, "kg/m3", "change by the fluxes: density")
        FIELD(d1, "kg/m2s", "change by the fluxes: axial momentum")
        FIELD(d2, "kg/m2s", "change by the fluxes: radial momentum")
        FIELD(d3, "kg/ms", "change by the fluxes: moment of momentum")
        FIELD(d4, "J/m3", "change by the fluxes: total energy")
        FIELD(s0, "kg/m3", "diffusion: density")
        FIELD(s1, "kg/m2s", "diffusion: axial momentum")
        FIELD(s2, "kg/m2s", "diffusion: radial momentum")
        FIELD(s3, "kg/ms", "diffusion: moment of momentum")
        FIELD(s4, "J/m3", "diffusion: total energy"))
  INPUT(FIELD(r, "m", "radius"))
}
cell, next;

#include "rows_limits.h"

UPDATE {
  real share = share_left();
  next.d0 = share * cell.d0;
  next.d1 = share * cell.d1;
  next.d2 = share * cell.d2;
  next.d3 = share * cell.d3;
  next.d4 = share * cell.d4;
  next.s0 = share * cell.s0;
  next.s1 = share * cell.s1;
  next.s2 = share * cell.s2;
  next.s3 = share * cell.s3;
  next.s4 = share * cell.s4;
}
