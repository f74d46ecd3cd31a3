/* Computes the short runs of tests/validation/field_hashes.csv with the kernels of the target cuda,
 * executed on the host: steps, sides and sources. The runtime treats them as CPU kernels. The
 * hashes of the fields must be those of `ria run` on a CPU. */
#include "disguised.h"
#include "field_hashes.h"
#include "test_run.h"
#include "tests.h"

#include <stdio.h>

static ria_runtime *runtime;
static short_runs *runs;

/* Returns the number of differences. */
static int compute(const short_run *run, const char *strategy) {
  char path[512], text[512], how[64];
  const char *set[SHORT_RUN_SETS];
  disguise d = {.strategy = strategy};
  state_hashes got;
  const int sets = short_run_sets(run, text, set);
  short_run_path(run, path, sizeof path);
  test_run *r = test_run_of_file(runtime, path, sets, set, disguise_put_on, &d);
  int kernels = 0;
  while (ria_model_kernel(&r->model, kernels))
    kernels++;
  assert_int_equal(d.steps, kernels);
  test_run_steps_as_case(r, run->recorded.steps);
  test_run_hashes(r, &got);
  test_run_free(r);
  disguise_take_off(&d);
  snprintf(how, sizeof how, "%s of cuda, executed on the host", strategy);
  return short_run_compare(run, &got, how);
}

/* Sanitizers take many times as long, so with them every run uses one of the strategies. */
#ifdef RIA_ADDRESS_SANITIZER
enum { STRIDE = 2 };
#else
enum { STRIDE = 1 };
#endif

/* Computes runs, from `first` on, with a strategy that every kernel has. */
static void try_strategy(const char *strategy, int first) {
  int wrong = 0;
  for (int r = first % STRIDE; r < runs->count; r += STRIDE)
    wrong += compute(&runs->run[r], strategy);
  assert_int_equal(wrong, 0);
}

static void test_naive(void **state) {
  (void)state;
  try_strategy("naive", 0);
}

static void test_fused(void **state) {
  (void)state;
  try_strategy("fused", 1);
}

static int begin(void **state) {
  (void)state;
  runs = short_runs_read();
  return ria_runtime_create(&(ria_runtime_options){.workers = 1}, &runtime) == RIA_SUCCESS ? 0 : -1;
}

static int end(void **state) {
  (void)state;
  ria_runtime_destroy(runtime);
  short_runs_free(runs);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_naive), cmocka_unit_test(test_fused)};
  return cmocka_run_group_tests(tests, begin, end);
}
