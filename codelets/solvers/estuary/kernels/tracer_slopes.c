/* Advection of a tracer, second order: the mass fluxes that muscl_transport_tracers.c outputs carry a concentration
 * that is linear in each cell, with limited slopes, and advanced by half a step.
 *
 * As in muscl_step.h, concentrations stay within the range of their neighbourhood, and where the concentration is 1 in
 * all cells, content and depth get the same bits. There each face limits separately the tracer that it removes beyond the
 * cell's own concentration. Here the mass fluxes are known, so a cell that loses more than half of its water in the step
 * has no slopes: in other cells, the excess removed by all faces is at most the amount that the remaining water can give.
 */
#include "../../../kernels/ria_kernel.h"
#include "water.h"

SLOPE_KERNEL(tracer_slopes, "a tracer moved by the mass fluxes of the water's step, second order",
             "van Leer (1984), SIAM J. Sci. Stat. Comput. 5")
AXES_XY
HINT(cpu, fastest)
HINT(cuda, fastest)

CELL {
  STATE(FIELD(content, "m", "tracer content: depth times concentration"))
  STATICS(FIELD(h, "m", "water depth before the step"))
  FLUXES_RECEIVED
  PREPARED(FIELD(c, "1", "tracer concentration")
           FIELD(inverse, "1/m", "reciprocal of the depth"))
  SLOPED(VECTOR(richer, "1", "concentration: from the centre to the face on the high side")
         FIELD(middle, "1", "concentration at the centre half a step on")
         FIELD(stays, "m", "depth of the water that does not leave in the step"))
}
cell, low_x_cell, high_x_cell, low_y_cell, high_y_cell, low_cell, high_cell, next, through;

FACE {
  FIELD(tracer, "m2/s", "tracer flux, from the low to the high side")
}
face, low_x, high_x, low_y, high_y;

#include "tracer_step.h"

SCALAR(dry, "m", "depth at and below which water does not move")

PREPARE {
  real h = max(cell.h, no_depth());
  real inverse = 1.0 / h;
  cell.inverse = inverse;
  cell.c = concentration(cell.content, h, inverse);
}

SLOPES {
  real least = fmin(fmin(fmin(low_x_cell.c, high_x_cell.c), fmin(low_y_cell.c, high_y_cell.c)), cell.c);
  real most = fmax(fmax(fmax(low_x_cell.c, high_x_cell.c), fmax(low_y_cell.c, high_y_cell.c)), cell.c);

  /* No slopes next to dry cells, which have no concentration; nor where more than half of the water leaves. */
  real shallowest = fmin(fmin(fmin(low_x_cell.h, high_x_cell.h), fmin(low_y_cell.h, high_y_cell.h)), cell.h);
  real stays = fma(-dt, out_of_cell(), cell.h);
  bool smooth = shallowest > dry && 1.99 * stays >= cell.h;

  /* Water that leaves has a concentration between those of the cell and its neighbours. The margin is larger than rounding. */
  real some = fmax(fma(-1e-6, most, fmin(cell.c - least, most - cell.c)), 0.0);
  real room = smooth ? some : 0.0;
  cell.richerx = fmax(-room, fmin(room, minmod3(cell.c - low_x_cell.c, high_x_cell.c - cell.c,
                                                0.25 * (high_x_cell.c - low_x_cell.c))));
  cell.richery = fmax(-room, fmin(room, minmod3(cell.c - low_y_cell.c, high_y_cell.c - cell.c,
                                                0.25 * (high_y_cell.c - low_y_cell.c))));
  real unspent = room - fmax(fabs(cell.richerx), fabs(cell.richery));
  real flow = fma(inverse_dx * (cell.entersx + cell.leavesx), cell.richerx,
                  (inverse_dy * (cell.entersy + cell.leavesy)) * cell.richery);
  real drift = ((-0.5 * dt) * cell.inverse) * flow;
  cell.middle = cell.c + fmax(-unspent, fmin(unspent, drift));
  cell.stays = stays;
}

FLUX {
  face.tracer = fma(passes_high(), low_cell.middle + low_cell.richern, passes_low() * (high_cell.middle - high_cell.richern));
}

UPDATE {
  /* The outflow beyond the cell's own concentration is 0 to the bit if the concentration has no slopes and is 1. */
  real out = out_of_cell();
  real beyond = fma(-cell.c, out, tracer_out());
  finish(fma(dt, tracer_in(), fma(-dt, beyond, out > 0.0 ? cell.c * cell.stays : cell.content)));
}
