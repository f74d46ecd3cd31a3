/* Sides at which friction gives the level a slope. */
#include "water_side.h"

SCALAR(half_cell, "m", "half a cell across the side, of second order; 0: the level does not lean")

/* The bed's friction, which the definition chooses: friction_manning.h, friction_map.h. */
static real bed_drag(real speed, real h);

/* The fall of the level from the cell's centre to the face ahead by the friction slope, for a
 * velocity v across the side and t along it. Limited as in muscl_step.h. */
static real fall(real h, real v, real t) {
  real fast = fma(v, v, t * t);
  real most = min(0.25 * h, fast * (1.0 / gravity));
  real steep = half_cell * bed_drag(sqrt(fast), h) / (gravity * h);
  return max(-most, min(most, steep * v));
}
