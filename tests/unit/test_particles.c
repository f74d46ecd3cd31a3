/* The engine of particles: random numbers, accuracy, the random walk, shores, sides, decay, shares.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tests.h"
#include "particles/random.h"
#include "ria/exact_math.h"
#include "ria/particles.h"

/* Test vectors of Random123 (kat_vectors). */
static void random_words_are_those_of_philox(void **unused) {
  (void)unused;
  static const struct {
    random_words counter;
    uint32_t key[2];
    random_words expected;
  } known[] = {
      {{{0, 0, 0, 0}}, {0, 0}, {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}}},
      {{{~0u, ~0u, ~0u, ~0u}}, {~0u, ~0u}, {{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}}},
      {{{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}},
       {0xa4093822, 0x299f31d0},
       {{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const random_words found = random_philox(known[i].counter, known[i].key[0], known[i].key[1]);
    assert_memory_equal(&found, &known[i].expected, sizeof found);
  }
}

/* ---- a basin of its own ---- */

enum { NX = 40, NY = 30, CELLS = NX * NY, MOST_TIMES = 400 };

typedef struct {
  ria_particles_description of;
  double u[CELLS], v[CELLS];
  uint8_t cell[CELLS];
} basin;

/* dx and dy differ. */
static basin still_basin(void) {
  basin b = {.of = {.grid = {.cells = {NX, NY}, .origin = {1000, 2000}, .spacing = {50, 80}},
                    .groups = 1,
                    .ranks = 1}};
  memset(b.cell, RIA_CURRENT_WET, sizeof b.cell);
  return b;
}

static ria_currents currents_of(const basin *b, double time) {
  return (ria_currents){.time = time, .u = b->u, .v = b->v, .cell = b->cell};
}

static ria_particles *begin(const basin *b) {
  ria_particles *p = NULL;
  assert_int_equal(ria_particles_create(&b->of, &p), RIA_SUCCESS);
  const ria_currents c = currents_of(b, 0);
  ria_particles_begin(p, &c);
  return p;
}

static void advance(ria_particles *p, const basin *b, double time) {
  const ria_currents c = currents_of(b, time);
  ria_particles_advance(p, &c);
}

static double *column(const ria_particles *p, int number) {
  int64_t first;
  double *values = calloc((size_t)ria_particles_own(p, &first) + 1, sizeof *values);
  assert_non_null(values);
  ria_particles_get(p, number, values);
  return values;
}

static int64_t count(const ria_particles *p, ria_particle_state state) {
  int64_t first, found = 0;
  const int64_t own = ria_particles_own(p, &first);
  double *values = column(p, RIA_PARTICLE_STATE);
  for (int64_t i = 0; i < own; i++)
    found += values[i] == (double)state;
  free(values);
  return found;
}

/* ---- accuracy ---- */

/* A flow that turns around the middle of the basin, faster by and by. */
static void turn(basin *b, double rate) {
  const ria_grid *g = &b->of.grid;
  for (int i = 0; i < CELLS; i++) {
    b->u[i] = -rate * (i / NX + 0.5 - NY / 2.0) * g->spacing[1];
    b->v[i] = rate * (i % NX + 0.5 - NX / 2.0) * g->spacing[0];
  }
}

/* A particle's distance from its exact position after 600 s, in `intervals` equal intervals. */
static double error_of_turning(int intervals) {
  static const double span = 600, rate = 2e-5, faster = 8e-7; /* rate + faster t */
  basin b = still_basin();
  const ria_particle_group one = {.count = 1, .at = {1000 + 1200, 2000 + 1200}, .seed = 1};
  b.of.group = &one;
  turn(&b, rate);
  ria_particles *p = begin(&b);
  for (int i = 1; i <= intervals; i++) {
    const double t = span * i / intervals;
    turn(&b, rate + faster * t);
    advance(p, &b, t);
  }
  const double angle = rate * span + 0.5 * faster * span * span;
  const double expected[2] = {1000 + 1000 + 200 * ria_cos(angle),
                              2000 + 1200 + 200 * ria_sin(angle)};
  double *x = column(p, RIA_PARTICLE_X), *y = column(p, RIA_PARTICLE_Y);
  const double found[2] = {ria_particle_place(&b.of.grid, 0, *x),
                           ria_particle_place(&b.of.grid, 1, *y)};
  assert_int_equal(count(p, RIA_PARTICLE_AFLOAT), 1);
  free(x);
  free(y);
  ria_particles_destroy(p);
  return ria_hypot(found[0] - expected[0], found[1] - expected[1]);
}

static void errors_fall_with_the_second_order(void **unused) {
  (void)unused;
  const double coarse = error_of_turning(20), middle = error_of_turning(40),
               fine = error_of_turning(80);
  assert_true(coarse < 0.1);
  assert_true(fine > 1e-7);
  for (int i = 0; i < 2; i++) {
    const double order = i ? ria_log2(middle / fine) : ria_log2(coarse / middle);
    assert_true(order > 1.9 && order < 2.1);
  }
}

/* ---- the random walk ---- */

/* In one interval there are as many steps as the walk needs: the variance is 2 K t along each axis,
 * whatever the cells. */
static void the_walk_spreads_as_diffusion_does(void **unused) {
  (void)unused;
  enum { COUNT = 100000 };
  const double diffusivity = 2, span = 3600;
  basin b = still_basin();
  const ria_particle_group many = {
      .count = COUNT, .at = {1000 + 1000, 2000 + 1200}, .diffusivity = diffusivity, .seed = 11};
  b.of.group = &many;
  ria_particles *p = begin(&b);
  for (double t = 60; t <= span; t += 60)
    advance(p, &b, t);
  for (int axis = 0; axis < 2; axis++) {
    double *at = column(p, axis), mean = 0, square = 0, fourth = 0;
    for (int i = 0; i < COUNT; i++)
      mean += (ria_particle_place(&b.of.grid, axis, at[i]) - many.at[axis]) / COUNT;
    for (int i = 0; i < COUNT; i++) {
      const double d = ria_particle_place(&b.of.grid, axis, at[i]) - many.at[axis] - mean;
      square += d * d / COUNT;
      fourth += d * d * d * d / COUNT;
    }
    free(at);
    const double expected = 2 * diffusivity * span;
    assert_true(fabs(mean) < 0.01 * sqrt(expected));
    assert_true(fabs(square / expected - 1) < 0.01);
    assert_true(fabs(fourth / (3 * square * square) - 1) < 0.05); /* many steps are normal */
  }
  ria_particles_destroy(p);
}

/* ---- releases ---- */

static void releases_come_when_they_are_due(void **unused) {
  (void)unused;
  basin b = still_basin();
  const ria_global in[] = {5 * NX + 3, 5 * NX + 4, 6 * NX + 3};
  const ria_particle_group groups[] = {
      {.count = 10, .at = {1500, 2500}, .from = 120, .until = 120, .seed = 1},
      {.count = 10, .at = {1500, 2500}, .radius = 200, .from = 0, .until = 100, .seed = 1},
      {.count = 10, .cells = 3, .cell = in, .from = 0, .until = 100, .every = 25, .seed = 1}};
  b.of.groups = 3;
  b.of.group = groups;
  ria_particles *p = begin(&b);
  assert_int_equal(count(p, RIA_PARTICLE_AFLOAT), 2); /* the first of five batches */
  advance(p, &b, 60);
  assert_int_equal(count(p, RIA_PARTICLE_AFLOAT), 6 + 6); /* due at 5, ..., 55; 0, 25, 50 */
  advance(p, &b, 120);
  assert_int_equal(count(p, RIA_PARTICLE_AFLOAT), 30);
  double *x = column(p, RIA_PARTICLE_X), *y = column(p, RIA_PARTICLE_Y),
         *born = column(p, RIA_PARTICLE_BORN);
  for (int i = 0; i < 10; i++) {
    assert_true(born[i] == 120 && fabs(born[10 + i] - (10 * i + 5)) < 1e-9 &&
                born[20 + i] == 25 * (i / 2));
    assert_true(ria_hypot(50 * x[10 + i] - 500, 80 * y[10 + i] - 500) <= 200);
    const int cell = (int)y[20 + i] * NX + (int)x[20 + i];
    assert_true(cell == in[0] || cell == in[1] || cell == in[2]);
  }
  assert_true(x[10] != x[11]);
  free(x);
  free(y);
  free(born);
  ria_particles_destroy(p);
}

static void a_release_waits_for_water(void **unused) {
  (void)unused;
  basin b = still_basin();
  const ria_particle_group dry = {.count = 4, .at = {1510, 2510}, .seed = 1};
  b.of.group = &dry;
  memset(b.cell, 0, sizeof b.cell);
  ria_particles *p = begin(&b);
  advance(p, &b, 60);
  assert_int_equal(count(p, RIA_PARTICLE_WAITING), 4);
  memset(b.cell, RIA_CURRENT_WET, sizeof b.cell);
  advance(p, &b, 120);
  assert_int_equal(count(p, RIA_PARTICLE_AFLOAT), 4);
  double *born = column(p, RIA_PARTICLE_BORN);
  assert_true(born[0] == 60);
  free(born);
  ria_particles_destroy(p);
}

/* ---- shores, walls and sides ---- */

/* A flow to the east over ground that is dry from column 20 on. */
static basin shore_basin(const ria_particle_group *group) {
  basin b = still_basin();
  b.of.group = group;
  for (int i = 0; i < CELLS; i++) {
    b.cell[i] = i % NX < 20 ? RIA_CURRENT_WET : 0;
    b.u[i] = 0.5;
  }
  return b;
}

static ria_particle_group walkers(ria_shore shore) {
  return (ria_particle_group){.count = 500,
                              .at = {1000 + 900, 2000 + 1200},
                              .radius = 90,
                              .diffusivity = 5,
                              .shore = shore,
                              .seed = 3};
}

static void expect_west_of(const ria_particles *p, double limit) {
  int64_t first;
  double *x = column(p, RIA_PARTICLE_X);
  for (int64_t i = 0; i < ria_particles_own(p, &first); i++)
    assert_true(x[i] >= 0 && x[i] < limit);
  free(x);
}

static void shores_stop_particles(void **unused) {
  (void)unused;
  for (int shore = RIA_SHORE_REFLOAT; shore <= RIA_SHORE_SLIDE; shore++) {
    const ria_particle_group group = walkers((ria_shore)shore);
    basin b = shore_basin(&group);
    ria_particles *p = begin(&b);
    for (int t = 60; t <= 3600; t += 60) {
      advance(p, &b, t);
      expect_west_of(p, 20);
    }
    const int64_t beached = count(p, RIA_PARTICLE_BEACHED);
    assert_true(shore == RIA_SHORE_SLIDE ? beached == 0 : beached > 250);
    assert_int_equal(beached + count(p, RIA_PARTICLE_AFLOAT), 500);
    for (int i = 0; i < CELLS; i++) /* water comes */
      b.cell[i] = RIA_CURRENT_WET;
    advance(p, &b, 3660);
    assert_int_equal(count(p, RIA_PARTICLE_BEACHED), shore == RIA_SHORE_BEACH ? beached : 0);
    for (int i = 0; i < CELLS; i++) /* and all falls dry */
      b.cell[i] = 0;
    double *before = column(p, RIA_PARTICLE_X);
    advance(p, &b, 3720);
    double *after = column(p, RIA_PARTICLE_X);
    assert_memory_equal(before, after, 500 * sizeof *before);
    assert_int_equal(count(p, RIA_PARTICLE_BEACHED), shore == RIA_SHORE_SLIDE ? 0 : 500);
    free(before);
    free(after);
    ria_particles_destroy(p);
  }
}

static void walls_are_not_passed(void **unused) {
  (void)unused;
  const ria_particle_group group = walkers(RIA_SHORE_REFLOAT);
  basin b = shore_basin(&group);
  for (int i = 0; i < CELLS; i++)
    b.cell[i] = (uint8_t)(RIA_CURRENT_WET | (i % NX == 20 ? RIA_CURRENT_SHUT_X : 0));
  ria_particles *p = begin(&b);
  for (int t = 60; t <= 3600; t += 60) {
    advance(p, &b, t);
    expect_west_of(p, 20);
  }
  assert_int_equal(count(p, RIA_PARTICLE_AFLOAT), 500); /* a wall is no shore */
  ria_particles_destroy(p);
}

static void open_sides_let_particles_out(void **unused) {
  (void)unused;
  bool open[NY];
  const ria_particle_group group = walkers(RIA_SHORE_REFLOAT);
  for (int y = 0; y < NY; y++)
    open[y] = true;
  for (int kind = 0; kind < 3; kind++) { /* a wall, an open side, none */
    basin b = shore_basin(&group);
    memset(b.cell, RIA_CURRENT_WET, sizeof b.cell);
    b.of.open[RIA_EAST] = kind == 1 ? open : NULL;
    b.of.grid.periodic[0] = kind == 2;
    ria_particles *p = begin(&b);
    for (int t = 60; t <= 7200; t += 60)
      advance(p, &b, t);
    if (kind != 1)
      expect_west_of(p, NX);
    assert_int_equal(count(p, RIA_PARTICLE_LEFT), kind == 1 ? 500 : 0);
    if (kind == 2) {
      double *x = column(p, RIA_PARTICLE_X), mean = 0;
      for (int i = 0; i < 500; i++)
        mean += x[i] / 500;
      assert_true(fabs(mean - (18 + 7200 * 0.5 / 50 - 2 * NX)) < 2); /* twice around */
      free(x);
    }
    ria_particles_destroy(p);
  }
}

static void wind_drives_particles(void **unused) {
  (void)unused;
  basin b = still_basin();
  const ria_particle_group group = {.count = 1, .at = {1500, 2500}, .wind = 0.03, .seed = 1};
  b.of.group = &group;
  ria_currents c = currents_of(&b, 0);
  ria_particles *p = NULL;
  assert_int_equal(ria_particles_create(&b.of, &p), RIA_SUCCESS);
  ria_particles_begin(p, &c);
  for (int t = 60; t <= 600; t += 60) { /* its speed grows: 10 m/s at the end */
    c.time = t;
    c.wind[0] = t / 60.0;
    c.wind[1] = -0.5 * t / 60.0;
    ria_particles_advance(p, &c);
  }
  double *x = column(p, RIA_PARTICLE_X), *y = column(p, RIA_PARTICLE_Y);
  assert_true(fabs(ria_particle_place(&b.of.grid, 0, *x) - (1500 + 0.03 * 5 * 600)) < 1e-6);
  assert_true(fabs(ria_particle_place(&b.of.grid, 1, *y) - (2500 - 0.03 * 2.5 * 600)) < 1e-6);
  free(x);
  free(y);
  ria_particles_destroy(p);
}

/* ---- decay ---- */

static void particles_die_at_their_rate(void **unused) {
  (void)unused;
  enum { COUNT = 20000 };
  basin b = still_basin();
  ria_particle_group group = {.count = COUNT,
                              .at = {1500, 2500},
                              .decay = M_LN2 / 3600, /* a half-life of an hour */
                              .dies = true,
                              .seed = 5};
  b.of.group = &group;
  ria_particles *p = begin(&b);
  for (int t = 60; t <= 7200; t += 60)
    advance(p, &b, t);
  const double left = (double)count(p, RIA_PARTICLE_AFLOAT) / COUNT;
  assert_true(fabs(left - 0.25) < 0.01);
  assert_int_equal(count(p, RIA_PARTICLE_AFLOAT) + count(p, RIA_PARTICLE_DEAD), COUNT);
  assert_true(ria_particle_mass(&group, 0, 3600) == 1);
  group.dies = false;
  assert_true(fabs(ria_particle_mass(&group, 600, 4200) - 0.5) < 1e-15);
  ria_particles_destroy(p);
}

/* ---- shares and going on ---- */

static void stir(basin *b, double t) {
  turn(b, 2e-4 * ria_cos(1e-3 * t));
  for (int i = 0; i < CELLS; i++)
    b->cell[i] = (uint8_t)(i % 7 && (i % NX + t / 600 < 33) ? RIA_CURRENT_WET : 0);
}

/* To a time, from where the particles are. */
static void stir_until(ria_particles *p, basin *b, double until) {
  for (double t = ria_particles_time(p) + 60; t <= until; t += 60) {
    ria_particles_time(p); /* the currents of before are free now */
    stir(b, t);
    advance(p, b, t);
  }
}

static const ria_particle_group stirred[] = {
    {.count = 6000, .at = {2000, 3200}, .radius = 600, .diffusivity = 3, .seed = 9},
    {.count = 4001,
     .at = {1800, 3000},
     .radius = 500,
     .diffusivity = 1,
     .until = 1200,
     .decay = 1e-4,
     .dies = true,
     .shore = RIA_SHORE_SLIDE,
     .seed = 9}};
enum { STIRRED = 10001 /* so that threads move those of two ranks */ };

static void tracks_do_not_depend_on_shares_threads_or_stops(void **unused) {
  (void)unused;
  basin b = still_basin();
  b.of.groups = 2;
  b.of.group = stirred;
  stir(&b, 0);
  ria_particles *whole = begin(&b);
  stir_until(whole, &b, 1800);
  double *kept = calloc(ria_particles_kept(whole), sizeof *kept);
  assert_non_null(kept);
  ria_particles_keep(whole, kept);
  double *middle[RIA_PARTICLE_COLUMNS];
  for (int c = 0; c < RIA_PARTICLE_COLUMNS; c++)
    middle[c] = column(whole, c);
  stir_until(whole, &b, 3600);
  assert_true(count(whole, RIA_PARTICLE_BEACHED) > 10 && count(whole, RIA_PARTICLE_DEAD) > 10);
  for (int ranks = 1; ranks <= 3; ranks++) {
    int64_t seen = 0;
    for (int rank = 0; rank < ranks; rank++) {
      b.of.rank = rank;
      b.of.ranks = ranks;
      b.of.threads = 3;
      ria_particles *p = NULL;
      assert_int_equal(ria_particles_create(&b.of, &p), RIA_SUCCESS);
      for (int c = 0; c < RIA_PARTICLE_COLUMNS; c++)
        ria_particles_set(p, c, middle[c]);
      ria_particles_resume(p, kept);
      stir_until(p, &b, 3600);
      int64_t first;
      const int64_t own = ria_particles_own(p, &first);
      assert_int_equal(first, seen);
      seen += own;
      for (int c = 0; c < RIA_PARTICLE_COLUMNS; c++) {
        double *all = column(whole, c), *mine = column(p, c);
        assert_memory_equal(all + first, mine, (size_t)own * sizeof *all);
        free(all);
        free(mine);
      }
      ria_particles_destroy(p);
    }
    assert_int_equal(seen, STIRRED);
  }
  for (int c = 0; c < RIA_PARTICLE_COLUMNS; c++)
    free(middle[c]);
  free(kept);
  ria_particles_destroy(whole);
}

static void impossible_groups_are_refused(void **unused) {
  (void)unused;
  basin b = still_basin();
  const ria_particle_group groups[] = {{.count = 0}, {.count = (ria_global)1 << 31}};
  for (int i = 0; i < 2; i++) {
    ria_particles *p;
    b.of.group = &groups[i];
    assert_int_equal(ria_particles_create(&b.of, &p), RIA_ERROR_ARGUMENT);
    assert_null(p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_words_are_those_of_philox),
      cmocka_unit_test(errors_fall_with_the_second_order),
      cmocka_unit_test(the_walk_spreads_as_diffusion_does),
      cmocka_unit_test(releases_come_when_they_are_due),
      cmocka_unit_test(a_release_waits_for_water),
      cmocka_unit_test(shores_stop_particles),
      cmocka_unit_test(walls_are_not_passed),
      cmocka_unit_test(open_sides_let_particles_out),
      cmocka_unit_test(wind_drives_particles),
      cmocka_unit_test(particles_die_at_their_rate),
      cmocka_unit_test(tracks_do_not_depend_on_shares_threads_or_stops),
      cmocka_unit_test(impossible_groups_are_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
