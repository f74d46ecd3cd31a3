/* The number of a field that is farthest from 0, by its magnitude, and where it is. */
#include "ria_kernel.h"

REDUCE_KERNEL(largest_magnitude, "largest magnitude of a field", "")

CELL {
  INPUT(FIELD(a, "1", "any field"))
}
cell;

static real value;

MAX {
  value = fabs(cell.a);
}
