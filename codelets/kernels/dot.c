/* The scalar product of two fields: products rounded to double precision, their sum exact. */
#include "ria_kernel.h"

REDUCE_KERNEL(dot, "scalar product of two fields", "")

CELL {
  INPUT(FIELD(a, "1", "one field")
        FIELD(b, "1", "the other"))
}
cell;

static real value;

SUM {
  value = cell.a * cell.b;
}
