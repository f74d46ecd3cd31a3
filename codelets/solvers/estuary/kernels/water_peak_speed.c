/* After each step: update the largest speed of the water. */
#include "../../../kernels/ria_kernel.h"
#include "water_peak.h"

POINT_KERNEL(water_peak_speed, "largest speed of the water so far, and its time", "")
AXES_XY

CELL {
  STATE(FIELD(speed_max, "m/s", "largest so far; -infinity: never wet")
        FIELD(speed_max_time, "s", "when it was reached"))
  INPUT(FIELD(h, "m", "water depth")
        VECTOR(q, "m2/s", "discharge per unit width"))
}
cell, next;

UPDATE {
  real found = discharge(cell.qx, cell.qy) / max(cell.h, least); /* computed for every cell: operations under a condition are not vectorised */
  real value = cell.h > least ? found : cell.speed_max;
  next.speed_max_time = value > cell.speed_max ? time : cell.speed_max_time;
  next.speed_max = max(value, cell.speed_max);
}
