/* The state that a step begins with, for later. */
#include "ria_kernel.h"

POINT_KERNEL(rows_keep, "rows: a copy of the state", "")

CELL {
  INPUT(FIELD(rho, "kg/m3", "density")
        FIELD(mx, "kg/m2s", "axial momentum")
        FIELD(mr, "kg/m2s", "radial momentum")
        FIELD(mt, "kg/ms", "moment of momentum")
        FIELD(e, "J/m3", "total energy"))
  OUTPUT(FIELD(b0, "kg/m3", "copy: density")
         FIELD(b1, "kg/m2s", "copy: axial momentum")
         FIELD(b2, "kg/m2s", "copy: radial momentum")
         FIELD(b3, "kg/ms", "copy: moment of momentum")
         FIELD(b4, "J/m3", "copy: total energy")
         FIELD(was1, "kg/m2s", "axial momentum before")
         FIELD(was2, "kg/m2s", "radial momentum before")
         FIELD(was3, "kg/ms", "moment of momentum before"))
}
cell, next;

UPDATE {
  next.b0 = cell.rho;
  next.b1 = cell.mx;
  next.b2 = cell.mr;
  next.b3 = cell.mt;
  next.b4 = cell.e;
  next.was1 = cell.mx;
  next.was2 = cell.mr;
  next.was3 = cell.mt;
}
