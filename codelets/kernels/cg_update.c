/* A step of the conjugate-gradient method: adds multiples of the search direction to the
 * solution, and of the matrix times it to the residual. In place. */
#include "ria_kernel.h"

POINT_KERNEL(cg_update, "conjugate gradients: solution and residual along the search direction",
             "Hestenes and Stiefel (1952), eq. (3:1)")
FOLLOWED_BY(dot)

CELL {
  STATE(FIELD(x, "1", "solution")
        FIELD(r, "1", "residual"))
  INPUT(FIELD(p, "1", "search direction")
        FIELD(q, "1", "the matrix times the search direction"))
}
cell, next;

SCALAR(alpha, "1", "length of the step")

UPDATE {
  next.x = cell.x + alpha * cell.p;
  next.r = cell.r - alpha * cell.q;
}
