/* A side that waves from inside leave through, while the water outside has a prescribed level and
 * discharge (Flather's condition, for waves of any height): the ghost cell is what lies between the
 * water outside and that at the edge, u + 2c of the one that runs out and of the other that runs in.
 * Where the two have the same level and are at rest it is the edge cell's state to the bit.
 *
 * The level of an incoming wave comes with the velocity of a simple wave over still water, 2 (c - c of the still water)
 * inwards (Stoker 1957): the wave enters with its height. Without a wave `still` is `level`, and that velocity is exactly 0.
 */
#include "../../../kernels/ria_kernel.h"

BOUNDARY_KERNEL(water_absorbing, "side that waves leave through, to water of a prescribed level and discharge",
                "Flather (1976), Mem. Soc. R. Sci. Liege 10")

#define ROUGHNESS
#include "water_side.h"

SCALAR(level, "m", "water level outside, above the reference level")
SCALAR(inflow, "m2/s", "discharge per unit width outside, into the domain")
SCALAR(still, "m", "level of the water outside that an incoming wave runs into; `level`: no wave comes in")

GHOST {
  /* Velocities are positive outwards. */
  real far = max(edge.depth + level, 0.0);
  real far_c = sqrt(gravity * far);
  real under = max(edge.depth + still, 0.0);
  real current = under > dry ? -inflow / under : 0.0;
  real brought = 2.0 * (far_c - sqrt(gravity * under)); /* by the incoming wave */
  real far_v = far > dry ? max(-far_c, min(far_c, current - brought)) : 0.0; /* no faster than its waves */
  bool wet = edge.h > dry;
  real v = wet ? outward * edge.qn / edge.h : 0.0;
  real c = sqrt(gravity * edge.h);

  real more = max(fma(0.5, far_c - c, 0.25 * (v - far_v)), -c); /* than c */
  real h = max(fma(more, (c + c + more) / gravity, edge.h), 0.0);
  real between = fma(0.5, v + far_v, c - far_c);
  bool shoots_out = wet && v > c;
  bool shoots_in = !wet || far_v < -far_c;
  h = shoots_out ? edge.h : shoots_in ? far : h;
  between = shoots_out ? v : shoots_in ? far_v : between;
  real deep = mirrored_depth(h); /* with the velocity of the first layer */
  ghost.h = deep;
  ghost.qn = outward * (between * deep);
  ghost.qt = 0.0;
  ghost.hc = deep * outside;
}
