#include "result.h"
#include <stdlib.h>

static double bytes_of(const bench_result *r) {
  if (r->bytes > 0)
    return r->bytes;
  return (double)ria_cost_bytes(&r->cost, r->precision);
}

static int passes_of(const bench_result *r) {
  return r->pass > 1 ? r->pass : 1;
}

ria_status bench_pass(const ria_kernel *kernel, const ria_implementation *one,
                      const bench_options *options, int *pass) {
  const int offered = one->most_steps[options->precision], most = offered > 1 ? offered : 1;
  *pass = options->pass ? options->pass : most;
  if (*pass < 1 || *pass > most)
    return ria_fail(RIA_ERROR_ARGUMENT, "%s %s makes 1 to %d steps in a pass, not %d", kernel->name,
                    one->strategy, most, *pass);
  return RIA_SUCCESS;
}

ria_status bench_probe(bench_result *r, double cells, int cores) {
  return ria_cpu_probe(r->precision, (size_t)(bytes_of(r) * cells / cores), cores, &r->peaks);
}

static void set_limits(bench_result *r) {
  r->limits = r->peaks.bandwidth > 0 ? ria_peaks_limits(&r->peaks, &r->cost, r->precision)
                                     : (ria_limits){0}; /* the GPU was not measured */
  if (r->bytes > 0 && r->peaks.bandwidth > 0)
    r->limits.memory = r->bytes / r->peaks.bandwidth;
  r->limits.memory /= passes_of(r);
  const double least = ria_limits_seconds(&r->limits, &r->limited_by);
  const int all = r->gpus ? r->gpus : r->workers ? r->workers : 1;
  r->limit = least > 0 ? 1e-6 * all / least : 0;
}

void bench_rates(bench_result *r, double cells) {
  const double updates = cells / r->seconds, bytes = bytes_of(r) / passes_of(r);
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

double bench_median(double *sample, int count) {
  qsort(sample, (size_t)count, sizeof *sample, ascending);
  return sample[count / 2];
}
