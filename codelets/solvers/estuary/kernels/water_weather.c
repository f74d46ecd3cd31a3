/* Wind and air pressure that vary in space. Both change only the discharge. */
#include "../../../kernels/ria_kernel.h"
#include "weather.h"

CELLS_KERNEL(water_weather, "wind and air pressure", "Large and Pond (1981); Smith and Banke (1975)")

CELL {
  WEATHER_STATE
  WEATHER_WIND
  WEATHER_PRESSURE
}
cell, next;

#include "weather_wind.h"

APPLY {
  real ux = at_time(cell.even_windx, cell.odd_windx);
  real uy = at_time(cell.even_windy, cell.odd_windy);
  real wind = weight * wind_push(ux, uy, cell.h);
  real sink = weight * (dt * cell.h);
  real qx = fma(wind, ux, cell.qx) - sink * at_time(cell.even_pushx, cell.odd_pushx);
  real qy = fma(wind, uy, cell.qy) - sink * at_time(cell.even_pushy, cell.odd_pushy);
  bool wet = cell.h > dry;
  next.h = cell.h;
  next.qx = wet ? qx : cell.qx;
  next.qy = wet ? qy : cell.qy;
}
