/* Known solutions on fine grids; test.c has the coarse ones. docs/rows.md has the figures. */
#include "test_answers.h"

static void a_supersonic_vortex_is_of_second_order(void **state) {
  (void)state;
  static const int cells[] = {8, 16, 32, 64};
  static const double most[] = {1.13e-3, 1.92e-4, 3.73e-5, 8.2e-6};
  double before = 0;
  for (int i = 0; i < 4; i++) {
    const double error = vortex_error(cells[i], 0.4, "scree");
    assert_true(error < 1.3 * most[i]);
    assert_true(i == 0 || log2(before / error) > 1.9);
    before = error;
  }
}

static void a_bump_makes_little_entropy(void **state) {
  (void)state;
  static const int cells[] = {10, 20, 40};
  static const double most[] = {6.5e-4, 2.0e-4, 3.8e-5};
  for (int i = 0; i < 3; i++) {
    int64_t steps = 60000;
    bool ended;
    const double error =
        bump_error(cells[i], i ? "scheme: {multigrid: {levels: 2}}\n" : "", &steps, &ended);
    assert_true(ended);
    assert_true(error < 1.3 * most[i]);
  }
}

static void shocks_of_a_wedge_have_their_strength(void **state) {
  (void)state;
  static const int cells[] = {16, 32, 64};
  static const double most2[] = {0.0005, 0.0003, 0.0002}, most3[] = {0.007, 0.005, 0.003};
  for (int i = 0; i < 3; i++) {
    double p2, p3;
    wedge_pressures(cells[i], &p2, &p3);
    assert_true(fabs(p2 / 1.32667 - 1) < 1.3 * most2[i]);
    assert_true(fabs(p3 / 1.76895 - 1) < 1.3 * most3[i]);
  }
}

/* The absolute flow does not depend on the rotation of the grid, except for the discretisation
 * error. */
static void a_spiral_is_of_second_order_in_any_frame(void **state) {
  (void)state;
  static const double omega[] = {0.3, -0.6};
  double error_before = 0, before[2] = {0, 0};
  for (int cells = 8; cells <= 32; cells *= 2) {
    nodes still = spiral(cells, 0);
    const double error = spiral_error(&still);
    assert_true(cells == 8 || log2(error_before / error) > 1.8);
    for (int f = 0; f < 2; f++) {
      nodes turned = spiral(cells, omega[f]);
      const double difference = spiral_difference(&still, &turned);
      print_message("spiral, %d cells, at %g rad/s: in this frame %.2g\n", cells, omega[f],
                    difference);
      assert_true(difference < error);
      assert_true(cells == 8 || log2(before[f] / difference) > 1.8);
      before[f] = difference;
      free_nodes(&turned);
    }
    error_before = error;
    free_nodes(&still);
  }
}

static void couette_flow_between_cylinders_is_of_second_order(void **state) {
  (void)state;
  annulus_errors before = {0, 0};
  for (int cells = 8; cells <= 32; cells *= 2) {
    const annulus_errors error = annulus_error(cells, 0);
    if (before.velocity > 0) {
      assert_true(log2(before.velocity / error.velocity) > 1.9);
      assert_true(log2(before.temperature / error.temperature) > 1.9);
    }
    before = error;
  }
  viscosity = 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(couette_flow_between_cylinders_is_of_second_order),
      cmocka_unit_test(a_spiral_is_of_second_order_in_any_frame),
      cmocka_unit_test(shocks_of_a_wedge_have_their_strength),
      cmocka_unit_test(a_bump_makes_little_entropy),
      cmocka_unit_test(a_supersonic_vortex_is_of_second_order)};
  return cmocka_run_group_tests(tests, test_runtime_begin, test_runtime_end);
}
