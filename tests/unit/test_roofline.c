/* The roofline of a kernel with a given cost: on a core, which has a unit for divisions, and on a
 * GPU, which computes divisions with its adders. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "ria/probe.h"

/* 10 operations alone, 4 multiply-adds, 6 comparisons, 3 divisions, 2 roots; 5 numbers moved. */
static const ria_cost cost = {.flops = 18,
                              .divisions = 3,
                              .square_roots = 2,
                              .comparisons = 6,
                              .multiply_adds = 4,
                              .choices = 8,
                              .reads = 3,
                              .writes = 2};
static const ria_peaks core = {.bandwidth = 10,
                               .flops = 16,
                               .operations = 5,
                               .comparisons = 4,
                               .divisions = 0.5,
                               .square_roots = 0.25};

static void near(double value, double expected) {
  assert_true(fabs(value - expected) < 1e-12);
}

static void a_core_divides_beside_the_rest(void **state) {
  const ria_limits l = ria_peaks_limits(&core, &cost, RIA_DOUBLE);
  const char *what;
  (void)state;
  near(l.memory, 4);
  near(l.arithmetic, 2 + 0.5 + 1.5);
  near(l.choices, 2);
  near(l.division, 6 + 8);
  near(ria_limits_seconds(&l, &what), 14);
  assert_string_equal(what, "division");
}

static void a_gpu_divides_with_its_adders(void **state) {
  ria_peaks gpu = core;
  const char *what;
  (void)state;
  gpu.one_unit = true;
  const ria_limits l = ria_peaks_limits(&gpu, &cost, RIA_SINGLE);
  near(l.memory, 2);
  near(l.arithmetic, 2 + 0.5 + 1.5 + 14);
  near(l.division, 14);
  near(ria_limits_seconds(&l, &what), 18);
  assert_string_equal(what, "arithmetic");
}

static void memory_limits_kernels_that_move_much(void **state) {
  ria_peaks gpu = core;
  const char *what;
  (void)state;
  gpu.one_unit = true, gpu.bandwidth = 1;
  const ria_limits l = ria_peaks_limits(&gpu, &cost, RIA_DOUBLE);
  near(ria_limits_seconds(&l, &what), 40);
  assert_string_equal(what, "memory");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_core_divides_beside_the_rest),
      cmocka_unit_test(a_gpu_divides_with_its_adders),
      cmocka_unit_test(memory_limits_kernels_that_move_much),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
