/* The change of a node: the mean of the changes of the cells around it, as many as there are. */
#include "ria_kernel.h"

POINT_KERNEL(rows_change, "rows: change of a node from the cells around it", "Denton (1983)")
AXES_XYZ

CELL {
  INPUT(FIELD(c0, "kg/m3", "change of the cell: density")
        FIELD(c1, "kg/m2s", "change of the cell: axial momentum")
        FIELD(c2, "kg/m2s", "change of the cell: radial momentum")
        FIELD(c3, "kg/ms", "change of the cell: moment of momentum")
        FIELD(c4, "J/m3", "change of the cell: total energy")
        FIELD(courant, "1", "time step times the speeds of waves")
        FIELD(share, "1", "1 / number of cells around the node"))
  OUTPUT(FIELD(d0, "kg/m3", "change of the node: density")
         FIELD(d1, "kg/m2s", "change of the node: axial momentum")
         FIELD(d2, "kg/m2s", "change of the node: radial momentum")
         FIELD(d3, "kg/ms", "change of the node: moment of momentum")
         FIELD(d4, "J/m3", "change of the node: total energy")
         FIELD(weight, "1", "mean of the Courant numbers"))
}
cell, next;

/* Eight cells by the diagonals of the cube that they make. */
static real sum8(real a, real b, real c, real d, real e, real f, real g, real h) {
  return sum4(a + h, b + g, c + f, d + e);
}

UPDATE {
  next.d0 = cell.share * sum8(cell.c0, at(c0, -1, 0, 0), at(c0, 0, -1, 0), at(c0, 0, 0, -1), at(c0, -1, -1, 0),
      at(c0, -1, 0, -1), at(c0, 0, -1, -1), at(c0, -1, -1, -1));
  next.d1 = cell.share * sum8(cell.c1, at(c1, -1, 0, 0), at(c1, 0, -1, 0), at(c1, 0, 0, -1), at(c1, -1, -1, 0),
      at(c1, -1, 0, -1), at(c1, 0, -1, -1), at(c1, -1, -1, -1));
  next.d2 = cell.share * sum8(cell.c2, at(c2, -1, 0, 0), at(c2, 0, -1, 0), at(c2, 0, 0, -1), at(c2, -1, -1, 0),
      at(c2, -1, 0, -1), at(c2, 0, -1, -1), at(c2, -1, -1, -1));
  next.d3 = cell.share * sum8(cell.c3, at(c3, -1, 0, 0), at(c3, 0, -1, 0), at(c3, 0, 0, -1), at(c3, -1, -1, 0),
      at(c3, -1, 0, -1), at(c3, 0, -1, -1), at(c3, -1, -1, -1));
  next.d4 = cell.share * sum8(cell.c4, at(c4, -1, 0, 0), at(c4, 0, -1, 0), at(c4, 0, 0, -1), at(c4, -1, -1, 0),
      at(c4, -1, 0, -1), at(c4, 0, -1, -1), at(c4, -1, -1, -1));
  next.weight = cell.share * sum8(cell.courant, at(courant, -1, 0, 0), at(courant, 0, -1, 0),
      at(courant, 0, 0, -1), at(courant, -1, -1, 0), at(courant, -1, 0, -1),
      at(courant, 0, -1, -1), at(courant, -1, -1, -1));
}
