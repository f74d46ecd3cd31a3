/* A patch that raises the speed of waves: the steps that follow are short enough from the first on.
 */
#include <math.h>
#include <ria/patch.h>
#include "test_run.h"
#include "tests.h"

enum { NX = 24, NY = 16 };
static const char lake[] = "solver: swsolver\n"
                           "grid: {extent: [-1 m, -1 m, 1 m, 1 m], cells: [24, 16]}\n"
                           "bathymetry: {shape: {kind: flat}}\n"
                           "initial: {level: 1 m, shape: {kind: tilt, length: 1 m, width: 1 m}}\n"
                           "gravity: 1 m/s2\ntime: {end: 1 s, window: 4, guard: 0.5}\n";

static ria_runtime *runtime;

static void must(ria_status status) {
  if (status != RIA_SUCCESS)
    fail_msg("%s: %s", ria_status_text(status), ria_status_detail());
}

static void steps_after_a_patch_are_short_enough(void **state) {
  (void)state;
  test_run *run = test_run_new(runtime, lake, 0, NULL);
  const ria_patch patch = {.block = 0, .cells = {{4, 4, 0}, {9, 8, 1}}};
  double depth[5 * 4];
  assert_int_equal(ria_patch_cells(&patch), 20);
  test_run_steps(run, 8);
  const ria_progress before = ria_simulation_progress(run->simulation);
  must(ria_patch_read(run->simulation, 0, &patch, depth));
  for (int c = 0; c < 20; c++)
    depth[c] += 8;
  must(ria_patch_write(run->simulation, 0, &patch, depth));
  test_run_steps(run, 8);
  const ria_progress after = ria_simulation_progress(run->simulation);
  assert_true(after.rate > 2 * before.rate && after.dt < before.dt / 2);
  assert_int_equal(after.redone, before.redone);
  assert_int_equal(after.steps, before.steps + 8);
  test_run_free(run);
}

static int start(void **state) {
  (void)state;
  return ria_runtime_create(&(ria_runtime_options){.workers = 1, .gpus = RIA_GPUS_NEVER},
                            &runtime) != RIA_SUCCESS;
}

static int stop(void **state) {
  (void)state;
  ria_runtime_destroy(runtime);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(steps_after_a_patch_are_short_enough)};
  return cmocka_run_group_tests(tests, start, stop);
}
