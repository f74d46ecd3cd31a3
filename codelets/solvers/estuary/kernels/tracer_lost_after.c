/* A tracer after losses: see tracer_lost_before.c. */
#include "../../../kernels/ria_kernel.h"

CELLS_KERNEL(tracer_lost_after, "a tracer after losses: its content", "")

CELL {
  STATE(FIELD(content, "m", "tracer concentration, or minus its content; then its content")
        FIELD(lost, "m", "tracer that infiltrated: depth times concentration, less what has decayed")
        FIELD(h, "m", "water depth"))
}
cell, next;

APPLY {
  real content = cell.content < 0.0 ? -cell.content : cell.content * cell.h;
  next.content = content;
  next.lost = cell.lost - content;
  next.h = cell.h;
}
