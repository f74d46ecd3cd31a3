/* Water that leaves a cell through the bed, with its momentum and its tracer: velocity and concentration of the rest stay. */
#include "water.h"
#include "water_concentration.h"

SCALAR(dry, "m", "depth at and below which water does not move")

/* left: depth, discharge x and y, tracer content. A cell without loss keeps its bits. */
static void take(real left[4], real h, real qx, real qy, real hc, real out) {
  real rest = h - out;
  real inverse = 1.0 / max(h, no_depth());
  real share = rest * inverse;
  real content = rest > 0.0 ? concentration(hc, max(h, no_depth()), inverse) * rest : 0.0;
  bool some = out > 0.0;
  bool moves = rest > dry;
  left[0] = rest;
  left[1] = some ? (moves ? qx * share : 0.0) : qx;
  left[2] = some ? (moves ? qy * share : 0.0) : qy;
  left[3] = some ? min(hc, content) : hc;
}
