/* The CUDA strategies, executed on the host, against the serial reference, to the bit
 * (kernel_suite.h), each in several shapes. */
#include <ria/executed.h>

#define suite_kernels ria_executed_kernels

enum { SUITE_SEEDS = 3, SUITE_NAN_EVERY = 141, SUITE_PART = 3 };
#include "kernel_suite.h"

/* The tests above would also pass without such strategies. */
static void there_are_strategies(void **state) {
  (void)state;
  int steps = 0;
  for (const ria_kernel *const *k = ria_executed_kernels; *k; k++)
    for (int i = 1; i < (*k)->implementations; i++) {
      assert_string_equal((*k)->implementation[i].target->name, "cuda");
      steps += (*k)->implementation[i].step[RIA_SINGLE] != NULL;
    }
  assert_true(steps >= 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(there_are_strategies),
      cmocka_unit_test(implementations_agree),
      cmocka_unit_test(nan_is_bad),
      cmocka_unit_test(skipping_changes_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
