/* Correctly rounded functions against MPFR with 300 bits. */
#include <float.h>
#include <math.h>
#include <mpfr.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include "tests.h"
#include "ria/exact_math.h"

enum { MANY = 6000, BITS = 300 };

typedef double one_argument(double);
typedef double two_arguments(double, double);
typedef int exact_one(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
typedef int exact_two(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

static const struct {
  const char *name;
  one_argument *ours;
  exact_one *exact;
  double least, most; /* of arguments */
} ones[] = {{"sin", ria_sin, mpfr_sin, -10, 10},
            {"sin", ria_sin, mpfr_sin, -2e5, 2e5},
            {"sin", ria_sin, mpfr_sin, -1e-9, 1e-9},
            {"cos", ria_cos, mpfr_cos, -10, 10},
            {"cos", ria_cos, mpfr_cos, -2e5, 2e5},
            {"cos", ria_cos, mpfr_cos, 1.5707, 1.5709},
            {"tan", ria_tan, mpfr_tan, -4, 4},
            {"acos", ria_acos, mpfr_acos, -1, 1},
            {"atan", ria_atan, mpfr_atan, -20, 20},
            {"exp", ria_exp, mpfr_exp, -20, 20},
            {"exp", ria_exp, mpfr_exp, -745.2, -708},
            {"exp", ria_exp, mpfr_exp, 700, 711},
            {"log", ria_log, mpfr_log, 0, 10},
            {"log", ria_log, mpfr_log, 0.9999, 1.0001},
            {"log2", ria_log2, mpfr_log2, 0, 5000},
            {"cbrt", ria_cbrt, mpfr_cbrt, -9, 9},
            {"cbrt", ria_cbrt, mpfr_cbrt, -1e-300, 1e-300}};

static const struct {
  const char *name;
  two_arguments *ours;
  exact_two *exact;
  double least[2], most[2];
} twos[] = {{"atan2", ria_atan2, mpfr_atan2, {-3, -3}, {3, 3}},
            {"pow", ria_pow, mpfr_pow, {0, -9}, {9, 9}},
            {"pow", ria_pow, mpfr_pow, {0, 300}, {0.2, 470}},
            {"hypot", ria_hypot, mpfr_hypot, {-1e4, -1e4}, {1e4, 1e4}},
            {"hypot", ria_hypot, mpfr_hypot, {-1e-308, -1e-308}, {1e-308, 1e-308}}};

/* The next number of a fixed pseudorandom sequence. */
static double draw(uint64_t *state, double least, double most) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return least + (double)(*state >> 11) * 0x1p-53 * (most - least);
}

static bool same_bits(double a, double b) {
  return !memcmp(&a, &b, sizeof a);
}

/* The double nearest to a value of 300 bits: mpfr_get_d rounds once, subnormals too. */
static double nearest(mpfr_t value) {
  return mpfr_get_d(value, MPFR_RNDN);
}

static void one_argument_is_rounded_correctly(void **state) {
  (void)state;
  mpfr_t x, value;
  mpfr_inits2(BITS, x, value, (mpfr_ptr)0);
  for (size_t f = 0; f < sizeof ones / sizeof *ones; f++) {
    uint64_t seed = f;
    for (int i = 0; i < MANY; i++) {
      const double a = draw(&seed, ones[f].least, ones[f].most), ours = ones[f].ours(a);
      mpfr_set_d(x, a, MPFR_RNDN);
      ones[f].exact(value, x, MPFR_RNDN);
      if (!same_bits(ours, nearest(value)))
        fail_msg("%s(%a) is %a, not %a", ones[f].name, a, nearest(value), ours);
    }
  }
  mpfr_clears(x, value, (mpfr_ptr)0);
}

static void two_arguments_are_rounded_correctly(void **state) {
  (void)state;
  mpfr_t x, y, value;
  mpfr_inits2(BITS, x, y, value, (mpfr_ptr)0);
  for (size_t f = 0; f < sizeof twos / sizeof *twos; f++) {
    uint64_t seed = f;
    for (int i = 0; i < MANY; i++) {
      const double a = draw(&seed, twos[f].least[0], twos[f].most[0]);
      const double b = draw(&seed, twos[f].least[1], twos[f].most[1]), ours = twos[f].ours(a, b);
      mpfr_set_d(x, a, MPFR_RNDN);
      mpfr_set_d(y, b, MPFR_RNDN);
      twos[f].exact(value, x, y, MPFR_RNDN);
      if (!same_bits(ours, nearest(value)))
        fail_msg("%s(%a, %a) is %a, not %a", twos[f].name, a, b, nearest(value), ours);
    }
  }
  mpfr_clears(x, y, value, (mpfr_ptr)0);
}

/* Where pairs of doubles lose their digits: near multiples of pi/256 and of pi/2, and far out. */
static void sines_of_hard_arguments(void **state) {
  (void)state;
  mpfr_t x, value;
  uint64_t seed = 7;
  mpfr_inits2(1200, x, value, (mpfr_ptr)0);
  for (int i = 0; i < MANY; i++) {
    double a = M_PI / 512 * floor(draw(&seed, -1e7, 1e7));
    if (i % 4 == 1)
      a = M_PI / 2 * floor(draw(&seed, -6e4, 6e4));
    else if (i % 4 == 2)
      a = ldexp(draw(&seed, -1, 1), i % 1000);
    else if (i % 4 == 3)
      a = ldexp(draw(&seed, -1, 1), -(i % 1070));
    mpfr_set_d(x, a, MPFR_RNDN);
    mpfr_sin(value, x, MPFR_RNDN);
    if (!same_bits(ria_sin(a), nearest(value)))
      fail_msg("sin(%a) is %a, not %a", a, nearest(value), ria_sin(a));
    mpfr_cos(value, x, MPFR_RNDN);
    if (!same_bits(ria_cos(a), nearest(value)))
      fail_msg("cos(%a) is %a, not %a", a, nearest(value), ria_cos(a));
  }
  mpfr_clears(x, value, (mpfr_ptr)0);
}

static void special_values(void **state) {
  (void)state;
  assert_true(same_bits(ria_sin(0.), 0.) && same_bits(ria_sin(-0.), -0.));
  assert_true(ria_cos(0) == 1 && ria_exp(0) == 1 && ria_exp(-INFINITY) == 0);
  assert_true(isnan(ria_sin(INFINITY)) && isnan(ria_cos(NAN)) && isnan(ria_acos(1.5)));
  assert_true(isnan(ria_log(-1)) && ria_log(0) == -INFINITY && ria_log(1) == 0);
  assert_true(ria_exp(710) == INFINITY && ria_exp(-746) == 0 && ria_exp(-745) > 0);
  assert_true(ria_acos(-1) == M_PI && ria_atan2(0, -1) == M_PI && ria_atan2(-0., -1) == -M_PI);
  assert_true(ria_pow(10, 2) == 100 && ria_pow(2, -1074) == DBL_TRUE_MIN && ria_pow(-2, 3) == -8);
  assert_true(isnan(ria_pow(-2, 0.5)) && ria_pow(0, -1) == INFINITY && ria_pow(NAN, 0) == 1);
  assert_true(ria_hypot(3, 4) == 5 && ria_hypot(-INFINITY, NAN) == INFINITY);
  assert_true(ria_hypot(DBL_MAX, DBL_MAX) == INFINITY && ria_hypot(0, -0.) == 0);
  assert_true(ria_cbrt(27) == 3 && ria_cbrt(-DBL_TRUE_MIN * 8) < 0 && ria_log2(8) == 3);
}

/* Values halfway between two doubles, and ones so near to that that long double cannot tell. */
static void ties_go_to_even(void **state) {
  (void)state;
  assert_true(ria_pow(94906267, 2) == 9007199515875288); /* the square ends with 9 */
  assert_true(ria_pow(0x1p26 + 1, 2) == 0x1p52 + 0x1p27 + 1);
  assert_true(ria_exp(0x1p-53) == 1 + 0x1p-52); /* 1 + 2^-53 + 2^-107 */
  assert_true(ria_exp(-0x1p-54) == 1);          /* 1 - 2^-54 + 2^-109 */
  assert_true(ria_hypot(1, 0x1p-26) == 1);      /* 1 + 2^-53 - 2^-107 */
}

typedef struct {
  uint64_t seed;
  double sum;
} work;

static void *add(void *context) {
  work *w = context;
  uint64_t seed = w->seed;
  for (int i = 0; i < MANY; i++) {
    const double x = draw(&seed, -9, 9);
    w->sum += ria_sin(x) + ria_exp(x) + ria_atan2(x, 2);
  }
  return NULL;
}

static void threads_agree(void **state) {
  (void)state;
  enum { THREADS = 4 };
  pthread_t thread[THREADS];
  work w[THREADS], alone = {.seed = 5};
  for (int t = 0; t < THREADS; t++) {
    w[t] = alone;
    assert_int_equal(pthread_create(&thread[t], NULL, add, &w[t]), 0);
  }
  for (int t = 0; t < THREADS; t++)
    pthread_join(thread[t], NULL);
  add(&alone);
  for (int t = 0; t < THREADS; t++)
    assert_true(w[t].sum == alone.sum);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(threads_agree),
                                     cmocka_unit_test(one_argument_is_rounded_correctly),
                                     cmocka_unit_test(two_arguments_are_rounded_correctly),
                                     cmocka_unit_test(sines_of_hard_arguments),
                                     cmocka_unit_test(special_values),
                                     cmocka_unit_test(ties_go_to_even)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
