/* A subsonic inflow: stagnation pressure, stagnation temperature and direction are prescribed;
 * the density comes from inside, because a boundary's nodes keep the mass that flows into them. */
#include "../../../kernels/ria_kernel.h"

POINT_KERNEL(rows_inflow, "rows: inflow of given stagnation pressure and temperature", "")

CELL {
  STATE(FIELD(rho, "kg/m3", "density"))
  OUTPUT(FIELD(mx, "kg/m2s", "axial momentum")
         FIELD(mr, "kg/m2s", "radial momentum")
         FIELD(mt, "kg/ms", "moment of momentum")
         FIELD(e, "J/m3", "total energy"))
  INPUT(FIELD(before, "Pa", "pressure before the step")
        FIELD(r, "m", "radius"))
}
cell, next;

SCALAR(gamma, "1", "ratio of specific heats")
SCALAR(gas, "J/kg/K", "gas constant")
SCALAR(stagnation_pressure, "Pa", "stagnation pressure")
SCALAR(stagnation_temperature, "K", "stagnation temperature")
SCALAR(along_x, "1", "direction of the flow: axial")
SCALAR(along_r, "1", "direction of the flow: radial")
SCALAR(along_t, "1", "direction of the flow: tangential")
SCALAR(relax, "1", "share of the change of density")

/* x to the power a, for x from 0.01 to 1: roots move x near 1, where few terms of the series are enough. */
static real logarithm(real x) {
  real y = sqrt(sqrt(sqrt(sqrt(x)))); real z = (y - 1.0) / (y + 1.0);
  real w = z * z;
  real series = 1.0 + w * (0.33333333333333333 + w * (0.2 + w * (0.14285714285714286 + w * (0.11111111111111111
      + w * (0.09090909090909091 + w * (0.07692307692307693 + w * 0.06666666666666667))))));
  return (32.0 * z) * series;
}

/* e to the power x, for x from -5 to 0: (exp(x / 16))^16. */
static real exponential(real x) {
  real y = 0.0625 * x;
  real series = 1.0 + y * (1.0 + y * (0.5 + y
      * (0.16666666666666667 + y * (0.041666666666666667 + y * (0.0083333333333333333 + y
      * (0.0013888888888888889 + y * (1.9841269841269841e-4 + y * (2.4801587301587302e-5 + y
      * 2.7557319223985891e-6))))))));
  real two = series * series;
  real four = two * two;
  real eight = four * four;
  return eight * eight;
}

UPDATE {
  real most = stagnation_pressure / (gas * stagnation_temperature);
  real held = min(max(cell.before / stagnation_pressure, 0.01), 1.0);
  real old = most * exponential(logarithm(held) / gamma);
  real wanted = old + relax * (cell.rho - old);
  real rho = min(max(wanted, 0.04 * most), 0.9999 * most);
  real temperature = stagnation_temperature * exponential((gamma - 1.0) * logarithm(rho / most));
  real p = rho * (gas * temperature);
  real cp = (gas * gamma) / (gamma - 1.0);
  real speed2 = (2.0 * cp) * (stagnation_temperature - temperature);
  real speed = sqrt(speed2);
  next.rho = rho;
  next.mx = rho * (speed * along_x);
  next.mr = rho * (speed * along_r);
  next.mt = rho * ((speed * along_t) * cell.r);
  next.e = p / (gamma - 1.0) + 0.5 * (rho * speed2);
}
