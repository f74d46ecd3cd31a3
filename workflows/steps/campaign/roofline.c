/* The work of a cell update and the peaks of the machine: the roofline of Williams, Waterman and
 * Patterson (2009), from the measurements of `ria bench` or from a model. */
#include <math.h>
#include "campaign.h"

/* Counts a division or a square root as one operation, as papers do. `roofline` uses their own
 * peaks. */
static double flops_of_bench(double (*number)(void *, const char *), void *context) {
  return number(context, "cost.flops") + number(context, "cost.divisions") +
         number(context, "cost.square_roots");
}

static double known(double value) {
  return value > 0 ? value : NAN;
}

/* Removes the rounding error of a ratio of two measured rates. */
static double whole(double bytes) {
  const double nearest = round(bytes);
  return fabs(bytes - nearest) < 1e-9 * bytes ? nearest : bytes;
}

campaign_work campaign_work_of(double (*number)(void *context, const char *key), void *context,
                               bool modelled) {
  campaign_work w = {0};
  double updates; /* cell updates a second */
  if (modelled) {
    const double cells = number(context, "modelled.cells");
    updates = cells / number(context, "modelled.seconds");
    w.flops = number(context, "modelled.flops") / cells;
    w.bytes = number(context, "modelled.bytes") / cells;
    w.peak_gflops = 1e-9 * known(number(context, "modelled.peak_flops_per_second"));
    w.peak_gbytes = 1e-9 * known(number(context, "modelled.peak_bytes_per_second"));
    w.roofline = NAN;
  } else {
    const double gpus = number(context, "gpus");
    w.on_gpu = gpus > 0;
    w.parts = w.on_gpu ? gpus : number(context, "workers");
    updates = 1e6 * number(context, "million_cell_updates_per_second");
    w.flops = flops_of_bench(number, context);
    w.bytes = whole(number(context, "bytes_per_second") / updates);
    w.peak_gflops = 1e-9 * w.parts * known(number(context, "peaks.flops_per_second"));
    w.peak_gbytes = 1e-9 * w.parts * known(number(context, "peaks.bytes_per_second"));
    w.roofline = known(number(context, "roofline_fraction"));
  }
  w.gflops = 1e-9 * w.flops * updates;
  w.gbytes = 1e-9 * w.bytes * updates;
  return w;
}
