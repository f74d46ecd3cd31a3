/* Boundary and cells kernels for CUDA, executed on the host, against the reference to the bit. */
#include <ria/executed.h>

#define suite_kernels ria_executed_kernels
#include "boundary_suite.h"

static void suite_compare(const ria_kernel *kernel, int pattern, const side *s,
                          const kernel_tile result[RIA_PRECISIONS], const double *scalars) {
  (void)kernel, (void)pattern, (void)s, (void)result, (void)scalars;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(boundary_kernels),
                                     cmocka_unit_test(cells_kernels)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
