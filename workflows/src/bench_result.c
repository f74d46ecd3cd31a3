#include "bench_result.h"
#include <stdlib.h>

static double bytes_of(const ria_bench_result *r) {
  return (double)(r->cost.reads + r->cost.writes) * (double)ria_precision_size(r->precision);
}

ria_status ria_bench_probe(ria_bench_result *r, double cells) {
  return ria_cpu_probe(r->precision, (size_t)(bytes_of(r) * cells), &r->peaks);
}

void ria_bench_rates(ria_bench_result *r, double cells) {
  const double updates = cells / r->seconds;
  r->million_cell_updates_per_second = 1e-6 * updates;
  r->bytes_per_second = bytes_of(r) * updates;
  r->flops_per_second = r->cost.flops * updates;
  if (r->device[0]) { /* of its arithmetic no peak is known; memory is what holds a step up */
    const double all = r->peaks.bandwidth * (r->gpus ? r->gpus : 1);
    r->roofline_fraction = all > 0 ? r->bytes_per_second / all : 0;
    return;
  }
  r->roofline_fraction =
      r->gpus ? 0 : /* nothing of it was measured */
          updates * ria_peaks_seconds(&r->peaks, &r->cost, r->precision) / r->workers;
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double ria_bench_median(double *sample, int count) {
  qsort(sample, (size_t)count, sizeof *sample, ascending);
  return sample[count / 2];
}
