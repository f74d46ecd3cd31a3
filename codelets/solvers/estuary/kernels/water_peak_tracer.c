/* After each step: update the largest concentration of a tracer, and its time. */
#include "../../../kernels/ria_kernel.h"
#include "water_peak.h"

POINT_KERNEL(water_peak_tracer, "largest concentration of a tracer so far, and its time", "")

CELL {
  STATE(FIELD(concentration_max, "1", "largest concentration so far; -infinity: never wet")
        FIELD(concentration_max_time, "s", "when it was reached; infinity: there never was any"))
  INPUT(FIELD(hc, "m", "tracer content: depth times concentration")
        FIELD(h, "m", "water depth"))
}
cell, next;

UPDATE {
  real found = cell.hc / max(cell.h, least);
  real value = cell.h > least ? found : cell.concentration_max;
  next.concentration_max_time = value > max(cell.concentration_max, 0) ? time : cell.concentration_max_time;
  next.concentration_max = max(value, cell.concentration_max);
}
