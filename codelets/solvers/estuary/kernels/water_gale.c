/* Wind that varies in space. */
#include "../../../kernels/ria_kernel.h"
#include "weather.h"

CELLS_KERNEL(water_gale, "wind", "Large and Pond (1981); Smith and Banke (1975)")

CELL {
  WEATHER_STATE
  WEATHER_WIND
}
cell, next;

#include "weather_wind.h"

APPLY {
  real ux = at_time(cell.even_windx, cell.odd_windx);
  real uy = at_time(cell.even_windy, cell.odd_windy);
  real wind = weight * wind_push(ux, uy, cell.h);
  bool wet = cell.h > dry;
  next.h = cell.h;
  next.qx = wet ? fma(wind, ux, cell.qx) : cell.qx;
  next.qy = wet ? fma(wind, uy, cell.qy) : cell.qy;
}
