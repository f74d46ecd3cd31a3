/* A stencil that reaches differently far along each axis. */
#include "ria_kernel.h"

POINT_KERNEL(wide_star, "weighted sum along the axes, 2 cells far along x, 3 along y, 2 along z",
             "for tests")
AXES_XYZ

CELL{STATE(FIELD(T, "1", "value"))} cell, next;

static real rate;
static bool valid;

SCALAR(a, "1", "weight of the cell")
SCALAR(b, "1", "weight of its neighbours")

UPDATE {
  real x = (at(T, -1, 0, 0) + at(T, 1, 0, 0)) - 0.25 * (at(T, -2, 0, 0) + at(T, 2, 0, 0));
  real y = (at(T, 0, -1, 0) + at(T, 0, 2, 0)) - 0.25 * (at(T, 0, -3, 0) + at(T, 0, 3, 0));
  real z = (at(T, 0, 0, -2) + at(T, 0, 0, 1)) - 0.25 * (at(T, 0, 0, -1) + at(T, 0, 0, 2));
  next.T = 0.5 * a * cell.T + 0.0625 * b * ((x + y) + z);
}

RATE {
  rate = fabs(at(T, 2, 0, 0) - at(T, 0, 0, -2));
}

CHECK {
  valid = fabs(next.T) < 1e30;
}
