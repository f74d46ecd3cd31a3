/* The smallest number of a field, and its place. */
#include "ria_kernel.h"

REDUCE_KERNEL(smallest, "smallest number of a field", "")

CELL {
  INPUT(FIELD(a, "1", "any field"))
}
cell;

static real value;

MIN {
  value = cell.a;
}
