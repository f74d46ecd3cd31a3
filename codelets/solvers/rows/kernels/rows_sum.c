/* The gain of a cell between nodes, of one conserved quantity: the fluxes in minus the fluxes out. */
#include "../../../kernels/ria_kernel.h"

POINT_KERNEL(rows_sum, "rows: sum of the fluxes of a cell", "SBLOCK (2011), table II: flux sum")
AXES_XYZ

CELL {
  INPUT(FIELD(fi, "1/s", "flux through face i")
        FIELD(fj, "1/s", "flux through face j")
        FIELD(fk, "1/s", "flux through face k")
        FIELD(pace, "m3/s", "volume over time step; 0: there is no cell"))
  OUTPUT(FIELD(gain, "1/s", "gain of the cell"))
}
cell, next;

UPDATE {
  real sum = sum3(cell.fi - at(fi, 1, 0, 0), cell.fj - at(fj, 0, 1, 0), cell.fk - at(fk, 0, 0, 1));
  /* The fluxes are undefined where there is no cell. */
  next.gain = cell.pace > 0.0 ? sum : 0.0;
}
