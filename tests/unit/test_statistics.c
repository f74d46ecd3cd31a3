/* Medians, quartiles, ratios and verdicts, against values worked out by hand and against coverage.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "ria/skill.h"
#include "ria/statistics.h"
#include "tests.h"

static void spreads(void **state) {
  (void)state;
  ria_spread s;
  assert_int_equal(ria_spread_of(5, (const double[]){5, 1, 4, 2, 3}, &s), RIA_SUCCESS);
  assert_true(s.median == 3 && s.lower == 2 && s.upper == 4 && s.least == 1 && s.most == 5);
  assert_true(fabs(ria_spread_relative(&s) - 1.0 / 3) < 1e-15);
  assert_int_equal(ria_spread_of(4, (const double[]){1, 2, 3, 10}, &s), RIA_SUCCESS);
  assert_true(s.median == 2.5 && s.lower == 1.75 && s.upper == 4.75);
  assert_int_equal(ria_spread_of(1, (const double[]){7}, &s), RIA_SUCCESS);
  assert_true(s.median == 7 && s.lower == 7 && s.upper == 7);
  assert_int_equal(ria_spread_of(0, NULL, &s), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_spread_of(2, (const double[]){1, NAN}, &s), RIA_ERROR_ARGUMENT);
}

static double uniform(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) * 0x1p-53;
}

/* Runs of a machine that slows down by half while they are made, with a spike now and then. */
static void make_runs(int count, double factor, uint64_t *seed, double *a, double *b) {
  for (int i = 0; i < count; i++) {
    double drift = 1 + 0.5 * i / count;
    a[i] = factor * drift * (1 + 0.02 * uniform(seed)) * (uniform(seed) < 0.05 ? 1.3 : 1);
    b[i] = drift * (1 + 0.02 * uniform(seed)) * (uniform(seed) < 0.05 ? 1.3 : 1);
  }
}

static void drift_cancels_in_pairs(void **state) {
  (void)state;
  double a[15], b[15];
  uint64_t seed = 1;
  ria_ratio paired, unpaired;
  make_runs(15, 0.95, &seed, a, b);
  assert_int_equal(ria_ratio_paired(15, a, b, 0.95, &paired), RIA_SUCCESS);
  assert_int_equal(ria_ratio_unpaired(15, a, 15, b, 0.95, &unpaired), RIA_SUCCESS);
  assert_true(paired.ratio == unpaired.ratio && fabs(paired.ratio - 0.95) < 0.03);
  assert_true(paired.low <= paired.ratio && paired.ratio <= paired.high);
  assert_true(paired.high - paired.low < 0.5 * (unpaired.high - unpaired.low));
  assert_int_equal(ria_ratio_verdict(&paired, 0), RIA_FASTER);
  assert_int_equal(ria_ratio_verdict(&paired, 0.2), RIA_NO_DIFFERENCE);
  assert_int_equal(ria_ratio_verdict(&unpaired, 0), RIA_NO_DIFFERENCE);
}

static void the_same_twice(void **state) {
  (void)state;
  double a[9], b[9];
  uint64_t seed = 7;
  ria_ratio one, two;
  make_runs(9, 1.1, &seed, a, b);
  assert_int_equal(ria_ratio_paired(9, a, b, 0.95, &one), RIA_SUCCESS);
  assert_int_equal(ria_ratio_paired(9, a, b, 0.95, &two), RIA_SUCCESS);
  assert_memory_equal(&one, &two, sizeof one);
  assert_int_equal(ria_ratio_verdict(&one, 0.02), RIA_SLOWER);
}

/* Few of many comparisons of equal samples may find a difference. */
static void seldom_wrong(void **state) {
  (void)state;
  uint64_t seed = 42;
  int wrong = 0;
  enum { TRIALS = 60, RUNS = 9 };
  for (int t = 0; t < TRIALS; t++) {
    double a[RUNS], b[RUNS];
    ria_ratio r;
    make_runs(RUNS, 1, &seed, a, b);
    assert_int_equal(ria_ratio_paired(RUNS, a, b, 0.95, &r), RIA_SUCCESS);
    wrong += ria_ratio_verdict(&r, 0) != RIA_NO_DIFFERENCE;
  }
  assert_true(wrong <= TRIALS / 8);
}

static void bad_measurements(void **state) {
  (void)state;
  ria_ratio r;
  const double fine[] = {1, 2}, zero[] = {1, 0}, infinite[] = {1, INFINITY};
  assert_int_equal(ria_ratio_paired(1, fine, fine, 0.95, &r), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_ratio_paired(2, zero, fine, 0.95, &r), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_ratio_paired(2, fine, infinite, 0.95, &r), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_ratio_paired(2, fine, fine, 1, &r), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_ratio_unpaired(2, fine, 1, fine, 0.95, &r), RIA_ERROR_ARGUMENT);
  assert_string_equal(ria_verdict_text(RIA_NO_DIFFERENCE), "no difference");
}

/* By hand: errors 1, -1, 0, 2; means 2.5 and 3. */
static void skill_is_that_by_hand(void **state) {
  (void)state;
  ria_skill s;
  const double observed[] = {1, 2, 3, 4}, computed[] = {2, 1, 3, 6}, same[] = {2, 2};
  assert_int_equal(ria_skill_of(4, observed, computed, &s), RIA_SUCCESS);
  assert_int_equal(s.count, 4);
  assert_true(fabs(s.bias - 0.5) < 1e-15);
  assert_true(fabs(s.rmse - sqrt(6. / 4)) < 1e-15);
  assert_true(fabs(s.correlation - 7 / sqrt(5. * 14)) < 1e-15);
  /* (0.5 + 1.5)^2 + (1.5 + 0.5)^2 + (0.5 + 0.5)^2 + (3.5 + 1.5)^2 = 34 */
  assert_true(fabs(s.skill - (1 - 6. / 34)) < 1e-15);
  assert_true(fabs(s.efficiency - (1 - 6. / 5)) < 1e-15);
  assert_int_equal(ria_skill_of(2, observed, same, &s), RIA_SUCCESS);
  assert_true(isnan(s.correlation));
  assert_int_equal(ria_skill_of(1, observed, computed, &s), RIA_ERROR_ARGUMENT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(spreads),          cmocka_unit_test(drift_cancels_in_pairs),
      cmocka_unit_test(the_same_twice),   cmocka_unit_test(seldom_wrong),
      cmocka_unit_test(bad_measurements), cmocka_unit_test(skill_is_that_by_hand),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
