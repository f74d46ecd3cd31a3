/* A state of five components, copied. */
#include "../../../kernels/ria_kernel.h"

POINT_KERNEL(bwaves_copy, "bwaves: a copy of the state", "")

CELL {
  INPUT(COMPONENTS(q, 5, "1", "density, momenta, energy:"))
  OUTPUT(COMPONENTS(k, 5, "1", "the same:"))
}
cell, next;

UPDATE {
  for (int i = 0; i < 5; i++) {
    next.k[i] = cell.q[i];
  }
}
