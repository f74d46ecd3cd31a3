/* Currents at low Froude numbers, where waves are much faster than the water: comparison with an
 * independent model, and instabilities that a scheme must not have. */
#include "arousa.h"
#include "basin.h"

static report *table;

static void test_arousa(void **state) {
  (void)state;
  static const arousa_scheme schemes[] = {
      {.name = "order 1", .velocity = 0.22, .direction = 3, .banding = 1.9},
      {.name = "order 2",
       .sets = 1,
       .set = {"numerics.order=2"},
       .velocity = 0.26, /* 0.24 with cfl: 0.45, which needs no smoothing of the level */
       .direction = 3.3,
       .banding = 1.9}};
  arousa_run like = arousa_at_rest(basin_runtime(), 100);
  arousa_run reference = arousa_by_cgrid(&like, 100, false, 0);
  for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
    arousa_run run = arousa_by_ria(basin_runtime(), 200, schemes[i].sets, schemes[i].set);
    assert_true(arousa_accepted(&schemes[i], 200, &run, &reference, table));
    arousa_free(&run);
  }
  /* The paper's scheme has large errors, which shows that the comparison detects them. */
  const char *paper[] = {"numerics.low_froude=false"};
  arousa_run smeared = arousa_by_ria(basin_runtime(), 200, 1, paper);
  const currents_error e = arousa_compare(&smeared, 1, &reference, 2, 200, 1);
  assert_true(e.velocity > 0.5 && e.banding > 5);
  arousa_free(&smeared);
  arousa_free(&reference);
  arousa_free(&like);
}

/* ---- a pattern that alternates from cell to cell ---- */

enum { CELLS = 32 };
static const double still = 20, small = 0.01; /* m, m or m2/s */

static double deep(const void *context, double x, double y) {
  (void)context, (void)x, (void)y;
  return -still;
}

/* Alternating 1 and -1 along x, y, or both: `axes`. */
static double sign_of(const char *axes, double x, double y) {
  const int along_x = strchr(axes, 'x') != NULL, along_y = strchr(axes, 'y') != NULL;
  return ((int)(x / 100) * along_x + (int)(y / 150) * along_y) % 2 ? -1 : 1;
}

static void uneven_level(const void *axes, double x, double y, double bed, double w[4]) {
  w[0] = -bed + small * sign_of(axes, x, y);
  w[1] = w[2] = w[3] = 0;
}

/* The flow along the axes on which it alternates. Across them it would be a shear flow, which may
 * persist. */
static void uneven_current(const void *axes, double x, double y, double bed, double w[4]) {
  w[0] = -bed;
  w[1] = strchr(axes, 'x') ? small * sign_of(axes, x, y) : 0;
  w[2] = strchr(axes, 'y') ? small * sign_of(axes, x, y) : 0;
  w[3] = 0;
}

/* Amplitude of the pattern in a field: 1 at the start. */
static double share_of_pattern(basin *b, int field, const char *axes) {
  double values[CELLS * CELLS], sum = 0;
  basin_field(b, field, values);
  for (int i = 0; i < CELLS * CELLS; i++)
    sum += values[i] * sign_of(axes, (i % CELLS + 0.5) * 100, (i / CELLS + 0.5) * 150);
  return fabs(sum) / (CELLS * CELLS * small);
}

static basin *uneven(const char *axes, bool current) {
  return basin_create(&(basin_setup){.nx = CELLS,
                                     .ny = CELLS,
                                     .dx = 100,
                                     .dy = 150,
                                     .cfl = 0.9,
                                     .dry = 1e-6,
                                     .bed = deep,
                                     .start = current ? uneven_current : uneven_level,
                                     .context = axes});
}

static const char *const patterns[] = {"x", "y", "xy"};

/* A level that alternates dies out within some steps. */
static void test_uneven_level(void **state) {
  (void)state;
  for (int i = 0; i < 3; i++) {
    basin *b = uneven(patterns[i], false);
    basin_advance(b, 1e9, 40);
    assert_true(share_of_pattern(b, 0, patterns[i]) < 1e-2);
    basin_destroy(b);
  }
}

/* Subcritical water has a small viscosity: an alternating current, which does not affect the level,
 * dies out as well. */
static void test_uneven_current(void **state) {
  (void)state;
  for (int i = 0; i < 3; i++) {
    const int field = strchr(patterns[i], 'x') ? 1 : 2;
    basin *b = uneven(patterns[i], true);
    basin_advance(b, 1e9, 8000);
    assert_true(share_of_pattern(b, field, patterns[i]) < 1e-2);
    basin_destroy(b);
  }
}

/* ---- cells that are not square ---- */

static void bump_of_level(const void *context, double x, double y, double bed, double w[4]) {
  (void)context;
  w[0] = -bed + 0.5 * exp(-(pow(x - 1600, 2) + pow(y - 1600, 2)) / pow(400, 2));
  w[1] = w[2] = w[3] = 0;
}

/* Waves in a closed basin die out for cells of any aspect ratio: the step is short enough. */
static void test_long_cells(void **state) {
  (void)state;
  for (int turned = 0; turned < 2; turned++) {
    const int nx = turned ? 8 : 64, ny = turned ? 64 : 8;
    basin *b = basin_create(&(basin_setup){.nx = nx,
                                           .ny = ny,
                                           .dx = 3200.0 / nx,
                                           .dy = 3200.0 / ny,
                                           .cfl = 1,
                                           .dry = 1e-6,
                                           .bed = deep,
                                           .start = bump_of_level});
    double values[3][512], first = 0, energy = 0;
    for (int i = 0; i < 10; i++) {
      basin_advance(b, 1e9, i ? 50 : 0);
      energy = 0;
      for (int f = 0; f < 3; f++)
        basin_field(b, f, values[f]);
      for (int j = 0; j < nx * ny; j++)
        energy += BASIN_GRAVITY * pow(values[0][j] - still, 2) +
                  (pow(values[1][j], 2) + pow(values[2][j], 2)) / values[0][j];
      first = i ? first : energy;
      assert_true(energy <= first);
    }
    assert_true(energy < 0.5 * first);
    basin_destroy(b);
  }
}

/* ---- waves without damping ---- */

static void hump(const void *context, double x, double y, double bed, double w[4]) {
  (void)context, (void)y;
  w[0] = -bed + 0.1 * exp(-pow((x - 3000) / 400, 2));
  w[1] = w[2] = w[3] = 0;
}

/* Waves run to and fro in a closed channel without friction: their energy does not grow. */
static void test_waves_to_and_fro(void **state) {
  enum { N = 400 };
  (void)state;
  for (int minmod = 0; minmod < 2; minmod++) {
    basin *b = basin_create(&(basin_setup){.nx = N,
                                           .ny = 1,
                                           .dx = 20,
                                           .dy = 20,
                                           .minmod = minmod,
                                           .cfl = 0.9,
                                           .dry = 1e-6,
                                           .bed = deep,
                                           .start = hump});
    double h[N], q[N], first = 0;
    for (int i = 0; i <= 8; i++) {
      double energy = 0;
      basin_advance(b, 500.0 * i, -1);
      basin_field(b, 0, h);
      basin_field(b, 1, q);
      for (int j = 0; j < N; j++)
        energy += BASIN_GRAVITY * pow(h[j] - still, 2) + pow(q[j], 2) / h[j];
      first = i ? first : energy;
      assert_true(energy <= 1.001 * first);
    }
    basin_destroy(b);
  }
}

static int open_session(void **state) {
  table = report_create("currents.md", "Currents",
                        "The M2 tide in the Ría de Arousa against an independent C-grid model on "
                        "cells of 100 m, averaged to 200 m, where there is more than 5 m of water. "
                        "Error of the velocity: RMS of the difference over RMS of the velocity. "
                        "Banding: how much more each component varies across its own axis than "
                        "along it.");
  return basin_session_open(state);
}

static int close_session(void **state) {
  report_destroy(table);
  return basin_session_close(state);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arousa),
      BASIN_BOTH_ORDERS(test_uneven_level),
      BASIN_BOTH_ORDERS(test_uneven_current),
      BASIN_BOTH_ORDERS(test_long_cells),
      BASIN_BOTH_ORDERS(test_waves_to_and_fro),
  };
  return cmocka_run_group_tests(tests, open_session, close_session);
}
