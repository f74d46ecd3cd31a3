#include "bench.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "ria/processes.h"
#include "ria/registry.h"
#include "device.h"
#include "result.h"
#include "tile.h"

/* The arguments of a call of an implementation of any kind. */
typedef struct {
  const ria_kernel *kernel;
  const ria_implementation *implementation;
  ria_precision precision;
  bench_tile tile;
  double scalars[RIA_MAX_SCALARS];
  void *scratch;    /* owned */
  ptrdiff_t *index; /* owned; for a CELLS kernel */
  double *weight;   /* owned */
  ria_step_args step;
  ria_boundary_args boundary;
  ria_cells_args cells;
  ria_reduce_args reduce;
  ria_sum sum;
  int pass;     /* steps of a call */
  size_t count; /* cells updated by a step */
} bench;

static ria_box box_of(const bench_options *o) {
  return (ria_box){{0, 0, 0}, {o->size[0], o->size[1], o->size[2]}};
}

static void prepare_step(bench *b, const bench_options *o) {
  const ria_box box = box_of(o);
  b->step = (ria_step_args){.pitch = b->tile.pitch,
                            .plane = b->tile.plane,
                            .update = box,
                            .owned = box,
                            .scalars = b->scalars,
                            .switches = o->switches,
                            .steps = b->pass,
                            .scratch = b->scratch};
  memcpy(b->step.src, b->tile.state, sizeof b->tile.state);
  memcpy(b->step.dst, b->tile.next, sizeof b->tile.next);
  memcpy(b->step.statics, b->tile.statics, sizeof b->tile.statics);
  b->count = ria_box_cells(box);
}

/* The low side in y, where the ghost cells are contiguous. */
static void prepare_boundary(bench *b, const bench_options *o) {
  b->boundary = (ria_boundary_args){.along = 1,
                                    .inward = (ptrdiff_t)b->tile.pitch,
                                    .count = o->size[0],
                                    .layers = 1,
                                    .axis = 1,
                                    .outward = -1,
                                    .scalars = b->scalars};
  memcpy(b->boundary.state, b->tile.state, sizeof b->tile.state);
  memcpy(b->boundary.statics, b->tile.statics, sizeof b->tile.statics);
  b->count = (size_t)o->size[0];
}

static ria_status prepare_cells(bench *b, const bench_options *o) {
  b->count = ria_box_cells(box_of(o));
  b->index = malloc(b->count * sizeof *b->index);
  b->weight = malloc(b->count * sizeof *b->weight);
  if (!b->index || !b->weight)
    return ria_fail(RIA_ERROR_MEMORY, "no room for a list of %zu cells; ask for a smaller size",
                    b->count);
  for (size_t c = 0; c < b->count; c++) {
    const size_t nx = (size_t)o->size[0], ny = (size_t)o->size[1];
    b->index[c] = (ptrdiff_t)(c / nx / ny * b->tile.plane + c / nx % ny * b->tile.pitch + c % nx);
    b->weight[c] = 0; /* repeated steps must change nothing */
  }
  b->cells = (ria_cells_args){
      .index = b->index, .weight = b->weight, .count = (int)b->count, .scalars = b->scalars};
  memcpy(b->cells.state, b->tile.state, sizeof b->tile.state);
  memcpy(b->cells.statics, b->tile.statics, sizeof b->tile.statics);
  return RIA_SUCCESS;
}

static void prepare_reduce(bench *b, const bench_options *o) {
  b->reduce = (ria_reduce_args){.pitch = b->tile.pitch,
                                .plane = b->tile.plane,
                                .box = box_of(o),
                                .scalars = b->scalars,
                                .sum = &b->sum};
  memcpy(b->reduce.src, b->tile.state, sizeof b->tile.state);
  memcpy(b->reduce.statics, b->tile.statics, sizeof b->tile.statics);
  b->count = ria_box_cells(box_of(o));
}

static ria_status create(bench *b, const ria_kernel *kernel, const ria_implementation *one,
                         const bench_options *o, int pass) {
  *b = (bench){.kernel = kernel, .implementation = one, .precision = o->precision, .pass = pass};
  bench_scalars(kernel, b->scalars);
  RIA_TRY(bench_tile_create(&b->tile, kernel, o->precision, o->size, b->pass));
  if (one->scratch_bytes) {
    const size_t bytes = one->scratch_bytes(o->size[0] + 2 * pass * kernel->radius, o->precision);
    b->scratch = aligned_alloc(128, (bytes + 127) / 128 * 128);
    if (!b->scratch)
      return ria_fail(RIA_ERROR_MEMORY, "no %zu bytes of scratch; ask for a smaller size", bytes);
  }
  if (kernel->kind == RIA_KERNEL_BOUNDARY)
    prepare_boundary(b, o);
  else if (kernel->kind == RIA_KERNEL_CELLS)
    return prepare_cells(b, o);
  else if (kernel->kind == RIA_KERNEL_REDUCE)
    prepare_reduce(b, o);
  else
    prepare_step(b, o);
  return RIA_SUCCESS;
}

static void destroy(bench *b) {
  bench_tile_destroy(&b->tile);
  free(b->scratch);
  free(b->index);
  free(b->weight);
}

static void call(bench *b) {
  if (b->kernel->kind == RIA_KERNEL_BOUNDARY)
    b->implementation->boundary[b->precision](&b->boundary);
  else if (b->kernel->kind == RIA_KERNEL_CELLS)
    b->implementation->cells[b->precision](&b->cells);
  else if (b->kernel->kind == RIA_KERNEL_REDUCE)
    b->implementation->reduce[b->precision](&b->reduce);
  else
    b->implementation->step[b->precision](&b->step);
}

/* Processor time of this thread, which excludes other programs on a shared machine. */
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Measures the median seconds of a call. Calls below 100 us are timed several at a time. */
static double measure(bench *b, double seconds, int64_t *steps) {
  enum { SAMPLES = 4096 };
  static const double shortest = 1e-4;
  double sample[SAMPLES];
  call(b); /* warms up memory and code */
  double once = now();
  call(b);
  once = now() - once;
  const int calls = once < shortest ? (int)(shortest / (once > 1e-8 ? once : 1e-8)) + 1 : 1;
  int n = 0;
  for (const double begin = now(); n < SAMPLES && (n < 5 || now() - begin < seconds); n++) {
    const double start = now();
    for (int i = 0; i < calls; i++)
      call(b);
    sample[n] = (now() - start) / calls;
  }
  *steps = (int64_t)n * calls;
  return bench_median(sample, n);
}

/* ---- several cores, each with its own part of the cells ---- */

enum { TEAM_SAMPLES = 4096, MOST_WORKERS = 4096 };

typedef struct {
  const ria_kernel *kernel;
  const ria_implementation *one;
  pthread_mutex_t start; /* locked until all threads have started */
  pthread_barrier_t gate;
  double seconds, spent, sample[TEAM_SAMPLES]; /* s; wall-clock time of a call of all threads */
  int pass, calls, samples;
  bool over;
  atomic_bool failed; /* no memory for a part */
} team;

typedef struct {
  team *team;
  int number;
  bench_options options; /* with the size of its part */
  bench b;
} member;

/* Calls below 2 ms are timed several at a time, because threads wait for each other between
 * samples. */
static void take_sample(team *t, double seconds) {
  static const double shortest = 2e-3;
  if (t->calls == 1 && !t->samples && seconds < shortest) {
    t->calls = (int)(shortest / (seconds > 1e-7 ? seconds : 1e-7)) + 1;
    return;
  }
  t->sample[t->samples++] = seconds / t->calls;
  t->spent += seconds;
  t->over = t->samples == TEAM_SAMPLES || (t->samples >= 5 && t->spent >= t->seconds);
}

/* Each thread touches the memory of its part first, so that it lies near its core. */
static void *work(void *context) {
  member *m = context;
  team *t = m->team;
  pthread_mutex_lock(&t->start);
  pthread_mutex_unlock(&t->start);
  if (create(&m->b, t->kernel, t->one, &m->options, t->pass) == RIA_SUCCESS)
    call(&m->b);
  else
    atomic_store(&t->failed, true);
  for (bool over = false; !over; over = t->over) {
    pthread_barrier_wait(&t->gate);
    if (atomic_load(&t->failed))
      break;
    const double start = ria_seconds();
    for (int i = 0; i < t->calls; i++)
      call(&m->b);
    pthread_barrier_wait(&t->gate);
    if (!m->number)
      take_sample(t, ria_seconds() - start);
    pthread_barrier_wait(&t->gate);
  }
  destroy(&m->b);
  return NULL;
}

/* Parts along the last axis. */
static void set_part(member *m, const bench_options *o) {
  const int axis = o->size[2] > 1 ? 2 : 1;
  const int64_t n = o->size[axis];
  m->options = *o;
  m->options.size[axis] = (int)(n * (m->number + 1) / o->workers - n * m->number / o->workers);
}

static ria_status run_team(team *t, const bench_options *o) {
  member *all = calloc((size_t)o->workers, sizeof *all);
  pthread_t *thread = calloc((size_t)o->workers, sizeof *thread);
  int started = 0;
  pthread_mutex_init(&t->start, NULL);
  pthread_mutex_lock(&t->start);
  for (; all && thread && started < o->workers; started++) {
    all[started].team = t;
    all[started].number = started;
    set_part(&all[started], o);
    if (pthread_create(&thread[started], NULL, work, &all[started]))
      break;
  }
  atomic_store(&t->failed, started < o->workers);
  pthread_barrier_init(&t->gate, NULL, started ? (unsigned)started : 1);
  pthread_mutex_unlock(&t->start);
  for (int i = 0; i < started; i++)
    pthread_join(thread[i], NULL);
  pthread_barrier_destroy(&t->gate);
  pthread_mutex_destroy(&t->start);
  free(all);
  free(thread);
  return atomic_load(&t->failed) ? ria_fail(RIA_ERROR_MEMORY,
                                            "no memory for the parts of %d workers; ask for a "
                                            "smaller size, or for fewer workers",
                                            o->workers)
                                 : RIA_SUCCESS;
}

static ria_status measure_team(const ria_kernel *kernel, const ria_implementation *one,
                               const bench_options *o, bench_result *result) {
  const int rows = o->size[2] > 1 ? o->size[2] : o->size[1];
  if (kernel->kind == RIA_KERNEL_BOUNDARY)
    return ria_fail(RIA_ERROR_ARGUMENT, "%s fills ghost cells; leave out --workers", kernel->name);
  if (o->workers > rows || o->workers > MOST_WORKERS)
    return ria_fail(RIA_ERROR_ARGUMENT, "--workers %d, but only %d %s to share; give a larger size",
                    o->workers, rows, o->size[2] > 1 ? "planes" : "rows");
  team *t = calloc(1, sizeof *t);
  if (!t)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for %d workers", o->workers);
  t->kernel = kernel;
  t->one = one;
  t->pass = result->pass;
  t->seconds = o->seconds;
  t->calls = 1;
  const double cells = bench_cells(o->size);
  ria_status status = bench_probe(result, cells, o->workers);
  if (status == RIA_SUCCESS)
    status = run_team(t, o);
  if (status == RIA_SUCCESS) {
    result->seconds = bench_median(t->sample, t->samples) / result->pass;
    result->steps = (int64_t)t->samples * t->calls * result->pass;
    bench_rates(result, cells);
  }
  free(t);
  return status;
}

/* ---- the measurement ---- */

ria_status bench_kernel(const ria_kernel *kernel, const bench_options *options,
                        bench_result *result) {
  const int *size = options->size;
  if (size[0] < 1 || size[1] < 1 || size[2] < 1)
    return ria_fail(RIA_ERROR_ARGUMENT, "a size of %d x %d x %d cells; give at least 1x1x1",
                    size[0], size[1], size[2]);
  if (kernel->kind == RIA_KERNEL_FACE && size[2] > 1)
    return ria_fail(RIA_ERROR_ARGUMENT, "%s works in a plane of cells; give its size as %dx%d",
                    kernel->name, size[0], size[1]);
  const ria_implementation *one =
      ria_kernel_implementation(kernel, options->target, options->strategy);
  if (!one)
    return ria_fail(RIA_ERROR_ARGUMENT, "%s has no strategy %s for %s; `ria kernels` lists them",
                    kernel->name, options->strategy ? options->strategy : "at all",
                    options->target);
  *result =
      (bench_result){.name = kernel->name,
                     .strategy = one->strategy,
                     .size = {size[0], size[1], size[2]},
                     .precision = options->precision,
                     .workers = options->workers > 1 ? options->workers : 1,
                     .cost = kernel->costs[options->switches & ((1u << kernel->nswitch) - 1)]};
  RIA_TRY(bench_pass(kernel, one, options, &result->pass));
  if (!ria_implementation_on_host(one) && options->workers > 1)
    return ria_fail(RIA_ERROR_ARGUMENT, "--workers are cores: give --target cpu, or leave it out");
  if (!ria_implementation_on_host(one))
    return bench_device(kernel, one, options, result);
  if (options->shape.columns || options->tune)
    return ria_fail(RIA_ERROR_ARGUMENT, "shapes are a GPU's: give --target cuda");
  if (options->workers > 1)
    return measure_team(kernel, one, options, result);
  bench b;
  ria_status status = create(&b, kernel, one, options, result->pass);
  if (status == RIA_SUCCESS)
    status = bench_probe(result, (double)b.count, 1);
  if (status == RIA_SUCCESS) {
    result->seconds = measure(&b, options->seconds, &result->steps) / result->pass;
    result->steps *= result->pass;
    bench_rates(result, (double)b.count);
  }
  destroy(&b);
  return status;
}
