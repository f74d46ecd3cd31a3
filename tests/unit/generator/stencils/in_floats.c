/* A stencil that reads and writes fields in single precision: each by itself, and in a block. */
#include "ria_kernel.h"

POINT_KERNEL(in_floats, "sums of what was rounded", "for tests")
AXES_XYZ

CELL{STATE(FIELD(u, "1", "value")) INPUT(
    SINGLE(FIELD(share, "1", "of a neighbour") BLOCK(a, 2, 2, "10 11", "1", "of the sum:")))
         OUTPUT(SINGLE(BLOCK(b, 2, 2, "11 01", "1", "products:")))
             STATICS(MASK(kind, "1", "below 0: left as it is"))} cell,
    next;

static real rate;

SCALAR(c, "1", "weight")

UPDATE {
  real sum = at(share, -1, 0, 0) + at(share, 1, 0, 0);
  sum = sum + (at(share, 0, -1, 1) + at(a[1][0], 0, 0, -1));
  next.u = cell.kind < 0.0 ? cell.u : c * sum + cell.u;
  next.b[0][0] = c / 3.0;
  next.b[0][1] = fma_sparse(cell.a[0][1], sum, cell.u / 3.0);
  next.b[1][0] = absent;
  next.b[1][1] = cell.a[0][0] * cell.u + cell.a[1][1] * sum;
}

RATE {
  rate = fabs(cell.u) * at(share, 0, 1, 0);
}
