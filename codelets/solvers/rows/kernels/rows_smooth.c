/* Artificial diffusion of a node: flows along the edges to its six neighbours by first and third
 * differences (second and fourth differences in total), times the larger wave speed of the two
 * nodes. The flow out of a node enters its neighbour. There is no flow along edges that end outside
 * of the grid, and none by third differences that reach outside. The state outside is multiplied by
 * 0, so it must not be NaN. */
#include "../../../kernels/ria_kernel.h"
#include "rows_fields.h"

POINT_KERNEL(rows_smooth, "rows: artificial diffusion of a node", "SBLOCK (2011), table II: artificial diffusion")
AXES_XYZ

CELL {
  INPUT(CONSERVED
        FIELD(waves, "m3/s", "speeds of waves times the sides that they cross")
        FIELD(weight, "m3/s", "volume over time step")
        MASK(node, "1", "1 where differences may reach the node, else 0"))
  OUTPUT(DIFFUSION)
}
cell, next;

SCALAR(second, "1", "factor of first differences along an edge")
SCALAR(fourth, "1", "factor of third differences along an edge")

#include "rows_edges.h"

UPDATE {
  real diffusion[5];
  diffuse(diffusion, cell.weight);
  next.s0 = diffusion[0];
  next.s1 = diffusion[1];
  next.s2 = diffusion[2];
  next.s3 = diffusion[3];
  next.s4 = diffusion[4];
}
