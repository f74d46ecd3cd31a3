#include "result.h"
#include <stdlib.h>

static double bytes_of(const ria_bench_result *r) {
  return (double)(r->cost.reads + r->cost.writes) * (double)ria_precision_size(r->precision);
}

ria_status ria_bench_probe(ria_bench_result *r, double cells) {
  return ria_cpu_probe(r->precision, (size_t)(bytes_of(r) * cells), &r->peaks);
}

static void set_limits(ria_bench_result *r) {
  r->limits = r->peaks.bandwidth > 0 ? ria_peaks_limits(&r->peaks, &r->cost, r->precision)
                                     : (ria_limits){0}; /* the GPU was not measured */
  const double least = ria_limits_seconds(&r->limits, &r->limited_by);
  const int all = r->gpus ? r->gpus : r->workers ? r->workers : 1;
  r->limit = least > 0 ? 1e-6 * all / least : 0;
}

void ria_bench_rates(ria_bench_result *r, double cells) {
  const double updates = cells / r->seconds, bytes = bytes_of(r);
  const int flops = r->cost.flops + r->cost.divisions + r->cost.square_roots;
  r->million_cell_updates_per_second = 1e-6 * updates;
  r->bytes_per_second = bytes * updates;
  r->flops_per_second = r->cost.flops * updates;
  r->total_flops_per_second = flops * updates;
  r->flops_per_byte = bytes > 0 ? flops / bytes : 0;
  set_limits(r);
  r->roofline_fraction = r->limit > 0 ? 1e-6 * updates / r->limit : 0;
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double ria_bench_median(double *sample, int count) {
  qsort(sample, (size_t)count, sizeof *sample, ascending);
  return sample[count / 2];
}
