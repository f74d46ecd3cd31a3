/* Advection of a tracer, first order: the mass fluxes that roe_transport_tracers.c outputs carry
 * the concentration of the upwind side.
 *
 * Every operation mirrors that of roe_step.h on its own tracer, and on the depth: where the
 * concentration is 1 in all cells, content and depth get the same bits.
 */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

FACE_KERNEL(tracer_upwind, "a tracer moved by the mass fluxes of the water's step, first order", "Vinas et al. (2012), eq. (5)-(16)")
AXES_XY
HINT(cpu, fastest)
HINT(cuda, fastest)

CELL {
  STATE(FIELD(content, "m", "tracer content: depth times concentration"))
  STATICS(FIELD(h, "m", "water depth before the step"))
  FLUXES_RECEIVED
  PREPARED(FIELD(c, "1", "tracer concentration"))
}
cell, low_cell, high_cell, next, through;

FACE {
  FIELD(tracer, "m2/s", "tracer flux, from the low to the high side")
}
face, low_x, high_x, low_y, high_y;

#include "tracer_step.h"

PREPARE {
  real h = max(cell.h, no_depth());
  cell.c = concentration(cell.content, h, 1.0 / h);
}

FLUX {
  face.tracer = fma(passes_high(), low_cell.c, passes_low() * high_cell.c);
}

UPDATE {
  real out = out_of_cell();
  real stays = fma(-dt, out, cell.h);
  finish(fma(dt, tracer_in(), out > 0.0 ? cell.c * stays : cell.content));
}
