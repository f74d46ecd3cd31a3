/* Measures a solver through the task graph, as `ria run` runs it. */
#include <math.h>
#include <string.h>
#include "ria/bare_gpu.h"
#include "ria/registry.h"
#include "ria/solver.h"
#include "ria/processes.h"
#include "drive/tiles.h"
#include "basin.h"
#include "bench.h"
#include "model.h"
#include "result.h"

/* Timed runs; the median counts. */
enum { RUNS = 3 };

typedef struct {
  const bench_solver_options *options;
  const ria_solver *solver;
  bench_basin basin;
  void *instance;
  ria_model model;
  ria_runtime *runtime;
  ria_simulation *simulation;
} bench;

static ria_status create_model(bench *b, const char *name) {
  const bench_solver_options *o = b->options;
  b->solver = ria_solver_find(name);
  if (!b->solver)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "there is no kernel and no solver %s; `ria kernels` lists the kernels", name);
  RIA_TRY(bench_basin_create(&b->basin, name, o->bed, o->sets, o->set));
  RIA_TRY(
      ria_solver_create(b->solver, &b->basin.the_case, &b->basin.terrain, &b->instance, &b->model));
  b->model.trackers = b->model.ntracked = 0; /* measure the equations, without output */
  return RIA_SUCCESS;
}

static void add_cost(ria_cost *to, const ria_cost *from) {
  to->flops += from->flops;
  to->divisions += from->divisions;
  to->square_roots += from->square_roots;
  to->comparisons += from->comparisons;
  to->choices += from->choices;
  to->multiply_adds += from->multiply_adds;
  to->reads += from->reads;
  to->writes += from->writes;
  to->masks += from->masks;
  to->indices += from->indices;
  to->singles += from->singles;
}

static void set_size(const ria_model *m, int size[RIA_AXES]) {
  for (int axis = 0; axis < RIA_AXES; axis++)
    size[axis] = m->grid.cells[axis] > 1 ? (int)m->grid.cells[axis] : 1;
}

/* The operations of a program are not counted: it has no stages. */
static void describe(const bench *b, bench_result *r) {
  const ria_model *m = &b->model;
  const ria_implementation *first =
      m->stages ? ria_kernel_implementation(m->stage[0].kernel, m->target, m->strategy) : NULL;
  *r = (bench_result){.name = b->solver->name,
                      .strategy = first         ? first->strategy
                                  : m->strategy ? m->strategy
                                                : "program",
                      .precision = m->precision};
  set_size(m, r->size);
  for (int i = 0; i < m->stages; i++)
    add_cost(&r->cost, &m->stage[i].kernel->costs[m->stage[i].switches]);
}

/* Measures the GPU's peaks. Without a GPU, the runtime reports the reason later. */
static ria_status probe_gpu(bench_result *r) {
  ria_bare_gpu gpu;
  if (ria_bare_gpu_open(&gpu) != RIA_SUCCESS)
    return RIA_SUCCESS;
  memcpy(r->device, gpu.name, sizeof r->device);
  const ria_status status = ria_gpu_probe(r->precision, &gpu, &r->peaks);
  ria_bare_gpu_close(&gpu);
  return status;
}

/* Measures the loop without the graph on the same grid. Done before the runtime starts, because its
 * workers poll. */
static ria_status measure_bare(const bench *b, bench_solver_result *result) {
  const ria_model *m = &b->model;
  const bool on_gpu = ria_target_is(m->target, RIA_TARGET_DEVICE);
  if (!m->stages)
    return RIA_SUCCESS;
  if (m->stages > 1) { /* each stage needs as much memory */
    const double cells = bench_cells(result->result.size) / m->stages;
    return on_gpu ? probe_gpu(&result->result) : bench_probe(&result->result, cells, 1);
  }
  bench_result bare;
  bench_options options = {.target = m->target,
                           .strategy = m->strategy,
                           .precision = m->precision,
                           .switches = m->stage[0].switches,
                           .seconds = 0.5};
  set_size(m, options.size);
  const ria_status status = bench_kernel(m->stage[0].kernel, &options, &bare);
  if (status != RIA_SUCCESS) /* the runtime reports why the GPU is missing or too small */
    return on_gpu ? RIA_SUCCESS : status;
  result->bare = bare.million_cell_updates_per_second;
  result->result.peaks = bare.peaks;
  memcpy(result->result.device, bare.device, sizeof bare.device);
  return RIA_SUCCESS;
}

static ria_status fill_state(void *context, int field, int block, const ria_range *cells,
                             double *values) {
  const bench *b = context;
  if (!bench_made_up(&b->basin, b->solver))
    return b->solver->fill_state(b->instance, field, block, cells, values);
  for (ria_global y = cells->lo[1]; y < cells->hi[1]; y++)
    for (ria_global x = cells->lo[0]; x < cells->hi[0]; x++)
      *values++ = bench_basin_state(&b->basin, b->model.state[field].name, x, y);
  return RIA_SUCCESS;
}

static ria_status fill_statics(void *context, int field, int block, const ria_range *cells,
                               double *values) {
  bench *b = context;
  return b->solver->fill_statics(b->instance, field, block, cells, values);
}

static ria_status start(bench *b) {
  const ria_runtime_options options = {
      .workers = b->options->workers,
      .gpus = ria_target_is(b->basin.the_case.target, RIA_TARGET_DEVICE) ? RIA_GPUS_ALWAYS
                                                                         : RIA_GPUS_NEVER,
      .hybrid_workers = b->basin.the_case.gpu.workers,
      .cells = ria_target_is(b->basin.the_case.target, RIA_TARGET_CELL)};
  RIA_TRY(ria_runtime_create(&options, &b->runtime));
  if (ria_runtime_ranks(b->runtime) > 1)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "ria bench measures one rank; start it without mpirun, or use ria run -n");
  drive_choose_tiles(&b->basin.the_case, b->runtime, &b->model);
  RIA_TRY(ria_simulation_create(b->runtime, &b->model, &b->simulation));
  return ria_simulation_fill(b->simulation, fill_state, fill_statics, b);
}

/* Seconds per step of a run of `steps` steps. */
static ria_status time_run(const bench *b, int64_t steps, double *seconds) {
  const double begin = ria_seconds();
  RIA_TRY(ria_simulation_advance(b->simulation, INFINITY, false, INFINITY, steps, NULL, NULL));
  *seconds = (ria_seconds() - begin) / (double)steps;
  return RIA_SUCCESS;
}

/* A whole number of windows, so that none is cut short. */
static int64_t steps_of_run(const bench *b, double seconds_a_step) {
  const bench_solver_options *o = b->options;
  const int64_t window = b->model.window;
  const double steps = o->steps > 0 ? (double)o->steps / RUNS : o->seconds / RUNS / seconds_a_step;
  const int64_t windows = (int64_t)ceil(steps / (double)window);
  return (windows > 1 ? windows : 1) * window;
}

/* Reads the counters after all tasks have ended. */
static ria_status read_times(const bench *b, ria_step_times *times) {
  ria_simulation_drain(b->simulation);
  return ria_simulation_step_times(b->simulation, times);
}

static void take_off(ria_step_times *times, const ria_step_times *before) {
  times->stepping -= before->stepping;
  times->work -= before->work;
  times->packing -= before->packing;
  times->exchange -= before->exchange;
}

static int tiles_along(const ria_model *m, int axis) {
  return m->grid.tiles[axis] > 1 ? m->grid.tiles[axis] : 1;
}

/* The GPUs that have a tile. */
static int gpus_of_run(const bench *b) {
  int tiles = 1;
  for (int axis = 0; axis < RIA_AXES; axis++)
    tiles *= tiles_along(&b->model, axis);
  const int gpus = ria_runtime_gpus(b->runtime);
  return gpus < tiles ? gpus : tiles;
}

/* A GPU may make two stages in one pass over memory if they are alike and access memory alike. */
static void share_passes(const bench *b, ria_cost *cost) {
  const int passes = ria_simulation_passes(b->simulation), stages = b->model.stages;
  cost->reads = cost->reads * passes / stages;
  cost->writes = cost->writes * passes / stages;
  cost->masks = cost->masks * passes / stages;
  cost->indices = cost->indices * passes / stages;
  cost->singles = cost->singles * passes / stages;
}

static ria_status measure(const bench *b, bench_result *r, ria_step_times *times) {
  double sample[RUNS], first;
  ria_step_times before;
  RIA_TRY(time_run(b, b->model.window, &first)); /* warms up memory and settles the time step */
  RIA_TRY(time_run(b, 2 * b->model.window, &first));
  const int64_t steps = steps_of_run(b, first);
  RIA_TRY(read_times(b, &before));
  for (int i = 0; i < RUNS; i++)
    RIA_TRY(time_run(b, steps, &sample[i]));
  RIA_TRY(read_times(b, times));
  take_off(times, &before);
  r->steps = RUNS * steps;
  r->seconds = bench_median(sample, RUNS);
  const int cells = ria_runtime_cells(b->runtime);
  r->workers = cells ? cells : ria_runtime_workers(b->runtime);
  r->gpus = gpus_of_run(b);
  if (b->model.stages)
    share_passes(b, &r->cost);
  bench_rates(r, bench_cells(r->size));
  return RIA_SUCCESS;
}

static ria_status model_step(bench *b, bench_modelled *result) {
  if (!ria_target_is(b->model.target, RIA_TARGET_CELL))
    return ria_fail(RIA_ERROR_ARGUMENT, "--model models a Cell: give --target cell");
  if (b->options->bed == BENCH_CASE)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "the modelled time does not depend on the water; leave out --bed");
  if (!b->model.stages)
    return ria_fail(RIA_ERROR_ARGUMENT, "--model models stages; the solver %s is a program",
                    b->solver->name);
  b->model.cell.watch = RIA_WATCH_MODELLED;
  return bench_model(&b->basin, &b->model, result);
}

static ria_status run(bench *b, const char *solver, bench_solver_result *result) {
  *result = (bench_solver_result){0};
  RIA_TRY(create_model(b, solver));
  describe(b, &result->result);
  if (b->options->model)
    return model_step(b, &result->modelled);
  RIA_TRY(measure_bare(b, result));
  RIA_TRY(start(b));
  RIA_TRY(measure(b, &result->result, &result->times));
  for (int axis = 0; axis < RIA_AXES; axis++)
    result->tiles[axis] = tiles_along(&b->model, axis);
  result->depth = b->model.depth;
  result->redone = ria_simulation_progress(b->simulation).redone;
  const bench_result *r = &result->result;
  if (result->bare > 0 && b->options->bed == BENCH_WET)
    result->efficiency =
        r->million_cell_updates_per_second / (result->bare * (r->gpus ? r->gpus : r->workers));
  return RIA_SUCCESS;
}

/* The peaks of all cores that computed, when the runtime's workers no longer poll. */
static ria_status probe_cores(bench_result *r, int stages) {
  const double cells = bench_cells(r->size);
  if (!stages || r->gpus || r->workers < 2)
    return RIA_SUCCESS;
  RIA_TRY(bench_probe(r, cells / stages, r->workers));
  bench_rates(r, cells);
  return RIA_SUCCESS;
}

ria_status bench_solver(const char *solver, const bench_solver_options *options,
                        bench_solver_result *result) {
  bench b = {.options = options};
  ria_status status = run(&b, solver, result);
  ria_simulation_destroy(b.simulation);
  ria_runtime_destroy(b.runtime);
  if (status == RIA_SUCCESS)
    status = probe_cores(&result->result, b.model.stages);
  if (b.instance)
    b.solver->destroy(b.instance);
  bench_basin_destroy(&b.basin);
  return status;
}
