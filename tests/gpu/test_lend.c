/* Fields that a kernel of the application's own changes on the GPU, on a stream of its own, against
 * the same change by ria_patch_read() and ria_patch_write(). */
#include "a_gpu.h"
#include <lent_fields.h>
#include "lend.h"

static ria_runtime *runtime;

static void add(const ria_lent_tile *tile, void *first, int columns, int rows, double more) {
  on_gpu_must(
      lend_add(tile->gpu, tile->precision == RIA_DOUBLE, first, tile->pitch, columns, rows, more),
      "a kernel of the application");
}

static void pointers_change_what_patches_change(void **state) {
  (void)state;
  lent_fields_are_those_of_patches(runtime, "cuda", true, add);
}

/* Lending fails unless all tiles stay on the GPU. */
static void staged_tiles_are_refused(void **state) {
  (void)state;
  ria_lent_tile tile[LENT_TILES];
  ria_simulation *s = lent_simulation_in(runtime, "cuda", RIA_SINGLE, RIA_GPU_STAGED);
  assert_int_equal(ria_patch_lend(s, tile), RIA_ERROR_UNSUPPORTED);
  lent_steps(s);
  ria_simulation_destroy(s);
}

static int start(void **state) {
  (void)state;
  return ria_runtime_create(&(ria_runtime_options){.workers = 1, .gpus = RIA_GPUS_ALWAYS},
                            &runtime) != RIA_SUCCESS;
}

static int stop(void **state) {
  (void)state;
  ria_runtime_destroy(runtime);
  return 0;
}

int main(void) {
  a_gpu_is_here();
  const struct CMUnitTest tests[] = {cmocka_unit_test(pointers_change_what_patches_change),
                                     cmocka_unit_test(staged_tiles_are_refused)};
  return cmocka_run_group_tests(tests, start, stop);
}
