/* A side with a prescribed inflow (a river): the level follows from the inside, but is no lower than
 * the inflow's critical depth; an inflow that shoots brings its own depth.
 *
 * The inflow is the mass flux of the face between ghost and edge, q + (q_edge - q)(c - v)/2c where
 * the ghost has the edge's depth and discharge q; solved for q, with v and c of the inflow.
 */
#include "ria_kernel.h"

BOUNDARY_KERNEL(water_discharge, "side with a prescribed inflow per unit width", "")

CELL {
  STATE(FIELD(h, "m", "water depth")
        VECTOR(q, "m2/s", "discharge per unit width")
        FIELD(hc, "m", "tracer content"))
  STATICS(FIELD(depth, "m", "still-water depth"))
}
inner, edge, ghost;

SCALAR(inflow, "m2/s", "discharge per unit width into the domain")
SCALAR(height, "m", "depth of the inflow where positive; 0: taken from inside")
SCALAR(outside, "1", "concentration of the inflow")
SCALAR(marked, "1", "1: the tracer content is less than 0, which tells muscl_transport.c of a side; 0: it is not")
SCALAR(gravity, "m/s2", "acceleration of gravity")
SCALAR(dry, "m", "depth at and below which water does not move")

/* As in roe_transport.c: x to the power -1/3, to 1.2e-5, by two of Newton's steps. */
static real nearer(real third, real y) {
  return y * fma(-third, (y * y) * y, 1.3333333333333333);
}

static real inverse_cube_root(real x) {
  real third = 0.33333333333333333 * x;
  return nearer(third, nearer(third, inverse_cbrt_guess(x)));
}

GHOST {
  real cube = inflow * inflow / gravity; /* of the critical depth */
  real root = inverse_cube_root(max(cube, 8e-7));
  real critical = cube * root * root;
  bool brings = height > 0.0;
  real h = brings ? height : max(max(edge.h, critical), 2.0 * dry);
  real c = sqrt(gravity * h);
  real v = inflow / h;
  real inside = -(outward * edge.qn);
  real q = brings ? inflow : (2.0 * c * inflow - (c - v) * inside) / (c + v);
  /* A second layer has the level and the velocity of the first, over its own bed: the mirror of the bed inside. */
  real deep = max(h + (inner.depth - edge.depth), 0.0);
  real deeper = deep / h;
  ghost.h = deep;
  ghost.qn = -(outward * q) * deeper;
  ghost.qt = 0.0;
  ghost.hc = marked > 0.0 ? -(deep * max(outside, 1e-30)) : deep * outside;
}
