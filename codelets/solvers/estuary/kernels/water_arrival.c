/* After each step: update the largest concentration of the tracer and the time of its arrival. */
#include "../../../kernels/ria_kernel.h"

POINT_KERNEL(water_arrival, "largest concentration of the tracer so far, and the time of its arrival", "")

CELL {
  STATE(FIELD(concentration_max, "1", "largest concentration so far; -infinity: never wet")
        FIELD(arrival, "s", "when the concentration first reached the threshold; infinity: never"))
  INPUT(FIELD(h, "m", "water depth")
        FIELD(hc, "m", "tracer content: depth times concentration"))
}
cell, next;

SCALAR(time, "s", "since the start")
SCALAR(dry, "m", "depth at and below which there is no concentration")
SCALAR(threshold, "1", "concentration that counts as arrived")

UPDATE {
  real concentration = cell.hc / max(cell.h, dry); /* computed for every cell: a division under a condition is not vectorised */
  real reached = concentration >= threshold ? min(cell.arrival, time) : cell.arrival;
  next.concentration_max = cell.h > dry ? max(cell.concentration_max, concentration) : cell.concentration_max;
  next.arrival = cell.h > dry ? reached : cell.arrival;
}
