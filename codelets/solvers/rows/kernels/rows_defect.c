/* Input of the coarser grids: the change of a node by fluxes and diffusion, 0 where a boundary
 * sets the node. */
#include "../../../kernels/ria_kernel.h"
#include "rows_fields.h"

POINT_KERNEL(rows_defect, "rows: change of a node, for coarser grids", "")

CELL {
  INPUT(CHANGES
        DIFFUSION
        MASK(seen, "1", "1 where coarser grids see the change of the node, else 0"))
  OUTPUT(FIELD(g0, "kg/m3", "change: density")
         FIELD(g1, "kg/m2s", "change: axial momentum")
         FIELD(g2, "kg/m2s", "change: radial momentum")
         FIELD(g3, "kg/ms", "change: moment of momentum")
         FIELD(g4, "J/m3", "change: total energy"))
}
cell, next;

UPDATE {
  next.g0 = cell.seen * (cell.d0 + cell.s0);
  next.g1 = cell.seen * (cell.d1 + cell.s1);
  next.g2 = cell.seen * (cell.d2 + cell.s2);
  next.g3 = cell.seen * (cell.d3 + cell.s3);
  next.g4 = cell.seen * (cell.d4 + cell.s4);
}
