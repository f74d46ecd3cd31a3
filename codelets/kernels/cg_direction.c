/* The next search direction of the conjugate-gradient method. In place. */
#include "ria_kernel.h"

POINT_KERNEL(cg_direction, "conjugate gradients: the next search direction",
             "Hestenes and Stiefel (1952), eq. (3:1)")

CELL {
  STATE(FIELD(p, "1", "search direction"))
  INPUT(FIELD(r, "1", "residual"))
}
cell, next;

SCALAR(beta, "1", "share of the direction before")

UPDATE {
  next.p = cell.r + beta * cell.p;
}
