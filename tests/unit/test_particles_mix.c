/* Particles whose random walk models mixing: they stay, or become, evenly distributed over the
 * volume of the water, and spread at the rate of the local diffusivity. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tests.h"
#include "ria/particles.h"

enum { NX = 40, NY = 30, CELLS = NX * NY };

/* Still water over a bed of steps, with an island, and walls on some faces. dx and dy differ. */
typedef struct {
  ria_particles_description of;
  double still[CELLS], depth[CELLS], diffusivity[CELLS];
  uint8_t cell[CELLS];
} basin;

static double largest(const basin *b) {
  double most = 0;
  for (int i = 0; i < CELLS; i++)
    most = fmax(most, b->diffusivity[i]);
  return most;
}

static basin rough_basin(void) {
  basin b = {.of = {.grid = {.cells = {NX, NY},
                             .origin = {1000, 2000},
                             .spacing = {50, 80},
                             .periodic = {false, true}},
                    .groups = 1,
                    .ranks = 1}};
  for (int i = 0; i < CELLS; i++) {
    const int x = i % NX, y = i / NX;
    const bool island = x > 25 && x < 32 && y > 10 && y < 14 + x % 3;
    b.depth[i] = island ? 0 : 1 + (x * 3 + y / 4) % 7;
    b.cell[i] = island ? 0 : RIA_CURRENT_WET;
    if (x == 12 && y > 4 && y != 20)
      b.cell[i] |= RIA_CURRENT_SHUT_X;
    /* it grows by and by, and jumps */
    b.diffusivity[i] = (x < 20 ? 1 + 0.4 * x : 0.3) * (y < 15 ? 1 : 2);
  }
  return b;
}

static ria_particles *begin(const basin *b) {
  ria_particles *p = NULL;
  assert_int_equal(ria_particles_create(&b->of, &p), RIA_SUCCESS);
  ria_particles_begin(
      p, &(ria_currents){.u = b->still, .v = b->still, .cell = b->cell, .depth = b->depth});
  return p;
}

static void advance(ria_particles *p, const basin *b, double time) {
  ria_particles_advance(
      p, &(ria_currents){
             .time = time, .u = b->still, .v = b->still, .cell = b->cell, .depth = b->depth});
}

static double *column(const ria_particles *p, int number) {
  int64_t first;
  double *values = calloc((size_t)ria_particles_own(p, &first) + 1, sizeof *values);
  assert_non_null(values);
  ria_particles_get(p, number, values);
  return values;
}

/* How far the numbers of particles in cells are from those of mixed water: the mean of the squares
 * in units of what counting makes of it, which is 1 for mixed water, +- sqrt(2 / cells). */
static double unevenness(const ria_particles *p, const basin *b) {
  double *x = column(p, RIA_PARTICLE_X), *y = column(p, RIA_PARTICLE_Y), volume = 0, sum = 0;
  double *found = calloc(CELLS, sizeof *found);
  int wet = 0;
  assert_non_null(found);
  for (int64_t n = 0; n < ria_particles_all(p); n++)
    found[(int)y[n] * NX + (int)x[n]]++;
  for (int i = 0; i < CELLS; i++) {
    volume += b->depth[i];
    wet += b->depth[i] > 0;
    assert_true(b->depth[i] > 0 || found[i] == 0);
  }
  for (int i = 0; i < CELLS; i++) {
    const double expected = (double)ria_particles_all(p) * b->depth[i] / volume;
    sum += expected > 0 ? (found[i] - expected) * (found[i] - expected) / expected : 0;
  }
  free(x);
  free(y);
  free(found);
  return sum / (wet - 1);
}

/* Wet cells, each as often as its water is deep (`even`: once). Returns how many they are. */
static ria_global list_cells(const basin *b, bool even, ria_global *cell) {
  ria_global count = 0;
  for (int i = 0; i < CELLS; i++)
    for (int k = 0; k < (even ? b->depth[i] > 0 : b->depth[i]); k++)
      cell[count++] = i;
  return count;
}

static double unevenness_after(bool even, bool mixes, double span, double *before) {
  static basin b;
  static ria_global cell[7 * CELLS];
  b = rough_basin();
  const ria_particle_group many = {.count = 10000,
                                   .cells = list_cells(&b, even, cell),
                                   .cell = cell,
                                   .diffusivity = largest(&b),
                                   .mixes = mixes,
                                   .diffusivities = mixes ? b.diffusivity : NULL,
                                   .shore = RIA_SHORE_SLIDE,
                                   .seed = 3};
  b.of.group = &many;
  ria_particles *p = begin(&b);
  *before = unevenness(p, &b);
  for (double t = 600; t <= span; t += 600)
    advance(p, &b, t);
  const double after = unevenness(p, &b);
  ria_particles_destroy(p);
  return after;
}

static void mixed_water_stays_mixed(void **unused) {
  (void)unused;
  const double counting = 5 * sqrt(2.0 / CELLS);
  double before, after = unevenness_after(false, true, 3000, &before);
  print_message("mixed: %.3f to %.3f; counting alone: 1 +- %.3f\n", before, after, counting);
  assert_true(fabs(before - 1) < counting && fabs(after - 1) < counting);
  /* A walk that does not look at depths leaves deep water. */
  after = unevenness_after(false, false, 3000, &before);
  print_message("without balance: %.3f to %.3f\n", before, after);
  assert_true(after > 3);
}

static void water_comes_to_be_mixed(void **unused) {
  (void)unused;
  double before, after = unevenness_after(true, true, 3000, &before);
  print_message("from even numbers of particles in cells: %.3f to %.3f\n", before, after);
  assert_true(before > 3 && after < 0.5 * before);
}

/* Where the diffusivity grows by `slope` along an axis, the mean moves at that speed, and the
 * variance is 2 K t + (slope t)^2. */
static void a_growing_diffusivity_drives_the_mean(void **unused) {
  (void)unused;
  enum { COUNT = 20000 };
  static const double slope = 4e-3, here = 2, span = 3600;
  static basin b;
  for (int axis = 0; axis < 2; axis++) {
    b = (basin){.of = {.grid = {.cells = {NX, NY}, .spacing = {50, 80}}, .groups = 1, .ranks = 1}};
    const double middle = axis ? 40.0 * NY : 25.0 * NX;
    for (int i = 0; i < CELLS; i++) {
      const double at = axis ? 80 * (i / NX + 0.5) : 50 * (i % NX + 0.5);
      b.cell[i] = RIA_CURRENT_WET;
      b.depth[i] = 3;
      b.diffusivity[i] = fmax(here + slope * (at - middle), 0.1);
    }
    const ria_particle_group many = {.count = COUNT,
                                     .at = {25 * NX, 40 * NY},
                                     .diffusivity = largest(&b),
                                     .mixes = true,
                                     .diffusivities = b.diffusivity,
                                     .seed = 5};
    b.of.group = &many;
    ria_particles *p = begin(&b);
    for (double t = 600; t <= span; t += 600)
      advance(p, &b, t);
    double *at = column(p, axis), mean = 0, square = 0;
    for (int n = 0; n < COUNT; n++) {
      const double way = ria_particle_place(&b.of.grid, axis, at[n]) - middle;
      mean += way / COUNT;
      square += way * way / COUNT;
    }
    const double variance = square - mean * mean, drift = slope * span,
                 spread = 2 * here * span + drift * drift;
    print_message("axis %d: mean %.2f m, expected %.2f +- %.2f; variance %.0f, expected %.0f m2\n",
                  axis, mean, drift, sqrt(spread / COUNT), variance, spread);
    assert_true(fabs(mean - drift) < 4 * sqrt(spread / COUNT) + 0.03 * drift);
    assert_true(fabs(variance / spread - 1) < 0.06);
    free(at);
    ria_particles_destroy(p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(mixed_water_stays_mixed),
                                     cmocka_unit_test(water_comes_to_be_mixed),
                                     cmocka_unit_test(a_growing_diffusivity_drives_the_mean)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
