/* The independent model of cgrid.h by itself, with advection, against exact flows. */
#include "cgrid.h"
#include "tests.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { NX = 100, NY = 60, CELLS = NX * NY };
static const double cell = 100, depth = 10, gravity = 9.81; /* m, m, m/s2 */

static double bed[CELLS];

static bool at_the_ends(int x, int y) {
  (void)y;
  return x == 0 || x == NX - 1;
}

static double still(int x, int y, double t) {
  (void)x, (void)y, (void)t;
  return 0;
}

static cgrid_fields fields_new(void) {
  cgrid_fields f = {calloc(CELLS, sizeof(double)), calloc(CELLS, sizeof(double)),
                    calloc(CELLS, sizeof(double))};
  assert_true(f.depth && f.u && f.v);
  return f;
}

/* Runs over the bed from `start`, with level 0 at both ends of x; without friction. */
static void run_from(const cgrid_fields *start, double viscosity, bool advection, int count,
                     const double *at, cgrid_fields *fields) {
  cgrid_run(&(cgrid_setup){.nx = NX,
                           .ny = NY,
                           .dx = cell,
                           .bed = bed,
                           .gravity = gravity,
                           .viscosity = viscosity,
                           .advection = advection,
                           .imposed = at_the_ends,
                           .level = still,
                           .start = start},
            count, at, fields);
}

/* ---- a vortex in a uniform current ---- */

static const double radius = 600, spin = 8.25e-4; /* m, 1/s: fastest 0.3 m/s */

/* The vortex of a current along x of `carrier`, m/s, after a time. The slope of its level is the
 * centripetal force. Exact without viscosity `nu`, and with it as long as the level follows. */
static cgrid_fields vortex(double carrier, double time, double nu) {
  cgrid_fields f = fields_new();
  const double square = radius * radius + 2 * nu * time; /* of the radius, now */
  const double now = spin * pow(radius * radius / square, 2);
  for (int i = 0; i < CELLS; i++) {
    const double x = (i % NX + 0.5 - NX / 2.0) * cell - carrier * (time - 4000);
    const double y = (i / NX + 0.5 - NY / 2.0) * cell;
    const double part = exp(-(x * x + y * y) / (2 * square));
    bed[i] = -depth;
    f.depth[i] = depth - now * now * square / (2 * gravity) * part * part;
    f.u[i] = carrier + now * y * part;
    f.v[i] = -now * x * part;
  }
  return f;
}

/* After 8000 s: RMS of the difference of the velocities over RMS of the vortex's own. */
static double vortex_error(double carrier, double viscosity, bool advection) {
  const double time = 8000;
  cgrid_fields start = vortex(carrier, 0, 0), end;
  run_from(&start, viscosity, advection, 1, &time, &end);
  cgrid_fields exact = vortex(carrier, time, viscosity);
  double error = 0, size = 0;
  for (int i = 0; i < CELLS; i++) {
    if (at_the_ends(i % NX, i / NX))
      continue;
    error += pow(end.u[i] - exact.u[i], 2) + pow(end.v[i] - exact.v[i], 2);
    size += pow(exact.u[i] - carrier, 2) + pow(exact.v[i], 2);
  }
  cgrid_destroy(1, &start);
  cgrid_destroy(1, &end);
  cgrid_destroy(1, &exact);
  printf("vortex carried at %g m/s: %.4f\n", carrier, sqrt(error / size));
  return sqrt(error / size);
}

/* Over 40 cells, by a vortex with a radius of 6. Measured: 0.033; with upwind velocities of first
 * order 0.41. */
static void test_vortex(void **state) {
  (void)state;
  assert_true(vortex_error(0.5, 0, true) < 0.04);
  assert_true(vortex_error(-0.5, 0, true) < 0.04);
  assert_true(vortex_error(0.5, 0, false) > 1);
}

static void test_viscous_vortex(void **state) {
  (void)state;
  assert_true(vortex_error(0.5, 10, true) < 0.05);
}

/* ---- a channel with a sill, without losses: constant Bernoulli head ---- */

enum { TIMES = 20 };
static const double discharge = 8; /* m2/s */

/* The level above a bed, of tranquil flow with the head of level 0 on the channel's bed. */
static double level_above(double sill) {
  double level = 0;
  for (int i = 0; i < 50; i++) {
    const double h = level - sill, head = pow(discharge, 2) / (2 * gravity);
    level -= (level + head / (h * h) - head / (depth * depth)) / (1 - 2 * head / (h * h * h));
  }
  return level;
}

/* Sets the bed: a channel between two banks, as the model's advection leaves out the edges. */
static cgrid_fields channel(void) {
  cgrid_fields f = fields_new();
  for (int i = 0; i < CELLS; i++) {
    const bool bank = i / NX < 2 || i / NX >= 6;
    bed[i] = bank ? 5 : 4 * exp(-pow((i % NX + 0.5 - NX / 2.0) / 10, 2)) - depth;
    f.depth[i] = bank ? 0 : level_above(bed[i]) - bed[i];
    f.u[i] = bank ? 0 : discharge / f.depth[i];
  }
  return f;
}

/* The mean over the times, as the ends reflect the waves of the start for long: the levels' RMS
 * difference over the RMS of the exact levels. */
static double sill_error(bool advection) {
  cgrid_fields start = channel(), fields[TIMES];
  double at[TIMES], error = 0, size = 0;
  for (int i = 0; i < TIMES; i++)
    at[i] = 8000 + 202 * i;
  run_from(&start, 0, advection, TIMES, at, fields);
  for (int x = 3; x < NX - 3; x++) {
    const int i = 4 * NX + x;
    double level = 0;
    for (int t = 0; t < TIMES; t++)
      level += (fields[t].depth[i] + bed[i]) / TIMES;
    error += pow(level - level_above(bed[i]), 2);
    size += pow(level_above(bed[i]), 2);
  }
  cgrid_destroy(1, &start);
  cgrid_destroy(TIMES, fields);
  printf("sill: %.4f\n", sqrt(error / size));
  return sqrt(error / size);
}

static void test_sill(void **state) {
  (void)state;
  assert_true(sill_error(true) < 0.1);
  assert_true(sill_error(false) > 0.9);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_vortex),
                                     cmocka_unit_test(test_viscous_vortex),
                                     cmocka_unit_test(test_sill)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
