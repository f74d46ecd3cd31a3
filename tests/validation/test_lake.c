/* Water at rest stays at rest: over a bump, around islands, on flats that are half dry. */
#include "analytic.h"
#include "tests.h"
#include <math.h>
#include <stdlib.h>

enum { N = 48, STEPS = 10000 };

/* Two islands, a bank that just dries, a trench, and steps as steep as a quay. */
static double islands(const void *context, double x, double y) {
  (void)context;
  double bed = -12.0 + 3.0 * sin(0.11 * x) * cos(0.07 * y);
  bed += 16.0 * exp(-((x - 30) * (x - 30) + (y - 40) * (y - 40)) / 90.0);
  bed += 30.0 * exp(-((x - 70) * (x - 70) + (y - 55) * (y - 55)) / 60.0);
  if (fabs(x - 50.0) < 9.0 && fabs(y - 80.0) < 7.0)
    bed = 0.02 * sin(0.9 * x + 0.5 * y);
  if (x > 90.0)
    bed = 2.5;
  return bed;
}

static void at_level(const void *context, double x, double y, double bed, double w[4]) {
  const double *level = context;
  w[0] = fmax(*level - bed, 0.0);
  w[1] = w[2] = 0.0;
  w[3] = x > y ? 0.5 * w[0] : w[0];
}

typedef struct {
  double momentum, still, volume;
} unrest;

/* The lake's deviation from rest after STEPS steps. */
static unrest watch(double level, bool single, double manning, bool mixing) {
  double *before = malloc(N * N * sizeof *before), *after = malloc(N * N * sizeof *after);
  assert_true(before && after);
  basin *b = basin_create(&(basin_setup){.nx = N,
                                         .ny = N,
                                         .dx = 2,
                                         .dy = 2.5,
                                         .single = single,
                                         .cfl = 0.9,
                                         .dry = 1e-6,
                                         .manning = manning,
                                         .viscosity = mixing ? 2 : 0,
                                         .diffusivity = mixing ? 1 : 0,
                                         .viscosity_smagorinsky = mixing ? 0.2 : 0,
                                         .bed = islands,
                                         .start = at_level,
                                         .context = &level});
  unrest found = {0};
  double sum = 0, total = 0;
  basin_field(b, 0, before);
  basin_advance(b, 1e9, STEPS);
  assert_int_equal(basin_steps(b), STEPS);
  basin_field(b, 0, after);
  for (int i = 0; i < N * N; i++) {
    found.still = fmax(found.still, fabs(after[i] - before[i]));
    sum += after[i] - before[i];
    total += before[i];
  }
  found.volume = fabs(sum / total);
  for (int f = 1; f <= 2; f++) {
    basin_field(b, f, after);
    for (int i = 0; i < N * N; i++)
      found.momentum = fmax(found.momentum, fabs(after[i]));
  }
  basin_destroy(b);
  free(before);
  free(after);
  return found;
}

/* Depths that the precision represents exactly: no bit changes, with mixing or without. */
static void test_exact_level(void **state) {
  (void)state;
  for (int single = 0; single < 2; single++)
    for (int mixing = 0; mixing < 2; mixing++) {
      unrest u = watch(0.0, single, 0.0, mixing);
      assert_true(u.momentum == 0.0);
      assert_true(u.still == 0.0);
    }
}

/* A level rounded in each depth makes waves of the size of the rounding, not larger: 15 m deep,
 * half a unit in the last place is 5e-7 m in single precision, and travels at 12 m/s. */
static void test_rounded_level(void **state) {
  (void)state;
  for (int friction = 0; friction < 2; friction++) {
    unrest u = watch(0.37, false, 0.03 * friction, false);
    assert_true(u.momentum <= 1e-12);
    assert_true(u.still <= 1e-13);
    assert_true(u.volume <= 1e-13);
    u = watch(0.37, true, 0.03 * friction, false);
    assert_true(u.momentum <= 1e-4);
    assert_true(u.still <= 2e-5);
    assert_true(u.volume <= 1e-6);
  }
}

static void test_bump(void **state) {
  (void)state;
  const analytic_case *const cases[] = {&analytic_lake_emerged, &analytic_lake_immersed};
  for (int i = 0; i < 4; i++) {
    analytic_result r =
        analytic_run(cases[i / 2], &(analytic_options){.n = 100, .transposed = i % 2});
    assert_true(r.still <= 1e-13);
    assert_true(r.q_max <= 1e-12);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      BASIN_BOTH_ORDERS(test_bump),
      BASIN_BOTH_ORDERS(test_exact_level),
      BASIN_BOTH_ORDERS(test_rounded_level),
  };
  return cmocka_run_group_tests(tests, basin_session_open, basin_session_close);
}
