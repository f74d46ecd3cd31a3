/* Flips a bit at a sample of positions; test_flips_long.c does so in every byte. */
#include "flips.h"

static void checkpoints(void **state) {
  (void)state;
  flips_of_checkpoint(61);
}

static void histories(void **state) {
  (void)state;
  flips_of_history(151);
}

static void journals(void **state) {
  (void)state;
  flips_of_journal(1021, true);
  flips_of_journal(2039, false);
}

static void grids(void **state) {
  (void)state;
  flips_of_grid(31);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  flips_begin();
  const struct CMUnitTest tests[] = {cmocka_unit_test(grids), cmocka_unit_test(histories),
                                     cmocka_unit_test(journals), cmocka_unit_test(checkpoints)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failed;
}
