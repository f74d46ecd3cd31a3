/** \file
 * A case from text, run by the library in the test's own process, on one tile. Functions fail the
 * test on any error. */
#ifndef RIA_TESTS_TEST_RUN_H
#define RIA_TESTS_TEST_RUN_H

#include <ria/runtime.h>
#include <ria/solver.h>

typedef struct {
  ria_case the_case;
  ria_terrain terrain;
  const ria_solver *solver;
  void *instance;
  ria_simulation *simulation;
  int nx, ny;
} test_run;

/** The case of `yaml`, with `sets` settings "key.path=value", at its start. Freed by
 * test_run_free(). */
test_run *test_run_new(ria_runtime *runtime, const char *yaml, int sets, const char *const *set);
void test_run_free(test_run *run);
/** Advance to `until` exactly, s. */
void test_run_advance(const test_run *run, double until);
/** A field of the state now, [ny][nx], into memory of the caller. */
void test_run_field(const test_run *run, int field, double *values);
/** The sum of a field over all cells. */
double test_run_sum(const test_run *run, int field);

#endif
