/* The sides of the domain: the prescribed level holds, and waves leave through open sides.
 */
#include "basin.h"
#include "tests.h"
#include <math.h>

enum { N = 400, FEW = 100 };

static double flat(const void *context, double x, double y) {
  (void)x, (void)y;
  return -*(const double *)context;
}

static void at_rest(const void *context, double x, double y, double bed, double w[4]) {
  (void)context, (void)x, (void)y;
  w[0] = -bed;
  w[1] = w[2] = w[3] = 0;
}

/* A channel one cell wide. */
static basin_setup channel(double length, int cells, const double *depth) {
  return (basin_setup){.nx = cells,
                       .ny = 1,
                       .dx = length / cells,
                       .dy = length / cells,
                       .cfl = 0.9,
                       .dry = 1e-6,
                       .bed = flat,
                       .start = at_rest,
                       .context = depth};
}

static double middle_level(basin *b, double depth) {
  double h[FEW];
  basin_field(b, 0, h);
  return h[FEW / 2] - depth;
}

static void flowing(const void *context, double x, double y, double bed, double w[4]) {
  (void)context, (void)x, (void)y;
  w[0] = 0.1 - bed;
  w[1] = 0.5 * w[0];
  w[2] = w[3] = 0;
}

/* Water is drawn in through a side with a level, at half a metre a second into half a metre of
 * water: without friction its level is that one all along the channel, or v2/2g less. The far side
 * lets waves out: beside a level that holds whatever comes in, one with a discharge would make them
 * grow. */
static void test_level_of_inflow(void **state) {
  (void)state;
  const double depth = 0.5, speed = 0.5, level = 0.1;
  for (int loss = 0; loss < 2; loss++) {
    basin_setup s = channel(20, FEW, &depth);
    s.side[BASIN_WEST] = (basin_side){.kind = BASIN_LEVEL, .value = level, .head_loss = loss};
    s.side[BASIN_EAST] =
        (basin_side){.kind = BASIN_ABSORBING, .value = level, .inflow = -speed * (depth + level)};
    s.start = flowing;
    basin *b = basin_create(&s);
    basin_advance(b, 600, -1);
    double h[FEW], q[FEW];
    basin_field(b, 0, h);
    basin_field(b, 1, q);
    basin_destroy(b);
    const double v = q[0] / h[0], head = v * v / (2 * BASIN_GRAVITY);
    assert_true(fabs(v / speed - 1) < 0.15);
    assert_true(fabs(h[0] - depth - (loss ? level - head : level)) < 1e-4);
  }
}

/* A solitary wave a tenth as high as the water is deep runs out of a channel: little comes back. */
static const double wave_depth = 1, wave_height = 0.1, wave_start = 40;

static void solitary(const void *context, double x, double y, double bed, double w[4]) {
  const double crest = 1 / cosh(sqrt(0.75 * wave_height / pow(wave_depth, 3)) * (x - wave_start));
  (void)context, (void)y;
  w[0] = -bed + wave_height * crest * crest;
  w[1] = w[0] * 2 * (sqrt(BASIN_GRAVITY * w[0]) - sqrt(BASIN_GRAVITY * wave_depth));
  w[2] = w[3] = 0;
}

/* The largest level when the wave's reflection has reached the middle, over the height of the wave
 * in the middle. */
static double reflected(basin_side east) {
  basin_setup s = channel(80, N, &wave_depth);
  s.side[BASIN_EAST] = east;
  s.start = solitary;
  basin *b = basin_create(&s);
  double h[N], arrived = 0, left = 0;
  basin_advance(b, 6, -1);
  basin_field(b, 0, h);
  for (int i = 0; i < N; i++)
    arrived = fmax(arrived, h[i] - wave_depth);
  basin_advance(b, 24, -1);
  basin_field(b, 0, h);
  basin_destroy(b);
  for (int i = N / 2; i < N; i++)
    left = fmax(left, fabs(h[i] - wave_depth));
  return left / arrived;
}

static void test_absorbing(void **state) {
  (void)state;
  const double absorbed = reflected((basin_side){.kind = BASIN_ABSORBING});
  print_message("a solitary wave: %.2f %% is reflected\n", 100 * absorbed);
  assert_true(absorbed < 0.02);
  assert_true(reflected((basin_side){.kind = BASIN_LEVEL}) >
              0.5); /* the measure detects a reflection */
}

/* A current through a channel between two outer waters with the same level. */
static void test_current_outside(void **state) {
  (void)state;
  const double depth = 10, q = 3;
  basin_setup s = channel(4000, FEW, &depth);
  s.side[BASIN_WEST] = (basin_side){.kind = BASIN_ABSORBING, .value = 0.2, .inflow = q};
  s.side[BASIN_EAST] = (basin_side){.kind = BASIN_ABSORBING, .value = 0.2, .inflow = -q};
  basin *b = basin_create(&s);
  double discharge[FEW];
  basin_advance(b, 6 * 3600, -1);
  basin_field(b, 1, discharge);
  assert_true(fabs(middle_level(b, depth) - 0.2) < 1e-4);
  assert_true(fabs(discharge[FEW / 2] / q - 1) < 1e-4);
  basin_destroy(b);
}

/* A tide forced through an absorbing side equals the tide outside at all times, although the start
 * does not match it. */
static double tide_outside(double t) {
  return 0.5 * cos(2 * 3.14159265358979323846 / 44714.16 * t);
}

static void test_tide_through_absorbing(void **state) {
  (void)state;
  const double depth = 20;
  basin_setup s = channel(8000, FEW, &depth);
  s.side[BASIN_WEST] = (basin_side){.kind = BASIN_ABSORBING, .at = tide_outside};
  basin *b = basin_create(&s);
  double worst = 0;
  for (int i = 1; i <= 8; i++) {
    basin_advance(b, 6000.0 * i, -1);
    if (i > 2)
      worst = fmax(worst, fabs(middle_level(b, depth) - tide_outside(6000.0 * i)));
  }
  basin_destroy(b);
  print_message("a tide of 0.5 m outside: %.4f m off inside\n", worst);
  assert_true(worst < 0.05);
}

/* The level of a solitary wave at the west side, over water that stands half a metre above the
 * reference. */
static const double standing = 0.5;

static double wave_outside(double t) {
  const double crest =
      1 / cosh(sqrt(0.75 * wave_height / pow(wave_depth, 3)) * sqrt(BASIN_GRAVITY) * (t - 8));
  return standing + wave_height * crest * crest;
}

static double trough_outside(double t) {
  return 2 * standing - wave_outside(t);
}

static void standing_high(const void *context, double x, double y, double bed, double w[4]) {
  (void)context, (void)x, (void)y;
  w[0] = standing - bed;
  w[1] = w[2] = w[3] = 0;
}

typedef struct {
  double crest; /* in the middle, before it comes back from the far side */
  double back;  /* height of the reflected wave */
  double left;  /* largest height in the channel after the wave has left */
} passage;

/* Heights in the middle of a channel with a wall at its far end, over the wave's height. */
static passage passes(double (*level)(double), bool incoming) {
  const double ground = wave_depth - standing;
  basin_setup s = channel(30, N, &ground);
  double h[N];
  passage found = {0};
  s.start = standing_high;
  s.side[BASIN_WEST] =
      (basin_side){.kind = BASIN_ABSORBING, .at = level, .incoming = incoming, .still = standing};
  basin *b = basin_create(&s);
  for (double t = 0.25; t < 40; t += 0.1) {
    basin_advance(b, t, -1);
    basin_field(b, 0, h);
    const double now = fabs(h[N / 2] - wave_depth) / wave_height;
    double *most = t < 17 ? &found.crest : &found.back;
    *most = fmax(*most, now);
  }
  for (int i = 0; i < N; i++)
    found.left = fmax(found.left, fabs(h[i] - wave_depth) / wave_height);
  basin_destroy(b);
  return found;
}

/* A wave that is given by its level enters with its height, crest or trough, and leaves through the
 * side that it came in by. Without `incoming`, a side assumes that the water outside is at rest. */
static void test_incoming(void **state) {
  (void)state;
  const passage wave = passes(wave_outside, true), trough = passes(trough_outside, true);
  const passage halved = passes(wave_outside, false);
  print_message(
      "a solitary wave: %.4f of its height enters, %.4f comes back, %.4f stays; a trough: "
      "%.4f, %.4f, %.4f; outside at rest: %.4f, %.4f, %.4f\n",
      wave.crest, wave.back, wave.left, trough.crest, trough.back, trough.left, halved.crest,
      halved.back, halved.left);
  assert_true(fabs(wave.crest - 1) < 0.03 && wave.back > 0.8 && wave.left < 0.02);
  assert_true(fabs(trough.crest - 1) < 0.03 && trough.back > 0.8 && trough.left < 0.02);
  assert_true(fabs(halved.crest - 0.5) < 0.03);
}

static const double current = 0.3; /* m/s */

static void flowing_east(const void *context, double x, double y, double bed, double w[4]) {
  at_rest(context, x, y, bed, w);
  w[1] = current * w[0];
}

/* The front of a surge that runs in with a current: behind it the water has its level, and besides
 * the current the velocity of a simple wave. */
static void test_incoming_on_a_current(void **state) {
  (void)state;
  const double surge = 0.1;
  basin_setup s = channel(200, FEW, &wave_depth);
  s.start = flowing_east;
  s.side[BASIN_WEST] = (basin_side){
      .kind = BASIN_ABSORBING, .value = surge, .incoming = true, .inflow = current * wave_depth};
  s.side[BASIN_EAST] = (basin_side){.kind = BASIN_ABSORBING, .inflow = -current * wave_depth};
  basin *b = basin_create(&s);
  double h[FEW], q[FEW];
  basin_advance(b, 40, -1);
  basin_field(b, 0, h);
  basin_field(b, 1, q);
  basin_destroy(b);
  const double faster =
      2 * (sqrt(BASIN_GRAVITY * (wave_depth + surge)) - sqrt(BASIN_GRAVITY * wave_depth));
  const double v = q[FEW / 4] / h[FEW / 4];
  print_message("a surge of %g m: %.5f m, its water runs at %.5f m/s, not %.5f m/s\n", surge,
                h[FEW / 4] - wave_depth, v, current + faster);
  assert_true(fabs(h[FEW / 4] - wave_depth - surge) < 1e-3);
  assert_true(fabs(v - current - faster) < 5e-3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      BASIN_BOTH_ORDERS(test_level_of_inflow), BASIN_BOTH_ORDERS(test_absorbing),
      BASIN_BOTH_ORDERS(test_current_outside), BASIN_BOTH_ORDERS(test_tide_through_absorbing),
      BASIN_BOTH_ORDERS(test_incoming),        BASIN_BOTH_ORDERS(test_incoming_on_a_current),
  };
  return cmocka_run_group_tests(tests, basin_session_open, basin_session_close);
}
