/* Models the time that a Cell would take for a step of a stencil in a box. */
#include <math.h>
#include <string.h>
#include "bench.h"
#include "tile.h"

/* A box of more planes is extrapolated from two boxes with these numbers of planes, because SPEs do
 * the same work for each plane. */
enum { FEW_PLANES = 6, MORE_PLANES = 12 };

static ria_status model_planes(const ria_ppe_driver *driver, const ria_implementation *one,
                               const bench_options *o, bench_tile *tile, int planes,
                               ria_modelled *modelled, ria_ppe_share *share,
                               const double *scalars) {
  const ria_ppe_choice choice = {.watch = RIA_WATCH_MODELLED};
  ria_step_args args = {.pitch = tile->pitch,
                        .plane = tile->plane,
                        .update = {{0, 0, 0}, {o->size[0], o->size[1], planes}},
                        .scalars = scalars,
                        .switches = o->switches};
  void *cell;
  memcpy(args.src, tile->state, sizeof tile->state);
  memcpy(args.dst, tile->next, sizeof tile->next);
  RIA_TRY(driver->create(&choice, &cell));
  ria_status status = driver->box(cell, one, o->precision, &args, share);
  if (status == RIA_SUCCESS)
    status = driver->model(cell, modelled);
  driver->destroy(cell);
  return status;
}

/* Extrapolates linearly through two numbers of planes. */
static void extrapolate(ria_modelled *few, const ria_modelled *more, double at) {
#define FURTHER(what) few->what += (more->what - few->what) * at
  FURTHER(seconds);
  FURTHER(seconds_unrolled);
  FURTHER(compute);
  few->wait = fmax(more->wait, few->wait + (more->wait - few->wait) * at);
  FURTHER(ppe);
  FURTHER(cycles);
  FURTHER(instructions);
  FURTHER(even);
  FURTHER(odd);
  FURTHER(flops);
  FURTHER(bytes);
  FURTHER(commands);
#undef FURTHER
}

ria_status bench_model_kernel(const ria_kernel *kernel, const bench_options *o,
                              bench_solver_result *result) {
  const ria_implementation *one = ria_kernel_implementation(kernel, o->target, o->strategy);
  const ria_ppe_driver *driver = one ? ria_ppe_of(one->target) : NULL;
  if (!driver)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "%s has no Cell program of this strategy, which --model needs; the only "
                    "stencil that has one is the model stencil: ria bench jacobi --target cell",
                    kernel->name);
  const int planes = o->size[2] < MORE_PLANES ? o->size[2] : MORE_PLANES;
  const int few = o->size[2] > planes ? FEW_PLANES : planes,
            size[] = {o->size[0], o->size[1], planes};
  double scalars[RIA_MAX_SCALARS];
  bench_tile tile;
  ria_ppe_share share = {0};
  bench_modelled *m = &result->modelled;
  *result = (bench_solver_result){.result = {.name = kernel->name,
                                             .strategy = one->strategy,
                                             .size = {o->size[0], o->size[1], o->size[2]},
                                             .precision = o->precision,
                                             .workers = 1}};
  bench_scalars(kernel, scalars);
  RIA_TRY(bench_tile_create(&tile, kernel, o->precision, size, 1));
  ria_status status = model_planes(driver, one, o, &tile, few, &m->modelled, &share, scalars);
  if (status == RIA_SUCCESS && o->size[2] > planes) {
    ria_modelled more;
    status = model_planes(driver, one, o, &tile, planes, &more, &share, scalars);
    if (status == RIA_SUCCESS)
      extrapolate(&m->modelled, &more, (double)(o->size[2] - few) / (planes - few));
  }
  bench_tile_destroy(&tile);
  m->blocks = share.across * share.down;
  m->columns = share.columns;
  m->rows = share.rows;
  m->cells_modelled = (double)o->size[0] * o->size[1] * (o->size[2] > planes ? few + planes : few);
  return status;
}
