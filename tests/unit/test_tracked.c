/* Tracked fields: equal to what the states after all steps give, whether a task makes
 * one step or many, and where windows are done again. */
#include <ria/checkpoint.h>
#include "test_run.h"
#include "tests.h"
#include "water_model.h"

enum { STATE = 4, CELLS = NX * NY, STEPS = 24, TRACKED = 13, TRACKERS = 6 };
static const double dry = 1e-3, threshold = 0.0505, least = 1.8, arrives = 2.3, lasts = 2;

/* Largest values, each with its time behind it, then the rest. */
enum { DEEPEST, SPEED = 2, FLUX = 4, HAZARD = 6, CONTENT = 8, ARRIVAL = 10, FLOODED, DURATION };
static const ria_tracked tracked[TRACKED] = {
    {{"depth_max", "m", "largest so far"}, -(double)INFINITY},
    {{"depth_max_time", "s", "of it"}, (double)INFINITY},
    {{"speed_max", "m/s", "largest so far"}, -(double)INFINITY},
    {{"speed_max_time", "s", "of it"}, (double)INFINITY},
    {{"flux_max", "m2/s", "largest so far"}, -(double)INFINITY},
    {{"flux_max_time", "s", "of it"}, (double)INFINITY},
    {{"hazard_max", "m2/s", "largest so far"}, -(double)INFINITY},
    {{"hazard_max_time", "s", "of it"}, (double)INFINITY},
    {{"concentration_max", "1", "largest so far"}, -(double)INFINITY},
    {{"concentration_max_time", "s", "of it"}, (double)INFINITY},
    {{"arrival", "s", "of the tracer"}, (double)INFINITY},
    {{"flood_arrival", "s", "of the water"}, (double)INFINITY},
    {{"flood_duration", "s", "of it"}, 0}};

static void give(ria_tracker *tracker, const char *scalar, double value) {
  const int number = ria_kernel_scalar(tracker->kernel, scalar);
  if (number >= 0)
    tracker->scalars[number] = (ria_binding){.from = RIA_BIND_VALUE, .value = value};
}

static void track(setting *s, ria_tracker tracker[TRACKERS]) {
  static const char *const kernel[TRACKERS] = {"water_peak_depth",   "water_peak_speed",
                                               "water_peak_flux",    "water_peak_hazard",
                                               "water_peak_arrival", "water_flooded"};
  for (int i = 0; i < TRACKERS; i++) {
    tracker[i] = (ria_tracker){.kernel = ria_kernel_find(kernel[i])};
    assert_non_null(tracker[i].kernel);
    const bool all = i == 0 || i >= 4;
    give(&tracker[i], "least", all ? dry : least);
    give(&tracker[i], "threshold", threshold);
    give(&tracker[i], "arrives", arrives);
    give(&tracker[i], "lasts", lasts);
    give(&tracker[i], "time", 0);
    tracker[i].scalars[ria_kernel_scalar(tracker[i].kernel, "time")].from = RIA_BIND_TIME;
  }
  s->model.ntracked = TRACKED;
  s->model.tracked = tracked;
  s->model.trackers = TRACKERS;
  s->model.tracker = tracker;
}

typedef struct {
  double state[STATE][CELLS], tracked[TRACKED][CELLS];
  ria_progress progress;
} seen;

static double value_of(ria_precision precision, const void *values, size_t at) {
  return precision == RIA_SINGLE ? (double)((const float *)values)[at]
                                 : ((const double *)values)[at];
}

static void look(ria_simulation *s, ria_precision precision, seen *now) {
  ria_snapshot *snapshot;
  const ria_snapshot_tile *tile;
  int tiles;
  assert_int_equal(ria_simulation_snapshot(s, &snapshot), RIA_SUCCESS);
  assert_int_equal(ria_snapshot_tiles(snapshot, &tiles, &tile, &now->progress), RIA_SUCCESS);
  for (int t = 0; t < tiles; t++)
    for (int f = 0; f < STATE + TRACKED; f++)
      for (int y = 0; y < tile[t].n[1]; y++)
        for (int x = 0; x < tile[t].n[0]; x++) {
          const size_t cell = (size_t)((tile[t].lo[1] + y) * NX + tile[t].lo[0] + x);
          *(f < STATE ? &now->state[f][cell] : &now->tracked[f - STATE][cell]) =
              value_of(precision, tile[t].values[f], (size_t)(y * tile[t].n[0] + x));
        }
  ria_snapshot_destroy(snapshot);
}

static ria_simulation *begin(setting *s) {
  ria_simulation *simulation;
  assert_int_equal(ria_simulation_create(test_runtime, &s->model, &simulation), RIA_SUCCESS);
  assert_int_equal(ria_simulation_fill(simulation, fill_state, fill_static, &s->model),
                   RIA_SUCCESS);
  return simulation;
}

static void advance(ria_simulation *s, int steps) {
  assert_int_equal(ria_simulation_advance(s, 1e9, false, 1e9, steps, NULL, NULL), RIA_SUCCESS);
}

static void keep(seen *e, int c, int field, double value, double time) {
  if (!(value > e->tracked[field][c]))
    return;
  e->tracked[field][c] = value;
  e->tracked[field + 1][c] = time;
}

/* The trackers' expected values after the state at a time, computed by the same operations in the
 * same precision. */
#define FOLLOW(real, root, plus_product)                                                           \
  static void follow_##real(const seen *now, int c, seen *e) {                                     \
    const real h = (real)now->state[0][c], x = (real)now->state[1][c], y = (real)now->state[2][c], \
               time = (real)now->progress.time, q = root(plus_product(x, x, y * y)),               \
               content = (real)now->state[3][c] / h;                                               \
    if (h > (real)dry) {                                                                           \
      keep(e, c, DEEPEST, (double)h, (double)time);                                                \
      keep(e, c, CONTENT, (double)content, (double)time);                                          \
      if (content >= (real)threshold)                                                              \
        e->tracked[ARRIVAL][c] = fmin(e->tracked[ARRIVAL][c], (double)time);                       \
    }                                                                                              \
    if (h > (real)least) {                                                                         \
      keep(e, c, SPEED, (double)(real)(q / h), (double)time);                                      \
      keep(e, c, FLUX, (double)q, (double)time);                                                   \
      keep(e, c, HAZARD, (double)plus_product((real)0.5, h, q), (double)time);                     \
    }                                                                                              \
    if (h > (real)arrives)                                                                         \
      e->tracked[FLOODED][c] = fmin(e->tracked[FLOODED][c], (double)time);                         \
    const real stood = (real)e->tracked[DURATION][c], since = time + 1;                            \
    if ((h > (real)lasts) != (stood < 0))                                                          \
      e->tracked[DURATION][c] = (double)(real)(stood < 0 ? stood + since : stood - since);         \
  }
FOLLOW(float, sqrtf, fmaf)
FOLLOW(double, sqrt, fma)

static void follow(const setting *s, const seen *now, seen *expected) {
  for (int c = 0; c < CELLS; c++)
    if (s->model.precision == RIA_SINGLE)
      follow_float(now, c, expected);
    else
      follow_double(now, c, expected);
}

static void expect_same(const seen *a, const seen *b) {
  for (int f = 0; f < TRACKED; f++)
    for (int c = 0; c < CELLS; c++)
      if (a->tracked[f][c] != b->tracked[f][c])
        fail_msg("%s in cell (%d, %d): %.17g instead of %.17g", tracked[f].quantity.name, c % NX,
                 c / NX, a->tracked[f][c], b->tracked[f][c]);
}

/* One step after the other, looking at each state. Returns the steps that were done again. */
static int64_t watch(setting *s, seen *expected) {
  static seen now;
  ria_simulation *simulation = begin(s);
  for (int f = 0; f < TRACKED; f++)
    for (int c = 0; c < CELLS; c++)
      expected->tracked[f][c] = tracked[f].start;
  for (int n = 0; n <= STEPS; n++) {
    look(simulation, s->model.precision, &now);
    follow(s, &now, expected);
    expect_same(&now, expected);
    if (n < STEPS)
      advance(simulation, 1);
  }
  expected->progress = now.progress;
  ria_simulation_destroy(simulation);
  return expected->progress.redone;
}

static void shape(setting *s, ria_tracker tracker[TRACKERS], ria_precision precision,
                  ria_step_mode mode, int tiles_x, int tiles_y) {
  prepare(s, false, tiles_x, tiles_y);
  track(s, tracker);
  s->model.precision = precision;
  s->model.step = mode;
  s->model.fixed_dt = 0.5; /* sums of it are exact: windows of any length have the same times */
  s->model.guard = 1;      /* the first waves grow: windows are done again */
}

/* Otherwise the comparisons above would be void. */
static void expect_some(const seen *e) {
  int came = 0, flooded = 0, stands = 0, fell = 0, later = 0;
  for (int c = 0; c < CELLS; c++) {
    came += isfinite(e->tracked[ARRIVAL][c]) != 0;
    flooded += isfinite(e->tracked[FLOODED][c]) != 0;
    stands += e->tracked[DURATION][c] < 0;
    fell += e->tracked[DURATION][c] > 0;
    later += e->tracked[SPEED + 1][c] > 0 && e->tracked[SPEED + 1][c] < e->progress.time;
  }
  print_message("of %d cells: %d reached, %d flooded, %d stand, %d fell, %d were fastest between\n",
                CELLS, came, flooded, stands, fell, later);
  assert_true(came && came < CELLS && flooded && flooded < CELLS && stands && fell && later);
}

static void each_step_counts_once(void **state) {
  (void)state;
  static seen expected, now;
  setting s;
  ria_tracker tracker[TRACKERS];
  int64_t redone = 0;
  for (int precision = 0; precision < RIA_PRECISIONS; precision++)
    for (int mode = RIA_STEP_WINDOW; mode <= RIA_STEP_FIXED; mode++) {
      shape(&s, tracker, (ria_precision)precision, (ria_step_mode)mode, 1, 1);
      s.model.window = 1;
      redone += watch(&s, &expected);
      for (int tiles = 1; tiles <= 3; tiles++) {
        shape(&s, tracker, (ria_precision)precision, (ria_step_mode)mode, tiles, 2);
        s.model.window = mode == RIA_STEP_FIXED ? 5 : 1;
        s.model.scheme = tiles > 2 ? RIA_TILING_EXPANSION : RIA_TILING_CLASSIC;
        s.model.depth = 3;
        ria_simulation *simulation = begin(&s);
        advance(simulation, STEPS);
        look(simulation, s.model.precision, &now);
        ria_simulation_destroy(simulation);
        assert_true(now.progress.time == expected.progress.time);
        expect_same(&now, &expected);
      }
    }
  assert_true(redone > 0); /* otherwise this test does not cover them */
  expect_some(&expected);
}

/* The same through a checkpoint; and one without tracked fields, as an older ria wrote it, begins
 * with its state. */
static void checkpoints_have_them(void **state) {
  (void)state;
  static seen expected, now, after;
  setting s, plain;
  ria_tracker tracker[TRACKERS];
  char *folder = test_folder_create(), path[512], older[512];
  const ria_checkpoint_identity identity = {.solver = "water", .case_hash = "0123456789abcdef"};
  ria_checkpoint_records records;
  snprintf(path, sizeof path, "%s/with.h5", folder);
  snprintf(older, sizeof older, "%s/without.h5", folder);
  shape(&s, tracker, RIA_DOUBLE, RIA_STEP_FIXED, 2, 1);
  plain = s;
  plain.model.trackers = plain.model.ntracked = 0;
  plain.model.stage = &plain.stage;
  watch(&s, &expected);
  for (int with = 0; with < 2; with++) {
    ria_snapshot *snapshot;
    ria_simulation *simulation = begin(with ? &s : &plain);
    advance(simulation, STEPS / 2);
    assert_int_equal(ria_simulation_snapshot(simulation, &snapshot), RIA_SUCCESS);
    assert_int_equal(
        ria_checkpoint_write(test_runtime, snapshot, &identity, NULL, with ? path : older),
        RIA_SUCCESS);
    ria_snapshot_destroy(snapshot);
    ria_simulation_destroy(simulation);
  }
  ria_simulation *simulation = begin(&s);
  assert_int_equal(ria_checkpoint_read(simulation, &identity, path, &records), RIA_SUCCESS);
  assert_false(records.tracked_anew);
  ria_checkpoint_records_destroy(&records);
  advance(simulation, STEPS - STEPS / 2);
  look(simulation, RIA_DOUBLE, &now);
  expect_same(&now, &expected);
  assert_int_equal(ria_checkpoint_read(simulation, &identity, older, &records), RIA_SUCCESS);
  assert_true(records.tracked_anew);
  ria_checkpoint_records_destroy(&records);
  look(simulation, RIA_DOUBLE, &now);
  for (int f = 0; f < TRACKED; f++)
    for (int c = 0; c < CELLS; c++)
      after.tracked[f][c] = tracked[f].start;
  follow(&s, &now, &after);
  expect_same(&now, &after);
  ria_simulation_destroy(simulation);
  test_folder_remove(folder);
}

static void expect_refused(const setting *s, const char *words) {
  ria_simulation *simulation;
  assert_int_not_equal(ria_simulation_create(test_runtime, &s->model, &simulation), RIA_SUCCESS);
  if (!strstr(ria_status_detail(), words))
    fail_msg("said '%s', not '%s'", ria_status_detail(), words);
}

static void impossible_settings_are_reported(void **state) {
  (void)state;
  setting s;
  ria_tracker tracker[TRACKERS];
  shape(&s, tracker, RIA_SINGLE, RIA_STEP_WINDOW, 2, 2);
  s.model.scheme = RIA_TILING_SWEPT;
  s.model.depth = 2;
  expect_refused(&s, "'depth_max' is updated after every step");
  shape(&s, tracker, RIA_SINGLE, RIA_STEP_WINDOW, 2, 2);
  s.model.ntracked = 1;
  expect_refused(&s,
                 "the kernel water_peak_depth has 'depth_max_time' in its STATE, and the model's "
                 "STATE has no field of that name; it has: depth_max");
  shape(&s, tracker, RIA_SINGLE, RIA_STEP_WINDOW, 2, 2);
  tracker[0].kernel = ria_kernel_find("roe_transport");
  expect_refused(&s, "the kernel roe_transport cannot track: expected a POINT kernel");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(each_step_counts_once),
                                     cmocka_unit_test(checkpoints_have_them),
                                     cmocka_unit_test(impossible_settings_are_reported)};
  return cmocka_run_group_tests(tests, test_runtime_begin, test_runtime_end);
}
