/* A step of one or two stages (water, optionally mixing), with and without riders, as in a GPU's
 * task: each of cuda's strategies, executed on the host, against the CPU on the same tile. The
 * runtime's functions compute whole steps, tiers of a swept tile, and the rate alone. State, rates
 * and inflow have the CPU's bits. */
#include "disguised.h"
#include "test_run.h"
#include "tests.h"

#include <stdio.h>
#include "work/edges.h"
#include "work/work.h"

enum { STEPS = 2, STAGES = 2, RIDERS = 2, SEGMENTS = 8 };

/* Water runs over dry land; a side of each kind, and walls. dx is not dy. */
static const char flats[] =
    "time: {start: 2026-03-01T01:20:00Z, end: 1 h, cfl: 0.9, window: 4}\n"
    "precision: %s\nnumerics: {order: %d}\n"
    "grid: {extent: [0 km, 0 km, 3.7 km, 2.6 km], cells: [37, 29]}\n"
    "bathymetry: {shape: {kind: tidal_flat, low: -5 m, high: 1.5 m, length: 3.7 km,\n"
    "  creek_depth: 2 m, creek_width: 200 m, creek_y: 1.3 km}}\n"
    "initial: {shape: {kind: column, x: 2 km, y: 1.4 km, radius: 500 m, inside: 4 m,\n"
    "  outside: -1 m, tracer: 0.5}}\n"
    "boundaries:\n"
    "  - {side: west, kind: tide, constituents: {M2: {amplitude: 1.2 m, phase: 72 deg}}%s}\n"
    "  - {side: east, kind: discharge, discharge: 40 m3/s, from: 1 km, to: 1.6 km}\n"
    "  - {side: south, kind: open, from: 1 km}\n"
    "friction: {manning: 0.025}\ncoriolis: {latitude: 42.5 deg}\n%s%s";

static const char one_tracer[] = "tracers: [{name: dye, decay: 1e-4 1/s}]\n";

/* The tide brings each tracer in its own concentration. */
static const char riders[] =
    "tracers: [{name: dye, decay: 1e-4 1/s}, {name: salt}, {name: age, age: true}]\n";

static const char *const mixing[] = {"viscosity: 3 m2/s\ndiffusivity: {smagorinsky: 0.4}\n",
                                     "viscosity: {smagorinsky: 0.3}\ndiffusivity: 700 m2/s\n",
                                     "viscosity: {map: 3 m2/s}\ndiffusivity: {smagorinsky: 0.4}\n"};
enum { MIXINGS = sizeof mixing / sizeof *mixing };
static const char *const precision[] = {"single", "double"};
static const char *const strategies[] = {"naive", "single-flux", "coarsened", "fused"};

static void cut(ria_model *model, void *tiles) {
  model->grid.tiles[0] = model->grid.tiles[1] = *(const int *)tiles;
  model->scheme = RIA_TILING_EXPANSION;
  model->depth = STEPS;
}

/* ---- A simulation whose kernels are a GPU's ---- */

typedef struct {
  ria_simulation simulation; /* all else is the CPU's */
  const ria_implementation *stage[STAGES], *segment[SEGMENTS], *later[SEGMENTS], *tracker[2];
  const ria_implementation *rider[STAGES * RIDERS], *rider_side[STAGES * RIDERS * SEGMENTS];
  ria_device_step_function rider_through[STAGES * RIDERS];
  ria_shape shape[STAGES];
} gpu_simulation;

static const ria_implementation *of_gpu(const ria_kernel *kernel, const char *strategy) {
  const ria_kernel *made = executed_kernel(kernel->name);
  const ria_implementation *one = made ? executed(made, strategy, RIA_SINGLE) : NULL;
  if (!one || !ria_implementation_on_device(one))
    fail_msg("%s: cuda has no %s", kernel->name, strategy);
  return one;
}

/* Some kernels exist only in the fastest strategies. */
static bool is_made(const ria_simulation *s, const char *strategy) {
  bool made = true;
  for (int i = 0; i < s->model.stages; i++)
    made &= executed(executed_kernel(s->model.stage[i].kernel->name), strategy, RIA_SINGLE) != NULL;
  for (int i = 0; i < s->model.riders; i++)
    made &= executed(executed_kernel(s->model.rider[i].kernel->name), strategy, RIA_SINGLE) != NULL;
  return made;
}

static void on_gpu(const ria_simulation *s, const char *strategy, gpu_simulation *gpu) {
  const ria_model *m = &s->model;
  *gpu = (gpu_simulation){.simulation = *s};
  assert_true(m->segments <= SEGMENTS && m->trackers <= 2);
  for (int i = 0; i < m->stages; i++)
    gpu->stage[i] = of_gpu(m->stage[i].kernel, strategy);
  for (int i = 0; i < m->segments; i++) {
    gpu->segment[i] = of_gpu(m->segment[i].kernel, "plain");
    if (m->segment[i].later)
      gpu->later[i] = of_gpu(m->segment[i].later, "plain");
  }
  for (int i = 0; i < m->riders; i++) {
    gpu->rider[i] = of_gpu(m->rider[i].kernel, strategy);
    gpu->rider_through[i] =
        ria_device_functions_of(of_gpu(m->rider[i].kernel, "fused"), m->precision)->through;
    for (int n = 0; n < m->segments; n++)
      gpu->rider_side[i * m->segments + n] = of_gpu(m->rider[i].side[n].kernel, "plain");
  }
  for (int i = 0; i < m->trackers; i++)
    gpu->tracker[i] = of_gpu(m->tracker[i].kernel, "naive");
  gpu->simulation.on_device = true;
  gpu->simulation.stage_implementation = gpu->stage;
  gpu->simulation.segment_implementation = gpu->segment;
  gpu->simulation.later_implementation = gpu->later;
  gpu->simulation.tracker_implementation = gpu->tracker;
  gpu->simulation.rider_implementation = gpu->rider;
  gpu->simulation.rider_through = gpu->rider_through;
  gpu->simulation.rider_side_implementation = gpu->rider_side;
  gpu->simulation.stage_shape = gpu->shape;
  gpu->simulation.device_through =
      ria_device_functions_of(of_gpu(m->stage[0].kernel, "fused"), m->precision)->through;
}

/* ---- A task on a tile ---- */

static void make_steps(const tile_work *w) {
  work_left left = {0};
  for (int i = 0; i < STEPS; i++)
    work_step(w, i, STEPS - i, work_forcing(w, i), &left,
              i + 1 < STEPS ? work_forcing(w, i + 1) : NULL);
}

/* Boxes that become smaller, two of whose sides are the domain's. */
static void make_tiers(const tile_work *w) {
  ria_box box = layout_own(&w->tile->layout);
  bool filled = false;
  for (int i = 0; i < STAGES * STEPS; i++) {
    const int radius = w->s->model.stage[i % STAGES].kernel->radius;
    box.hi[0] -= radius;
    box.lo[1] += radius;
    filled = work_tier(w, i, box, filled, i + 1 < STAGES * STEPS);
  }
}

static void make_rate(const tile_work *w) {
  work_rate(w, 0, work_forcing(w, 0));
}

typedef struct {
  char *state; /* all of the tile's memory */
  step_report *report;
} outcome;

static void forget(outcome *o) {
  free(o->state);
  free(o->report);
}

/* Findings of the launches. A CPU's kernels return them directly. */
static void end_report(const device_task *device, step_report *report) {
  double rate[DEVICE_REPORTS];
  assert_int_equal(device->error, 0);
  for (int i = 0; i < DEVICE_REPORTS; i++) {
    memcpy(&rate[i], &device->report[i].rate, sizeof rate[i]);
    report->bad |= device->report[i].bad;
  }
  report->first_rate = rate[0];
  report->rate = rate[0] > rate[1] ? rate[0] : rate[1];
}

/* Leaves the tile as it is. */
static outcome make(const ria_simulation *s, tile_data *tile, const step_clock *clock,
                    void (*work)(const tile_work *)) {
  const size_t bytes = tile_state_bytes(s, tile);
  outcome o = {malloc(bytes), calloc(1, step_report_bytes(s->openings))};
  char *before = malloc(bytes);
  assert_true(o.state && o.report && before);
  ria_device_report report[DEVICE_REPORTS] = {0};
  device_task device = {.report = report, .flows = step_report_flows(o.report), .reporting = true};
  tile_work w = {.s = s,
                 .tile = tile,
                 .state = tile->state,
                 .clock = clock,
                 .report = o.report,
                 .scratch = s->scratch[0],
                 .device = s->on_device ? &device : NULL};
  tile_statics(s, tile, tile->statics, w.statics);
  memcpy(before, tile->state, bytes);
  work(&w);
  memcpy(o.state, tile->state, bytes);
  memcpy(tile->state, before, bytes);
  free(before);
  if (w.device)
    end_report(&device, o.report);
  return o;
}

/* ---- Against each other ---- */

/* Rows of the tile that differ, in any of its buffers and tracked fields. */
static int differences(const ria_simulation *s, const tile_data *tile, const outcome *a,
                       const outcome *b) {
  const tile_layout *l = &tile->layout;
  const int fields = RIA_BUFFERS * s->model.nstate + RIA_TRACKED * s->model.ntracked;
  int wrong = 0;
  for (int f = 0; f < fields; f++) {
    const char *p = layout_origin(l, a->state, f), *q = layout_origin(l, b->state, f);
    for (int y = 0; y < l->n[1]; y++) {
      const ptrdiff_t row = layout_at(l, 0, y, 0) * (ptrdiff_t)l->size;
      wrong += memcmp(p + row, q + row, (size_t)l->n[0] * l->size) != 0;
    }
  }
  return wrong;
}

static bool same_flows(const ria_simulation *s, const outcome *a, const outcome *b) {
  ria_flows *x = step_report_flows(a->report), *y = step_report_flows(b->report);
  bool same = x->used == y->used && !x->missing && !y->missing;
  for (int n = 0; n < s->openings * RIA_AMOUNTS; n++)
    same &= ria_flow_value(&ria_flows_in(x)[0][n]) == ria_flow_value(&ria_flows_in(y)[0][n]);
  for (int n = 0; n < RIA_AMOUNTS; n++)
    same &= ria_flow_value(&x->left[n]) == ria_flow_value(&y->left[n]);
  return same;
}

static void compare(const ria_simulation *s, const tile_data *tile, const outcome *cpu,
                    const outcome *gpu, const char *what) {
  const int wrong = differences(s, tile, cpu, gpu);
  if (wrong || cpu->report->rate != gpu->report->rate ||
      cpu->report->first_rate != gpu->report->first_rate || cpu->report->bad || gpu->report->bad ||
      !same_flows(s, cpu, gpu))
    fail_msg(
        "%s, tile %d: %d rows differ; rates %.17g and %.17g, of the water %.17g and %.17g, bad "
        "%d and %d, %s inflow",
        what, (int)tile->number, wrong, cpu->report->rate, gpu->report->rate,
        cpu->report->first_rate, gpu->report->first_rate, cpu->report->bad, gpu->report->bad,
        same_flows(s, cpu, gpu) ? "the same" : "another");
  assert_true(cpu->report->rate > 0 && cpu->report->rate >= cpu->report->first_rate);
}

/* The fastest strategy fills the edges of a tile at once, for each stage and each rider. */
static void expect_at_once(const ria_simulation *gpu, const tile_data *tile) {
  for (int i = 0; i < gpu->model.stages; i++)
    assert_true(edges_at_once(gpu, tile, i) && stage_on_device(gpu, i)->fills_edges);
  for (int i = 0; i < gpu->model.riders; i++)
    assert_true(edges_at_once_rider(gpu, tile, i) && rider_on_device(gpu, i)->fills_edges);
}

/* Run a strategy on a tile; `refused`: as after a launch without a side's kernel. */
static void try_strategy(const ria_simulation *s, tile_data *tile, const char *strategy,
                         bool refused, const char *name, const outcome *cpu,
                         void (*work)(const tile_work *)) {
  char what[64];
  gpu_simulation gpu;
  snprintf(what, sizeof what, "%s, %s%s", name, strategy, refused ? ", part by part" : "");
  on_gpu(s, strategy, &gpu);
  tile->edges_refused = tile->rider_edges_refused = refused;
  if (!strcmp(strategy, "fused") && !refused)
    expect_at_once(&gpu.simulation, tile);
  outcome other = make(&gpu.simulation, tile, s->clock, work);
  assert_true(tile->edges_refused == refused && tile->rider_edges_refused == refused);
  compare(s, tile, cpu, &other, what);
  forget(&other);
}

static void try_work(const ria_simulation *s, const char *name, void (*work)(const tile_work *)) {
  for (int i = 0; i < s->tiles; i++) {
    tile_data *tile = &s->tile[i];
    outcome cpu = make(s, tile, s->clock, work);
    for (int k = 0; k < 4; k++) {
      if (!is_made(s, strategies[k]))
        continue;
      try_strategy(s, tile, strategies[k], false, name, &cpu, work);
      if (s->model.riders)
        try_strategy(s, tile, strategies[k], true, name, &cpu, work);
    }
    assert_true(is_made(s, "fused"));
    forget(&cpu);
  }
}

static void try_case(const char *yaml, int stages, int tracers, int tiles) {
  test_run *r = test_run_adapted(test_runtime, yaml, cut, &tiles);
  test_run_steps(r, 6);
  assert_int_equal(r->simulation->tiles, tiles * tiles);
  assert_int_equal(r->simulation->model.stages, stages);
  assert_int_equal(r->simulation->model.riders, tracers * stages);
  try_work(r->simulation, "steps", make_steps);
  try_work(r->simulation, "rate", make_rate);
  if (tiles == 1 && !tracers)
    try_work(r->simulation, "tiers", make_tiers);
  test_run_free(r);
}

static void two_stages(void **state) {
  (void)state;
  for (int p = 0; p < 2; p++)
    for (int order = 1; order <= 2; order++)
      for (int m = 0; m < MIXINGS; m++)
        for (int tiles = 1; tiles <= 2; tiles++) {
          char yaml[2048];
          snprintf(yaml, sizeof yaml, flats, precision[p], order, "", one_tracer, mixing[m]);
          try_case(yaml, 2, 0, tiles);
        }
}

/* The step of the water and of each rider fill the ghost cells for the next step. */
static void with_riders(void **state) {
  (void)state;
  for (int p = 0; p < 2; p++)
    for (int order = 1; order <= 2; order++)
      for (int stages = 1; stages <= 2; stages++)
        for (int tiles = 1; tiles <= 2; tiles++) {
          char yaml[2048];
          snprintf(yaml, sizeof yaml, flats, precision[p], order,
                   ", concentration: {dye: 0.3, salt: 2}", riders, stages == 2 ? mixing[0] : "");
          try_case(yaml, stages, RIDERS, tiles);
        }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(two_stages), cmocka_unit_test(with_riders)};
  return cmocka_run_group_tests(tests, test_runtime_begin, test_runtime_end);
}
