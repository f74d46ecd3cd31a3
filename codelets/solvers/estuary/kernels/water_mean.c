/* After each step: sum depth and discharge over a window of time, and compute their means at its end. */
#include "../../../kernels/ria_kernel.h"
#include "water_mean.h"

POINT_KERNEL(water_mean, "means of the depth and the velocity over a window of time", "")
AXES_XY

CELL {
  STATE(FIELD(depth_mean, "m", "mean depth at the end of a window; before it the sum of depth times time, in m s")
        FIELD(depth_rest, "m s", "what the sum has too much by rounding")
        FIELD(u_mean, "m/s", "the same of the discharge over x, over the mean depth")
        FIELD(u_rest, "m2", "what the sum has too much by rounding")
        FIELD(v_mean, "m/s", "the same along y")
        FIELD(v_rest, "m2", "what the sum has too much by rounding"))
  INPUT(FIELD(h, "m", "water depth")
        VECTOR(q, "m2/s", "discharge per unit width"))
}
cell, next;

UPDATE {
  real h = part(cell.h, cell.depth_rest);
  real x = part(cell.qx, cell.u_rest);
  real y = part(cell.qy, cell.v_rest);
  real depth = so_far(cell.depth_mean);
  real u = so_far(cell.u_mean);
  real v = so_far(cell.v_mean);
  real all_h = depth + h;
  real all_x = u + x;
  real all_y = v + y;
  real wet = all_h * share > dry ? 1 : 0;
  next.depth_rest = (all_h - depth) - h;
  next.u_rest = (all_x - u) - x;
  next.v_rest = (all_y - v) - y;
  next.depth_mean = share > 0 ? mean(all_h * share, wet) : kept(all_h);
  next.u_mean = share > 0 ? mean(all_x / max(all_h, least), wet) : kept(all_x);
  next.v_mean = share > 0 ? mean(all_y / max(all_h, least), wet) : kept(all_y);
}
