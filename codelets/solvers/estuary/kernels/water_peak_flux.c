/* After each step: update the largest discharge per unit width. */
#include "../../../kernels/ria_kernel.h"
#include "water_peak.h"

POINT_KERNEL(water_peak_flux, "largest discharge per unit width so far, and its time", "")
AXES_XY

CELL {
  STATE(FIELD(flux_max, "m2/s", "largest so far; -infinity: never wet")
        FIELD(flux_max_time, "s", "when it was reached"))
  INPUT(FIELD(h, "m", "water depth")
        VECTOR(q, "m2/s", "discharge per unit width"))
}
cell, next;

UPDATE {
  real found = discharge(cell.qx, cell.qy); /* computed for every cell: operations under a condition are not vectorised */
  real value = cell.h > least ? found : cell.flux_max;
  next.flux_max_time = value > cell.flux_max ? time : cell.flux_max_time;
  next.flux_max = max(value, cell.flux_max);
}
