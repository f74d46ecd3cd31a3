/* The CUDA strategies on the GPU against the serial reference, to the bit, in all of their shapes:
 * the suite that conformance.cuda_kernels runs on the host. */
#include "on_gpu.h"

enum { SUITE_SEEDS = 2, SUITE_NAN_EVERY = 47, SUITE_PART = 1 };
#include "../conformance/kernel_suite.h"

static bool is_face(const ria_kernel *kernel) {
  return kernel->kind == RIA_KERNEL_FACE;
}

int main(void) {
  gpu_begin(is_face);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(implementations_agree),
      cmocka_unit_test(nan_is_bad),
      cmocka_unit_test(skipping_changes_nothing),
  };
  return gpu_end(cmocka_run_group_tests(tests, NULL, NULL));
}
