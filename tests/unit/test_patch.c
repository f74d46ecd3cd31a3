/* A patch that raises the speed of waves: the steps that follow are short enough from the first on.
 */
#include <math.h>
#include <ria/patch.h>
#include <string.h>
#include "lent_fields.h"
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

static void add(const ria_lent_tile *tile, void *first, int columns, int rows, double more) {
  for (int y = 0; y < rows; y++)
    for (int x = 0; x < columns; x++) {
      const size_t at = (size_t)y * tile->pitch + (size_t)x;
      if (tile->precision == RIA_SINGLE)
        ((float *)first)[at] = (float)((double)((float *)first)[at] + more);
      else
        ((double *)first)[at] += more;
    }
}

static void pointers_change_what_patches_change(void **state) {
  (void)state;
  lent_fields_are_those_of_patches(runtime, "cpu", false, add);
}

/* All other operations on lent fields are rejected. */
static void lent_fields_are_guarded(void **state) {
  (void)state;
  ria_simulation *s = lent_simulation(runtime, "cpu", RIA_DOUBLE);
  const ria_patch patch = lent_patch();
  static double values[LENT_NX * LENT_NY];
  ria_lent_tile tile[LENT_TILES];
  assert_int_equal(ria_patch_take_back(s, true), RIA_ERROR_ARGUMENT);
  assert_non_null(strstr(ria_status_detail(), "no fields of the simulation are lent"));
  must(ria_patch_lend(s, tile));
  assert_int_equal(ria_patch_lend(s, tile), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_patch_read(s, 0, &patch, values), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_patch_write(s, 0, &patch, values), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_simulation_sum(s, 0, values), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_simulation_fill(s, lent_fill, NULL, NULL), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_simulation_advance(s, 1, false, 1, 1, NULL, NULL), RIA_ERROR_ARGUMENT);
  assert_non_null(strstr(ria_status_detail(), "ria_patch_take_back()"));
  must(ria_patch_take_back(s, true));
  lent_steps(s);
  ria_simulation_destroy(s);
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
  const struct CMUnitTest tests[] = {cmocka_unit_test(steps_after_a_patch_are_short_enough),
                                     cmocka_unit_test(pointers_change_what_patches_change),
                                     cmocka_unit_test(lent_fields_are_guarded)};
  return cmocka_run_group_tests(tests, start, stop);
}
