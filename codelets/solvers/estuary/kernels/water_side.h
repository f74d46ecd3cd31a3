/* Sides that water crosses: the water outside, and the values of its ghost cells. */
#include "water.h"

CELL {
  WATER
  ROUGHNESS
}
inner, edge, ghost;

SCALAR(outside, "1", "concentration of the water outside")
SCALAR(gravity, "m/s2", "acceleration of gravity")
SCALAR(dry, "m", "depth at and below which water does not move")

/* The depth of a ghost cell if the first one beyond the side has depth `h`: a second layer has
 * the level of the first over its own bed, the mirror of the bed inside. */
static real mirrored_depth(real h) {
  return max(h + (inner.depth - edge.depth), 0.0);
}
