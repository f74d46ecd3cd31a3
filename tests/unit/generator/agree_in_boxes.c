/* All implementations of the POINT or REDUCE kernel KERNEL in boxes against the first, to the bit,
 * one step at a time and many. */
#include <ria/kernel.h>

extern const ria_kernel KERNEL;

static const ria_kernel *const kernels[] = {&KERNEL, 0};
#define suite_kernels kernels
#include "box_suite.h"

/* What the registry would define. */
extern const ria_target ria_target_cpu, ria_target_cuda;
const ria_target ria_target_cpu = {.name = "cpu", .kind = RIA_TARGET_HOST};
const ria_target ria_target_cuda = {.name = "cuda", .kind = RIA_TARGET_DEVICE};

static void suite_compare_step(const ria_kernel *kernel, int box, const kernel_tile *from,
                               const kernel_tile *result, const ria_step_args *findings) {
  (void)kernel, (void)box, (void)from, (void)result, (void)findings;
}

static void suite_compare_reduction(const ria_kernel *kernel, int kind, int box,
                                    const kernel_tile *t, const double *scalars,
                                    const reduced *result) {
  (void)kernel, (void)kind, (void)box, (void)t, (void)scalars, (void)result;
}

int main(void) {
  const struct CMUnitTest steps[] = {cmocka_unit_test(point_kernels_agree),
                                     cmocka_unit_test(arrays_that_lie_differently_agree),
                                     cmocka_unit_test(wide_rows_of_marks_agree)};
  const struct CMUnitTest many[] = {cmocka_unit_test(many_steps_agree)};
  const struct CMUnitTest reductions[] = {cmocka_unit_test(reduce_kernels_agree)};
  if (KERNEL.kind == RIA_KERNEL_REDUCE)
    return cmocka_run_group_tests(reductions, NULL, NULL);
  const int failed = cmocka_run_group_tests(steps, NULL, NULL);
  return failed || (MANY && cmocka_run_group_tests(many, NULL, NULL));
}
