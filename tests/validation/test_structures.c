/* Structures on faces: weirs against their formula, free and drowned; walls in all directions that
 * do not leak; flaps; water at rest next to all of them; the same bits on any tiles. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "report.h"
#include "test_run.h"
#include "tests.h"

static const double gravity = 9.81;
static report *table;
static char *folder;

static int begin(void **state) {
  folder = test_folder_create();
  table = report_create("structures.md", "Structures on faces",
                        "A weir across a channel of 100 m, in steady flow.");
  return folder ? test_runtime_begin(state) : -1;
}

static int end(void **state) {
  report_destroy(table);
  test_folder_remove(folder);
  return test_runtime_end(state);
}

/* ---- weirs ---- */

enum { LONG = 60, WIDE = 10, CELL = 10 };

/* A channel, 3 m deep, with 1 m2/s and a weir in its middle. */
static void flow_over(int order, double crest, double coefficient, double h[LONG * WIDE],
                      double q[LONG * WIDE]) {
  char text[1024];
  snprintf(text, sizeof text,
           "time: {end: 3 h}\nprecision: double\nnumerics: {order: %d}\n"
           "grid: {extent: [0 m, 0 m, %d m, %d m], resolution: %d m}\n"
           "bathymetry: {shape: {kind: slope, elevation: -3 m, slope_x: 0}}\ninitial: 0 m\n"
           "boundaries: {west: {kind: discharge, discharge: 100 m3/s},\n"
           "  east: {kind: level, level: 0 m}}\n"
           "structures: {sill: {kind: weir, crest: %.9g m, coefficient: %.9g,\n"
           "  line: [[300 m, -1 m], [300 m, 101 m]]}}\n",
           order, LONG * CELL, WIDE * CELL, CELL, crest, coefficient);
  test_run *run = test_run_new(test_runtime, text, 0, NULL);
  test_run_advance(run, 3 * 3600.0);
  test_run_field(run, 0, h);
  test_run_field(run, 1, q);
  test_run_free(run);
}

static double head_of(double h, double q) {
  return h - 3 + q * q / (h * h) / (2 * gravity);
}

static void test_weirs(void **state) {
  (void)state;
  static const struct {
    const char *name;
    double crest, coefficient;
  } weirs[] = {{"free", 0.5, 1}, {"free, coefficient 0.8", 1, 0.8}, {"drowned", -1, 1}};
  static double h[LONG * WIDE], q[LONG * WIDE];
  bool good = true;
  for (size_t i = 0; i < sizeof weirs / sizeof *weirs; i++)
    for (int order = 1; order <= 2; order++) {
      const double crest = weirs[i].crest, share = weirs[i].coefficient;
      flow_over(order, crest, share, h, q);
      const int up = 5 * LONG + 20, down = 5 * LONG + 40;
      const double below = h[down] - 3 - crest, head = head_of(h[up], q[up]) - crest;
      const double free_head = pow(1 / (share * pow(2.0 / 3, 1.5) * sqrt(gravity)), 2.0 / 3);
      const double expected =
          below > 0 ? below + pow(1 / (share * below), 2) / (2 * gravity) : free_head;
      char name[80];
      snprintf(name, sizeof name, "weir, %s, order %d", weirs[i].name, order);
      good &=
          report_row(table, name, "head: relative error", LONG, fabs(head / expected - 1), 0, 1e-3);
    }
  assert_true(good);
}

/* ---- a pond of 20 x 20 cells, divided ---- */

enum { POND = 20 };

typedef struct {
  const char *line;      /* what divides it */
  double ax, ay, bx, by; /* the line's ends; the dividing line continues beyond them */
} wall;

static const wall walls[] = {
    {"[[100 m, -5 m], [100 m, 205 m]]", 100, -5, 100, 205},
    {"[[105 m, -5 m], [105 m, 205 m]]", 105, -5, 105, 205}, /* through centres */
    {"[[-5 m, -5 m], [205 m, 205 m]]", -5, -5, 205, 205},   /* the same, along the diagonal */
    {"[[205 m, -5 m], [-5 m, 205 m]]", 205, -5, -5, 205},   /* the other one */
    {"[[-5 m, 45 m], [205 m, 150 m]]", -5, 45, 205, 150},   /* 1 : 2, through centres */
    {"[[-5 m, 42 m], [205 m, 173.3 m]]", -5, 42, 205, 173.3}};

static test_run *pond(int order, const char *structure, const char *more, test_run_adapt adapt) {
  char text[2048];
  snprintf(text, sizeof text,
           "time: {end: 1 h}\nnumerics: {order: %d}\n"
           "grid: {extent: [0 m, 0 m, 200 m, 200 m], resolution: 10 m}\n"
           "bathymetry: {shape: {kind: slope, elevation: -2 m, slope_x: 0.004, slope_y: -0.003}}\n"
           "friction: 0.02\nstructures: {one: %s}\n%s",
           order, structure, more);
  return test_run_adapted(test_runtime, text, adapt, NULL);
}

static double side_of(const wall *w, int i, int j) {
  const double x = 10 * i + 5, y = 10 * j + 5;
  return (w->bx - w->ax) * (y - w->ay) - (w->by - w->ay) * (x - w->ax);
}

/* Water is added in one corner: the depths on the other side stay unchanged to the bit. */
static void test_walls_leak_nowhere(void **state) {
  (void)state;
  static double before[POND * POND], after[POND * POND];
  for (size_t i = 0; i < sizeof walls / sizeof *walls; i++)
    for (int order = 1; order <= 2; order++) {
      char structure[128];
      snprintf(structure, sizeof structure, "{kind: wall, line: %s}", walls[i].line);
      const bool low_right = walls[i].bx < walls[i].ax;
      test_run *run =
          pond(order, structure,
               low_right ? "rivers: {spring: {at: [15 m, 15 m], discharge: 20 m3/s}}\n"
                         : "rivers: {spring: {at: [15 m, 185 m], discharge: 20 m3/s}}\n",
               NULL);
      test_run_field(run, 0, before);
      test_run_advance(run, 600);
      test_run_field(run, 0, after);
      const double wet_side = low_right ? side_of(&walls[i], 1, 1) : side_of(&walls[i], 1, 18);
      int still = 0, moved = 0;
      for (int k = 0; k < POND * POND; k++) {
        const double side = side_of(&walls[i], k % POND, k / POND);
        if (side == 0)
          continue; /* on the line: it belongs to one of the sides */
        if ((side > 0) == (wet_side > 0))
          moved += after[k] > before[k];
        else
          still += after[k] == before[k];
      }
      int other = 0, same = 0;
      for (int k = 0; k < POND * POND; k++) {
        const double side = side_of(&walls[i], k % POND, k / POND);
        other += side != 0 && (side > 0) != (wet_side > 0);
        same += side != 0 && (side > 0) == (wet_side > 0);
      }
      assert_int_equal(still, other);
      assert_int_equal(moved, same);
      test_run_free(run);
    }
}

static double sum_of_west(const test_run *run) {
  static double h[POND * POND];
  double sum = 0;
  test_run_field(run, 0, h);
  for (int k = 0; k < POND * POND; k++)
    sum += k % POND < POND / 2 ? h[k] : 0;
  return sum;
}

/* For a line to the north, left is west. */
static void test_flaps(void **state) {
  (void)state;
  static const char *const to_west = "{kind: weir, crest: -1 m, passes: left, "
                                     "line: [[100 m, -1 m], [100 m, 201 m]]}";
  for (int order = 1; order <= 2; order++)
    for (int west = 0; west < 2; west++) {
      test_run *run = pond(order, to_west,
                           west ? "rivers: {spring: {at: [55 m, 105 m], discharge: 20 m3/s}}\n"
                                : "rivers: {spring: {at: [155 m, 105 m], discharge: 20 m3/s}}\n",
                           NULL);
      const double before = sum_of_west(run);
      test_run_advance(run, 600);
      const double came = sum_of_west(run) - before; /* 120 m are poured in altogether */
      if (west)
        assert_true(fabs(came - 120) < 0.01); /* all stays there, in single precision */
      else
        assert_true(came > 20);
      test_run_free(run);
    }
}

static void test_lake_rests(void **state) {
  (void)state;
  static const char *const all[] = {
      "{kind: wall, line: [[31 m, 20 m], [150 m, 163 m], [170 m, 20 m]]}",
      "{kind: weir, crest: -0.7 m, line: [[31 m, 20 m], [150 m, 163 m], [170 m, 20 m]]}",
      "{kind: weir, crest: 0.7 m, passes: left, line: [[31 m, 20 m], [150 m, 163 m]]}"};
  static double before[POND * POND], after[POND * POND], q[POND * POND];
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    for (int order = 1; order <= 2; order++) {
      test_run *run = pond(order, all[i], "precision: double\n", NULL);
      test_run_field(run, 0, before);
      test_run_steps(run, 200);
      test_run_field(run, 0, after);
      test_run_field(run, 1, q);
      assert_memory_equal(before, after, sizeof before);
      for (int k = 0; k < POND * POND; k++)
        assert_true(q[k] == 0);
      test_run_free(run);
    }
}

static void cut(ria_model *model, void *context) {
  (void)context;
  model->grid.tiles[0] = 3;
  model->grid.tiles[1] = 2;
}

/* The state of all cells, on any tiles. */
static void take_state(const test_run *run, double *values) {
  static ria_global x[POND * POND], y[POND * POND];
  for (int k = 0; k < POND * POND; k++) {
    x[k] = k % POND;
    y[k] = k / POND;
  }
  const ria_probe_cells all = {.count = POND * POND, .at = {x, y}};
  assert_int_equal(ria_simulation_probe(run->simulation, &all, values), RIA_SUCCESS);
}

static void test_tiles(void **state) {
  (void)state;
  static const char *const weir = "{kind: weir, crest: -0.4 m, passes: right, line: [[31 m, -5 m], "
                                  "[95 m, 105 m], [170 m, 205 m]]}";
  static const char *const spring = "rivers: {spring: {at: [15 m, 105 m], discharge: 20 m3/s}}\n"
                                    "boundaries: {east: {kind: level, level: 0 m}}\n";
  static double values[2][4 * POND * POND];
  for (int order = 1; order <= 2; order++) {
    for (int tiles = 0; tiles < 2; tiles++) {
      test_run *run = pond(order, weir, spring, tiles ? cut : NULL);
      test_run_steps(run, 300);
      take_state(run, values[tiles]);
      test_run_free(run);
    }
    assert_memory_equal(values[0], values[1], sizeof *values);
  }
}

/* ---- lines of a file ---- */

static void test_file(void **state) {
  (void)state;
  char path[512], structure[640];
  snprintf(path, sizeof path, "%s/dikes.geojson", folder);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs("{\"type\": \"FeatureCollection\", \"features\": [{\"type\": \"Feature\", \"properties\": "
        "{}, "
        "\"geometry\": {\"type\": \"MultiLineString\", \"coordinates\": [[[100, -5], [100, 120]], "
        "[[100, 110], [100, 205]]]}}]}",
        file);
  assert_int_equal(fclose(file), 0);
  snprintf(structure, sizeof structure, "{kind: wall, file: %s}", path);
  test_run *run =
      pond(1, structure, "rivers: {spring: {at: [15 m, 105 m], discharge: 20 m3/s}}\n", NULL);
  const double before = sum_of_west(run);
  test_run_advance(run, 600);
  assert_true(fabs(sum_of_west(run) - before - 120) < 0.01);
  test_run_free(run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_weirs), cmocka_unit_test(test_walls_leak_nowhere),
      cmocka_unit_test(test_flaps), cmocka_unit_test(test_lake_rests),
      cmocka_unit_test(test_tiles), cmocka_unit_test(test_file),
  };
  return cmocka_run_group_tests(tests, begin, end);
}
