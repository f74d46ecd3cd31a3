/* A step of the scree scheme with negative feedback: what rows_feedback and rows_march compute, to the
 * bit, in one pass. In place. */
#include "ria_kernel.h"

POINT_KERNEL(rows_scree, "rows: a step of the scree scheme with negative feedback", "Denton (1983)")

CELL {
  STATE(FIELD(rho, "kg/m3", "density")
        FIELD(mx, "kg/m2s", "axial momentum")
        FIELD(mr, "kg/m2s", "radial momentum")
        FIELD(mt, "kg/ms", "moment of momentum")
        FIELD(e, "J/m3", "total energy")
        FIELD(h0, "kg/m3", "last change by the fluxes: density")
        FIELD(h1, "kg/m2s", "last change by the fluxes: axial momentum")
        FIELD(h2, "kg/m2s", "last change by the fluxes: radial momentum")
        FIELD(h3, "kg/ms", "last change by the fluxes: moment of momentum")
        FIELD(h4, "J/m3", "last change by the fluxes: total energy"))
  INPUT(FIELD(d0, "kg/m3", "change by the fluxes: density")
        FIELD(d1, "kg/m2s", "change by the fluxes: axial momentum")
        FIELD(d2, "kg/m2s", "change by the fluxes: radial momentum")
        FIELD(d3, "kg/ms", "change by the fluxes: moment of momentum")
        FIELD(d4, "J/m3", "change by the fluxes: total energy")
        FIELD(s0, "kg/m3", "diffusion: density")
        FIELD(s1, "kg/m2s", "diffusion: axial momentum")
        FIELD(s2, "kg/m2s", "diffusion: radial momentum")
        FIELD(s3, "kg/ms", "diffusion: moment of momentum")
        FIELD(s4, "J/m3", "diffusion: total energy")
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
