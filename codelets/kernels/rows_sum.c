/* The change of one conserved quantity in a cell between nodes: fluxes in less fluxes out, times
 * the time step over the volume. */
#include "ria_kernel.h"

POINT_KERNEL(rows_sum, "rows: sum of the fluxes of a cell", "SBLOCK (2011), table II: flux sum")
AXES_XYZ

CELL {
  INPUT(FIELD(fi, "1/s", "flux through face i")
        FIELD(fj, "1/s", "flux through face j")
        FIELD(fk, "1/s", "flux through face k")
        FIELD(step, "s/m3", "time step over volume"))
  OUTPUT(FIELD(change, "1/m3", "change of the cell"))
}
cell, next;

UPDATE {
  real sum = sum3(cell.fi - at(fi, 1, 0, 0), cell.fj - at(fj, 0, 1, 0), cell.fk - at(fk, 0, 0, 1));
  /* Where there is no cell the fluxes may be anything. */
  next.change = cell.step > 0.0 ? cell.step * sum : 0.0;
}
