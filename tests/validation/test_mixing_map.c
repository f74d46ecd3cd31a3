/* Viscosity and diffusivity that differ from cell to cell: a uniform map gives the same bits as the
 * number, and each half of a basin mixes with its own value. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "report.h"
#include "test_run.h"
#include "tests.h"

static const double pi = 3.14159265358979323846;
static report *table;
static char *folder;

static int begin(void **state) {
  folder = test_folder_create();
  table = report_create("mixing-map.md", "Viscosity and diffusivity in space",
                        "Two halves of a basin with different values.");
  return folder ? test_runtime_begin(state) : -1;
}

static int end(void **state) {
  report_destroy(table);
  test_folder_remove(folder);
  return test_runtime_end(state);
}

static FILE *create(const char *name) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  return file;
}

/* An ASCII grid whose cells have a size of `size`, in metres. */
static void write_grid(const char *name, int columns, int rows, double size,
                       double (*value)(int column, int row)) {
  FILE *file = create(name);
  fprintf(file, "ncols %d\nnrows %d\nxllcorner 0\nyllcorner 0\ncellsize %.17g\n", columns, rows,
          size);
  for (int row = rows - 1; row >= 0; row--)
    for (int i = 0; i < columns; i++)
      fprintf(file, "%.17g%c", value(i, row), i + 1 < columns ? ' ' : '\n');
  assert_int_equal(fclose(file), 0);
}

static test_run *run_of(const char *text) {
  char path[512];
  FILE *file = create("case.yaml");
  fputs(text, file);
  assert_int_equal(fclose(file), 0);
  snprintf(path, sizeof path, "%s/case.yaml", folder);
  return test_run_of_file(test_runtime, path, 0, NULL, NULL, NULL);
}

/* ---- a uniform map ---- */

static double even(int column, int row) {
  (void)column, (void)row;
  return 1.7;
}

static double shaken(int column, int row) {
  return 1.7 + 1e-3 * ((column + row) % 2);
}

typedef struct {
  int order;
  const char *precision, *more;
} way;

static void hashes(const way *w, const char *mixing, state_hashes *state) {
  char text[1600];
  snprintf(text, sizeof text,
           "time: {end: 1 h}\nprecision: %s\nnumerics: {order: %d}\n"
           "grid: {extent: [0 m, 0 m, 2000 m, 400 m], resolution: 50 m}\n"
           "bathymetry: {shape: {kind: slope, elevation: -2 m, slope_x: 0.0011, slope_y: 0.002}}\n"
           "initial: {level: 0.5 m}\nfriction: 0.03\n"
           "boundaries: {west: {kind: level, level: [[0 h, 0.5 m], [1 h, 0 m]]},\n"
           "  south: {kind: discharge, discharge: 60 m3/s}, north: open}\n"
           "wind: {speed: 9 m/s, direction: 200 deg}\n%s%s",
           w->precision, w->order, w->more, mixing);
  test_run *run = run_of(text);
  test_run_steps(run, 200);
  test_run_hashes(run, state);
  test_run_free(run);
}

static void expect_bits(const way *w, const char *number, const char *map, bool same) {
  state_hashes one, other;
  hashes(w, number, &one);
  hashes(w, map, &other);
  if (same != !memcmp(&one, &other, sizeof one))
    fail_msg("order %d, %s precision: '%s' and '%s' %s", w->order, w->precision, number, map,
             same ? "differ" : "do not differ");
}

#define TRACER                                                                                     \
  "tracers: [{name: dye, releases: [{at: [425 m, 125 m], radius: 150 m, concentration: 1}]}]\n"
#define WEIR                                                                                       \
  "structures: [{kind: weir, crest: 0.2 m, line: [[1000 m, 0 m], [1000 m, 200 m]]}]\n" TRACER
#define LAND                                                                                       \
  "rain: 20 mm/h\nlosses: {initial: 1 mm, continuing: 5 mm/h}\n"                                   \
  "rivers: [{at: [525 m, 225 m], discharge: -1 m3/s}]\n" TRACER

static void test_even_map(void **state) {
  (void)state;
  static const char *const more[] = {"", TRACER, WEIR, LAND};
  write_grid("even.asc", 40, 8, 50, even);
  write_grid("shaken.asc", 40, 8, 50, shaken);
  for (int i = 0; i < 16; i++) {
    const way w = {1 + i % 2, i / 2 % 2 ? "single" : "double", more[i / 4]};
    expect_bits(&w, "viscosity: 1.7\n", "viscosity: even.asc\n", true);
    expect_bits(&w, "viscosity: 1.7\n", "viscosity: shaken.asc\n", false);
    if (!strstr(w.more, TRACER))
      continue;
    expect_bits(&w, "viscosity: 1.7\ndiffusivity: 0.4\n",
                "viscosity: {map: 1.7 m2/s}\ndiffusivity: {map: 0.4}\n", true);
    expect_bits(&w, "viscosity: {smagorinsky: 0.2}\ndiffusivity: 1.7\n",
                "viscosity: {smagorinsky: 0.2}\ndiffusivity: even.asc\n", true);
    expect_bits(&w, "diffusivity: 1.7\n", "diffusivity: shaken.asc\n", false);
  }
}

/* Without a tracer its diffusivity must not shorten the step. */
static void test_no_tracer(void **state) {
  (void)state;
  const way w = {2, "double", ""};
  expect_bits(&w, "viscosity: 1.7\n", "viscosity: {map: 1.7}\ndiffusivity: 900\n", true);
  expect_bits(&w, "viscosity: 1.7\n", "viscosity: 1.7\ndiffusivity: {map: 900}\n", true);
}

/* ---- two halves ---- */

/* 20 rows of 10 m, a ridge, 20 rows: in each half a current that changes as half a cosine across
 * decays by its own viscosity. */
enum { HALF = 20, ROWS = 2 * HALF + 1, COLUMNS = 4 };
static const double low = 2, high = 20;

static double ridge(int column, int row) {
  (void)column;
  return row == HALF ? 5 : -2;
}
static double current(int column, int row) {
  (void)column;
  return row == HALF ? 0 : 0.1 * cos(pi * (row % (HALF + 1) + 0.5) / HALF);
}
static double by_row(int column, int row) {
  (void)column;
  return row < HALF ? low : high;
}

static double decay_error(const double *q, int first, double viscosity, double t) {
  const double share = exp(-viscosity * pi * pi / (200.0 * 200) * t);
  double most = 0;
  for (int row = first; row < first + HALF; row++)
    most = fmax(most, fabs(q[row * COLUMNS] / 2 - share * current(0, row)));
  return most / 0.1;
}

static void test_halves_of_a_current(void **state) {
  (void)state;
  double q[ROWS * COLUMNS];
  write_grid("ridge.asc", COLUMNS, ROWS, 10, ridge);
  write_grid("current.asc", COLUMNS, ROWS, 10, current);
  write_grid("viscosity.asc", COLUMNS, ROWS, 10, by_row);
  bool good = true;
  for (int order = 1; order <= 2; order++) {
    char text[512];
    snprintf(text, sizeof text,
             "time: 100 s\nprecision: double\nnumerics: {order: %d}\ngrid: {periodic: x}\n"
             "bathymetry: ridge.asc\ninitial: {velocity: {x: current.asc, y: 0 m/s}}\n"
             "viscosity: viscosity.asc\n",
             order);
    test_run *run = run_of(text);
    test_run_advance(run, 100);
    test_run_field(run, 1, q);
    test_run_free(run);
    good &= report_row(table, "current, 2 m2/s", "error of the amplitude", HALF,
                       decay_error(q, 0, low, 100), 0, 5e-3);
    good &= report_row(table, "current, 20 m2/s", "error of the amplitude", HALF,
                       decay_error(q, HALF + 1, high, 100), 0, 5e-3);
  }
  assert_true(good);
}

/* A band of tracer along a basin, which spreads by the diffusivity of each half. */
enum { LONG = 80, WIDE = 60 };

static double by_column(int column, int row) {
  (void)row;
  return column < LONG / 2 ? low : high;
}

static double peak_error(const double *hc, int column, double diffusivity, double t) {
  const double sigma = 60, now = sqrt(sigma * sigma + 2 * diffusivity * t);
  return fabs(hc[WIDE / 2 * LONG + column] / 3 * now / sigma - 1);
}

static void test_halves_of_a_band(void **state) {
  (void)state;
  static double hc[LONG * WIDE];
  write_grid("diffusivity.asc", LONG, WIDE, 20, by_column);
  test_run *run = run_of("time: 300 s\nprecision: double\n"
                         "grid: {extent: [0 m, 0 m, 1600 m, 1200 m], resolution: 20 m}\n"
                         "bathymetry: {shape: {kind: flat, elevation: -3 m}}\n"
                         "initial: {shape: {kind: uniform, depth: 3 m, y: 610 m, sigma_y: 60 m, "
                         "peak: 1}}\ntracers: [{name: dye}]\ndiffusivity: diffusivity.asc\n");
  test_run_advance(run, 300);
  test_run_field(run, 3, hc);
  test_run_free(run);
  assert_true(report_row(table, "band, 2 m2/s", "error of the peak", WIDE,
                         peak_error(hc, 10, low, 300), 0, 5e-3) &&
              report_row(table, "band, 20 m2/s", "error of the peak", WIDE,
                         peak_error(hc, LONG - 10, high, 300), 0, 5e-3));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_even_map),
      cmocka_unit_test(test_no_tracer),
      cmocka_unit_test(test_halves_of_a_current),
      cmocka_unit_test(test_halves_of_a_band),
  };
  return cmocka_run_group_tests(tests, begin, end);
}
