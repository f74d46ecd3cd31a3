/* The balance of an estuary: the content at the end is that at the start plus the inflow, up to
 * rounding, for all sides, sources, orders and tilings. Its ledger has the same bits on any
 * decomposition. A missing flux and lost water are detected. */
#include <math.h>
#include <stdlib.h>
#include "../../workflows/run/balance.h"
#include "basin.h"
#include "ria/patch.h"
#include "ria/registry.h"
#include "ria/solver.h"
#include "tests.h"

/* 40 x 20 cells of 100 m. */
#define HEAD                                                                                       \
  "time: {start: 2026-03-01T01:20:00Z, end: 1 h}\n"                                                \
  "grid: {extent: [0 m, 0 m, 4000 m, 2000 m], cells: [40, 20]}\n"                                  \
  "friction: {manning: 0.025}\n"                                                                   \
  "coriolis: {latitude: 42 deg}\n"

/* A bed that rises out of the water, and falls dry and floods. */
#define FLAT                                                                                       \
  "bathymetry: {shape: {kind: tidal_flat, low: -5 m, high: 1.5 m, length: 4 km, creek_depth: 2 m," \
  " creek_width: 200 m, creek_y: 1 km}}\n"

#define CLOSED                                                                                     \
  HEAD "bathymetry: {shape: {kind: tidal_flat, low: -3 m, high: 2 m, length: 4 km}}\n"             \
       "initial: {shape: {kind: column, x: 1500 m, y: 800 m, radius: 500 m, inside: 2 m,"          \
       " outside: 0.5 m, tracer: 1}}\n"                                                            \
       "tracers: [{name: dye}]\n"

#define TIDE                                                                                       \
  HEAD FLAT "initial: {level: 0.8 m, concentration: 0.25}\n"                                       \
            "boundaries:\n"                                                                        \
            "  - {side: west, to: 1200 m, kind: tide, constituents: {M2: [1 m, 70 deg]},"          \
            " concentration: 1}\n"                                                                 \
            "  - {side: west, from: 1200 m, kind: open}\n"                                         \
            "  - {side: north, kind: level, level: 0.8 m, absorbing: true}\n"                      \
            "  - {side: south, kind: discharge, discharge: 40 m3/s, concentration: 2}\n"           \
            "tracers: [{name: dye}]\n"

/* Segments that end beside walls. */
#define PARTS                                                                                      \
  HEAD FLAT                                                                                        \
      "initial: {level: 0.8 m, concentration: 0.25}\n"                                             \
      "boundaries:\n"                                                                              \
      "  - {side: west, from: 300 m, to: 1200 m, kind: tide, constituents: {M2: [1 m, 70 deg]},"   \
      " concentration: 1}\n"                                                                       \
      "  - {side: south, kind: discharge, discharge: 40 m3/s, to: 800 m, concentration: 2}\n"      \
      "tracers: [{name: dye}]\n"

#define DRY                                                                                        \
  HEAD "bathymetry: {shape: {kind: tidal_flat, low: -1 m, high: 1 m, length: 4 km}}\n"             \
       "initial: {level: -5 m}\n"                                                                  \
       "rivers: [{name: Ulla, at: [1550 m, 1050 m], discharge: 79 m3/s, concentration: 3}]\n"      \
       "tracers: [{name: dye}]\n"

#define DECAY                                                                                      \
  HEAD FLAT "initial: {level: 0.8 m, concentration: 0.5}\n"                                        \
            "boundaries:\n"                                                                        \
            "  - {side: west, kind: tide, constituents: {M2: [1 m, 70 deg]}, concentration: 1}\n"  \
            "rivers: [{name: Ulla, at: [3050 m, 1050 m], discharge: 20 m3/s, concentration: 3}]\n" \
            "tracers:\n"                                                                           \
            "  - {name: germs, half_life: 40 min, releases:"                                       \
            " [{name: works, at: [2050 m, 1050 m], rate: 50, radius: 150 m}]}\n"

/* Deep water at every wall and corner, a wind, and mixing: a second stage. */
#define DEEP                                                                                       \
  HEAD "bathymetry: {shape: {kind: tidal_flat, low: -6 m, high: -2 m, length: 4 km}}\n"            \
       "initial: {level: 0.8 m, concentration: 0.5}\n"                                             \
       "wind: {speed: 12 m/s, direction: 250 deg}\n"                                               \
       "viscosity: 5 m2/s\n"                                                                       \
       "diffusivity: 20 m2/s\n"                                                                    \
       "boundaries:\n"                                                                             \
       "  - {side: south, kind: tide, constituents: {M2: [1 m, 70 deg]}, concentration: 1}\n"      \
       "tracers:\n"                                                                                \
       "  - {name: dye, half_life: 3 h, releases:"                                                 \
       " [{name: works, at: [2050 m, 1050 m], rate: 50}]}\n"

/* A ring of four sections, counterclockwise, one beside the tide, drawn to the north, and one of
 * the ring the other way round. */
#define RING                                                                                       \
  "sections:\n"                                                                                    \
  "  south: [[870 m, 430 m], [2540 m, 370 m]]\n"                                                   \
  "  east: [[2540 m, 370 m], [2630 m, 800 m], [2870 m, 1460 m]]\n"                                 \
  "  north: [[2870 m, 1460 m], [1120 m, 1630 m]]\n"                                                \
  "  west: [[1120 m, 1630 m], [870 m, 430 m]]\n"                                                   \
  "  tide: [[20 m, 10 m], [20 m, 1190 m]]\n"                                                       \
  "  back: [[1120 m, 1630 m], [2870 m, 1460 m]]\n"
#define SECTIONS                                                                                   \
  HEAD FLAT "initial: {level: 0.8 m, concentration: {dye: 0.25, germs: 0.1}}\n"                    \
            "boundaries:\n"                                                                        \
            "  - {side: west, to: 1200 m, kind: tide, constituents: {M2: [1 m, 70 deg]},"          \
            " concentration: {dye: 1}}\n"                                                          \
            "  - {side: north, kind: level, level: 0.8 m, absorbing: true}\n"                      \
            "  - {side: south, kind: discharge, discharge: 40 m3/s, concentration: {germs: 2}}\n"  \
            "tracers:\n"                                                                           \
            "  - {name: dye}\n"                                                                    \
            "  - {name: germs, releases: [{name: works, at: [2050 m, 1050 m], rate: 50}]}\n" RING

/* How a case runs. All 0: order 1, double precision, one tile, windows of the default length. */
typedef struct {
  int order, tiles_x, tiles_y, window, depth;
  bool single, exact, hasty; /* hasty: windows that sometimes exceed their limit */
  ria_tiling_scheme scheme;
  const char *strategy;
  const ria_kernel *kernel; /* instead of the case's own */
} way;

enum { MOST_AMOUNTS = 3 };

typedef struct {
  run_balance balance;
  ria_progress progress;
  ria_case *the_case;
  ria_terrain *terrain; /* that the instance borrows */
  void *instance;
  ria_model *model;               /* that the balance borrows */
  double *field[MOST_AMOUNTS][2]; /* [cells]: field of each amount, at the start and the end */
} outcome;

static void must(ria_status status) {
  if (status != RIA_SUCCESS)
    fail_msg("%s: %s", ria_status_text(status), ria_status_detail());
}

static void read_case(const char *text, const way *w, ria_case *c) {
  ria_case_errors errors = {0};
  char *order;
  assert_true(asprintf(&order, "numerics.order=%d", w->order ? w->order : 1) > 0);
  const char *const set[] = {order};
  const ria_status status =
      ria_case_read_data("balance.yaml", text, strlen(text), &ria_known_names, 1, set, c, &errors);
  for (int i = 0; i < errors.count; i++)
    print_message("%s\n", errors.error[i].text);
  ria_case_errors_destroy(&errors);
  free(order);
  must(status);
}

static void choose_way(const way *w, ria_model *m, ria_stage stage[2]) {
  m->max_dt = 20; /* s: nothing else limits the first steps of a dry start */
  m->grid.tiles[0] = w->tiles_x ? w->tiles_x : 1;
  m->grid.tiles[1] = w->tiles_y ? w->tiles_y : 1;
  m->precision = w->single ? RIA_SINGLE : RIA_DOUBLE;
  m->target = "cpu";
  m->scheme = w->scheme;
  m->trackers = m->ntracked = 0; /* swept tiles do not support tracked fields */
  m->depth = w->depth;
  m->strategy = w->strategy;
  m->window = w->window ? w->window : m->window;
  if (w->exact)
    m->step = RIA_STEP_EXACT;
  if (w->hasty)
    m->guard = 1, m->window = 32;
  memcpy(stage, m->stage, (size_t)m->stages * sizeof *stage);
  if (w->kernel)
    stage[0].kernel = w->kernel;
  m->stage = stage;
}

static void look(ria_simulation *s, outcome *o, int when) {
  const ria_grid *g = &o->terrain->grid;
  const ria_patch all = {.cells = {{0}, {g->cells[0], g->cells[1], 1}}};
  for (int a = 0; a < o->model->amounts; a++) {
    double *values = o->field[a][when] =
        calloc((size_t)(g->cells[0] * g->cells[1]), sizeof *values);
    assert_non_null(values);
    must(ria_patch_read(s, o->model->amount[a].field, &all, values));
  }
}

/* Run a case to its end. */
static outcome run_it(const char *text, way w) {
  outcome o = {0};
  ria_stage stage[2];
  ria_simulation *s;
  const ria_solver *solver = ria_solver_find("estuary");
  o.the_case = calloc(1, sizeof *o.the_case);
  o.model = calloc(1, sizeof *o.model);
  assert_non_null(o.the_case);
  o.terrain = calloc(1, sizeof *o.terrain);
  assert_non_null(o.model);
  assert_non_null(o.terrain);
  read_case(text, &w, o.the_case);
  must(ria_terrain_load(o.the_case, o.terrain));
  must(solver->create(o.the_case, o.terrain, &o.instance, o.model));
  choose_way(&w, o.model, stage);
  must(ria_simulation_create(basin_runtime(), o.model, &s));
  must(ria_simulation_fill(s, solver->fill_state, solver->fill_statics, o.instance));
  must(run_balance_note(&o.balance, o.the_case, o.model, s, 0));
  look(s, &o, 0);
  must(
      ria_simulation_advance(s, o.the_case->time.end, false, o.the_case->time.end, -1, NULL, NULL));
  must(run_balance_note(&o.balance, o.the_case, o.model, s, 1));
  look(s, &o, 1);
  o.progress = ria_simulation_progress(s);
  ria_simulation_destroy(s);
  assert_null(run_balance_unknown(&o.balance));
  return o;
}

static void forget(outcome *o) {
  run_balance_destroy(&o->balance);
  for (int a = 0; a < MOST_AMOUNTS; a++)
    for (int when = 0; when < 2; when++)
      free(o->field[a][when]);
  ria_solver_find("estuary")->destroy(o->instance);
  ria_terrain_destroy(o->terrain);
  free(o->terrain);
  free(o->model);
  ria_case_destroy(o->the_case);
  free(o->the_case);
}

/* The balance closes to rounding, for each amount. */
static void expect_closed(const char *what, const outcome *o, double most) {
  for (int a = 0; a < 2; a++) {
    const run_residual r = run_balance_residual(&o->balance, a);
    print_message("%s, %s: %lld steps, %.6g to %.6g m3, residual %.2e of it\n", what,
                  a ? "tracer" : "water", (long long)o->progress.steps,
                  o->balance.amount[a][0] * o->balance.area,
                  o->balance.amount[a][1] * o->balance.area, r.relative);
    assert_true(fabs(r.relative) <= most);
  }
}

static double inflow(const outcome *o, int opening, int amount) {
  return ria_flow_value(&o->balance.ledger.in[opening][amount]) * o->balance.area;
}

static double fed(const outcome *o, int source, int amount) {
  return ria_flow_value(&o->balance.ledger.fed[source][amount]) * o->balance.area;
}

/* To the bit. */
static void expect_same_ledger(const ria_ledger *a, const ria_ledger *b) {
  assert_int_equal(a->openings, b->openings);
  assert_int_equal(a->feeds, b->feeds);
  assert_memory_equal(a->in, b->in, (size_t)a->openings * sizeof *a->in);
  assert_memory_equal(a->fed, b->fed, (size_t)a->feeds * sizeof *a->fed);
  assert_memory_equal(a->start_share, b->start_share, sizeof a->start_share);
  assert_memory_equal(a->left, b->left, sizeof a->left);
  assert_int_equal(a->unmeasured, b->unmeasured);
  assert_int_equal(a->invalid, b->invalid);
}

/* Rounding of an hour in double precision, and in single: a step rounds each depth to 6e-8 of
 * itself, up or down, and so many steps of so many cells come to that times sqrt(steps / cells). */
static const double time_of_run = 3600;
static const double rounding = 1e-14, single_rounding = 1e-5;

static void closed_basin(void **state) {
  (void)state;
  for (int order = 1; order <= 2; order++) {
    outcome o = run_it(CLOSED, (way){.order = order});
    expect_closed("closed", &o, rounding);
    assert_true(o.balance.amount[1][1] > 0);
    forget(&o);
  }
}

static void tide_through_sides(void **state) {
  (void)state;
  for (int order = 1; order <= 2; order++) {
    outcome o = run_it(TIDE, (way){.order = order});
    expect_closed("tide", &o, rounding);
    /* Checks that the case has fluxes: water leaves with the tide and passes the other sides. */
    assert_true(o.balance.content[0][1] < 0.95 * o.balance.content[0][0]);
    for (int opening = 0; opening < 4; opening++)
      assert_true(fabs(inflow(&o, opening, 0)) > 1e-4 * o.balance.content[0][0]);
    assert_true(fabs(inflow(&o, 0, 1)) > 1e-3 * o.balance.content[0][0]);
    print_message("a discharge of 40 m3/s: %.1f m3/s\n", inflow(&o, 3, 0) / time_of_run);
    forget(&o);
  }
}

static void deep_water_at_walls(void **state) {
  (void)state;
  for (int order = 1; order <= 2; order++) {
    outcome o = run_it(DEEP, (way){.order = order});
    expect_closed("deep", &o, rounding);
    forget(&o);
  }
}

/* 1 + the opening that counts the walls; 0: walls are closed. */
static int opening_of_walls(const outcome *o) {
  for (int i = 0; i < o->model->segments; i++)
    if (o->model->segment[i].opening && !strcmp(o->model->segment[i].kind, "wall"))
      return o->model->segment[i].opening;
  return 0;
}

static void segments_beside_walls(void **state) {
  (void)state;
  for (int order = 1; order <= 2; order++) {
    outcome o = run_it(PARTS, (way){.order = order});
    const int opening = opening_of_walls(&o);
    const double tide = fabs(inflow(&o, 0, 0)),
                 walls = fabs(opening ? inflow(&o, opening - 1, 0) : 0);
    expect_closed("parts", &o, rounding);
    print_message("through walls: %.3g m3, with %.3g m3 of tide\n", walls, tide);
    assert_true(tide > 0.01 * o.balance.content[0][0] && inflow(&o, 1, 0) > 0);
    /* Order 2 does not close the walls next to the tide, and reports it. */
    assert_true((opening > 0) == (order == 2));
    assert_true(order == 1 ? walls == 0 : walls > 1e-4 * tide && walls < 0.02 * tide);
    forget(&o);
  }
}

static void dry_start_with_a_river(void **state) {
  (void)state;
  for (int order = 1; order <= 2; order++) {
    outcome o = run_it(DRY, (way){.order = order});
    expect_closed("dry start", &o, rounding);
    assert_true(o.balance.content[0][0] == 0);
    assert_true(fabs(fed(&o, 0, 0) / (79 * time_of_run) - 1) < 1e-12);
    assert_true(fabs(fed(&o, 0, 1) / (3 * 79 * time_of_run) - 1) < 1e-12);
    forget(&o);
  }
}

static void release_and_decay(void **state) {
  (void)state;
  for (int order = 1; order <= 2; order++) {
    outcome o = run_it(DECAY, (way){.order = order});
    expect_closed("decay", &o, rounding);
    const run_residual r = run_balance_residual(&o.balance, 1);
    assert_true(r.decayed > 0.3 * o.balance.content[1][0]);
    assert_true(fabs(fed(&o, 1, 1) / (50 * time_of_run) - 1) < 1e-12);
    assert_true(fed(&o, 1, 0) == 0);
    forget(&o);
  }
}

static void single_precision(void **state) {
  (void)state;
  static const char *const text[] = {CLOSED, TIDE, DRY, DECAY};
  for (int order = 1; order <= 2; order++)
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
      outcome o = run_it(text[i], (way){.order = order, .single = true});
      expect_closed("single", &o, single_rounding);
      forget(&o);
    }
}

/* Repeated windows count once. */
static void repeated_windows(void **state) {
  (void)state;
  for (int order = 1; order <= 2; order++) {
    outcome o = run_it(TIDE, (way){.order = order, .hasty = true});
    expect_closed("repeated", &o, rounding);
    assert_true(o.progress.redone > 0);
    forget(&o);
  }
}

/* ---- sections ---- */

enum { RING_SOUTH, RING_EAST, RING_NORTH, RING_WEST, BESIDE_TIDE, RING_BACK, ALL_SECTIONS };

static const ria_flow_sum *through(const outcome *o, int section) {
  return o->balance.ledger.in[ria_model_section(o->model, section)];
}

/* Whether a cell's centre lies in the ring. */
static bool in_ring(double x, double y) {
  static const double ring[][2] = {
      {870, 430}, {2540, 370}, {2630, 800}, {2870, 1460}, {1120, 1630}};
  enum { POINTS = sizeof ring / sizeof *ring };
  bool inside = false;
  for (int i = 0, j = POINTS - 1; i < POINTS; j = i++)
    if ((ring[i][1] > y) != (ring[j][1] > y) &&
        x < (ring[j][0] - ring[i][0]) * (y - ring[i][1]) / (ring[j][1] - ring[i][1]) + ring[i][0])
      inside = !inside;
  return inside;
}

/* The amount inside the ring, and the sum of its inflow. */
static double held(const outcome *o, int amount, int when) {
  const ria_grid *g = &o->terrain->grid;
  double sum = 0;
  for (ria_global y = 0; y < g->cells[1]; y++)
    for (ria_global x = 0; x < g->cells[0]; x++)
      if (in_ring(100 * ((double)x + 0.5), 100 * ((double)y + 0.5)))
        sum += o->field[amount][when][y * g->cells[0] + x];
  return sum;
}

static void expect_ring(const outcome *o, double most) {
  for (int a = 0; a < o->model->amounts; a++) {
    double came = a == 2 ? fed(o, 0, 2) / o->balance.area : 0, passed = 0;
    for (int i = RING_SOUTH; i <= RING_WEST; i++) {
      came -= ria_flow_value(&through(o, i)[a]);
      passed += fabs(ria_flow_value(&through(o, i)[a]));
    }
    const double before = held(o, a, 0), after = held(o, a, 1);
    print_message("ring, amount %d: %.9g to %.9g m, %.9g came in, %.9g passed; off by %.2e\n", a,
                  before, after, came, passed, (after - before - came) / fmax(passed, after));
    assert_true(passed > 0.01 * after && fabs(after - before) > 1e-3 * after);
    assert_true(fabs(after - before - came) <= most * fmax(passed, after));
  }
}

/* To the bit: the section beside the side has what the opening has, and a section the other way
 * round has the opposite. */
static void expect_beside(const outcome *o) {
  for (int a = 0; a < o->model->amounts; a++) {
    const ria_flow_sum *side = &o->balance.ledger.in[0][a], *beside = &through(o, BESIDE_TIDE)[a];
    assert_true(ria_flow_value(side) != 0 || a == 2);
    assert_memory_equal(side, beside, sizeof *side);
    assert_true(ria_flow_value(&through(o, RING_NORTH)[a]) ==
                -ria_flow_value(&through(o, RING_BACK)[a]));
  }
}

static void sections_agree_with_volumes(void **state) {
  (void)state;
  static const way ways[] = {
      {.tiles_x = 3, .tiles_y = 2},
      {.strategy = "reference"},
      {.tiles_x = 3, .tiles_y = 2, .scheme = RIA_TILING_EXPANSION, .depth = 3}};
  for (int order = 1; order <= 2; order++) {
    outcome first = run_it(SECTIONS, (way){.order = order, .window = 8});
    assert_int_equal(first.model->amounts, MOST_AMOUNTS);
    assert_int_equal(first.model->sections, ALL_SECTIONS);
    expect_closed("sections", &first, rounding);
    expect_ring(&first, rounding);
    expect_beside(&first);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
      way w = ways[i];
      w.order = order, w.window = 8;
      outcome other = run_it(SECTIONS, w);
      expect_same_ledger(&first.balance.ledger, &other.balance.ledger);
      forget(&other);
    }
    forget(&first);
    outcome single = run_it(SECTIONS, (way){.order = order, .single = true});
    expect_ring(&single, single_rounding);
    expect_beside(&single);
    forget(&single);
    outcome hasty = run_it(SECTIONS, (way){.order = order, .hasty = true});
    assert_true(hasty.progress.redone > 0);
    expect_ring(&hasty, rounding);
    forget(&hasty);
  }
}

/* The same bits by other strategies, on tiles, with deep ghost cells and swept. */
static void hold_tilings(const char *text, int order, bool exact) {
  static const way ways[] = {
      {.strategy = "reference"},
      {.strategy = "simd"},
      {.tiles_x = 3, .tiles_y = 2},
      {.tiles_x = 3, .tiles_y = 2, .scheme = RIA_TILING_EXPANSION, .depth = 3},
      {.tiles_x = 2, .tiles_y = 1, .scheme = RIA_TILING_SWEPT, .depth = 4},
      {.tiles_x = 3, .tiles_y = 2, .scheme = RIA_TILING_SWEPT, .depth = 2}};
  const way one = {.order = order, .window = 8, .exact = exact};
  outcome first = run_it(text, one);
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    way w = ways[i];
    w.order = order, w.window = 8, w.exact = exact;
    if (exact && (w.strategy || w.scheme == RIA_TILING_SWEPT || (order == 2 && w.depth > 1)))
      continue; /* which there is not */
    outcome other = run_it(text, w);
    assert_int_equal(other.progress.steps, first.progress.steps);
    expect_same_ledger(&other.balance.ledger, &first.balance.ledger);
    assert_memory_equal(other.balance.amount, first.balance.amount, sizeof first.balance.amount);
    forget(&other);
  }
  expect_closed(exact ? "exact" : "window", &first, rounding);
  forget(&first);
}

static void tilings_agree(void **state) {
  (void)state;
  for (int order = 1; order <= 2; order++) {
    hold_tilings(DECAY, order, false);
    hold_tilings(DECAY, order, true);
  }
  hold_tilings(PARTS, 2, false);
}

/* ---- kernels that are wrong on purpose ---- */

static ria_implementation wrong_implementation[8];
static ria_kernel wrong_kernel;

/* A copy of a kernel whose functions may be replaced. */
static void copy_kernel(const char *name) {
  const ria_kernel *k = ria_kernel_find(name);
  assert_non_null(k);
  wrong_kernel = *k;
  assert_true(k->implementations <= 8);
  memcpy(wrong_implementation, k->implementation,
         (size_t)k->implementations * sizeof *k->implementation);
  wrong_kernel.implementation = wrong_implementation;
}

static ria_implementation *wrong_one(void) {
  for (int i = wrong_kernel.implementations - 1; i >= 0; i--)
    if (!strcmp(wrong_implementation[i].target->name, "cpu"))
      return &wrong_implementation[i];
  fail();
  return NULL;
}

static ria_step_function true_step;

/* A step that omits a millionth of the water that crosses the sides. */
static void forgetful_step(ria_step_args *args) {
  true_step(args);
  for (int side = 0; side < RIA_PLANE_SIDES && args->fluxes; side++) {
    const bool x = side >= RIA_SOUTH;
    const int from = x ? args->update.lo[0] : args->update.lo[1];
    const int to = x ? args->update.hi[0] : args->update.hi[1];
    for (int i = from; i < to && args->fluxes->side[side]; i++)
      args->fluxes->side[side][2 * i] *= 1 - 1e-6;
  }
}

/* A step that loses a ten-millionth of one cell's water and tracer. */
static void leaking_step(ria_step_args *args) {
  true_step(args);
  for (int f = 0; f < 4; f += 3)
    ((double *)args->dst[f])[(ptrdiff_t)args->pitch * 8 + 15] *= 1 - 1e-7;
}

/* No other check would detect either error. */
static void wrong_fluxes_show(void **state) {
  (void)state;
  copy_kernel("roe_transport");
  true_step = wrong_one()->step[RIA_DOUBLE];
  wrong_one()->step[RIA_DOUBLE] = forgetful_step;
  outcome o = run_it(TIDE, (way){.kernel = &wrong_kernel});
  double in = 0;
  for (int opening = 0; opening < 4; opening++)
    in += inflow(&o, opening, 0);
  const double missing = run_balance_residual(&o.balance, 0).residual;
  assert_true(fabs(missing / (1e-6 * in) - 1) < 1e-3);
  assert_true(fabs(run_balance_residual(&o.balance, 1).relative) <= rounding);
  forget(&o);
  copy_kernel("roe_transport");
  true_step = wrong_one()->step[RIA_DOUBLE];
  wrong_one()->step[RIA_DOUBLE] = leaking_step;
  o = run_it(CLOSED, (way){.kernel = &wrong_kernel});
  for (int a = 0; a < 2; a++)
    assert_true(run_balance_residual(&o.balance, a).relative < -100 * rounding);
  forget(&o);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(closed_basin),          cmocka_unit_test(sections_agree_with_volumes),
      cmocka_unit_test(tide_through_sides),    cmocka_unit_test(deep_water_at_walls),
      cmocka_unit_test(segments_beside_walls), cmocka_unit_test(dry_start_with_a_river),
      cmocka_unit_test(release_and_decay),     cmocka_unit_test(single_precision),
      cmocka_unit_test(repeated_windows),      cmocka_unit_test(tilings_agree),
      cmocka_unit_test(wrong_fluxes_show)};
  return cmocka_run_group_tests(tests, basin_session_open, basin_session_close);
}
