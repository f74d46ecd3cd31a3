/* Boundary and cells kernels on the GPU against the reference to the bit: the suite that
 * conformance.cuda_boundary runs on the host. */
#include "on_gpu.h"
#include "../conformance/boundary_suite.h"

#define edges_kernels ria_kernels
#include "../conformance/edges_case.h"

static void steps_fill_edges(void **state) {
  int tried = 0;
  (void)state;
  for (const ria_kernel *const *k = ria_kernels; *k; k++)
    for (int i = 0; i < (*k)->implementations; i++) {
      for (int p = 0; p < RIA_PRECISIONS && edges_of(*k, i, p)->fills_edges; p++, tried++)
        try_steps(*k, edges_of(*k, i, p)->step, edges_of(*k, i, p)->edges, (ria_precision)p);
    }
  assert_true(tried >= RIA_PRECISIONS);
}

static void suite_compare(const ria_kernel *kernel, int pattern, const side *s,
                          const kernel_tile result[RIA_PRECISIONS], const double *scalars) {
  (void)kernel, (void)pattern, (void)s, (void)result, (void)scalars;
}

static bool is_of_sides_or_cells(const ria_kernel *kernel) {
  return kernel->kind == RIA_KERNEL_BOUNDARY || kernel->kind == RIA_KERNEL_CELLS;
}

int main(void) {
  gpu_begin(is_of_sides_or_cells);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(boundary_kernels),   cmocka_unit_test(cells_kernels),
      cmocka_unit_test(weights_of_a_field), cmocka_unit_test(whole_edges),
      cmocka_unit_test(steps_fill_edges),   cmocka_unit_test(unknown_edge)};
  return gpu_end(cmocka_run_group_tests(tests, NULL, NULL));
}
