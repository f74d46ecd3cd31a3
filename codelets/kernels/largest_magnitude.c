/* The number of a field with the largest magnitude, and its place. */
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
