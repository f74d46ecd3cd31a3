/* A side without a gradient: the ghost cell equals the edge cell. */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

BOUNDARY_KERNEL(water_open, "side without a gradient: the water outside is as at the edge", "")

CELL {
  WATER
}
inner, edge, ghost;

GHOST {
  /* A second layer has the level, velocity and concentration of the edge, over its own bed: the mirror of the
   * bed inside. */
  real deep = max(edge.h + (inner.depth - edge.depth), 0.0);
  real deeper = edge.h > 1e-30 ? deep / edge.h : 1.0;
  ghost.h = deep;
  ghost.qn = edge.qn * deeper;
  ghost.qt = edge.qt * deeper;
  ghost.hc = edge.hc * deeper;
}
