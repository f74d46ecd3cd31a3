/* Local terms: friction, the Earth's rotation, wind, decay; and the scheme's numerical diffusion of
 * a tracer. */
#include "basin.h"
#include "tests.h"
#include <math.h>

static const double pi = 3.14159265358979323846;

static double two_metres(const void *context, double x, double y) {
  (void)context, (void)x, (void)y;
  return -2.0;
}

static void stream(const void *context, double x, double y, double bed, double w[4]) {
  const double *q = context;
  (void)x, (void)y;
  w[0] = -bed;
  w[1] = q[0];
  w[2] = q[1];
  w[3] = 0.5 * w[0];
}

/* Uniform water, open all around: it stays uniform. */
static basin_setup uniform(const double q[2]) {
  basin_setup s = {.nx = 6,
                   .ny = 5,
                   .dx = 10,
                   .dy = 7,
                   .cfl = 0.9,
                   .dry = 1e-6,
                   .bed = two_metres,
                   .start = stream,
                   .context = q};
  for (int side = 0; side < 4; side++)
    s.side[side].kind = BASIN_OPEN;
  return s;
}

/* State of cell (2, 2) after `until` seconds. */
static void run_uniform(const basin_setup *s, double until, double w[4]) {
  double field[30];
  basin *b = basin_create(s);
  basin_advance(b, until, -1);
  for (int f = 0; f < 4; f++) {
    basin_field(b, f, field);
    w[f] = field[2 * 6 + 2];
    for (int i = 0; i < 30; i++)
      assert_true(fabs(field[i] - w[f]) <= 1e-12);
  }
  basin_destroy(b);
}

/* du/dt = -g n2 u2 / h^(4/3) has u = u0 / (1 + k u0 t). */
static void test_friction(void **state) {
  const double q[2] = {3.0, -1.6};
  double w[4], speed = hypot(q[0], q[1]);
  (void)state;
  basin_setup s = uniform(q);
  s.manning = 0.03;
  s.periodic = true; /* a free side would balance friction by a slope */
  run_uniform(&s, 300.0, w);
  double k = BASIN_GRAVITY * s.manning * s.manning / pow(2.0, 7.0 / 3.0);
  double exact = speed / (1.0 + k * speed * 300.0);
  assert_true(fabs(hypot(w[1], w[2]) / exact - 1.0) <= 2e-3);
  assert_true(fabs(w[2] / w[1] - q[1] / q[0]) <= 1e-12);
}

/* Without a slope the water runs in circles, 2 pi / f long, and keeps its speed exactly. */
static void test_coriolis(void **state) {
  const double q[2] = {0.6, 0.0};
  double w[4];
  (void)state;
  basin_setup s = uniform(q);
  s.coriolis = 1e-3;
  run_uniform(&s, 0.25 * 2.0 * pi / s.coriolis, w);
  assert_true(fabs(hypot(w[1], w[2]) / 0.6 - 1.0) <= 1e-12);
  assert_true(fabs(w[1]) <= 1e-4);
  assert_true(w[2] < 0.0); /* to the right: the northern hemisphere */
}

static void test_wind(void **state) {
  const double q[2] = {0.0, 0.0};
  double w[4];
  (void)state;
  basin_setup s = uniform(q);
  s.wind_x = 1e-4;
  s.wind_y = -2e-4;
  run_uniform(&s, 600.0, w);
  assert_true(fabs(w[1] - 0.06) <= 1e-12);
  assert_true(fabs(w[2] + 0.12) <= 1e-12);
}

static void test_decay(void **state) {
  const double q[2] = {0.4, 0.2};
  double w[4];
  (void)state;
  basin_setup s = uniform(q);
  s.decay = 1e-3;
  run_uniform(&s, 1000.0, w);
  assert_true(fabs(w[3] / w[0] / (0.5 * exp(-1.0)) - 1.0) <= 1e-6);
}

/* A cloud of tracer in a river 1 m deep at 1 m/s, of variance 400 m2 at the start. */
static double cloud_bed(const void *context, double x, double y) {
  (void)context, (void)x, (void)y;
  return -1.0;
}

static void cloud(const void *context, double x, double y, double bed, double w[4]) {
  (void)context, (void)y;
  w[0] = w[1] = -bed;
  w[2] = 0.0;
  w[3] = exp(-(x - 150.0) * (x - 150.0) / 800.0);
}

/* The only diffusion is that of upwinding, |u| dx (1 - u dt / dx) / 2; no tracer is lost. */
static void test_cloud(void **state) {
  enum { N = 800 };
  const double dx = 1.0, until = 400.0;
  double hc[N], peak = 0, sum = 0;
  (void)state;
  basin *b = basin_create(&(basin_setup){.nx = N,
                                         .ny = 1,
                                         .dx = dx,
                                         .dy = 1e6,
                                         .cfl = 0.9,
                                         .dry = 1e-6,
                                         .side = {{.kind = BASIN_OPEN}, {.kind = BASIN_OPEN}},
                                         .bed = cloud_bed,
                                         .start = cloud});
  basin_advance(b, until, -1);
  double courant = until / (double)basin_steps(b) / dx;
  basin_field(b, 3, hc);
  basin_destroy(b);
  for (int i = 0; i < N; i++) {
    peak = fmax(peak, hc[i]);
    sum += hc[i] * dx;
    assert_true(hc[i] >= 0.0 && hc[i] <= 1.0);
  }
  double variance = 400.0 + 2.0 * until * 0.5 * dx * (1.0 - courant);
  assert_true(fabs(peak / sqrt(400.0 / variance) - 1.0) <= 5e-3);
  assert_true(fabs(sum / sqrt(800.0 * pi) - 1.0) <= 1e-9);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      BASIN_BOTH_ORDERS(test_friction), BASIN_BOTH_ORDERS(test_coriolis),
      BASIN_BOTH_ORDERS(test_wind),     BASIN_BOTH_ORDERS(test_decay),
      cmocka_unit_test(test_cloud),
  };
  return cmocka_run_group_tests(tests, basin_session_open, basin_session_close);
}
