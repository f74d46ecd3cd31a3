/* The gain of a node is an eighth of the gains of the cells around it; its volume over its time
 * step likewise. So the nodes' sum equals the cells' sum. */
#include "../../../kernels/ria_kernel.h"

POINT_KERNEL(rows_gather, "rows: gain of a node from the cells around it", "Denton (1983)")
AXES_XYZ

CELL {
  INPUT(FIELD(c0, "kg/s", "gain of the cell: mass")
        FIELD(c1, "N", "gain of the cell: axial momentum")
        FIELD(c2, "N", "gain of the cell: radial momentum")
        FIELD(c3, "Nm", "gain of the cell: moment of momentum")
        FIELD(c4, "W", "gain of the cell: energy")
        FIELD(pace, "m3/s", "volume over time step of the cell"))
  OUTPUT(FIELD(d0, "kg/s", "gain of the node: mass")
         FIELD(d1, "N", "gain of the node: axial momentum")
         FIELD(d2, "N", "gain of the node: radial momentum")
         FIELD(d3, "Nm", "gain of the node: moment of momentum")
         FIELD(d4, "W", "gain of the node: energy")
         FIELD(weight, "m3/s", "volume over time step of the node"))
}
cell, next;

#include "rows_means.h"

UPDATE {
  next.d0 = mean8(cell.c0, at(c0, -1, 0, 0), at(c0, 0, -1, 0), at(c0, 0, 0, -1), at(c0, -1, -1, 0),
      at(c0, -1, 0, -1), at(c0, 0, -1, -1), at(c0, -1, -1, -1));
  next.d1 = mean8(cell.c1, at(c1, -1, 0, 0), at(c1, 0, -1, 0), at(c1, 0, 0, -1), at(c1, -1, -1, 0),
      at(c1, -1, 0, -1), at(c1, 0, -1, -1), at(c1, -1, -1, -1));
  next.d2 = mean8(cell.c2, at(c2, -1, 0, 0), at(c2, 0, -1, 0), at(c2, 0, 0, -1), at(c2, -1, -1, 0),
      at(c2, -1, 0, -1), at(c2, 0, -1, -1), at(c2, -1, -1, -1));
  next.d3 = mean8(cell.c3, at(c3, -1, 0, 0), at(c3, 0, -1, 0), at(c3, 0, 0, -1), at(c3, -1, -1, 0),
      at(c3, -1, 0, -1), at(c3, 0, -1, -1), at(c3, -1, -1, -1));
  next.d4 = mean8(cell.c4, at(c4, -1, 0, 0), at(c4, 0, -1, 0), at(c4, 0, 0, -1), at(c4, -1, -1, 0),
      at(c4, -1, 0, -1), at(c4, 0, -1, -1), at(c4, -1, -1, -1));
  next.weight = mean8(cell.pace, at(pace, -1, 0, 0), at(pace, 0, -1, 0), at(pace, 0, 0, -1), at(pace, -1, -1, 0),
      at(pace, -1, 0, -1), at(pace, 0, -1, -1), at(pace, -1, -1, -1));
}
