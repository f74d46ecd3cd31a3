/* The sum of the magnitudes of the momentum's changes, each node counted once. */
#include "../../../kernels/ria_kernel.h"

REDUCE_KERNEL(rows_momentum_change, "rows: sum of the sizes of the momentum's changes", "")

CELL {
  INPUT(FIELD(d1, "kg/m2s", "change: axial momentum")
        FIELD(d2, "kg/m2s", "change: radial momentum")
        FIELD(d3, "kg/ms", "change: moment of momentum")
        FIELD(r, "m", "radius")
        MASK(owned, "1", "1 of one of a node's copies, 0 of the others"))
}
cell;

static real value;

SUM {
  real t = cell.d3 / cell.r;
  value = cell.owned * sqrt((cell.d1 * cell.d1 + cell.d2 * cell.d2) + t * t);
}
