/** \file
 * A case from text, run by the library in the test's own process, on one tile a block. Functions
 * fail the test on any error. */
#ifndef RIA_TESTS_TEST_RUN_H
#define RIA_TESTS_TEST_RUN_H

#include <ria/runtime.h>
#include <ria/solver.h>
#include "field_hashes.h"

/** A runtime of one worker for all tests of a program: a group's setup and teardown. */
extern ria_runtime *test_runtime;
int test_runtime_begin(void **state);
int test_runtime_end(void **state);

typedef struct {
  ria_case the_case;
  ria_terrain terrain;
  const ria_solver *solver;
  void *instance;
  ria_model model;
  ria_simulation *simulation;
  int nx, ny;
} test_run;

/** The simulation of the case `yaml`, with `sets` settings "key.path=value", at its start. Freed by
 * test_run_free(). */
test_run *test_run_new(ria_runtime *runtime, const char *yaml, int sets, const char *const *set);
/** Changes the model before the simulation is created. Objects that the model borrows must outlive
 * the run. */
typedef void (*test_run_adapt)(ria_model *model, void *context);
test_run *test_run_adapted(ria_runtime *runtime, const char *yaml, test_run_adapt adapt,
                           void *context);
/** The case in a file; `adapt` may be NULL. */
test_run *test_run_of_file(ria_runtime *runtime, const char *path, int sets, const char *const *set,
                           test_run_adapt adapt, void *context);
void test_run_free(test_run *run);
/** Advance to `until` exactly, s. */
void test_run_advance(const test_run *run, double until);
/** Advance by `steps` steps. */
void test_run_steps(const test_run *run, int64_t steps);
/** Advance by `steps` steps, or up to the case's end. As in `ria run`, steps end at the times of
 * outputs and gauges. */
void test_run_steps_as_case(const test_run *run, int64_t steps);
/** Hashes the fields of the current state. */
void test_run_hashes(const test_run *run, state_hashes *state);
/** Copies a field of the current state to the caller's memory: [ny][nx]; for a box [z][y][x]; for
 * blocks one after another. */
void test_run_field(const test_run *run, int field, double *values);
/** The sum of a field over all cells. */
double test_run_sum(const test_run *run, int field);

#endif
