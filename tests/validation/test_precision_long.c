/* Single against double precision on 1000 x 1000 cells; the table goes to precision-long.md. */
#include "column.h"

static report *table;

static void test_column_1000(void **state) {
  (void)state;
  assert_true(column_compare(1000, (const double[]){1.79e-7, 5.79e-7, 3.58e-7}, table));
}

static int open_session(void **state) {
  basin_session_open(state);
  table =
      report_create("precision-long.md", "Single against double precision",
                    "Mean over the cells of abs(single - double) at T = 1 s; the paper's table V.");
  return 0;
}

static int close_session(void **state) {
  report_destroy(table);
  return basin_session_close(state);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_column_1000),
  };
  return cmocka_run_group_tests(tests, open_session, close_session);
}
