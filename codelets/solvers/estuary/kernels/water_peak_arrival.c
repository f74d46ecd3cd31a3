/* After each step: the same as water_peak_tracer, with the arrival of the tracer. */
#include "../../../kernels/ria_kernel.h"
#include "water_peak.h"

POINT_KERNEL(water_peak_arrival, "largest concentration of the tracer so far, its time, and the arrival of the tracer", "")

CELL {
  STATE(FIELD(concentration_max, "1", "largest concentration so far; -infinity: never wet")
        FIELD(concentration_max_time, "s", "when it was reached; infinity: there never was any")
        FIELD(arrival, "s", "when the concentration first reached the threshold; infinity: never"))
  INPUT(FIELD(hc, "m", "tracer content: depth times concentration")
        FIELD(h, "m", "water depth"))
}
cell, next;

SCALAR(threshold, "1", "concentration that counts as arrived")

UPDATE {
  real found = cell.hc / max(cell.h, least);
  real value = cell.h > least ? found : cell.concentration_max;
  real reached = found >= threshold ? min(cell.arrival, time) : cell.arrival;
  next.concentration_max_time = value > max(cell.concentration_max, 0) ? time : cell.concentration_max_time;
  next.concentration_max = max(value, cell.concentration_max);
  next.arrival = cell.h > least ? reached : cell.arrival;
}
