/* Two steps in one pass, executed on the host, against the serial reference (pair_case.h). */
#include <ria/executed.h>

#define suite_kernels ria_executed_kernels
#include "pair_case.h"

static int pair_wait(void) {
  return 0; /* the executor returns when all is done */
}

static ria_device_report *pair_report(void) {
  static ria_device_report report;
  report = (ria_device_report){0};
  return &report;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pairs_agree), cmocka_unit_test(pairs_refuse)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
