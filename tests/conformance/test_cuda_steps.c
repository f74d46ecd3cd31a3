/* Many steps in one launch (steps_suite.h), executed on the host, in launches of several blocks
 * that are under way together, in both orders. */
#include <ria/executed.h>

#define suite_kernels ria_executed_kernels
#include "steps_suite.h"

static bool steps_become(int multiprocessors, size_t shared, int backwards) {
  ria_executor_become(multiprocessors, shared, backwards);
  return true;
}

static int steps_launch(steps_case *c, const ria_device_functions *one,
                        const ria_device_steps_args *args) {
  (void)c;
  const int error = one->steps(args);
  if (error)
    print_error("%s\n", ria_executor_fault());
  return error;
}

int main(void) {
  const struct CMUnitTest tests[] = {STEPS_TESTS};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
