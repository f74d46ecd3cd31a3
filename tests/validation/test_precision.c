/* Single against double precision; the table goes to precision.md. The mesh of 1000 x 1000 is in
 * test_precision_long.c. */
#include "column.h"

static report *table;

static void test_column_100(void **state) {
  (void)state;
  assert_true(column_compare(100, (const double[]){1.10e-7, 1.40e-7, 9.00e-8}, table));
}

static void test_column_400(void **state) {
  (void)state;
  assert_true(column_compare(400, (const double[]){8.75e-8, 1.78e-7, 1.28e-7}, table));
}

static int open_session(void **state) {
  basin_session_open(state);
  table =
      report_create("precision.md", "Single against double precision",
                    "Mean over the cells of abs(single - double) at T = 1 s; the paper's table V.");
  return 0;
}

static int close_session(void **state) {
  report_destroy(table);
  return basin_session_close(state);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_column_100),
      cmocka_unit_test(test_column_400),
  };
  return cmocka_run_group_tests(tests, open_session, close_session);
}
