/* The scree scheme: adds to a node twice the change by the fluxes, minus that of the step before,
 * and artificial diffusion. In place. */
#include "../../../kernels/ria_kernel.h"
#include "rows_fields.h"

POINT_KERNEL(rows_march, "rows: a step of the scree scheme", "Denton (1983)")

CELL {
  STATE(CONSERVED
        FIELD(h0, "kg/m3", "last change by the fluxes: density")
        FIELD(h1, "kg/m2s", "last change by the fluxes: axial momentum")
        FIELD(h2, "kg/m2s", "last change by the fluxes: radial momentum")
        FIELD(h3, "kg/ms", "last change by the fluxes: moment of momentum")
        FIELD(h4, "J/m3", "last change by the fluxes: total energy"))
  INPUT(CHANGES
        DIFFUSION)
  OUTPUT(FIELD(was1, "kg/m2s", "axial momentum before")
         FIELD(was2, "kg/m2s", "radial momentum before")
         FIELD(was3, "kg/ms", "moment of momentum before"))
}
cell, next;

SCALAR(again, "1", "0 in the first step, which has no change before it, else 1")

UPDATE {
  next.was1 = cell.mx;
  next.was2 = cell.mr;
  next.was3 = cell.mt;
  next.rho = cell.rho + ((cell.d0 + again * (cell.d0 - cell.h0)) + cell.s0);
  next.h0 = cell.d0;
  next.mx = cell.mx + ((cell.d1 + again * (cell.d1 - cell.h1)) + cell.s1);
  next.h1 = cell.d1;
  next.mr = cell.mr + ((cell.d2 + again * (cell.d2 - cell.h2)) + cell.s2);
  next.h2 = cell.d2;
  next.mt = cell.mt + ((cell.d3 + again * (cell.d3 - cell.h3)) + cell.s3);
  next.h3 = cell.d3;
  next.e = cell.e + ((cell.d4 + again * (cell.d4 - cell.h4)) + cell.s4);
  next.h4 = cell.d4;
}
