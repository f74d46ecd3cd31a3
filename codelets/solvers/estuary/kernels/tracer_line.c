/* A tracer in the water that an open line adds or removes, after water_line.h has held the depth there. */
#include "../../../kernels/ria_kernel.h"
#include "water_concentration.h"

CELLS_KERNEL(tracer_line, "a tracer in the water of an open line", "")

CELL {
  STATE(FIELD(content, "m", "tracer content: depth times concentration")
        FIELD(lined, "m", "tracer that the line gave: depth times concentration, less what has decayed")
        FIELD(h, "m", "water depth")
        FIELD(line_before, "m", "what the step has made of the depth"))
}
cell, next;

SCALAR(decayed, "1", "share of the tracer that decays in a step: 1 - exp(-lambda dt)")
SCALAR(outside, "1", "concentration of the water outside")

APPLY {
  real arrived = max(cell.line_before, no_depth());
  real left = min(cell.content, concentration(cell.content, arrived, 1.0 / arrived) * cell.h);
  real content = cell.h < cell.line_before ? left : fma(outside, cell.h - cell.line_before, cell.content);
  next.content = content;
  next.lined = (cell.lined - decayed * cell.lined) + (content - cell.content);
  next.h = cell.h;
  next.line_before = cell.line_before;
}
