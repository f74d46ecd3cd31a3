/* POINT and REDUCE kernels on the GPU against the serial reference, to the bit: the suite that
 * conformance.cuda_box runs on the host. */
#include "on_gpu.h"
#include "../conformance/box_suite.h"

static void suite_compare_step(const ria_kernel *kernel, int box, const kernel_tile *from,
                               const kernel_tile *result, const ria_step_args *findings) {
  (void)kernel, (void)box, (void)from, (void)result, (void)findings;
}

static void suite_compare_reduction(const ria_kernel *kernel, int kind, int box,
                                    const kernel_tile *t, const double *scalars,
                                    const reduced *result) {
  (void)kernel, (void)kind, (void)box, (void)t, (void)scalars, (void)result;
}

static bool is_of_boxes(const ria_kernel *kernel) {
  return kernel->kind == RIA_KERNEL_POINT || kernel->kind == RIA_KERNEL_REDUCE;
}

int main(void) {
  gpu_begin(is_of_boxes);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(point_kernels_agree),
      cmocka_unit_test(reduce_kernels_agree),
      cmocka_unit_test(arrays_that_lie_differently_agree),
      cmocka_unit_test(wide_rows_of_marks_agree),
      cmocka_unit_test(many_steps_agree),
      cmocka_unit_test(nan_is_bad),
  };
  return gpu_end(cmocka_run_group_tests(tests, NULL, NULL));
}
