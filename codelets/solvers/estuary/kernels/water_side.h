/* Sides that water crosses: the water outside, and what its ghost cells hold. */
#include "water.h"

CELL {
  WATER
}
inner, edge, ghost;

SCALAR(outside, "1", "concentration of the water outside")
SCALAR(marked, "1", "1: the tracer content is less than 0, which tells muscl_transport.c of a side; 0: it is not")
SCALAR(gravity, "m/s2", "acceleration of gravity")
SCALAR(dry, "m", "depth at and below which water does not move")

/* The tracer content of a ghost cell so deep. */
static real content(real deep) {
  return marked > 0.0 ? -(deep * max(outside, 1e-30)) : deep * outside;
}

/* The depth of a ghost cell where the first one beyond the side has `h`: a second layer has the level of the first over its
 * own bed, the mirror of the bed inside. */
static real mirrored_depth(real h) {
  return max(h + (inner.depth - edge.depth), 0.0);
}
