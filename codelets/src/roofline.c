/* The limits that the peaks of a core or a GPU set to a cell update. */
#include <math.h>
#include <ria/probe.h>

ria_limits ria_peaks_limits(const ria_peaks *peaks, const ria_cost *cost, ria_precision precision) {
  const double bytes = (double)ria_cost_bytes(cost, precision);
  const int alone = cost->flops - 2 * cost->multiply_adds;
  const double division =
      cost->divisions / peaks->divisions + cost->square_roots / peaks->square_roots;
  return (ria_limits){.memory = bytes / peaks->bandwidth,
                      .arithmetic =
                          alone / peaks->operations + 2 * cost->multiply_adds / peaks->flops +
                          cost->comparisons / peaks->comparisons + (peaks->one_unit ? division : 0),
                      .choices = cost->choices / peaks->comparisons,
                      .division = division};
}

double ria_limits_seconds(const ria_limits *limits, const char **what) {
  const double most = fmax(limits->memory, fmax(limits->arithmetic, limits->division));
  if (what)
    *what = most == limits->memory       ? "memory"
            : most == limits->arithmetic ? "arithmetic"
                                         : "division";
  return most;
}
