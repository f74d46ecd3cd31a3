/* An absorbing open line inside the grid: waves from inside leave through it, while the water outside has a
 * prescribed level and discharge. The state of the cells just beyond it combines the outgoing invariant u + 2c, from
 * the discharge that has crossed the line, with the incoming one of the outside water, as in water_absorbing.c. */
#include "../../../kernels/ria_kernel.h"

CELLS_KERNEL(water_line_absorbing, "open line that waves leave through, to water of a prescribed level and discharge",
             "Flather (1976), Mem. Soc. R. Sci. Liege 10")

#include "water_line.h"

SCALAR(inflow, "m2/s", "discharge per unit width outside, into the domain")
SCALAR(still, "m", "level of the water outside that an incoming wave runs into; `level`: no wave comes in")

APPLY {
  /* Velocities are positive outwards. */
  real out = crossed();
  real far = max(cell.depth + level, 0.0);
  real far_c = sqrt(gravity * far);
  real under = max(cell.depth + still, 0.0);
  real current = under > dry ? -inflow / under : 0.0;
  real brought = 2.0 * (far_c - sqrt(gravity * under)); /* by the incoming wave */
  real far_v = far > dry ? max(-far_c, min(far_c, current - brought)) : 0.0; /* limited to its wave speed */
  real v = velocity(out);
  real h = far;
  for (int turn = 0; turn < 3; turn++) {
    real more = max(0.5 * (max(min(v, 2.0 * far_c), -2.0 * far_c) - far_v), -0.9 * far_c); /* than c outside */
    h = max(fma(more, (far_c + far_c + more) / gravity, far), 0.0);
    v = h > dry ? out / h : 0.0;
  }
  real most = sqrt(gravity * h) * h;
  hold(max(h, critical_depth(out)), max(out, -most));
}
