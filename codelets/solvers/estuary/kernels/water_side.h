/* Sides that water crosses: the water outside, and what its ghost cells hold. */
#include "water.h"

CELL {
  WATER
}
inner, edge, ghost;

SCALAR(outside, "1", "concentration of the water outside")
SCALAR(lean, "s2 m1/3", "half a cell times Manning's n squared, of second order; 0: the level does not lean")
SCALAR(gravity, "m/s2", "acceleration of gravity")
SCALAR(dry, "m", "depth at and below which water does not move")

/* The fall of the level from the cell's centre to the face ahead by the friction slope, for a velocity v across the side and t
 * along it. Bounded as in muscl_transport.c. */
static real fall(real h, real v, real t) {
  real fast = fma(v, v, t * t);
  real most = min(0.25 * h, fast * (1.0 / gravity));
  real steep = lean * sqrt(fast) * inverse_cube_root(max(h, 8e-7)) / h;
  return max(-most, min(most, steep * v));
}

/* The depth of a ghost cell where the first one beyond the side has `h`: a second layer has the level of the first over its
 * own bed, the mirror of the bed inside. */
static real mirrored_depth(real h) {
  return max(h + (inner.depth - edge.depth), 0.0);
}
