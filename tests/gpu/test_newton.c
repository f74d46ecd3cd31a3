/* Newton's steps from the GPU's own approximations: results that the guard accepts have the bits of
 * IEEE division and square root. conformance.cuda_newton tries other initial approximations on the
 * host. LESS_LIMITED has the value of the expression written out, for all numbers. */
#include "a_gpu.h"
#include "newton.h"
#include "tests.h"

static void try_all(newton_operands operands, unsigned long long count,
                    newton_tally tally[NEWTON_KINDS]) {
  static const char *const name[] = {"reciprocals", "roots", "quotients", "limited shares",
                                     "nearest of three"};
  assert_int_equal(newton_try(operands, count, tally), 0);
  for (int k = 0; k < NEWTON_KINDS; k++) {
    printf("%s: %llu %s, %llu wrong\n", operands == DOUBLES ? "double" : "single", tally[k].passed,
           name[k], tally[k].wrong);
    assert_true(tally[k].wrong == 0);
  }
}

/* The guard passes 200 powers of 2: roots of 2^-100 to 2^100, reciprocals of 2^-120 to 2^80. */
static void all_floats(void **state) {
  newton_tally tally[NEWTON_KINDS];
  (void)state;
  try_all(ALL_FLOATS, 1ull << 32, tally);
  assert_true(tally[RECIPROCAL].passed == (200ull << 23) + 1);
  assert_true(tally[ROOT].passed == (200ull << 23) + 1);
}

/* For single quotients the guard passes operands up to 2^24: four in ten of the tried ones. */
static void enough_passed(const newton_tally tally[NEWTON_KINDS], unsigned long long count) {
  for (int k = 0; k < NEWTON_KINDS; k++)
    assert_true(tally[k].passed > count / 3);
}

static void floats(void **state) {
  newton_tally tally[NEWTON_KINDS];
  (void)state;
  try_all(FLOATS, 1ull << 33, tally);
  enough_passed(tally, 1ull << 33);
}

static void doubles(void **state) {
  newton_tally tally[NEWTON_KINDS];
  (void)state;
  try_all(DOUBLES, 1ull << 33, tally);
  enough_passed(tally, 1ull << 33);
}

int main(void) {
  a_gpu_is_here();
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_floats), cmocka_unit_test(floats),
                                     cmocka_unit_test(doubles)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
