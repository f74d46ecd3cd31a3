/* A side with a prescribed water level (tide, gauge): the discharge follows from the inside. Water
 * that comes in carries the concentration `outside`.
 *
 * The level holds at the side itself, half a cell from the edge cell's centre: the ghost cell has
 * the level mirrored there, and the face's Riemann problem, with the same discharge on both sides,
 * takes the mean. Water that comes in brings no velocity along the side. With `head_loss` it is drawn
 * from a sea at rest and spends v2/2g of the level on its speed; without, only what is above a tenth
 * of the critical v2, which bounds an inward jet. With second order the level leans in the edge cell as
 * friction makes it (muscl_transport.c), so the mirror is the level at the edge cell's face.
 */
#include "ria_kernel.h"

BOUNDARY_KERNEL(water_level, "side with a prescribed level; the discharge follows from inside",
                "Vinas et al. (2012), section 6 (south and west of the ria)")

CELL {
  STATE(FIELD(h, "m", "water depth")
        VECTOR(q, "m2/s", "discharge per unit width")
        FIELD(hc, "m", "tracer content"))
  STATICS(FIELD(depth, "m", "still-water depth"))
}
inner, edge, ghost;

SCALAR(level, "m", "water level above the reference level")
SCALAR(outside, "1", "concentration of the water outside")
SCALAR(marked, "1", "1: the tracer content is less than 0, which tells muscl_transport.c of a side; 0: it is not")
SCALAR(gravity, "m/s2", "acceleration of gravity")
SCALAR(dry, "m", "depth at and below which water does not move")
SCALAR(lean, "s2 m1/3", "half a cell times Manning's n squared, of second order; 0: the level does not lean")
SCALAR(head_loss, "1", "1: water that comes in spends v2/2g of the level on its speed; 0: it does not")

/* As in roe_transport.c: x to the power -1/3, to 1.2e-5, by two of Newton's steps. */
static real nearer(real third, real y) {
  return y * fma(-third, (y * y) * y, 1.3333333333333333);
}

static real inverse_cube_root(real x) {
  real third = 0.33333333333333333 * x;
  return nearer(third, nearer(third, inverse_cbrt_guess(x)));
}

GHOST {
  bool wet = edge.h > dry;
  real v = wet ? outward * edge.qn / edge.h : 0.0;
  real critical = gravity * edge.h; /* v * v beyond which no wave comes in */
  real free = (0.1 * (1.0 - head_loss)) * critical;
  real spent = v < 0.0 ? max(min(v * v, critical) - free, 0.0) * (0.5 / gravity) : 0.0;
  real wanted = max(edge.depth + (level - spent), 0.0);

  /* How much lower the level is at the side than at the edge's centre, within the bounds of muscl_transport.c. */
  real t = wet ? edge.qt / edge.h : 0.0;
  real fast = fma(v, v, t * t);
  real most = min(0.25 * edge.h, fast * (1.0 / gravity));
  real steep = wet ? lean * sqrt(fast) * inverse_cube_root(max(edge.h, 8e-7)) / edge.h : 0.0;
  real falls = max(-most, min(most, steep * v));
  real mirrored = max(wanted + (wanted - edge.h) + 2.0 * falls, 0.0);
  bool shooting = v > 0.0 && v * v > critical;
  real h = shooting ? edge.h : mirrored;
  /* A second layer has the level and the velocity of the first, over its own bed: the mirror of the bed inside. */
  real deep = max(h + (inner.depth - edge.depth), 0.0);
  real deeper = h > dry ? deep / h : 1.0;
  ghost.h = deep;
  ghost.qn = (outward * v * min(edge.h, 2.0 * h)) * deeper;
  ghost.qt = 0.0;
  ghost.hc = marked > 0.0 ? -(deep * max(outside, 1e-30)) : deep * outside;
}
