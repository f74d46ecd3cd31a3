/* The reduction of the residual by a V-cycle. */
#ifndef POISSON_TEST_CYCLES_H
#define POISSON_TEST_CYCLES_H

#include <math.h>
#include <stdio.h>
#include <ria/runtime.h>
#include "test_run.h"
#include "tests.h"

static inline ria_program_result result_of(const test_run *r) {
  ria_program_result result;
  assert_int_equal(ria_simulation_program(r->simulation, &result), RIA_SUCCESS);
  return result;
}

/* The root of the sum of the residual's squares for a charged ball in a cube, after *cycles
 * V-cycles, the number needed to reach the tolerance. */
static inline double residual_after(int cells, double tolerance, int64_t *cycles) {
  char text[1024];
  snprintf(text, sizeof text,
           "solver: poisson\ntime: {steps: 1}\nprecision: double\n"
           "grid: {extent: [0 m, 0 m, 0 m, 1 m, 1 m, 1 m], cells: [%d, %d, %d]}\n"
           "poisson: {method: multigrid, tolerance: %g, radius: 0.2 m}\n",
           cells, cells, cells, tolerance);
  test_run *r = test_run_new(test_runtime, text, 0, NULL);
  test_run_steps(r, 1);
  const ria_program_result result = result_of(r);
  assert_string_equal(r->model.program->scalar[0].quantity.name, "residual_squared");
  *cycles = result.iterations;
  test_run_free(r);
  return sqrt(result.value[0]);
}

/* Mean reduction of the last cycles of a solution: the first cycles reduce the residual more. */
static inline double factor_of_a_cycle(int cells) {
  int64_t before, after;
  const double first = residual_after(cells, 1e-3, &before),
               last = residual_after(cells, 1e-10, &after);
  const double factor = pow(last / first, 1.0 / (double)(after - before));
  print_message("multigrid, %d^3 cells: %lld V-cycles to 1e-10, factor %.3f of the last %lld\n",
                cells, (long long)after, factor, (long long)(after - before));
  assert_true(after - before > 5);
  return factor;
}

#endif
