/* After each step: sum the first tracer and the water over a window of time; at its end their ratio is the mean. */
#include "../../../kernels/ria_kernel.h"
#include "water_mean.h"

POINT_KERNEL(water_mean_tracer, "mean of a tracer's concentration over a window of time", "")

CELL {
  STATE(FIELD(concentration_mean, "1", "mean concentration at the end of a window; before it the sum of content times time, in m s")
        FIELD(concentration_rest, "m s", "what the sum has too much by rounding")
        FIELD(water_sum, "m s", "the sum of depth times time")
        FIELD(water_rest, "m s", "what the sum has too much by rounding"))
  INPUT(FIELD(h, "m", "water depth")
        FIELD(hc, "m", "tracer content: depth times concentration"))
}
cell, next;

UPDATE {
  real h = part(cell.h, cell.water_rest);
  real c = part(cell.hc, cell.concentration_rest);
  real water = so_far(cell.water_sum);
  real content = so_far(cell.concentration_mean);
  real all_h = water + h;
  real all_c = content + c;
  real wet = all_h * share > dry ? 1 : 0;
  next.water_rest = (all_h - water) - h;
  next.concentration_rest = (all_c - content) - c;
  next.water_sum = all_h;
  next.concentration_mean = share > 0 ? mean(all_c / max(all_h, least), wet) : kept(all_c);
}
