/* The cells just beyond an open line, which hold the water outside: code that water_line_level.c and
 * water_line_absorbing.c share. Their other sides are land, so the change of their depth in a step has crossed the line. */
#include "water.h"
#include "water_concentration.h"
#include "../../../kernels/inverse_cube_root.h"

CELL {
  WATER
  STATE(FIELD(line_before, "m", "depth before the step, then what the step has made of it")
        FIELD(line_water, "m", "water that the line gave")
        FIELD(line_tracer, "m", "tracer that came with it: depth times concentration, less what has decayed"))
  LINE_MAP
}
cell, next;

SCALAR(dt, "s", "time step")
SCALAR(decayed, "1", "share of the tracer that decays in a step: 1 - exp(-lambda dt)")
SCALAR(dry, "m", "depth at and below which water does not move")
SCALAR(gravity, "m/s2", "acceleration of gravity")
SCALAR(outside, "1", "concentration of the water outside")
SCALAR(level, "m", "water level outside, above the reference level")

/* The discharge per metre across the line in the step, positive outwards. */
static real crossed(void) {
  real size = sqrt(cell.reachx * cell.reachx + cell.reachy * cell.reachy);
  return ((cell.h - cell.line_before) / dt) * size;
}

/* Its velocity. */
static real velocity(real out) { return cell.line_before > dry ? out / cell.line_before : 0.0; }

/* The depth at which a discharge is critical. Outflowing water is at least this deep. */
static real critical_depth(real out) {
  real cube = max(out, 0.0) * max(out, 0.0) / gravity;
  real root = inverse_cube_root(max(cube, 8e-7));
  return out > 0.0 ? cube * root * root : 0.0;
}

/* Hold the cell at a depth, with the discharge that crosses the line. Added water has the
 * concentration outside, removed water that of the cell. */
static void hold(real h, real out) {
  real came = cell.h - cell.line_before;
  real arrived = max(cell.h, no_depth());
  real left = min(cell.hc, concentration(cell.hc, arrived, 1.0 / arrived) * h);
  real content = h < cell.h ? left : fma(outside, h - cell.h, cell.hc);
  real size = sqrt(cell.reachx * cell.reachx + cell.reachy * cell.reachy);
  bool moves = h > dry && came != 0.0 && out != 0.0;
  real share = moves ? out / max(size, no_depth()) : 0.0;
  next.h = h;
  next.qx = moves ? share * cell.reachx : 0.0;
  next.qy = moves ? share * cell.reachy : 0.0;
  next.hc = content;
  next.line_before = cell.h;
  next.line_water = cell.line_water + (h - cell.h);
  next.line_tracer = (cell.line_tracer - decayed * cell.line_tracer) + (content - cell.hc);
}
