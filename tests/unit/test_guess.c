/* Guesses from the bits of a number, over the numbers that they are for. */
#include <float.h>
#include <math.h>
#include <ria/guess.h>
#include "tests.h"

enum { POINTS = 200000 };

/* A point of an even grid of logarithms, ends included. */
static double between(double least, double most, int n) {
  return exp(log(least) + (log(most) - log(least)) * n / POINTS);
}

static double off(double x, double guess) {
  return fabs(guess * cbrt(x) - 1);
}

/* One of Newton's steps, as kernels make it. */
static double nearer(double x, double y) {
  return y * (4. / 3 - x / 3 * (y * y * y));
}

static void an_inverse_cube_root_is_near(void **state) {
  (void)state;
  double single = 0, twice = 0, in_double = 0, twice_in_double = 0;
  for (int n = 0; n <= POINTS; n++) {
    const float x = (float)between(FLT_MIN * 1.01, FLT_MAX / 1.01, n);
    const float y = ria_inverse_cbrt_guessf(x);
    single = fmax(single, off(x, y));
    twice = fmax(twice, off(x, nearer(x, nearer(x, y))));
    const double z = between(DBL_MIN * 1.01, DBL_MAX / 1.01, n);
    const double w = ria_inverse_cbrt_guess(z);
    in_double = fmax(in_double, off(z, w));
    twice_in_double = fmax(twice_in_double, off(z, nearer(z, nearer(z, w))));
  }
  assert_true(single < 0.036 && in_double < 0.038);
  assert_true(twice < 1.2e-5 && twice_in_double < 1.7e-5);
}

/* The values that every target must return, computed only by shifts, sums and a difference. */
static void a_guess_has_these_bits(void **state) {
  (void)state;
  assert_true(ria_inverse_cbrt_guessf(1) == 0x1.eed5p-1f);
  assert_true(ria_inverse_cbrt_guess(1) == 0x1.eed5p-1);
  assert_true(ria_inverse_cbrt_guessf(0.7f) == 0x1.220806p+0f);
  assert_true(ria_inverse_cbrt_guess(0.7) == 0x1.22083p+0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(an_inverse_cube_root_is_near),
                                     cmocka_unit_test(a_guess_has_these_bits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
