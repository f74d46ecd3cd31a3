/* The bed's roughness in space, and its laws: Sampson's oscillating lake with linear friction,
 * uniform flow with each law, lanes of different roughness, and uniform maps.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "report.h"
#include "test_run.h"
#include "tests.h"

static report *table;
static char *folder;

static int begin(void **state) {
  folder = test_folder_create();
  table = report_create("roughness.md", "Roughness in space and laws of friction",
                        "Sampson's lake, uniform flow with each law, lanes of two roughnesses.");
  return folder ? test_runtime_begin(state) : -1;
}

static int end(void **state) {
  report_destroy(table);
  test_folder_remove(folder);
  return test_runtime_end(state);
}

/* Writes an ASCII grid of one row of cells for each of `rows`, from the south, in the folder. */
static void write_grid(const char *name, int columns, int rows, double x0, double size,
                       double (*value)(double x, int row)) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fprintf(file, "ncols %d\nnrows %d\nxllcorner %.17g\nyllcorner 0\ncellsize %.17g\n", columns, rows,
          x0, size);
  for (int row = rows - 1; row >= 0; row--)
    for (int i = 0; i < columns; i++)
      fprintf(file, "%.17g%c", value(x0 + (i + 0.5) * size, row), i + 1 < columns ? ' ' : '\n');
  assert_int_equal(fclose(file), 0);
}

static test_run *run_of(const char *text) {
  char path[512];
  snprintf(path, sizeof path, "%s/case.yaml", folder);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  assert_int_equal(fclose(file), 0);
  return test_run_of_file(test_runtime, path, 0, NULL, NULL, NULL);
}

/* ---- Sampson, Easton and Singh (2006): a planar surface in a parabolic valley ---- */

static const double half_width = 3000, deep = 10, rate = 1e-3, swing = 5, gravity = 9.81;

static double valley(double x, int row) {
  (void)row;
  return deep * (x * x / (half_width * half_width) - 1);
}

static double sampson_level(double x, double t) {
  const double p = sqrt(8 * gravity * deep) / half_width, s = sqrt(p * p - rate * rate) / 2;
  const double fade = exp(-rate * t / 2);
  const double bulge = half_width * half_width * swing * swing * fade * fade /
                       (8 * gravity * gravity * deep) *
                       (-s * rate * sin(2 * s * t) + (rate * rate / 4 - s * s) * cos(2 * s * t));
  return bulge - swing * swing * fade * fade / (4 * gravity) -
         fade / gravity * (swing * s * cos(s * t) + rate * swing / 2 * sin(s * t)) * x;
}

static double first_level(double x, int row) {
  (void)row;
  return sampson_level(x, 0);
}

/* The mean error of the depth over the lake, of its deepest depth. */
static double sampson_error(int order, int columns, double t) {
  const double size = 10000.0 / columns;
  write_grid("valley.asc", columns, 1, -5000, size, valley);
  write_grid("level.asc", columns, 1, -5000, size, first_level);
  char text[1024];
  snprintf(text, sizeof text,
           "time: {end: %.9g s}\nprecision: double\nnumerics: {order: %d}\n"
           "grid: {extent: [-5000 m, 0 m, 5000 m, %.9g m], cells: [%d, 1]}\n"
           "bathymetry: {file: valley.asc}\ninitial: {level: level.asc}\n"
           "friction: {linear: %g 1/s}\ndry: 1 mm\n",
           t, order, size, columns, rate);
  test_run *run = run_of(text);
  double *h = malloc((size_t)columns * sizeof *h), error = 0, wet = 0;
  assert_non_null(h);
  test_run_advance(run, t);
  test_run_field(run, 0, h);
  for (int i = 0; i < columns; i++) {
    const double x = -5000 + (i + 0.5) * size;
    const double exact = fmax(sampson_level(x, t) - valley(x, 0), 0);
    error += fabs(h[i] - exact);
    wet += exact > 0;
  }
  free(h);
  test_run_free(run);
  return error / wet / deep;
}

static void test_sampson(void **state) {
  (void)state;
  static const struct {
    int order, columns;
    double accepted;
  } tries[] = {{1, 200, 7e-3}, {1, 400, 3.5e-3}, {2, 200, 1e-3}, {2, 400, 5e-4}};
  bool good = true;
  for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
    char name[64];
    snprintf(name, sizeof name, "Sampson's lake, order %d", tries[i].order);
    const double error = sampson_error(tries[i].order, tries[i].columns, 1500);
    good &= report_row(table, name, "L1 of h over the deepest depth, 1500 s", tries[i].columns,
                       error, 0, tries[i].accepted);
  }
  assert_true(good);
}

/* ---- uniform flow down a slope: the depth at which slope and friction balance ---- */

enum { LONG = 40, LANES = 4 };

static double rougher_to_the_north(double x, int row) {
  (void)x;
  return row < LANES / 2 ? 0.025 : 0.05;
}

/* The velocity in each row, halfway down a slope of 1 in 1000, when the flow is steady. */
static void flow(int order, const char *friction, const char *east, double v[LANES]) {
  char text[1024];
  snprintf(text, sizeof text,
           "time: {end: 6 h}\nprecision: double\nnumerics: {order: %d}\n"
           "grid: {extent: [0 m, 0 m, 4000 m, 400 m], resolution: 100 m}\n"
           "bathymetry: {shape: {kind: slope, elevation: 0 m, slope_x: -0.001}}\n"
           "initial: {depth: 2 m}\n"
           "boundaries: {west: {kind: discharge, discharge: 1600 m3/s}, east: %s}\n"
           "friction: %s\n",
           order, east, friction);
  test_run *run = run_of(text);
  double *qx = malloc(LONG * LANES * sizeof *qx), *h = malloc(LONG * LANES * sizeof *h);
  assert_non_null(qx);
  assert_non_null(h);
  test_run_advance(run, 6 * 3600.0);
  test_run_field(run, 0, h);
  test_run_field(run, 1, qx);
  for (int row = 0; row < LANES; row++)
    v[row] = qx[row * LONG + LONG / 2] / h[row * LONG + LONG / 2];
  free(qx);
  free(h);
  test_run_free(run);
}

static void test_laws(void **state) {
  (void)state;
  /* 4 m2/s down 1 in 1000: the velocity is q / h with h from the law. */
  static const double q = 4, slope = 1e-3;
  const struct {
    const char *name, *friction;
    double velocity;
  } laws[] = {{"Manning, 0.03", "{manning: 0.03}", q / pow(0.03 * q / sqrt(slope), 0.6)},
              {"Chezy, 40", "{chezy: 40 m1/2/s}", q / pow(q * q / (1600 * slope), 1.0 / 3)},
              {"linear, 5e-3", "{linear: 5e-3 1/s}", gravity * slope / 5e-3}};
  bool good = true;
  for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
    for (int order = 1; order <= 2; order++)
      for (int open = 0; open < 2; open++) {
        double v[LANES];
        char name[80];
        snprintf(name, sizeof name, "{kind: level, level: %.9g m}",
                 q / laws[i].velocity - 4000 * slope);
        flow(order, laws[i].friction, open ? "open" : name, v);
        snprintf(name, sizeof name, "uniform flow, %s, order %d, %s", laws[i].name, order,
                 open ? "open" : "level");
        good &= report_row(table, name, "velocity: relative error", LONG,
                           fabs(v[1] / laws[i].velocity - 1), 0, 5e-3);
      }
  assert_true(good);
}

/* On a slope of 1 in 50 the flow is supercritical: it enters with its depth and the case's
 * discharge, although the bed falls by a fifth of the depth in a cell, and leaves at that depth. */
static void test_shooting(void **state) {
  (void)state;
  enum { CELLS = 100, ROWS = 4 };
  static double h[CELLS * ROWS], q[CELLS * ROWS];
  const double normal = pow(0.03 * 4 / sqrt(0.02), 0.6);
  bool good = true;
  for (int order = 1; order <= 2; order++) {
    char text[1024], name[80];
    snprintf(
        text, sizeof text,
        "time: {end: 1 h}\nprecision: double\nnumerics: {order: %d}\n"
        "grid: {extent: [0 m, 0 m, 1000 m, 40 m], resolution: 10 m}\n"
        "bathymetry: {shape: {kind: slope, elevation: 0 m, slope_x: -0.02}}\n"
        "initial: {depth: 1 m}\nfriction: 0.03\n"
        "boundaries: {west: {kind: discharge, discharge: 160 m3/s, depth: %.9g m}, east: open}\n",
        order, normal);
    test_run *run = run_of(text);
    test_run_advance(run, 3600);
    test_run_field(run, 0, h);
    test_run_field(run, 1, q);
    test_run_free(run);
    snprintf(name, sizeof name, "shooting flow, order %d", order);
    good &= report_row(table, name, "discharge in the middle: relative error", CELLS,
                       fabs(q[CELLS + CELLS / 2] / 4 - 1), 0, 1e-3);
    good &= report_row(table, name, "depth of the last cell: relative error", CELLS,
                       fabs(h[2 * CELLS - 1] / normal - 1), 0, 1e-3);
  }
  assert_true(good);
}

/* Where the level is even across, the flow's share of each lane is that of its conveyance. */
static void test_lanes(void **state) {
  (void)state;
  write_grid("lanes.asc", LONG, LANES, 0, 100, rougher_to_the_north);
  bool good = true;
  for (int order = 1; order <= 2; order++) {
    double v[LANES];
    char name[64];
    flow(order, "{manning: lanes.asc}", "open", v);
    snprintf(name, sizeof name, "lanes of 0.025 and 0.05, order %d", order);
    good &= report_row(table, name, "ratio of the velocities over 2", LONG,
                       fabs(v[0] / v[LANES - 1] / 2 - 1), 0, 0.05);
  }
  assert_true(good);
}

/* ---- a uniform map gives the same bits as the number ---- */

static double even(double x, int row) {
  (void)x;
  (void)row;
  return 0.03;
}

static void hashes(const char *friction, int order, const char *precision, state_hashes *state) {
  char text[1400];
  snprintf(text, sizeof text,
           "time: {end: 1 h}\nprecision: %s\nnumerics: {order: %d}\n"
           "grid: {extent: [0 m, 0 m, 4000 m, 400 m], resolution: 100 m}\n"
           "bathymetry: {shape: {kind: slope, elevation: -2 m, slope_x: 0.0011, slope_y: 0.002}}\n"
           "initial: {level: 0.5 m}\n"
           "boundaries: {west: {kind: level, level: [[0 h, 0.5 m], [1 h, 0 m]]},\n"
           "  south: {kind: discharge, discharge: 60 m3/s}, north: open}\n"
           "wind: {speed: 9 m/s, direction: 200 deg}\nfriction: %s\n",
           precision, order, friction);
  test_run *run = run_of(text);
  test_run_steps(run, 200);
  test_run_hashes(run, state);
  test_run_free(run);
}

static void test_even_map(void **state) {
  (void)state;
  write_grid("even.asc", LONG, LANES, 0, 100, even);
  for (int order = 1; order <= 2; order++)
    for (int single = 0; single < 2; single++) {
      state_hashes number, map;
      hashes("0.03", order, single ? "single" : "double", &number);
      hashes("{manning: even.asc}", order, single ? "single" : "double", &map);
      assert_memory_equal(&number, &map, sizeof number);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sampson),  cmocka_unit_test(test_laws),
      cmocka_unit_test(test_shooting), cmocka_unit_test(test_lanes),
      cmocka_unit_test(test_even_map),
  };
  return cmocka_run_group_tests(tests, begin, end);
}
