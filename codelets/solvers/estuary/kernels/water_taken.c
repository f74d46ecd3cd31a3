/* Decay of removed tracer, so that the balance can count its remainder. */
#include "../../../kernels/ria_kernel.h"

CELLS_KERNEL(water_taken, "decay of the tracer that was taken out", "")

CELL {
  STATE(FIELD(taken_tracer, "m", "tracer that was taken out: depth times concentration, less what has decayed"))
}
cell, next;

SCALAR(decayed, "1", "share of the tracer that decays in a step: 1 - exp(-lambda dt)")

APPLY {
  next.taken_tracer = cell.taken_tracer - weight * (decayed * cell.taken_tracer);
}
