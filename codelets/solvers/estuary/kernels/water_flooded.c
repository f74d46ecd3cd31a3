/* After each step: update the time at which a cell was flooded, and the duration. */
#include "../../../kernels/ria_kernel.h"

POINT_KERNEL(water_flooded, "when the water first came, and how long it has stood", "")

CELL {
  STATE(FIELD(flood_arrival, "s", "when the depth was first above the least; infinity: never")
        FIELD(flood_duration, "s", "how long the depth was above another, up to the last time that it fell; while it is above, that less 1 s and less the time when it rose: below 0"))
  INPUT(FIELD(h, "m", "water depth"))
}
cell, next;

SCALAR(time, "s", "since the start")
SCALAR(arrives, "m", "depth above which the water has come; infinity: not followed")
SCALAR(lasts, "m", "depth above which time counts; infinity: not followed")

/* The sum changes only when the water rises above the depth or falls below it: sums of many short
 * steps would lose digits, and cells at rest can be skipped. */
UPDATE {
  real falls = cell.h > lasts ? cell.flood_duration : cell.flood_duration + (time + 1);
  real rises = cell.h > lasts ? cell.flood_duration - (time + 1) : cell.flood_duration;
  next.flood_arrival = cell.h > arrives ? min(cell.flood_arrival, time) : cell.flood_arrival;
  next.flood_duration = cell.flood_duration < 0 ? falls : rises;
}
