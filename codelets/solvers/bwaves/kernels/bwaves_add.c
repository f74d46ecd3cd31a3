/* A Newton iteration: adds the solution of the linear system to the state. In place. */
#include "../../../kernels/ria_kernel.h"

POINT_KERNEL(bwaves_add, "bwaves: the state after a step of Newton's", "")

CELL {
  STATE(COMPONENTS(k, 5, "1", "the state so far:"))
  INPUT(COMPONENTS(x, 5, "1", "solution:"))
}
cell, next;

UPDATE {
  for (int i = 0; i < 5; i++) {
    next.k[i] = cell.k[i] + cell.x[i];
  }
}
