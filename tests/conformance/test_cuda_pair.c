/* Two steps in one pass, executed on the host, against the serial reference (pair_case.h). */
#include "on_executor.h"

#define suite_kernels ria_executed_kernels
#include "pair_case.h"

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pairs_agree), cmocka_unit_test(pairs_refuse)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
