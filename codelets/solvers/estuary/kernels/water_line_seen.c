/* The end of a step in the cells just beyond an open line: stores the depth before the next step. */
#include "../../../kernels/ria_kernel.h"

CELLS_KERNEL(water_line_seen, "depth beyond an open line before a step", "")

CELL {
  STATE(FIELD(h, "m", "water depth")
        FIELD(line_before, "m", "depth before the step"))
}
cell, next;

APPLY {
  next.h = cell.h;
  next.line_before = cell.h;
}
