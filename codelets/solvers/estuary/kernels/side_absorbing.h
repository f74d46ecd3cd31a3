/* The ghost cells of water_absorbing.c (see its comment) and of its variants. */
#include "water_side.h"

SCALAR(inflow, "m2/s", "discharge per unit width outside, into the domain")

/* The level outside, and the level of the outside water under an incoming wave. */
static real level_here(void);
static real still_here(void);

GHOST {
  /* Velocities are positive outwards. */
  real far = max(edge.depth + level_here(), 0.0);
  real far_c = sqrt(gravity * far);
  real under = max(edge.depth + still_here(), 0.0);
  real current = under > dry ? -inflow / under : 0.0;
  real brought = 2.0 * (far_c - sqrt(gravity * under)); /* by the incoming wave */
  real far_v = far > dry ? max(-far_c, min(far_c, current - brought)) : 0.0; /* limited to its wave speed */
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
