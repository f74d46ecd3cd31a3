/* A side with a prescribed inflow (a river): the level follows from the inside, but is no lower than
 * the inflow's critical depth; an inflow that shoots brings its own depth.
 *
 * The inflow is the mass flux of the face between ghost and edge, q + (q_edge - q)(c - v)/2c where
 * the ghost has the edge's depth and discharge q; solved for q, with v and c of the inflow.
 */
#include "../../../kernels/ria_kernel.h"

BOUNDARY_KERNEL(water_discharge, "side with a prescribed inflow per unit width", "")

#include "../../../kernels/inverse_cube_root.h"
#include "water_side.h"

SCALAR(inflow, "m2/s", "discharge per unit width into the domain")
SCALAR(height, "m", "depth of the inflow where positive; 0: taken from inside")

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
  real deep = mirrored_depth(h); /* with the velocity of the first layer */
  real deeper = deep / h;
  ghost.h = deep;
  ghost.qn = -(outward * q) * deeper;
  ghost.qt = 0.0;
  ghost.hc = content(deep);
}
