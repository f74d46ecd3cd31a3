/* Green and Ampt: dF/dt = K (1 + S/F), with the infiltrated depth F, the conductivity K and S = suction times deficit.
 *
 * Written for F squared, the rate 2 K (F + S) has no pole at F = 0. Its trapezoidal step is a quadratic equation for the
 * new F, which gives the potential infiltration of the step; the depth of the water above the ground is neglected. */
#include "../../../kernels/ria_kernel.h"
#include "water_loss.h"

CELLS_KERNEL(water_green_ampt, "infiltration by Green and Ampt", "Green and Ampt (1911), J. Agric. Sci. 4")

CELL {
  WATER
  LOSSES
  STATICS(FIELD(capillary, "m", "suction head of the wetting front times the deficit of moisture"))
}
cell, next;

#include "water_infiltrate.h"

APPLY {
  real passed = weight * dt;
  real half = 0.5 * passed;
  real gain = fma(half, half, passed * fma(2.0, cell.capillary, cell.infiltrated));
  real root = sqrt(fma(cell.infiltrated, cell.infiltrated, gain));
  real out = min(cell.h, half + gain * (1.0 / max(root + cell.infiltrated, no_depth())));
  infiltrate(out);
}
