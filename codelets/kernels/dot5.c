/* The scalar product of two fields of five components. */
#include "ria_kernel.h"

REDUCE_KERNEL(dot5, "scalar product of two fields of five components", "")

CELL {
  INPUT(COMPONENTS(a, 5, "1", "one field:")
        COMPONENTS(b, 5, "1", "the other:"))
}
cell;

SUM {
  for (int i = 0; i < 5; i++) {
    add(cell.a[i] * cell.b[i]);
  }
}
