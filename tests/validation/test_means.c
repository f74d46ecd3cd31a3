/* output.window: the means of a window are those of the states after its steps, weighted by their
 * lengths; states before a window do not count, also if it does not reach back to the previous
 * record. */
#include <math.h>
#include <string.h>
#include "ria/checkpoint.h"
#include "test_run.h"
#include "tests.h"

enum { NX = 24, NY = 10, CELLS = NX * NY, MEANS = 10 };

static const char text[] =
    "time: {end: 25 min}\n"
    "grid: {extent: [0 m, 0 m, 2400 m, 1500 m], cells: [24, 10]}\n"
    "bathymetry: {shape: {kind: tidal_flat, low: -3 m, high: 1.5 m, length: 2400 m}}\n"
    "initial: {level: 0 m, concentration: 0.25}\nfriction: 0.03\n"
    "boundaries: {west: {kind: level, level: [[0 min, 0 m], [12 min, 1 m], [25 min, -0.5 m]],"
    " concentration: 2}}\n"
    "tracers: [{name: dye}]\noutput: {every: 10 min, window: 7 min}\n";

/* The tracked fields of the means now, [MEANS][CELLS]: the last of the model's. */
static void look(const test_run *run, double mean[MEANS][CELLS]) {
  ria_snapshot *snapshot;
  const ria_snapshot_tile *tile;
  ria_progress at;
  int tiles;
  const int first = ria_model_kept(&run->model) - MEANS;
  assert_int_equal(ria_simulation_snapshot(run->simulation, &snapshot), RIA_SUCCESS);
  assert_int_equal(ria_snapshot_tiles(snapshot, &tiles, &tile, &at), RIA_SUCCESS);
  assert_int_equal(tiles, 1);
  for (int f = 0; f < MEANS; f++)
    for (int c = 0; c < CELLS; c++)
      mean[f][c] = run->model.precision == RIA_SINGLE
                       ? (double)((const float *)tile->values[first + f])[c]
                       : ((const double *)tile->values[first + f])[c];
  ria_snapshot_destroy(snapshot);
}

typedef struct {
  double sum[4][CELLS]; /* of h, qx, qy, hc times seconds */
} sums;

static void add(const test_run *run, double seconds, sums *s) {
  static double value[CELLS];
  for (int f = 0; f < 4; f++) {
    test_run_field(run, f, value);
    for (int c = 0; c < CELLS; c++)
      s->sum[f][c] += value[c] * seconds;
  }
}

/* Returns the number of cells with means. */
static int expect(const test_run *run, const sums *s, double length, double most) {
  static double mean[MEANS][CELLS];
  int found = 0;
  look(run, mean);
  for (int c = 0; c < CELLS; c++) {
    const double depth = s->sum[0][c] / length;
    if (fabs(depth - run->the_case.dry) < 1e-5)
      continue;
    const bool wet = depth > run->the_case.dry;
    found += wet;
    for (int f = 0; f < 4; f++) {
      const double got = mean[2 * f][c], of = f ? s->sum[f][c] / s->sum[0][c] : depth;
      assert_true(isfinite(got) == wet);
      assert_true(!wet || fabs(got - of) <= most * fmax(fabs(of), 0.1));
    }
  }
  return found;
}

static void means_are_those_of_the_steps(void **state) {
  (void)state;
  static const char *const precision[] = {"precision=single", "precision=double"};
  static const struct {
    double begins, ends;
  } window[] = {{180, 600}, {780, 1200}, {1200, 1500}}; /* the last one is shorter */
  for (int p = 0; p < 2; p++) {
    test_run *run = test_run_new(test_runtime, text, 1, &precision[p]);
    static sums s;
    double before = 0;
    int most = 0, least = CELLS;
    memset(&s, 0, sizeof s);
    add(run, 1, &s);
    expect(run, &s, 1, p ? 1e-15 : 1e-6); /* a record at the start has that state */
    for (int w = 0; w < 3; w++) {
      memset(&s, 0, sizeof s);
      while (before < window[w].ends) {
        test_run_steps_as_case(run, 1);
        const double now = ria_simulation_progress(run->simulation).time;
        const double from = fmax(before, window[w].begins);
        if (now > from)
          add(run, now - from, &s);
        before = now;
      }
      assert_true(before == window[w].ends);
      const int found = expect(run, &s, window[w].ends - window[w].begins, p ? 1e-12 : 3e-5);
      most = found > most ? found : most;
      least = found < least ? found : least;
    }
    assert_true(most < CELLS && least < most); /* cells flood and fall dry */
    test_run_free(run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(means_are_those_of_the_steps)};
  return cmocka_run_group_tests(tests, test_runtime_begin, test_runtime_end);
}
