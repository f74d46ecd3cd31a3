/* Detection of undeclared fill values. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tests.h"
#include "../../inputs/values/fill.h"

enum { CELLS = 1000 };
static const values_fill_type floating = {0, 0}, byte = {0, 255};

/* A slope from `low` to `high` with `count` cells of `value`. */
static int find(double low, double high, double value, size_t count, values_fill_type type,
                values_fill fill[VALUES_FILLS]) {
  double cell[CELLS];
  for (size_t i = 0; i < CELLS; i++)
    cell[i] =
        i < count ? value : low + (high - low) * (double)(i - count) / (double)(CELLS - 1 - count);
  return values_fill_find(cell, CELLS, type, fill);
}

static void fills(void **state) {
  static const struct {
    double low, high, value;
  } bad[] = {{-40, 12, -9999},    {-40, 12, -999},   {-40, 12, 999},         {-20, 3, -99},
             {-40, 12, -9999.0},  {-3, 9, -999.9},   {-3, 9, 99.99},         {-4000, 2000, -9999},
             {-200, 900, -32768}, {-40, 12, -32767}, {-40, 12, 32767},       {0, 300, 65535},
             {-40, 12, -3.4e38},  {-40, 12, 1e20},   {-40, 12, 9.96921e36},  {-600, 400, -999},
             {-5, -5, 99999},     {-40, 12, 9999},   {-40, 12, -2147483648}, {-40, 12, -99999},
             {-40, 12, -9999999}};
  values_fill fill[VALUES_FILLS];
  (void)state;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    if (find(bad[i].low, bad[i].high, bad[i].value, 70, floating, fill) != 1)
      fail_msg("%g beside %g to %g is not found", bad[i].value, bad[i].low, bad[i].high);
    assert_true(fill[0].value == bad[i].value && fill[0].count == 70);
  }
  assert_int_equal(find(0, 120, 255, 9, byte, fill), 1);
  assert_int_equal(find(-40, 12, -9999, 1, floating, fill), 1); /* once is enough for four nines */
  assert_int_equal(find(0, 0, -9999, CELLS, floating, fill), 1);
  assert_true(isnan(fill[0].next));
}

static void honest(void **state) {
  static const struct {
    double low, high, value;
  } good[] = {{-10994, -2000, -10994},
              {0, 998, 999},
              {-98, -20, -99},
              {-120, 0, -99},
              {-5, 3, 100},
              {-5, 3, 0},
              {-5, 3, -9},
              {-9990, 0, -9999},
              {-5, 3, 99},
              {-90, 40, -99},
              {-5, 3, 255},
              {950, 400, 999},
              {-9500, 0, -9999},
              {-5, 3, -128},
              {-5, 3, 12345}};
  values_fill fill[VALUES_FILLS];
  (void)state;
  for (size_t i = 0; i < sizeof good / sizeof *good; i++)
    if (find(good[i].low, good[i].high, good[i].value, 70, floating, fill))
      fail_msg("%g beside %g to %g is refused", good[i].value, good[i].low, good[i].high);
  assert_int_equal(find(0, 254, 255, 300, byte, fill), 0);
  assert_int_equal(find(100, 200, 0, 300, byte, fill), 0);
  assert_int_equal(find(5, 50, 999, 1, floating, fill), 0); /* a flood's peak */
  assert_int_equal(find(0, 0, -99, CELLS, floating, fill), 0);
  assert_int_equal(find(-5, 3, NAN, 70, floating, fill), 0);
  assert_int_equal(values_fill_find(NULL, 0, floating, fill), 0);
}

static void several(void **state) {
  const double value[] = {-5, -9999, 3, -32768, -9999, NAN, -4, -32768, -9999};
  values_fill fill[VALUES_FILLS];
  ria_text text = {0};
  (void)state;
  const int count = values_fill_find(value, sizeof value / sizeof *value, floating, fill);
  assert_int_equal(count, 2);
  values_fill_tell(&text, count, fill, "cell");
  assert_string_equal(text.data, "3 cells hold exactly -9999 and 2 cells hold exactly -32768, far "
                                 "from the next value, -5");
  ria_text_destroy(&text);
}

static void declared(void **state) {
  (void)state;
  assert_true(values_fill_is(-9999, -9999.0001));
  assert_true(values_fill_is(-(double)3.40282347e38f, -3.4028235e38));
  assert_true(values_fill_is(-3.40282347e38, -3.4e38));
  assert_true(values_fill_is(0, 0));
  assert_false(values_fill_is(-32767, -32768));
  assert_false(values_fill_is(-9999, 9999));
  assert_false(values_fill_is(-9999, NAN));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(fills), cmocka_unit_test(honest),
                                     cmocka_unit_test(several), cmocka_unit_test(declared)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
