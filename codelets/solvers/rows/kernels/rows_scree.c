/* A step of the scree scheme with negative feedback: the same bits as rows_feedback and
 * rows_march, in one pass. In place. */
#include "../../../kernels/ria_kernel.h"
#include "rows_fields.h"

POINT_KERNEL(rows_scree, "rows: a step of the scree scheme with negative feedback", "Denton (1983)")

CELL {
  STATE(CONSERVED
        FIELD(h0, "kg/m3", "last change by the fluxes: density")
        FIELD(h1, "kg/m2s", "last change by the fluxes: axial momentum")
        FIELD(h2, "kg/m2s", "last change by the fluxes: radial momentum")
        FIELD(h3, "kg/ms", "last change by the fluxes: moment of momentum")
        FIELD(h4, "J/m3", "last change by the fluxes: total energy"))
  INPUT(CHANGES
        DIFFUSION
        FIELD(r, "m", "radius"))
  OUTPUT(FIELD(was1, "kg/m2s", "axial momentum before")
         FIELD(was2, "kg/m2s", "radial momentum before")
         FIELD(was3, "kg/ms", "moment of momentum before"))
}
cell, next;

SCALAR(again, "1", "0 in the first step, which has no change before it, else 1")

#include "rows_limits.h"

UPDATE {
  real share = share_left();
  real d0 = share * cell.d0;
  real d1 = share * cell.d1;
  real d2 = share * cell.d2;
  real d3 = share * cell.d3;
  real d4 = share * cell.d4;
  next.was1 = cell.mx;
  next.was2 = cell.mr;
  next.was3 = cell.mt;
  next.rho = cell.rho + ((d0 + again * (d0 - cell.h0)) + share * cell.s0);
  next.h0 = d0;
  next.mx = cell.mx + ((d1 + again * (d1 - cell.h1)) + share * cell.s1);
  next.h1 = d1;
  next.mr = cell.mr + ((d2 + again * (d2 - cell.h2)) + share * cell.s2);
  next.h2 = d2;
  next.mt = cell.mt + ((d3 + again * (d3 - cell.h3)) + share * cell.s3);
  next.h3 = d3;
  next.e = cell.e + ((d4 + again * (d4 - cell.h4)) + share * cell.s4);
  next.h4 = d4;
}
