/* The sums of the ledger: exact, whatever the order and however they are cut into parts. */
#include <math.h>
#include <stdlib.h>
#include "ria/ledger.h"
#include "ria/sum.h"
#include "tests.h"

enum { TERMS = 4000 };

/* Numbers of all sizes that a flux may have, of either sign. */
static double term_of(int i) {
  uint64_t z = (uint64_t)(i + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z ^= z >> 27;
  const double size = ldexp(1 + (double)(z >> 12) * 0x1p-52, (int)(z % 100) - 60);
  return z >> 40 & 1 ? -size : size;
}

static void sums_are_exact(void **state) {
  (void)state;
  ria_flow_sum forth = {0}, back = {0}, parts[3] = {{{0}}}, whole = {0};
  ria_sum wide = {0};
  for (int i = 0; i < TERMS; i++) {
    ria_flow_add(&forth, term_of(i));
    ria_flow_add(&back, term_of(TERMS - 1 - i));
    ria_flow_add(&parts[i % 3], term_of(i));
    ria_sum_add(&wide, term_of(i));
  }
  for (int i = 0; i < 3; i++)
    ria_flow_merge(&whole, &parts[2 - i]);
  ria_flow_merge(&forth, &(ria_flow_sum){0});
  ria_flow_merge(&back, &(ria_flow_sum){0});
  assert_memory_equal(&forth, &back, sizeof forth);
  assert_memory_equal(&forth, &whole, sizeof forth);
  assert_true(ria_flow_value(&forth) == ria_sum_value(&wide));
  for (int i = 0; i < TERMS; i++)
    ria_flow_add(&forth, -term_of(i));
  ria_flow_merge(&forth, &(ria_flow_sum){0});
  assert_memory_equal(&forth, &(ria_flow_sum){0}, sizeof forth);
}

/* Multiples of powers of two, as the same numbers in pieces that doubles hold. */
static void units_are_exact(void **state) {
  (void)state;
  static const int64_t units[] = {1, -1, 12345, INT64_MAX, -INT64_MAX, (int64_t)1 << 60};
  static const int exponents[] = {-1074, -1000, -33, 0, 31, 900};
  for (size_t u = 0; u < sizeof units / sizeof *units; u++)
    for (size_t e = 0; e < sizeof exponents / sizeof *exponents; e++) {
      ria_sum whole = {0}, pieces = {0};
      ria_sum_add_units(&whole, units[u], exponents[e]);
      ria_sum_add(&pieces, ldexp((double)(units[u] / (1 << 30)), exponents[e] + 30));
      ria_sum_add(&pieces, ldexp((double)(units[u] % (1 << 30)), exponents[e]));
      ria_sum_merge(&whole, &(ria_sum){0}); /* brings the digits into one form */
      ria_sum_merge(&pieces, &(ria_sum){0});
      assert_memory_equal(whole.digit, pieces.digit, sizeof whole.digit);
      assert_true(ria_sum_value(&whole) != 0);
    }
}

/* The largest term and the smallest bit that is kept; what is beyond is left out. */
static void bounds_hold(void **state) {
  (void)state;
  const double largest = nextafter(RIA_FLOW_BOUND, 0), least = ldexp(1, RIA_FLOW_LOWEST);
  const struct {
    double term, kept;
  } of[] = {{largest, largest},   {-largest, -largest},  {least, least},   {-least, -least},
            {1.5 * least, least}, {0.75 * least, 0},     {0, 0},           {-0.0, 0},
            {RIA_FLOW_BOUND, 0},  {(double)INFINITY, 0}, {(double)NAN, 0}, {0x1p-1074, 0}};
  for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
    ria_flow_sum sum = {0};
    ria_flow_add(&sum, of[i].term);
    assert_true(ria_flow_value(&sum) == of[i].kept);
  }
  ria_flow_sum many = {0};
  for (int i = 0; i < 1000; i++)
    ria_flow_add(&many, largest);
  assert_true(fabs(ria_flow_value(&many) / (1000 * largest) - 1) < 1e-15);
}

static void powers(void **state) {
  (void)state;
  assert_true(ria_flow_power(0.75, 0) == 1);
  assert_true(ria_flow_power(0.75, 1) == 0.75);
  assert_true(ria_flow_power(0.5, 13) == 0x1p-13);
  assert_true(fabs(ria_flow_power(0.999, 1000) / pow(0.999, 1000) - 1) < 1e-12);
  assert_true(ria_flow_power(0, 3) == 0);
}

/* Flows of tiles, one without any. */
static void flows_merge(void **state) {
  (void)state;
  const size_t bytes = ria_flows_bytes(40);
  ria_flows *a = calloc(1, bytes), *b = calloc(1, bytes), *none = calloc(1, bytes);
  assert_true(a && b && none);
  ria_flow_add(&ria_flows_in(a)[39][1], 3);
  a->used = 40;
  ria_flow_add(&ria_flows_in(b)[0][0], 5);
  ria_flow_add(&b->left[1], 7);
  b->used = 1;
  b->missing = 1;
  ria_flows_merge(a, none);
  ria_flows_merge(a, b);
  assert_int_equal(a->used, 40);
  assert_true(a->missing && !a->invalid);
  assert_true(ria_flow_value(&ria_flows_in(a)[39][1]) == 3 &&
              ria_flow_value(&ria_flows_in(a)[0][0]) == 5);
  assert_true(ria_flow_value(&a->left[1]) == 7);
  free(a);
  free(b);
  free(none);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sums_are_exact), cmocka_unit_test(units_are_exact),
      cmocka_unit_test(bounds_hold), cmocka_unit_test(powers), cmocka_unit_test(flows_merge)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
