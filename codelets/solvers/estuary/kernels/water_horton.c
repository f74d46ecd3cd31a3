/* Horton: the capacity falls from an initial to a final rate, as exp(-k t). The clock t stops while the ground absorbs less
 * than its capacity: `exhausted` is 1 - exp(-k t), for the t at which the integrated curve equals the cell's loss so far. */
#include "../../../kernels/ria_kernel.h"
#include "water_loss.h"

CELLS_KERNEL(water_horton, "infiltration by Horton", "Horton (1941), Soil Sci. Soc. Am. J. 5")

CELL {
  WATER
  LOSSES
  STATE(FIELD(exhausted, "1", "share that is gone of what the capacity may fall by"))
  STATICS(FIELD(final_rate, "m/s", "final rate of infiltration")
          FIELD(capacity_decay, "1/s", "decay of the capacity"))
}
cell, next;

#include "water_infiltrate.h"
#include "gone.h"

/* The capacity over a time, m: `steady` m/s, plus `falls` m/s that decays at `k`. */
static real capacity(real steady, real falls, real k, real time) {
  real x = k * time;
  real mean = x > 1e-12 ? gone(x) / max(x, 1e-12) : 1.0;
  return time * fma(falls, mean, steady);
}

APPLY {
  real k = cell.capacity_decay;
  real falls = (weight - cell.final_rate) * (1.0 - cell.exhausted);
  real most = capacity(cell.final_rate, falls, k, dt);
  real out = min(cell.h, most);

  /* The time in which the curve absorbs this loss: Newton's method. */
  real time = dt * (out / max(most, no_depth()));
  for (int turn = 0; turn < 3; turn++) {
    real rate = cell.final_rate + falls * (1.0 - gone(k * time));
    time = time - (capacity(cell.final_rate, falls, k, time) - out) / max(rate, no_depth());
  }
  real worn = cell.exhausted + (1.0 - cell.exhausted) * gone(k * max(min(time, dt), 0.0));
  next.exhausted = min(worn, 1.0);

  infiltrate(out);
}
