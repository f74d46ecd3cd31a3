/* POINT and REDUCE kernels for CUDA, executed on the host, against the serial reference to the bit.
 */
#include <ria/executed.h>

#define suite_kernels ria_executed_kernels
#include "box_suite.h"

static void suite_compare_step(const ria_kernel *kernel, int box, const kernel_tile *from,
                               const kernel_tile *result, const ria_step_args *findings) {
  (void)kernel, (void)box, (void)from, (void)result, (void)findings;
}

static void suite_compare_reduction(const ria_kernel *kernel, int kind, int box,
                                    const kernel_tile *t, const double *scalars,
                                    const reduced *result) {
  (void)kernel, (void)kind, (void)box, (void)t, (void)scalars, (void)result;
}

/* The tests above would also pass without such strategies. */
static void there_are_strategies(void **state) {
  (void)state;
  for (const ria_kernel *const *k = ria_executed_kernels; *k; k++)
    if ((*k)->kind == RIA_KERNEL_POINT || (*k)->kind == RIA_KERNEL_REDUCE)
      assert_true((*k)->implementations > 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(there_are_strategies),
      cmocka_unit_test(point_kernels_agree),
      cmocka_unit_test(reduce_kernels_agree),
      cmocka_unit_test(arrays_that_lie_differently_agree),
      cmocka_unit_test(wide_rows_of_marks_agree),
      cmocka_unit_test(many_steps_agree),
      cmocka_unit_test(nan_is_bad),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
