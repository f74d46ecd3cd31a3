/* Runs of the solver rows on one worker, for tests: the common start of their cases, and their
 * time steps. */
#ifndef ROWS_TEST_FLOW_H
#define ROWS_TEST_FLOW_H

#include <stdarg.h>
#include <stdio.h>
#include <ria/runtime.h>
#include "test_nodes.h"
#include "test_run.h"
#include "tests.h"

static double viscosity; /* of the next runs, Pa s */

/* A run of a case that consists of the gas and `format`. */
static inline test_run *start(const char *precision, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static inline test_run *start(const char *precision, const char *format, ...) {
  char text[4096];
  va_list arguments;
  int n = snprintf(text, sizeof text,
                   "solver: rows\ngas: {cp: 2.5 J/kg/K, gamma: 1.4, viscosity: %g Pa s}\n"
                   "precision: %s\n",
                   viscosity, precision);
  va_start(arguments, format);
  vsnprintf(text + n, sizeof text - (size_t)n, format, arguments);
  va_end(arguments);
  return test_run_new(test_runtime, text, 0, NULL);
}

static inline ria_progress march(const test_run *r) {
  test_run_steps(r, r->the_case.time.steps);
  return ria_simulation_progress(r->simulation);
}

static inline double pressure_of(const nodes *n, size_t i, double radius) {
  const double rho = n->flow[0][i], vt = n->flow[3][i] / rho / radius;
  const double along = n->flow[1][i] / rho, up = n->flow[2][i] / rho;
  return 0.4 * (n->flow[4][i] - 0.5 * rho * (along * along + up * up + vt * vt));
}

#endif
