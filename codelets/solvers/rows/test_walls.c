/* Rotating walls of rows. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <ria/runtime.h>
#include "test_run.h"
#include "tests.h"

/* A straight channel with walls that move with the gas, far from the axis: in theta the gas is at
 * rest relative to them. */
static void walls_with_slip_move_with_their_row(void **state) {
  (void)state;
  test_run *r = test_run_new(
      test_runtime,
      "solver: rows\nprecision: double\ngas: {cp: 2.5 J/kg/K, gamma: 1.4}\n"
      "time: {steps: 200, cfl: 0.4}\n"
      "grid: {blocks: {a: {shape: sector, row: first, cells: [8, 2, 4], x: [0 m, 0.2 m], r: [10000 "
      "m, 10000.1 m], theta: [0 deg, 0.0005 deg]}}}\n"
      "rows: {first: {speed: 3e-5 rad/s}}\n"
      "start: {kind: uniform, pressure: 1 Pa, temperature: 1.4 K, vx: 0.4 m/s, vt: 0.3 m/s}\n"
      "boundaries: {inlet: held, exit: held, default: slip}\n",
      0, NULL);
  test_run_steps(r, r->the_case.time.steps);
  const size_t nodes = (size_t)ria_block_grid_size(r->terrain.nodes);
  double *flow[4], worst = 0;
  for (int f = 0; f < 4; f++) {
    flow[f] = calloc(nodes, sizeof *flow[f]);
    test_run_field(r, f, flow[f]);
  }
  for (size_t n = 0; n < nodes; n++) {
    worst = fmax(worst, fabs(flow[1][n] / flow[0][n] - 0.4));
    worst = fmax(worst, fabs(flow[2][n] / flow[0][n]));
    worst = fmax(worst, fabs(flow[3][n] / flow[0][n] / 10000 - 0.3));
  }
  print_message("channel that turns: largest difference of the velocity %.2g m/s\n", worst);
  assert_true(worst < 5e-5);
  for (int f = 0; f < 4; f++)
    free(flow[f]);
  test_run_free(r);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(walls_with_slip_move_with_their_row)};
  return cmocka_run_group_tests(tests, test_runtime_begin, test_runtime_end);
}
