/* The sum of the squares of the momentum's change in a step, each node counted once. */
#include "../../../kernels/ria_kernel.h"

REDUCE_KERNEL(rows_residual, "rows: sum of the squares of the momentum's change", "")

CELL {
  INPUT(FIELD(mx, "kg/m2s", "axial momentum")
        FIELD(mr, "kg/m2s", "radial momentum")
        FIELD(mt, "kg/ms", "moment of momentum")
        FIELD(was1, "kg/m2s", "axial momentum before")
        FIELD(was2, "kg/m2s", "radial momentum before")
        FIELD(was3, "kg/ms", "moment of momentum before")
        FIELD(r, "m", "radius")
        MASK(owned, "1", "1 of one of a node's copies, 0 of the others"))
}
cell;

static real value;

SUM {
  real x = cell.mx - cell.was1;
  real y = cell.mr - cell.was2;
  real z = (cell.mt - cell.was3) / cell.r;
  value = cell.owned * ((x * x + y * y) + z * z);
}
