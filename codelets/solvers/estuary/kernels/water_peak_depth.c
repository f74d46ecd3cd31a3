/* After each step: update the largest depth of the water, and with it the highest level. */
#include "../../../kernels/ria_kernel.h"
#include "water_peak.h"

POINT_KERNEL(water_peak_depth, "largest depth of the water so far, and its time", "")

CELL {
  STATE(FIELD(depth_max, "m", "largest depth so far; -infinity: never wet")
        FIELD(depth_max_time, "s", "when it was reached"))
  INPUT(FIELD(h, "m", "water depth"))
}
cell, next;

UPDATE {
  real value = cell.h > least ? cell.h : cell.depth_max;
  next.depth_max_time = value > cell.depth_max ? time : cell.depth_max_time;
  next.depth_max = max(value, cell.depth_max);
}
