/* Two steps in one pass on the GPU, against the serial reference: what conformance.cuda_pair runs
 * on the host. */
#include "on_gpu.h"

#define suite_kernels ria_kernels
#include "../conformance/pair_case.h"

int main(void) {
  a_gpu_is_here();
  const struct CMUnitTest tests[] = {cmocka_unit_test(pairs_agree), cmocka_unit_test(pairs_refuse)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
