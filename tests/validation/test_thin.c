/* Thin water on slopes: the discharge of a side enters over dry and wet ground, and a sheet flows
 * at its normal depth for all slopes and depths. */
#include "basin.h"
#include "tests.h"
#include <math.h>

enum { CELLS = 60, ROWS = 2, MIDDLE = CELLS / 2 };

typedef struct {
  double slope, discharge, manning, size; /* m2/s; of a cell, m */
  double front, steady;                   /* s: the front is still within, and the flow is steady */
} sheet;

static double plane(const void *context, double x, double y) {
  (void)y;
  return -((const sheet *)context)->slope * x;
}

static void dry(const void *context, double x, double y, double bed, double w[4]) {
  (void)context, (void)x, (void)y, (void)bed;
  for (int f = 0; f < 4; f++)
    w[f] = 0;
}

static double content(const basin *b, const sheet *s) {
  double h[CELLS * ROWS], sum = 0;
  basin_field((basin *)b, 0, h);
  for (int i = 0; i < CELLS * ROWS; i++)
    sum += h[i];
  return sum * s->size / ROWS;
}

/* Dry ground at first: what has come in by the time `front`, then depth and discharge at `steady`.
 */
static void run(const sheet *s, bool single) {
  basin_setup setup = {.nx = CELLS,
                       .ny = ROWS,
                       .dx = s->size,
                       .dy = s->size,
                       .cfl = 0.9,
                       .dry = 1e-4,
                       .manning = s->manning,
                       .single = single,
                       .bed = plane,
                       .start = dry,
                       .context = s};
  setup.side[BASIN_WEST] = (basin_side){.kind = BASIN_DISCHARGE, .value = s->discharge};
  setup.side[BASIN_EAST] = (basin_side){.kind = BASIN_OPEN};
  basin *b = basin_create(&setup);
  double h[CELLS * ROWS], q[CELLS * ROWS];
  basin_advance(b, s->front, -1);
  basin_field(b, 0, h);
  assert_true(h[CELLS - 1] < setup.dry);
  const double brought = content(b, s) / (s->discharge * s->front);
  basin_advance(b, s->steady, -1);
  basin_field(b, 0, h);
  basin_field(b, 1, q);
  basin_destroy(b);
  const double normal = pow(s->discharge * s->manning / sqrt(s->slope), 0.6);
  print_message("slope %g, q %g: brought %.4f, depth %.4f of normal, discharge %.4f\n", s->slope,
                s->discharge, brought, h[MIDDLE] / normal, q[MIDDLE] / s->discharge);
  assert_true(fabs(brought - 1) < 0.005);
  assert_true(fabs(h[MIDDLE] / normal - 1) < (basin_usual_order() == 2 ? 0.02 : 0.05));
  assert_true(fabs(q[MIDDLE] / s->discharge - 1) < (basin_usual_order() == 2 ? 0.02 : 0.05));
}

static void test_sheets(void **state) {
  (void)state;
  static const sheet sheets[] = {
      {0.02, 0.01, 0.03, 10, 600, 7200},   {0.1, 0.01, 0.03, 10, 300, 3600},
      {0.3, 0.01, 0.03, 10, 200, 3600},    {0.6, 0.01, 0.03, 10, 200, 3600},
      {0.001, 0.1, 0.06, 50, 1800, 43200}, {0.005, 0.5, 0.05, 50, 600, 14400},
      {0.2, 0.001, 0.1, 30, 1800, 36000},
  };
  for (size_t i = 0; i < sizeof sheets / sizeof *sheets; i++) {
    run(&sheets[i], false);
    run(&sheets[i], true);
  }
}

/* Two cells and one cell across a side work equally for both rows of ghost cells: no water is
 * created. */
static void test_one_row(void **state) {
  (void)state;
  const sheet s = {0.0005, 0, 0, 140, 0, 0};
  for (int rows = 1; rows <= ROWS; rows++) {
    basin_setup setup = {.nx = CELLS,
                         .ny = rows,
                         .dx = s.size,
                         .dy = s.size,
                         .cfl = 0.45,
                         .dry = 1e-6,
                         .bed = plane,
                         .start = dry,
                         .context = &s};
    setup.side[BASIN_WEST] = (basin_side){.kind = BASIN_DISCHARGE, .value = 2};
    basin *b = basin_create(&setup);
    double h[CELLS * ROWS] = {0}, sum = 0;
    basin_advance(b, 3600, -1);
    basin_field(b, 0, h);
    basin_destroy(b);
    for (int i = 0; i < CELLS * rows; i++)
      sum += h[i];
    print_message("%d rows: %.15g m2\n", rows, sum * s.size / rows);
    assert_true(fabs(sum * s.size / rows / 7200 - 1) < 0.005);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {BASIN_BOTH_ORDERS(test_sheets),
                                     BASIN_BOTH_ORDERS(test_one_row)};
  return cmocka_run_group_tests(tests, basin_session_open, basin_session_close);
}
