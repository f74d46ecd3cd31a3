/* Newton's steps of the CUDA target against IEEE division and square root, for every initial
 * approximation within the hardware's bounds. Without overflow or underflow the result depends only
 * on mantissas (for roots also on the exponent's parity): in single precision all are tried.
 * tests/gpu tries the hardware's own approximations. */
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "cuda_newton.h"
#include "tests.h"

static float single_of(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static double double_of(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static uint64_t bits_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static uint64_t random_bits(uint64_t *seed) {
  uint64_t z = *seed += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

enum { ONE = 0x3f800000, TWO = 0x40000000, FOUR = 0x40800000 };

/* Reciprocals, from all numbers within 1 in the last place. Only of 2 - 2^-23, whose reciprocal is
 * hardly above a tie, 1/2 itself must not be the start. */
static void test_reciprocals_single(void **state) {
  uint64_t wrong = 0;
  (void)state;
  for (uint32_t bits = ONE; bits < TWO; bits++) {
    const float x = single_of(bits), right = 1 / x;
    const double place = bits > ONE ? 0x1p-24 : 0x1p-23;
    const float start[3] = {nextafterf(right, 0), right, nextafterf(right, 2)};
    for (int i = bits == TWO - 1 ? 1 : 0; i < 3; i++)
      if (fabs(start[i] - 1 / (double)x) <= place)
        wrong += newton_reciprocal_single(x, start[i]) != right;
  }
  assert_int_equal(wrong, 0);
}

/* Roots, from approximations that are up to 2^-22.9 of themselves off. For the roots of two numbers
 * the hardware must do a little better than that, and does: the GPU's test takes all. */
static void test_roots_single(void **state) {
  uint64_t wrong = 0;
  (void)state;
  for (uint32_t bits = ONE; bits < FOUR; bits++) {
    const float x = single_of(bits), right = sqrtf(x);
    const double inverse = 1 / sqrt(x), off = 0x1p-22 * 0.535886731; /* 2^-22.9 */
    float start = (float)(inverse * (1 - off));
    for (start = nextafterf(start, 2); start <= inverse * (1 + off); start = nextafterf(start, 2))
      wrong += newton_root_single(x, start) != right && x != 0x1.f82294p+0f && x != 0x1.dd26e4p+1f;
  }
  assert_int_equal(wrong, 0);
}

static void test_quotients_single(void **state) {
  uint64_t seed = 1, wrong = 0;
  (void)state;
  for (int i = 0; i < 4000000; i++) {
    const uint64_t bits = random_bits(&seed);
    const float a = single_of(ONE | (uint32_t)(bits & 0x7fffff));
    const float b = i % 4 ? single_of(ONE | (uint32_t)(bits >> 40 & 0x7fffff))
                          : single_of(TWO - 1 - (uint32_t)(bits >> 58));
    wrong += newton_quotient_single(a, b, 1 / b) != a / b;
  }
  assert_int_equal(wrong, 0);
}

/* A mantissa: any, near either end, or one whose square is near a number of 53 bits. */
static double mantissa(int kind, uint64_t bits) {
  const uint64_t one = bits_of(1), all = (UINT64_C(1) << 52) - 1;
  double x = double_of(one | (bits & all));
  if (kind == 1)
    x = double_of(one | (all - (bits & 255)));
  else if (kind == 2)
    x = double_of(one | (bits & 255));
  else if (kind == 3)
    x = double_of(bits_of(x * x) + (bits >> 60) - 8);
  return x;
}

/* An approximation of `right` that is off by up to 2^-20 of itself. */
static double about(double right, uint64_t bits) {
  return right * (1 + ((double)(bits >> 11) * 0x1p-53 - 0.5) * 0x1.fp-20);
}

static void test_double(void **state) {
  uint64_t seed = 2, wrong = 0;
  (void)state;
  for (int i = 0; i < 4000000; i++) {
    const uint64_t bits = random_bits(&seed), more = random_bits(&seed);
    const double x = mantissa(i % 4, bits), b = mantissa(i / 4 % 3, more), a = mantissa(0, more);
    double start = about(1 / b, bits);
    if (bits_of(b) + 1 == bits_of(2)) /* the one that must be begun from above */
      start = 0.5 * (1 + 0x1p-21);
    wrong += newton_reciprocal_double(b, start) != 1 / b;
    wrong += newton_quotient_double(a, b, 1 / b) != a / b;
    wrong += newton_root_double(x, about(1 / sqrt(x), more)) != sqrt(x);
  }
  assert_int_equal(wrong, 0);
}

/* Results that the guard accepts are right, and it accepts usual operands. */
static void test_guard_single(void **state) {
  uint64_t seed = 3;
  int passed = 0;
  (void)state;
  for (int i = 0; i < 2000000; i++) {
    const uint64_t bits = random_bits(&seed);
    const float a = single_of((uint32_t)bits), b = single_of((uint32_t)(bits >> 32));
    float result[3];
    const int holds = newton_guarded_single(a, b, result);
    const float size = fabsf(a);
    if (a >= 0x1p-100f && size < 0x1p24f && b >= 0x1p-100f && b < 0x1p24f)
      assert_true(holds);
    if (!holds)
      continue;
    passed++;
    assert_true(result[0] == 1 / a && result[1] == sqrtf(a) && result[2] == a / b);
  }
  assert_true(passed > 100000);
  float result[3];
  const float refused[] = {0,   -0.0f, -1,        INFINITY,  -INFINITY,
                           NAN, -NAN,  0x1p-130f, 0x1p-101f, 0x1p101f};
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    assert_false(newton_guarded_single(refused[i], 1, result));
    assert_false(newton_guarded_single(1, refused[i], result));
  }
}

static void test_guard_double(void **state) {
  uint64_t seed = 4;
  int passed = 0;
  (void)state;
  for (int i = 0; i < 2000000; i++) {
    double a = double_of(random_bits(&seed)), b = double_of(random_bits(&seed)), result[3];
    if (i % 2) { /* where it works on the host: there the approximation is a float's */
      a = ldexp(mantissa(0, bits_of(a)), (int)(bits_of(a) >> 57) - 64);
      b = ldexp(mantissa(0, bits_of(b)), (int)(bits_of(b) >> 57) - 64);
      assert_true(newton_guarded_double(a, b, result));
      assert_true(result[0] == 1 / a && result[1] == sqrt(a) && result[2] == a / b);
      passed++;
    } else if (newton_guarded_double(a, b, result)) {
      assert_true(a >= 0x1p-500 && a <= 0x1.00001p500 && b >= 0x1p-500 && b <= 0x1.00001p500);
    }
  }
  assert_true(passed > 0);
  double result[3];
  const double refused[] = {0,   -0.0, -1,        INFINITY, -INFINITY,
                            NAN, -NAN, 0x1p-1030, 0x1p-501, 0x1p501};
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    assert_false(newton_guarded_double(refused[i], 1, result));
    assert_false(newton_guarded_double(1, refused[i], result));
  }
}

/* Numbers side by side: of either sign, and zeros. */
static void test_together(void **state) {
  uint64_t seed = 6;
  (void)state;
  for (int i = 0; i < 500000; i++) {
    double a[2], b[2], found[6];
    float of[2], by[2], got[6];
    for (int n = 0; n < 2; n++) {
      const uint64_t bits = random_bits(&seed), more = random_bits(&seed);
      a[n] = i % 100 == n ? 0 : ldexp(mantissa(0, bits), (int)(bits >> 59) - 20);
      b[n] = ldexp(mantissa(0, more), (int)(more >> 59) - 20);
      a[n] = bits & 1 ? -a[n] : a[n], b[n] = more & 1 ? -b[n] : b[n];
      of[n] = (float)a[n], by[n] = (float)b[n];
    }
    assert_true(newton_interleaved_double(a, b, found));
    assert_true(newton_interleaved_single(of, by, got));
    for (int n = 0; n < 2; n++) {
      assert_true(bits_of(found[n]) == bits_of(1 / a[n]));
      assert_true(bits_of(found[2 + n]) == bits_of(a[n] / b[n]));
      assert_true(bits_of(found[4 + n]) == bits_of(sqrt(a[n] * a[n])));
      assert_true(got[n] == 1 / of[n] && got[2 + n] == of[n] / by[n] &&
                  got[4 + n] == sqrtf(of[n] * of[n]));
    }
  }
  for (int kind = 0; kind < 4; kind++) {
    static const double unusual[] = {INFINITY, -INFINITY, NAN, -0x1p-1000};
    double a[2] = {1, 1}, b[2] = {1, 1}, found[6];
    a[kind % 2] = unusual[kind];
    assert_false(newton_interleaved_double(a, b, found));
  }
}

/* For a CHECK, the guard accepts only operands for which the check holds, and nearly all of these.
 */
static void test_guard_checks(void **state) {
  static const double bounds[] = {1e30, 1e35, 1000};
  uint64_t seed = 5;
  int passed[2] = {0};
  (void)state;
  for (int i = 0; i < 1000000; i++) {
    const uint64_t bits = random_bits(&seed), more = random_bits(&seed);
    const double a = double_of(bits), b = double_of(more), bound = bounds[i % 3];
    const float f = single_of((uint32_t)bits), g = single_of((uint32_t)more);
    const int holds[2] = {newton_checked_single(f, g, (float)bound),
                          newton_checked_double(a, b, bound)};
    assert_true(!holds[0] || (f > 0 && fabsf(g) < (float)bound));
    assert_true(!holds[1] || (a > 0 && fabs(b) < bound));
    if (f >= 0x1p-100f && f < 0x1p100f && fabsf(g) < (float)fmin(bound, 0x1p99))
      assert_true(holds[0]);
    if (a >= 0x1p-500 && a < 0x1p500 && fabs(b) < fmin(bound, 0x1p99))
      assert_true(holds[1]);
    passed[0] += holds[0], passed[1] += holds[1];
  }
  assert_true(passed[0] > 10000 && passed[1] > 10000);
  const double large[] = {NAN, -NAN, INFINITY, -INFINITY, 1e30, -1e30, 0x1.fffffffffffffp1023};
  for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
    assert_false(newton_checked_double(1, large[i], 1e30));
    assert_false(newton_checked_double(1, large[i], 1000));
    assert_false(newton_checked_single(1, (float)large[i], 1e30F));
  }
  const double low[] = {NAN, -NAN, 0, -0.0, -1, -INFINITY, 0x1p-1074};
  for (size_t i = 0; i < sizeof low / sizeof *low; i++) {
    assert_false(newton_checked_double(low[i], 1, 1e30));
    assert_false(newton_checked_single((float)low[i], 1, 1e30F));
  }
}

/* For conditions of likely code, the guard accepts only operands for which they hold, and all for
 * which they hold with a margin. */
static void test_guard_of_likely(void **state) {
  uint64_t seed = 7;
  int passed[2] = {0};
  (void)state;
  for (int i = 0; i < 2000000; i++) {
    double n[4]; /* above, a, below, b: often near to twice another */
    float s[4];
    for (int k = 0; k < 4; k++) {
      const uint64_t bits = random_bits(&seed);
      n[k] = i % 2 ? double_of(bits) : ldexp(mantissa(0, bits), (int)(bits >> 62));
      n[k] = i % 2 || k < 2 ? n[k] : -n[k];
      s[k] = i % 2 ? single_of((uint32_t)bits) : (float)n[k];
    }
    const int holds[2] = {newton_likely_single(s[0], s[1], s[2], s[3]),
                          newton_likely_double(n[0], n[1], n[2], n[3])};
    assert_true(!holds[0] || (s[0] > 0 && !(s[1] > 2 * s[0]) && s[2] < 0 && !(s[3] < 2 * s[2])));
    assert_true(!holds[1] || (n[0] > 0 && !(n[1] > 2 * n[0]) && n[2] < 0 && !(n[3] < 2 * n[2])));
    if (i % 2 == 0 && n[1] < 1.99999 * n[0] && n[3] > 1.99999 * n[2])
      assert_true(holds[0] && holds[1]);
    passed[0] += holds[0], passed[1] += holds[1];
  }
  assert_true(passed[0] > 10000 && passed[1] > 10000);
  const double not_above[] = {0, -0.0, -1, INFINITY, -INFINITY, NAN, -NAN, 0x1p-1074};
  for (size_t i = 0; i < sizeof not_above / sizeof *not_above; i++) {
    assert_false(newton_likely_double(not_above[i], 0, -1, -1));
    assert_false(newton_likely_double(1, 1, -not_above[i], 0));
    assert_false(newton_likely_single((float)not_above[i], 0, -1, -1));
    assert_false(newton_likely_single(1, 1, -(float)not_above[i], 0));
  }
  assert_false(newton_likely_double(1, INFINITY, -1, -1));
  assert_false(newton_likely_single(1, 1, -1, -INFINITY));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reciprocals_single), cmocka_unit_test(test_roots_single),
      cmocka_unit_test(test_quotients_single),   cmocka_unit_test(test_double),
      cmocka_unit_test(test_guard_single),       cmocka_unit_test(test_together),
      cmocka_unit_test(test_guard_double),       cmocka_unit_test(test_guard_checks),
      cmocka_unit_test(test_guard_of_likely),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
