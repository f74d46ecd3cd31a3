/* The sum of the magnitudes of a field, each node counted once. */
#include "../../../kernels/ria_kernel.h"

REDUCE_KERNEL(rows_magnitude, "rows: sum of the magnitudes of a change", "")

CELL {
  INPUT(FIELD(change, "1", "change")
        MASK(owned, "1", "1 of one of a node's copies, 0 of the others"))
}
cell;

static real value;

SUM {
  value = cell.owned * fabs(cell.change);
}
