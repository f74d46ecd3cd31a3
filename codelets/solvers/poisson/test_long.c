/* V-cycles on large grids; test.c has a small one. docs/poisson.md has the figures. */
#include "test_cycles.h"

static void a_cycle_reduces_the_residual_alike_on_all_grids(void **state) {
  (void)state;
  for (int cells = 32; cells <= 128; cells *= 2)
    assert_true(factor_of_a_cycle(cells) < 0.4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_cycle_reduces_the_residual_alike_on_all_grids)};
  return cmocka_run_group_tests(tests, test_runtime_begin, test_runtime_end);
}
