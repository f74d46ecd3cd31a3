/* A free side. The ghost cell has the discharge of the edge. Where water runs out, its level continues to fall by the friction
 * slope, so that a river leaves at its normal depth. Without friction the ghost cell equals the edge cell.
 */
#include "../../../kernels/ria_kernel.h"

BOUNDARY_KERNEL(water_free, "free side: waves leave, a river runs on", "Vinas et al. (2012), section 6 (north and east of the ria)")

#include "../../../kernels/inverse_cube_root.h"
#include "water.h"

CELL {
  WATER
}
inner, edge, ghost;

SCALAR(dry, "m", "depth at and below which water does not move")
SCALAR(steep, "s2 m1/3", "a cell times Manning's n squared")

GHOST {
  /* The level falls by at most half of the depth. */
  real wet_h = max(edge.h, dry);
  real v = max(outward * edge.qn / wet_h, 0.0);
  real t = edge.qt / wet_h;
  real falls = steep * sqrt(fma(v, v, t * t)) * v * inverse_cube_root(max(wet_h, 8e-7)) / wet_h;
  real h = edge.h > dry ? max(edge.h - falls, 0.5 * edge.h) : edge.h;

  /* A second layer has the level, velocity and concentration of the first, over its own bed: the mirror of the bed inside. */
  real deep = max(h + (inner.depth - edge.depth), 0.0);
  real deeper = h > 1e-30 ? deep / h : 1.0;
  ghost.h = deep;
  ghost.qn = edge.qn * deeper;
  ghost.qt = edge.qt * deeper;
  ghost.hc = edge.h > 1e-30 ? edge.hc * (deep / edge.h) : edge.hc;
}
