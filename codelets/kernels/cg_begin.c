/* The start of the conjugate-gradient method: the residual of the initial guess, which is also
 * the first search direction. */
#include "ria_kernel.h"

POINT_KERNEL(cg_begin, "conjugate gradients: residual and first search direction",
             "Hestenes and Stiefel (1952), eq. (3:1)")

CELL {
  INPUT(FIELD(b, "1", "right side")
        FIELD(q, "1", "the matrix times the guess"))
  OUTPUT(FIELD(r, "1", "residual")
         FIELD(p, "1", "search direction"))
}
cell, next;

UPDATE {
  next.r = cell.b - cell.q;
  next.p = cell.b - cell.q;
}
