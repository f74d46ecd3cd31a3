/* Decay of a tracer by light, after a step. The rate is `light` at the surface; light fades with
 * the depth z as exp(-extinction z), so its mean over the depth is light (1 - exp(-extinction h)) /
 * (extinction h). Exact for the step's light and depth, so that no value falls below 0. */
#include "../../../kernels/ria_kernel.h"
#include "gone.h"

CELLS_KERNEL(tracer_light, "decay of a tracer by light", "Chapra (1997), Surface Water-Quality Modeling, lecture 27")

CELL {
  STATE(FIELD(content, "m", "tracer content: depth times concentration")
        FIELD(died, "m", "tracer that has decayed by light: depth times concentration, less what would have decayed anyhow")
        FIELD(h, "m", "water depth"))
}
cell, next;

SCALAR(dt, "s", "time step")
SCALAR(decayed, "1", "share of the tracer that decays in a step without light: 1 - exp(-lambda dt)")
SCALAR(light, "1/s", "rate of decay by the light at the surface")
SCALAR(extinction, "1/m", "extinction of light in water")

APPLY {
  real x = extinction * cell.h;
  real mean = x > 1e-12 ? gone(x) / max(x, 1e-12) : 1.0;
  real dies = gone((dt * light) * mean) * (weight * cell.content);
  next.content = cell.content - dies;
  next.died = (cell.died - decayed * cell.died) + dies;
  next.h = cell.h;
}
