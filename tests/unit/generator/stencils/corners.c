/* A stencil of two fields that reads around edges and corners, and fields that are only read or
 * only written. */
#include "ria_kernel.h"

POINT_KERNEL(corners, "sums over edges and corners", "for tests")
AXES_XYZ

CELL{STATE(FIELD(u, "1", "value") FIELD(v, "1", "value")) INPUT(FIELD(source, "1", "what is added"))
         OUTPUT(FIELD(sum, "1", "of both")) STATICS(FIELD(weight, "1", "of the source"))} cell,
    next;

static real rate;

SCALAR(a, "1", "weight")
SWITCH(wide, "one cell farther along x and z")

UPDATE {
  real edges = (at(u, -1, 1, 0) + at(u, 1, 0, -1)) + at(u, 0, -1, 1);
  real corners = at(v, -1, -1, 1) + at(v, 1, 1, -1);
  real far = 0.0;
  if (wide)
    far = at(u, -3, 0, 1) + at(v, 0, 2, -3);
  next.u = 0.25 * a * (edges + far) + cell.weight * cell.source;
  next.v = 0.5 * (corners - cell.v);
  next.sum = next.u + next.v;
}

RATE {
  rate = fabs(at(v, 0, 1, 1) - cell.u);
}
