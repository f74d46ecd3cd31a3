/* Forcing between its knots, and the share that decays in a step. */
#include <math.h>
#include <stdlib.h>
#include "../../runtime/clock/forcing.h"
#include "tests.h"

enum { SLOTS = 2 };

static int asked;

/* A slot that is constant, and a tide. */
static void tide(void *context, double t, double *values) {
  (void)context;
  asked++;
  values[0] = 0.1;
  values[1] = 1.5 * cos(1.4e-4 * t + 0.3);
}

static void create(forcing_samples *forcing, double interval) {
  const ria_model model = {.forcings = SLOTS, .forcing = tide, .forcing_interval = interval};
  assert_int_equal(forcing_create(forcing, &model, 2), RIA_SUCCESS);
}

static double random_up_to(double most) {
  return most * rand() / RAND_MAX;
}

static void a_sample_is_the_callback_at_knots_and_near_it_between(void **state) {
  (void)state;
  forcing_samples f;
  create(&f, 0.5);
  for (int i = 0; i < 1000; i++) {
    double values[SLOTS], exact[SLOTS];
    const double t = i % 4 ? random_up_to(1e6) : 0.5 * floor(random_up_to(1e6));
    forcing_sample(&f, t, values);
    tide(NULL, t, exact);
    assert_true(values[0] == 0.1);
    /* The error of a chord is at most an eighth of the second derivative times its square. */
    assert_true(fabs(values[1] - exact[1]) <= 1.5 * 1.4e-4 * 1.4e-4 * 0.25 / 8 + 1e-15);
    if (i % 4 == 0)
      assert_true(values[1] == exact[1]);
  }
  forcing_destroy(&f);
}

static void a_sample_depends_on_its_time_alone(void **state) {
  (void)state;
  enum { TIMES = 200, KNOTS = 64 };
  forcing_samples forward, backward, filled;
  double knots[KNOTS * SLOTS], first[TIMES][SLOTS];
  create(&forward, 0.25);
  create(&backward, 0.25);
  create(&filled, 0.25);
  const double began = 86400.1, step = 0.07;
  ria_forcing_table table = {.interval = 0.25, .count = KNOTS, .forcings = SLOTS, .values = knots};
  table.first = forcing_fill(&filled, began, KNOTS, knots);
  for (int i = 0; i < TIMES; i++)
    forcing_sample(&forward, began + step * i, first[i]);
  for (int i = TIMES - 1; i >= 0; i--) {
    double again[SLOTS];
    const double t = began + step * i;
    forcing_sample(&backward, t, again);
    assert_true(ria_forcing_covers(&table, t));
    for (int slot = 0; slot < SLOTS; slot++) {
      assert_true(first[i][slot] == again[slot]);
      assert_true(first[i][slot] == ria_forcing_at(&table, t, slot));
    }
  }
  assert_false(ria_forcing_covers(&table, began - 0.25));
  assert_true(ria_forcing_covers(&table, 0.25 * (double)(table.first + KNOTS - 1) - 1e-6));
  assert_false(ria_forcing_covers(&table, 0.25 * (double)(table.first + KNOTS - 1)));
  forcing_destroy(&forward);
  forcing_destroy(&backward);
  forcing_destroy(&filled);
}

static void a_knot_is_asked_for_once_as_time_goes_on(void **state) {
  (void)state;
  forcing_samples f;
  double values[SLOTS];
  create(&f, 1);
  asked = 0;
  for (int i = 0; i < 1000; i++)
    forcing_sample(&f, 0.05 * i, values);
  assert_int_equal(asked, 51);
  forcing_destroy(&f);
}

static void without_an_interval_the_callback_is_asked(void **state) {
  (void)state;
  forcing_samples f;
  double values[SLOTS], exact[SLOTS];
  create(&f, 0);
  forcing_sample(&f, 1234.567, values);
  tide(NULL, 1234.567, exact);
  assert_true(values[1] == exact[1]);
  forcing_destroy(&f);
}

static void an_interval_is_a_power_of_two(void **state) {
  (void)state;
  static const double bad[] = {-1, 0.1, 3, INFINITY, NAN};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    forcing_samples f;
    const ria_model model = {.forcings = SLOTS, .forcing = tide, .forcing_interval = bad[i]};
    assert_int_equal(forcing_create(&f, &model, 2), RIA_ERROR_ARGUMENT);
    forcing_destroy(&f);
  }
}

static void the_share_that_decays(void **state) {
  (void)state;
  for (int i = 0; i < 200000; i++) {
    const double x = exp(random_up_to(84) - 80), exact = -expm1(-x);
    assert_true(fabs(ria_decayed(x, 1) - exact) <= 1e-15 * exact);
  }
  assert_true(ria_decayed(0, 10) == 0);
  assert_true(ria_decayed(1e-5, 0) == 0);
  assert_true(ria_decayed(1, 1e6) == 1);
  assert_true(ria_decayed(1, 63) <= 1);
  const ria_binding binding = {.from = RIA_BIND_DECAYED, .value = 1e-5};
  assert_true(ria_binding_value(&binding, 0.3, NULL) == ria_decayed(1e-5, 0.3));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sample_is_the_callback_at_knots_and_near_it_between),
      cmocka_unit_test(a_sample_depends_on_its_time_alone),
      cmocka_unit_test(a_knot_is_asked_for_once_as_time_goes_on),
      cmocka_unit_test(without_an_interval_the_callback_is_asked),
      cmocka_unit_test(an_interval_is_a_power_of_two),
      cmocka_unit_test(the_share_that_decays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
