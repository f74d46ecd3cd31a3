#include "device.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/bare_gpu.h"
#include "ria/registry.h"
#include "ria/tuning.h"
#include "result.h"
#include "tile.h"

enum { PATH = 4096 };

typedef struct {
  const bench_options *options;
  const ria_kernel *kernel;
  const ria_implementation *implementation;
  ria_bare_gpu gpu;
  void *memory, *report; /* owned, in GPU memory */
  size_t pitch;
  double scalars[RIA_MAX_SCALARS];
  ria_device_step_args args;
} bench;

/* Points the arguments into the GPU's memory, which has the host tile's layout. */
static void point(const bench *b, const bench_tile *tile, const void *const host, void *device) {
  void *at = (char *)b->memory + ((const char *)host - (const char *)tile->block);
  memcpy(device, &at, sizeof at);
}

static int most_pass(const bench *b) {
  const int most = b->implementation->most_steps[b->options->precision];
  return most > 1 ? most : 1;
}

/* Steps in a pass: the requested number, else the rows of the shape, else the maximum. */
static int pass_of(const bench *b, ria_shape shape) {
  const int most = most_pass(b), asked = b->options->pass ? b->options->pass : shape.rows;
  return most > 1 && asked && asked < most ? asked : most;
}

static ria_status fill(bench *b) {
  const bench_options *o = b->options;
  const ria_box box = {{0, 0, 0}, {o->size[0], o->size[1], o->size[2]}};
  bench_tile tile;
  RIA_TRY(bench_tile_create(&tile, b->kernel, o->precision, o->size, most_pass(b)));
  ria_status status = ria_bare_gpu_alloc(tile.bytes, &b->memory);
  if (status == RIA_SUCCESS)
    status = ria_bare_gpu_alloc(sizeof(ria_device_report), &b->report);
  if (status == RIA_SUCCESS)
    status = ria_bare_gpu_upload(b->memory, tile.block, tile.bytes);
  if (status == RIA_SUCCESS) {
    b->args = (ria_device_step_args){.step = {.pitch = tile.pitch,
                                              .plane = tile.plane,
                                              .update = box,
                                              .owned = box,
                                              .scalars = b->scalars,
                                              .switches = o->switches},
                                     .report = b->report,
                                     .stream = b->gpu.stream};
    for (int f = 0; f < b->kernel->nstate; f++) {
      point(b, &tile, tile.state[f], &b->args.step.src[f]);
      point(b, &tile, tile.next[f], &b->args.step.dst[f]);
    }
    for (int f = 0; f < b->kernel->nstatic; f++)
      point(b, &tile, tile.statics[f], &b->args.step.statics[f]);
  }
  bench_tile_destroy(&tile);
  return status;
}

static const ria_device_functions *functions_of(const bench *b) {
  return ria_device_functions_of(b->implementation, b->options->precision);
}

static int queue(void *context) {
  const bench *b = context;
  return functions_of(b)->step(&b->args);
}

/* Measures the median seconds of a step in a shape. Short steps are timed many at a time. */
static ria_status measure(bench *b, ria_shape shape, double seconds, bench_result *r) {
  enum { SAMPLES = 4096 };
  static const double shortest = 5e-4;
  double sample[SAMPLES], once = 0, spent = 0;
  b->args.shape = shape;
  b->args.step.steps = r->pass = pass_of(b, shape);
  for (int warm = 0; warm < 3; warm++)
    RIA_TRY(ria_bare_gpu_time(&b->gpu, queue, b, 1, &once));
  const int calls = once < shortest ? (int)(shortest / (once > 1e-7 ? once : 1e-7)) + 1 : 1;
  int n = 0;
  for (; n < SAMPLES && (n < 5 || spent < seconds); n++) {
    RIA_TRY(ria_bare_gpu_time(&b->gpu, queue, b, calls, &sample[n]));
    spent += sample[n];
    sample[n] /= calls;
  }
  r->steps = (int64_t)n * calls * r->pass;
  r->seconds = bench_median(sample, n) / r->pass;
  r->shape = shape;
  bench_rates(r, bench_cells(r->size));
  return RIA_SUCCESS;
}

static ria_tuned tuned_of(const bench *b) {
  const bench_options *o = b->options;
  return (ria_tuned){b->kernel, b->implementation, o->precision, bench_cells(o->size), b->gpu.name};
}

/* Measures all shapes that the implementation offers; returns the fastest one's figures. */
static ria_status tune(bench *b, bench_result *result) {
  const bench_options *o = b->options;
  const ria_shape *shape = functions_of(b)->shapes;
  bench_result fastest = {0};
  char path[PATH];
  for (; shape && shape->columns; shape++) {
    RIA_TRY(measure(b, *shape, o->seconds, result));
    if (o->tried)
      o->tried(o->context, *shape, result);
    if (!fastest.steps || result->seconds < fastest.seconds)
      fastest = *result;
  }
  if (!fastest.steps)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "%s %s has no launch shapes; leave out --shape and --tune", b->kernel->name,
                    b->implementation->strategy);
  *result = fastest;
  const ria_tuned tuned = tuned_of(b);
  return ria_tuning_keep(ria_tuning_path(path, sizeof path), &tuned, fastest.shape);
}

/* The shape that a run would use. An unreadable file is ignored. */
static ria_shape usual_shape(const bench *b) {
  char path[PATH];
  ria_tuning *tuning = NULL;
  const ria_tuned tuned = tuned_of(b);
  (void)ria_tuning_read(ria_tuning_path(path, sizeof path), &tuning);
  const ria_shape shape = ria_tuning_shape(tuning, &tuned);
  ria_tuning_destroy(tuning);
  return shape;
}

/* The columns per thread of the compiled kernels, as "1, 2". */
static const char *columns_offered(const bench *b, char *text, size_t size) {
  const ria_shape *first = functions_of(b)->shapes;
  size_t used = 0;
  *text = '\0';
  for (int columns = 1; first && columns <= 32; columns++) {
    const ria_shape *shape = first;
    while (shape->columns && shape->columns != columns)
      shape++;
    if (shape->columns && used < size)
      used += (size_t)snprintf(text + used, size - used, "%s%d", used ? ", " : "", columns);
  }
  return text;
}

static bool is_offered(const bench *b, ria_shape wanted) {
  const ria_shape *shape = functions_of(b)->shapes;
  for (; shape && shape->columns; shape++)
    if (shape->columns == wanted.columns)
      return true;
  return false;
}

static ria_status check(const bench *b) {
  const bench_options *o = b->options;
  char columns[64];
  if (b->kernel->kind != RIA_KERNEL_FACE && b->kernel->kind != RIA_KERNEL_POINT)
    return ria_fail(
        RIA_ERROR_UNSUPPORTED,
        "%s is not a step; target %s can only measure kernels of steps, such as roe_transport",
        b->kernel->name, o->target);
  if (!ria_implementation_on_device(b->implementation)) {
    const char *why = ria_target_missing(o->target);
    return ria_fail(RIA_ERROR_UNSUPPORTED, "%s",
                    why ? why : "this target cannot run a kernel alone; give --target cpu or cuda");
  }
  if (o->shape.columns && !is_offered(b, o->shape))
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "--shape: %s %s has no kernel for %d columns a thread, only for %s",
                    b->kernel->name, b->implementation->strategy, o->shape.columns,
                    columns_offered(b, columns, sizeof columns));
  return RIA_SUCCESS;
}

/* Explains why the GPU refused a requested shape. */
static ria_status explain(ria_status status, const ria_shape *shape) {
  char why[256];
  if (status != RIA_ERROR_DEVICE || !shape->columns)
    return status;
  snprintf(why, sizeof why, "%s", ria_status_detail());
  return ria_fail(status, "in the shape %dx%dx%d %s; --tune lists the possible shapes",
                  shape->columns, shape->rows, shape->warps, why);
}

ria_status bench_device(const ria_kernel *kernel, const ria_implementation *one,
                        const bench_options *options, bench_result *result) {
  bench b = {.options = options, .kernel = kernel, .implementation = one};
  RIA_TRY(check(&b));
  RIA_TRY(ria_bare_gpu_open(&b.gpu));
  memcpy(result->device, b.gpu.name, sizeof result->device);
  result->gpus = 1;
  bench_scalars(kernel, b.scalars);
  ria_status status = ria_gpu_probe(options->precision, &b.gpu, &result->peaks);
  if (status == RIA_SUCCESS)
    status = fill(&b);
  if (status == RIA_SUCCESS)
    status = options->tune
                 ? tune(&b, result)
                 : explain(measure(&b, options->shape.columns ? options->shape : usual_shape(&b),
                                   options->seconds, result),
                           &options->shape);
  if (b.report)
    ria_bare_gpu_free(b.report);
  if (b.memory)
    ria_bare_gpu_free(b.memory);
  ria_bare_gpu_close(&b.gpu);
  return status;
}
