/* A tracer during losses: before the kernel of losses, its content is replaced by its concentration; afterwards
 * tracer_lost_after.c computes the content from the concentration and the remaining depth. So the tracer
 * infiltrates with the water by any law of losses. Without water the concentration is minus the content. */
#include "../../../kernels/ria_kernel.h"
#include "water_concentration.h"

CELLS_KERNEL(tracer_lost_before, "a tracer before losses: its concentration", "")

CELL {
  STATE(FIELD(content, "m", "tracer content: depth times concentration")
        FIELD(lost, "m", "tracer that infiltrated: depth times concentration, less what has decayed")
        FIELD(h, "m", "water depth"))
}
cell, next;

SCALAR(decayed, "1", "share of the tracer that decays in a step: 1 - exp(-lambda dt)")

APPLY {
  real h = max(cell.h, no_depth());
  next.content = cell.h > no_depth() ? concentration(cell.content, h, 1.0 / h) : -cell.content;
  next.lost = (cell.lost - decayed * cell.lost) + cell.content;
  next.h = cell.h;
}
