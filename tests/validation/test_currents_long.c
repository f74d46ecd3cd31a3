/* The currents of the M2 tide in the Ría de Arousa on cells of 100 m, against an independent model.
 */
#include "arousa.h"
#include "basin.h"

static void test_arousa(void **state) {
  (void)state;
  /* Measured, order 1: 16.2 and 15.0 %, 1.7 and 1.0 degrees, 1.66 and 2.01. */
  static const arousa_scheme schemes[] = {
      {.name = "order 1", .velocity = 0.18, .direction = 2.2, .banding = 2.1},
      {.name = "order 2",
       .sets = 1,
       .set = {"numerics.order=2"},
       .velocity = 0.20,
       .direction = 3,
       .banding = 2.1}};
  report *table = report_create("currents_long.md", "Currents on 100 m",
                                "As in currents.md, with ria on cells of 100 m.");
  arousa_run like = arousa_at_rest(basin_runtime(), 100), reference = arousa_by_cgrid(&like, 100);
  bool good = true;
  for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
    arousa_run run = arousa_by_ria(basin_runtime(), 100, schemes[i].sets, schemes[i].set);
    good &= arousa_accepted(&schemes[i], 100, &run, &reference, table);
    arousa_free(&run);
  }
  arousa_free(&reference);
  arousa_free(&like);
  report_destroy(table);
  assert_true(good);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_arousa)};
  return cmocka_run_group_tests(tests, basin_session_open, basin_session_close);
}
