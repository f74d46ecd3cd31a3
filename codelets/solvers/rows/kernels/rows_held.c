/* Nodes with a prescribed state. */
#include "../../../kernels/ria_kernel.h"
#include "rows_fields.h"

POINT_KERNEL(rows_held, "rows: nodes with a given state", "")

CELL {
  OUTPUT(CONSERVED)
  INPUT(FIELD(b0, "kg/m3", "given: density")
        FIELD(b1, "kg/m2s", "given: axial momentum")
        FIELD(b2, "kg/m2s", "given: radial momentum")
        FIELD(b3, "kg/ms", "given: moment of momentum")
        FIELD(b4, "J/m3", "given: total energy"))
}
cell, next;

UPDATE {
  next.rho = cell.b0;
  next.mx = cell.b1;
  next.mr = cell.b2;
  next.mt = cell.b3;
  next.e = cell.b4;
}
