/* The curve number of the SCS: the ground absorbs the rain P while it is below 0.2 S; then 0.2 S + S P'/(P' + S),
 * with P' = P - 0.2 S and the storage S = 25.4 mm (1000/CN - 10). Only rain is lost, not water from other cells. */
#include "../../../kernels/ria_kernel.h"
#include "water_loss.h"

CELLS_KERNEL(water_curve_number, "infiltration by the curve number of the SCS",
             "NRCS (2004), National Engineering Handbook, part 630, chapter 10")

CELL {
  WATER
  LOSSES
  STATICS(FIELD(rain, "1", "share of the rain's rate"))
}
cell, next;

#include "water_infiltrate.h"

SCALAR(rain_rate, "m/s", "depth of rain a second where its share is 1")

APPLY {
  real came = cell.rain * (dt * rain_rate);
  real initial = 0.2 * weight;
  real first = min(came, max(initial - cell.infiltrated, 0.0));
  real room = max(weight - max((cell.infiltrated + first) - initial, 0.0), 0.0);
  real rest = came - first;
  real scale = 1.0 / max(fma(weight, weight, rest * room), no_depth());
  real out = min(cell.h, first + (rest * room) * (room * scale));
  infiltrate(out);
}
