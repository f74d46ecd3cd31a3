/* A side that waves from inside leave through, while the water outside has a prescribed level and
 * discharge (Flather's condition, for waves of any height): the ghost cell is what lies between the
 * water outside and that at the edge, u + 2c of the one that runs out and of the other that runs in.
 * Where the two have the same level and are at rest it is the edge cell's state to the bit.
 */
#include "ria_kernel.h"

BOUNDARY_KERNEL(water_absorbing, "side that waves leave through, to water of a prescribed level and discharge",
                "Flather (1976), Mem. Soc. R. Sci. Liege 10")

CELL {
  STATE(FIELD(h, "m", "water depth")
        VECTOR(q, "m2/s", "discharge per unit width")
        FIELD(hc, "m", "tracer content"))
  STATICS(FIELD(depth, "m", "still-water depth"))
}
inner, edge, ghost;

SCALAR(level, "m", "water level outside, above the reference level")
SCALAR(inflow, "m2/s", "discharge per unit width outside, into the domain")
SCALAR(outside, "1", "concentration of the water outside")
SCALAR(marked, "1", "1: the tracer content is less than 0, which tells muscl_transport.c of a side; 0: it is not")
SCALAR(gravity, "m/s2", "acceleration of gravity")
SCALAR(dry, "m", "depth at and below which water does not move")

GHOST {
  /* Velocities are positive outwards. */
  real far = max(edge.depth + level, 0.0);
  real far_c = sqrt(gravity * far);
  real far_v = far > dry ? max(-far_c, min(far_c, -inflow / far)) : 0.0; /* no faster than its waves */
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
  /* A second layer has the level and the velocity of the first, over its own bed: the mirror of the bed inside. */
  real deep = max(h + (inner.depth - edge.depth), 0.0);
  ghost.h = deep;
  ghost.qn = outward * (between * deep);
  ghost.qt = 0.0;
  ghost.hc = marked > 0.0 ? -(deep * max(outside, 1e-30)) : deep * outside;
}
