/* bwaves: Sod's problem on 200 cells a metre, the isentropic vortex on up to 128 cells in each
 * plane, and the symmetries of a blast on 64 cells along each axis. */
#include "test_flows.h"

static void sod_on_a_fine_grid(void **state) {
  (void)state;
  expect_sod(0.5, 200, 7.69e-3, 0);
  expect_sod(2, 200, 1.475e-2, 1);
}

static void the_vortex_converges(void **state) {
  (void)state;
  static const char *const limiters[] = {"none", "mc"};
  for (int l = 0; l < 2; l++)
    for (int normal = 0; normal < RIA_AXES; normal++) {
      double error[3];
      for (int level = 0; level < 3; level++)
        error[level] = vortex(normal, limiters[l], 32 << level);
      assert_true(order_of(error[0], error[1]) >= 1.8);
      assert_true(order_of(error[1], error[2]) >= 1.8);
    }
}

static void a_fine_blast_has_its_symmetries(void **state) {
  (void)state;
  enum { N = 64 };
  static const int cells[] = {N, N, N};
  static const double length[] = {1, 1, 1};
  gas g = gas_new(N, N, N);
  test_run *r = flow_new(cells, length, "steps: 100, cfl: 2", "blast: {half_width: 0.25 m}");
  test_run_steps(r, 100);
  gas_read(r, &g);
  assert_true(gas_images_differ(&g) < 1e-12);
  assert_true(gas_scalar(r, "least") > 0);
  test_run_free(r);
  free(g.q);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sod_on_a_fine_grid),
                                     cmocka_unit_test(the_vortex_converges),
                                     cmocka_unit_test(a_fine_blast_has_its_symmetries)};
  return cmocka_run_group_tests(tests, test_runtime_begin, test_runtime_end);
}
