/* Boundary and cells kernels: every implementation against the reference to the bit, the double
 * reference against the definition compiled as C, and single precision near double. */
#include <ria/oracle.h>
#include <ria/registry.h>

#define suite_kernels ria_kernels
#include "boundary_suite.h"

static void expect_near(const ria_kernel *kernel, const kernel_tile *single,
                        const kernel_tile *twice) {
  for (int f = 0; f < kernel->nstate; f++)
    for (int y = -GHOSTS; y < NY + GHOSTS; y++)
      for (int x = -GHOSTS; x < NX + GHOSTS; x++) {
        const double a = (double)*(const float *)tile_at(single, f, x, y);
        const double b = *(const double *)tile_at(twice, f, x, y);
        /* The secants of water_discharge stop before the last digit. */
        if (fabs(a - b) > 1e-4 * (1 + fabs(b)))
          fail_msg("%s: field %d at (%d, %d) is %.9g in single and %.17g in double precision",
                   kernel->name, f, x, y, a, b);
      }
}

static void suite_compare(const ria_kernel *kernel, int pattern, const side *s,
                          const kernel_tile result[RIA_PRECISIONS], const double *scalars) {
  const ria_oracle *oracle = ria_oracle_find(kernel->name);
  assert_non_null(oracle);
  kernel_tile t = fresh(kernel, RIA_DOUBLE, pattern);
  if (s)
    fill_side(oracle->boundary, &t, s, scalars);
  else
    apply_cells(oracle->cells, &t, scalars);
  expect_equal(kernel, &result[RIA_DOUBLE], &t, "the reference is not the definition");
  expect_near(kernel, &result[RIA_SINGLE], &result[RIA_DOUBLE]);
  tile_free(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(boundary_kernels),
                                     cmocka_unit_test(cells_kernels),
                                     cmocka_unit_test(weights_of_a_field)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
