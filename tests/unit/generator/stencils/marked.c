/* A stencil that reads masks and indices, at its own cell and around it. */
#include "ria_kernel.h"

POINT_KERNEL(marked, "sums over cells that are marked", "for tests")
AXES_XYZ

CELL{STATE(FIELD(u, "1", "value")) INPUT(MASK(open, "1", "weight of a neighbour") INDEX(
    group, "1", "of cells that are summed")) OUTPUT(FIELD(count, "1", "cells of the group"))
         STATICS(FIELD(share, "1", "of the sum") MASK(kind, "1", "below 0: left as it is")
                     INDEX(place, "1", "added"))} cell,
    next;

static real rate;
static bool valid;

SCALAR(a, "1", "weight")
SWITCH(wide, "along y and z, too")

UPDATE {
  real sum = at(open, -1, 0, 0) * at(u, -1, 0, 0) + at(open, 1, 0, 0) * at(u, 1, 0, 0);
  real count = (at(group, -2, 0, 0) == cell.group ? 1.0 : 0.0) +
               (at(group, 1, 0, 0) > cell.group ? 1.0 : 0.0);
  if (wide) {
    sum = sum + (at(open, 0, -1, 1) * at(u, 0, -1, 0) + at(kind, 0, 1, -1) * at(u, 0, 0, 1));
    count = count + (at(group, 0, 2, 0) <= at(place, 0, 0, -1) ? 1.0 : 0.0);
  }
  next.u = cell.kind < 0.0 ? cell.u : cell.share * (a * sum) + cell.place;
  next.count = count + cell.open;
}

RATE {
  rate = fabs(cell.u) * at(open, 0, 1, 0);
}

CHECK {
  valid = next.u < 1e30;
}
