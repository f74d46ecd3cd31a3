/* A dam break and a tide over islands and flats, mirrored in x and in y and with x and y exchanged:
 * the same water. */
#include "basin.h"
#include "tests.h"
#include <math.h>

enum { NX = 32, NY = 24, CELLS = NX * NY, FIELDS = 4, STEPS = 300 };
enum { MIRROR_X = 1, MIRROR_Y = 2, TRANSPOSE = 4, NUDGE = 8 };

static const double cell = 10;

typedef struct {
  double field[FIELDS][CELLS];
} flow;

/* The place in the original basin. */
static void original(int way, double *x, double *y) {
  if (way & TRANSPOSE) {
    const double t = *x;
    *x = *y;
    *y = t;
  }
  if (way & MIRROR_X)
    *x = NX * cell - *x;
  if (way & MIRROR_Y)
    *y = NY * cell - *y;
}

static double islands(const void *way, double x, double y) {
  original(*(const int *)way, &x, &y);
  return -3.0 + 0.02 * x + 1.9 * sin(0.031 * x + 0.3) * cos(0.023 * y + 0.7);
}

static void dam(const void *way, double x, double y, double bed, double w[4]) {
  original(*(const int *)way, &x, &y);
  w[0] = fmax((x < 130 ? 1.5 : -0.3) - bed, 0.0);
  if (*(const int *)way & NUDGE)
    w[0] *= 1 + 2.3e-16;
  w[1] = w[2] = 0.0;
  w[3] = y < 100 ? w[0] : 0.0;
}

/* The position of the west side. */
static int west(int way) {
  const int far = way & MIRROR_X ? 1 : 0;
  return (way & TRANSPOSE ? BASIN_SOUTH : BASIN_WEST) + far;
}

static void run(int way, flow *f) {
  basin_setup setup = {.nx = way & TRANSPOSE ? NY : NX,
                       .ny = way & TRANSPOSE ? NX : NY,
                       .dx = cell,
                       .dy = cell,
                       .cfl = 0.9,
                       .dry = 1e-3,
                       .manning = 0.025,
                       .bed = islands,
                       .start = dam,
                       .context = &way};
  setup.side[west(way)] = (basin_side){.kind = BASIN_LEVEL, .value = 1, .head_loss = true};
  basin *b = basin_create(&setup);
  basin_advance(b, 1e9, STEPS);
  for (int i = 0; i < FIELDS; i++)
    basin_field(b, i, f->field[i]);
  basin_destroy(b);
}

/* The value of a field at cell (i, j) of the original basin. */
static double value(const flow *f, int way, int field, int i, int j) {
  const int x = way & MIRROR_X ? NX - 1 - i : i, y = way & MIRROR_Y ? NY - 1 - j : j;
  const double sign = field == 1 && way & MIRROR_X ? -1 : field == 2 && way & MIRROR_Y ? -1 : 1;
  if (!(way & TRANSPOSE))
    return sign * f->field[field][y * NX + x];
  return sign * f->field[field == 1 ? 2 : field == 2 ? 1 : field][x * NY + y];
}

/* The largest difference of the basin turned by `way` to the basin as it is. */
static double difference(int way) {
  flow straight, turned;
  double worst = 0;
  run(0, &straight);
  run(way, &turned);
  for (int field = 0; field < FIELDS; field++)
    for (int i = 0; i < CELLS; i++)
      worst =
          fmax(worst, fabs(value(&turned, way, field, i % NX, i / NX) - straight.field[field][i]));
  print_message("order %d, way %d: %g\n", basin_usual_order(), way, worst);
  return worst;
}

/* Sums in another order round otherwise. The flow may amplify this, but not more than one rounding
 * error in the initial depths. */
static void compare(int way) {
  assert_true(difference(way) <= fmax(1e-13, 5 * difference(NUDGE)));
}

static void test_mirrored_in_x(void **state) {
  (void)state;
  compare(MIRROR_X);
}

static void test_mirrored_in_y(void **state) {
  (void)state;
  compare(MIRROR_Y);
}

static void test_transposed(void **state) {
  (void)state;
  compare(TRANSPOSE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      BASIN_BOTH_ORDERS(test_mirrored_in_x),
      BASIN_BOTH_ORDERS(test_mirrored_in_y),
      BASIN_BOTH_ORDERS(test_transposed),
  };
  return cmocka_run_group_tests(tests, basin_session_open, basin_session_close);
}
