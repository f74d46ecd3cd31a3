/* After each step: update the largest hazard to people, depth times (speed + 0.5 m/s). */
#include "../../../kernels/ria_kernel.h"
#include "water_peak.h"

POINT_KERNEL(water_peak_hazard, "largest hazard to people, depth times (speed + 0.5 m/s) so far, and its time", "")
AXES_XY

CELL {
  STATE(FIELD(hazard_max, "m2/s", "largest so far; -infinity: never wet")
        FIELD(hazard_max_time, "s", "when it was reached"))
  INPUT(FIELD(h, "m", "water depth")
        VECTOR(q, "m2/s", "discharge per unit width"))
}
cell, next;

UPDATE {
  real found = fma(0.5, cell.h, discharge(cell.qx, cell.qy)); /* computed for every cell: operations under a condition are not vectorised */
  real value = cell.h > least ? found : cell.hazard_max;
  next.hazard_max_time = value > cell.hazard_max ? time : cell.hazard_max_time;
  next.hazard_max = max(value, cell.hazard_max);
}
