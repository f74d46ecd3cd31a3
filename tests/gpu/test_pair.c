/* Two steps in one pass on the GPU, against the serial reference: what conformance.cuda_pair runs
 * on the host. */
#include "on_gpu.h"

#define suite_kernels ria_kernels
#include "../conformance/pair_case.h"

static int pair_wait(void) {
  return (int)cudaDeviceSynchronize();
}

static ria_device_report *pair_report(void) {
  static ria_device_report *report;
  if (!report)
    report = gpu_alloc(128, sizeof *report);
  on_gpu_must(!report, "a report");
  *report = (ria_device_report){0};
  return report;
}

int main(void) {
  a_gpu_is_here();
  const struct CMUnitTest tests[] = {cmocka_unit_test(pairs_agree), cmocka_unit_test(pairs_refuse)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
