/* Air pressure that varies in space. */
#include "../../../kernels/ria_kernel.h"
#include "weather.h"

CELLS_KERNEL(water_pressure, "air pressure", "")

CELL {
  WEATHER_STATE
  WEATHER_PRESSURE
}
cell, next;

APPLY {
  real sink = weight * (dt * cell.h);
  real qx = cell.qx - sink * at_time(cell.even_pushx, cell.odd_pushx);
  real qy = cell.qy - sink * at_time(cell.even_pushy, cell.odd_pushy);
  bool wet = cell.h > dry;
  next.h = cell.h;
  next.qx = wet ? qx : cell.qx;
  next.qy = wet ? qy : cell.qy;
}
