/* Boundary and cells kernels on the GPU against the reference to the bit: the suite that
 * conformance.cuda_boundary runs on the host. */
#include "on_gpu.h"
#include "../conformance/boundary_suite.h"

static void suite_compare(const ria_kernel *kernel, int pattern, const side *s,
                          const kernel_tile result[RIA_PRECISIONS], const double *scalars) {
  (void)kernel, (void)pattern, (void)s, (void)result, (void)scalars;
}

static bool is_of_sides_or_cells(const ria_kernel *kernel) {
  return kernel->kind == RIA_KERNEL_BOUNDARY || kernel->kind == RIA_KERNEL_CELLS;
}

int main(void) {
  gpu_begin(is_of_sides_or_cells);
  const struct CMUnitTest tests[] = {cmocka_unit_test(boundary_kernels),
                                     cmocka_unit_test(cells_kernels)};
  return gpu_end(cmocka_run_group_tests(tests, NULL, NULL));
}
