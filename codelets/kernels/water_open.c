/* An open side: the water outside is as the water at the edge. */
#include "ria_kernel.h"

BOUNDARY_KERNEL(water_open, "free side: waves leave, nothing is imposed",
                "Vinas et al. (2012), section 6 (north and east of the ria)")

CELL {
  STATE(FIELD(h, "m", "water depth")
        VECTOR(q, "m2/s", "discharge per unit width")
        FIELD(hc, "m", "tracer content"))
  STATICS(FIELD(depth, "m", "still-water depth"))
}
inner, edge, ghost;

GHOST {
  ghost.h = edge.h;
  ghost.qn = edge.qn;
  ghost.qt = edge.qt;
  ghost.hc = edge.hc;
}
