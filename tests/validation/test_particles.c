/* Particles in an estuary: none is ever on land that was never wet, all are counted; in a uniform
 * current they move with it; a mole blocks them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "run/drift.h"
#include "test_run.h"
#include "tests.h"

static const double draft = 0.4; /* m, of all particles here */

/* A run with its particles, as `ria run` has them. */
typedef struct {
  test_run *run;
  run_drift *drift;
  size_t cells;
  double *h;
  bool *wet; /* deep enough for them at some time so far */
} carried;

static void must(ria_status status) {
  if (status != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
}

static void note_wet(carried *c) {
  test_run_field(c->run, 0, c->h);
  for (size_t i = 0; i < c->cells; i++)
    c->wet[i] |= c->h[i] > draft;
}

static carried begin(const char *yaml) {
  carried c = {.run = test_run_new(test_runtime, yaml, 0, NULL)};
  c.cells = (size_t)c.run->nx * (size_t)c.run->ny;
  c.h = calloc(c.cells, sizeof *c.h);
  c.wet = calloc(c.cells, sizeof *c.wet);
  assert_true(c.h && c.wet);
  must(run_drift_create(c.run->solver, c.run->instance, c.run->simulation, test_runtime, &c.drift));
  assert_non_null(c.drift);
  must(run_drift_advance(c.drift));
  note_wet(&c);
  return c;
}

static void end(carried *c) {
  run_drift_destroy(c->drift);
  test_run_free(c->run);
  free(c->h);
  free(c->wet);
}

/* To the first end of a window at or after a time. */
static void advance(carried *c, double time) {
  must(ria_simulation_advance(c->run->simulation, time, true, INFINITY, -1, NULL, NULL));
  must(run_drift_advance(c->drift));
  note_wet(c);
}

/* [RIA_PARTICLE_COLUMNS][all], freed by the caller. */
static double *columns_of(const carried *c) {
  double *values = calloc((size_t)run_drift_all(c->drift) * RIA_PARTICLE_COLUMNS, sizeof *values);
  assert_non_null(values);
  must(run_drift_gather(c->drift, values));
  return values;
}

static int64_t count_of(const carried *c, ria_particle_state state) {
  int64_t(*counts)[RIA_PARTICLE_STATES], found = 0, all = 0;
  must(run_drift_count(c->drift, &counts));
  const int groups = run_drift_description(c->drift)->groups;
  for (int g = 0; g < groups; g++)
    for (int s = 0; s < RIA_PARTICLE_STATES; s++) {
      all += counts[g][s];
      found += s == (int)state ? counts[g][s] : 0;
    }
  free(counts);
  assert_int_equal(all, run_drift_all(c->drift));
  return found;
}

/* ---- a tidal flat ---- */

static void expect_in_water(const carried *c) {
  const int64_t all = run_drift_all(c->drift);
  double *v = columns_of(c);
  for (int64_t n = 0; n < all; n++) {
    const ria_particle_state state = (ria_particle_state)v[RIA_PARTICLE_STATE * all + n];
    const double x = v[RIA_PARTICLE_X * all + n], y = v[RIA_PARTICLE_Y * all + n];
    if (state == RIA_PARTICLE_WAITING || state == RIA_PARTICLE_LEFT)
      continue;
    assert_true(x >= 0 && x < c->run->nx && y >= 0 && y < c->run->ny);
    assert_true(c->wet[(size_t)y * (size_t)c->run->nx + (size_t)x]);
  }
  free(v);
}

/* The tide falls and rises again. */
static void none_is_on_land_that_was_never_wet(void **state) {
  (void)state;
  carried c = begin(
      "time: {start: 2001-10-29T00:00:00Z, end: 14 h}\n"
      "grid: {extent: [0 km, 0 km, 10 km, 2.1 km], cells: [50, 15]}\nnumerics: {order: 1}\n"
      "bathymetry: {shape: {kind: tidal_flat, low: -3 m, high: 1.5 m, length: 10 km,\n"
      "  creek_depth: 1 m, creek_width: 300 m, creek_y: 1 km}}\n"
      "initial: {level: 1.2 m}\nfriction: 0.025\n"
      "boundaries: [{side: west, kind: tide, constituents: {M2: {amplitude: 1.2 m, phase: 71.894 "
      "deg}}}]\n"
      "wind: {speed: 3 m/s, direction: 160 deg}\n"
      "particles:\n"
      "  refloats: {at: [7 km, 1 km], radius: 900 m, count: 500, draft: 40 cm, wind_drift: 2 %, "
      "diffusivity: 2 "
      "m2/s}\n"
      "  beaches: {at: [7 km, 1 km], radius: 900 m, count: 500, draft: 40 cm, wind_drift: 2 %, "
      "diffusivity: 2 "
      "m2/s, shore: beach}\n"
      "  slides: {at: [7 km, 1 km], radius: 900 m, count: 500, draft: 40 cm, wind_drift: 2 %, "
      "diffusivity: 2 "
      "m2/s, shore: slide}\n");
  const double every = run_drift_interval(c.drift);
  int64_t most = 0;
  assert_true(every > 1 && every <= 60);
  for (double t = every; t <= 14 * 3600; t += every) {
    advance(&c, t);
    expect_in_water(&c);
    const int64_t beached = count_of(&c, RIA_PARTICLE_BEACHED);
    most = beached > most ? beached : most;
  }
  const int64_t left = count_of(&c, RIA_PARTICLE_LEFT);
  assert_true(most > 150 && count_of(&c, RIA_PARTICLE_BEACHED) < most); /* some float again */
  assert_int_equal(count_of(&c, RIA_PARTICLE_WAITING), 0);
  assert_int_equal(count_of(&c, RIA_PARTICLE_AFLOAT) + count_of(&c, RIA_PARTICLE_BEACHED) + left,
                   1500);
  end(&c);
}

/* ---- a channel ---- */

#define CHANNEL                                                                                    \
  "time: {end: 1 h}\ngrid: {extent: [0 m, 0 m, 3 km, 300 m], cells: [60, 10], periodic: %s}\n"     \
  "bathymetry: {shape: {kind: flat, elevation: -5 m}}\nnumerics: {order: 1}\nprecision: double\n"  \
  "initial: {shape: {kind: dam, position: 1.5 km, left: 0 m, right: 0 m%s}}\n%s"                   \
  "particles: {drop: {at: [500 m, 145 m], count: 20, draft: 40 cm%s}}\n"

/* Water that is pulled by a wind in a periodic channel has one speed everywhere. */
static void particles_go_with_the_current(void **state) {
  (void)state;
  char yaml[1024];
  snprintf(yaml, sizeof yaml, CHANNEL, "x", "", "wind: {speed: 20 m/s, direction: 270 deg}\n", "");
  carried c = begin(yaml);
  for (double t = 60; t <= 3600; t += 60)
    advance(&c, t);
  const double t = ria_simulation_progress(c.run->simulation).time;
  double *qx = calloc(c.cells, sizeof *qx), *v = columns_of(&c);
  test_run_field(c.run, 1, qx);
  const double speed = qx[0] / 5; /* it has grown evenly */
  const double way = ria_particle_place(&c.run->terrain.grid, 0, v[0]) - 500;
  assert_true(speed > 0.3);
  assert_true(fabs(way - 0.5 * speed * t) < 1e-6 * way);
  assert_true(fabs(ria_particle_place(&c.run->terrain.grid, 1, v[20]) - 145) < 1e-9);
  free(qx);
  free(v);
  end(&c);
}

/* A mole across the whole channel: no particle gets behind it or beaches on it. */
static void moles_keep_particles_back(void **state) {
  (void)state;
  char yaml[1024];
  snprintf(yaml, sizeof yaml, CHANNEL, "none", "",
           "wind: {speed: 20 m/s, direction: 270 deg}\n"
           "structures: [{name: mole, line: [[1 km, -10 m], [1 km, 310 m]]}]\n",
           ", wind_drift: 0.1, diffusivity: 2 m2/s");
  carried c = begin(yaml);
  for (double t = 60; t <= 3600; t += 60)
    advance(&c, t);
  double *v = columns_of(&c), most = 0;
  for (int n = 0; n < 20; n++)
    most = fmax(most, v[n]);
  assert_true(most > 19 && most < 20); /* cells of 50 m */
  assert_int_equal(count_of(&c, RIA_PARTICLE_AFLOAT), 20);
  free(v);
  end(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(none_is_on_land_that_was_never_wet),
                                     cmocka_unit_test(particles_go_with_the_current),
                                     cmocka_unit_test(moles_keep_particles_back)};
  return cmocka_run_group_tests(tests, test_runtime_begin, test_runtime_end);
}
