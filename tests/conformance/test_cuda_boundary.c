/* Boundary and cells kernels for CUDA, executed on the host, against the reference to the bit. */
#include "on_executor.h"

#define suite_kernels ria_executed_kernels
#define edges_kernels ria_executed_kernels
#include "boundary_suite.h"
#include "edges_case.h"

int ria_executed_roe_transport_cuda_fused_single_step(const ria_device_step_args *args);
int ria_executed_roe_transport_cuda_fused_double_step(const ria_device_step_args *args);
int ria_executed_muscl_transport_cuda_fused_single_step(const ria_device_step_args *args);
int ria_executed_muscl_transport_cuda_fused_double_step(const ria_device_step_args *args);

static void steps_fill_edges(void **state) {
  static const struct {
    const char *kernel;
    ria_device_step_function step[RIA_PRECISIONS];
  } of[] = {{"roe_transport",
             {ria_executed_roe_transport_cuda_fused_single_step,
              ria_executed_roe_transport_cuda_fused_double_step}},
            {"muscl_transport",
             {ria_executed_muscl_transport_cuda_fused_single_step,
              ria_executed_muscl_transport_cuda_fused_double_step}}};
  enum { COUNT = sizeof of / sizeof *of };
  int tried = 0;
  (void)state;
  for (const ria_kernel *const *k = ria_executed_kernels; *k; k++)
    for (int n = 0; n < COUNT; n++)
      for (int i = 0; i < (*k)->implementations && !strcmp((*k)->name, of[n].kernel); i++)
        for (int p = 0; p < RIA_PRECISIONS && edges_of(*k, i, p)->fills_edges; p++, tried++)
          try_steps(*k, of[n].step[p], edges_of(*k, i, p)->edges, (ria_precision)p);
  assert_int_equal(tried, COUNT * RIA_PRECISIONS);
}

static void suite_compare(const ria_kernel *kernel, int pattern, const side *s,
                          const kernel_tile result[RIA_PRECISIONS], const double *scalars) {
  (void)kernel, (void)pattern, (void)s, (void)result, (void)scalars;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(boundary_kernels),   cmocka_unit_test(cells_kernels),
      cmocka_unit_test(weights_of_a_field), cmocka_unit_test(whole_edges),
      cmocka_unit_test(steps_fill_edges),   cmocka_unit_test(unknown_edge)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
