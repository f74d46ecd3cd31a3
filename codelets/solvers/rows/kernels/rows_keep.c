/* Saves the state at the start of a step. */
#include "../../../kernels/ria_kernel.h"
#include "rows_fields.h"

POINT_KERNEL(rows_keep, "rows: a copy of the state", "")

CELL {
  INPUT(CONSERVED)
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
