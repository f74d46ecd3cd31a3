/* Order 2 near steep shores: a solitary wave behind a conical island, and a flood in a gorge
 * oblique to the grid. docs/model.md has more cells. */
#include <math.h>
#include <stdlib.h>
#include "basin.h"
#include "report.h"
#include "tests.h"

static const double gravity = BASIN_GRAVITY;
static report *table;

/* ---- the island (Briggs et al. 1995), one half of it ---- */

static const double island_x = 12.96, still = 0.32, wave = 0.181 * 0.32, wave_x = 4; /* m */

static double island(const void *context, double x, double y) {
  (void)context;
  return -still + fmin(fmax((3.6 - hypot(x - island_x, y)) / 4, 0), 0.625);
}

static void solitary(const void *context, double x, double y, double bed, double w[4]) {
  (void)context, (void)y;
  const double k = sqrt(3 * wave / (4 * still * still * still));
  const double level = wave / pow(cosh(k * (x - wave_x)), 2);
  w[0] = fmax(level - bed, 0);
  w[1] = x < 7 ? level * sqrt(gravity * (still + wave)) : 0;
  w[2] = w[3] = 0;
}

/* The highest level at gauge 22, in the lee, m. */
static double highest_behind_island(double dx) {
  const int nx = (int)lround(18 / dx), ny = (int)lround(8 / dx);
  basin *b = basin_create(&(basin_setup){.nx = nx,
                                         .ny = ny,
                                         .dx = dx,
                                         .dy = dx,
                                         .order = 2,
                                         .cfl = 0.9,
                                         .dry = 1e-5,
                                         .bed = island,
                                         .start = solitary});
  double *h = malloc((size_t)(nx * ny) * sizeof *h), highest = 0;
  assert_non_null(h);
  const double place = (island_x + 2.6) / dx - 0.5;
  const int west = (int)floor(place);
  for (int i = 1; i < 240; i++) {
    double level = 0;
    basin_advance(b, 0.05 * i, -1);
    basin_field(b, 0, h);
    for (int x = west; x <= west + 1; x++)
      level += (1 - fabs(place - x)) * (h[x] + island(NULL, (x + 0.5) * dx, 0.5 * dx));
    highest = fmax(highest, level);
  }
  free(h);
  basin_destroy(b);
  return highest;
}

static void waves_behind_an_island(void **state) {
  /* An independent code of order 2 on the same cells: MUSCL with minmod, HLLC. */
  static const double size[] = {0.1, 0.05}, independent[] = {0.0727, 0.0838};
  (void)state;
  for (int i = 0; i < 2; i++) {
    const double level = highest_behind_island(size[i]);
    assert_true(report_row(table, "conical island", "highest level in the lee over another code's",
                           (int)lround(1 / size[i]), level / independent[i], 1, 1.06));
    assert_true(level > 0.94 * independent[i]);
  }
}

/* ---- the gorge ---- */

/* Along the gorge, and across it, m. */
static void along_gorge(double x, double y, double *along, double *across) {
  const double c = 2 / sqrt(5), s = 1 / sqrt(5);
  *along = (x - 100) * c + (y - 150) * s;
  *across = (y - 150) * c - (x - 100) * s;
}

static double gorge(const void *context, double x, double y) {
  double along, across;
  (void)context;
  along_gorge(x, y, &along, &across);
  return -0.01 * along + fmin(fmax(fabs(across) - 15, 0) / 1.67, 80);
}

static void reservoir(const void *context, double x, double y, double bed, double w[4]) {
  double along, across;
  (void)context;
  along_gorge(x, y, &along, &across);
  w[0] = along < 500 ? fmax(30 - bed, 0) : 0;
  w[1] = w[2] = w[3] = 0;
}

/* The mean level 150 m below the dam, from 18 to 60 s after it breaks, m. */
static double level_below_dam(int dx) {
  const int nx = 1200 / dx, ny = 800 / dx;
  basin *b = basin_create(&(basin_setup){.nx = nx,
                                         .ny = ny,
                                         .dx = dx,
                                         .dy = dx,
                                         .single = true,
                                         .order = 2,
                                         .cfl = 0.9,
                                         .dry = 1e-3,
                                         .manning = 0.03,
                                         .bed = gorge,
                                         .start = reservoir});
  double *h = malloc((size_t)(nx * ny) * sizeof *h), sum = 0;
  assert_non_null(h);
  for (int t = 18; t <= 60; t += 6) {
    double levels = 0;
    int count = 0;
    basin_advance(b, t, -1);
    basin_field(b, 0, h);
    for (int i = 0; i < nx * ny; i++) {
      const double x = (i % nx + 0.5) * dx, y = (i / nx + 0.5) * dx;
      double along, across;
      along_gorge(x, y, &along, &across);
      if (fabs(along - 650) >= 22 || fabs(across) >= 15)
        continue;
      levels += gorge(NULL, x, y) + h[i] + 0.01 * (along - 650);
      count++;
    }
    sum += levels / count;
  }
  free(h);
  basin_destroy(b);
  return sum / 8;
}

static void floods_in_a_gorge(void **state) {
  const double fine = level_below_dam(5);
  (void)state;
  for (int dx = 10; dx <= 20; dx += 10)
    assert_true(report_row(table, "gorge", "mean level off that on 5 m, m", dx,
                           fabs(level_below_dam(dx) - fine), 0, 0.4));
}

static int open_session(void **state) {
  table = report_create("shores.md", "Steep shores",
                        "Order 2. Cells: per metre at the island, metres in the gorge.");
  return basin_session_open(state);
}

static int close_session(void **state) {
  report_destroy(table);
  return basin_session_close(state);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(waves_behind_an_island),
                                     cmocka_unit_test(floods_in_a_gorge)};
  return cmocka_run_group_tests(tests, open_session, close_session);
}
