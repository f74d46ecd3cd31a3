/* A bit of every byte of a checkpoint and of a grid file, of every seventh of a history;
 * test_flips.c takes fewer. */
#include "flips.h"

static void checkpoints(void **state) {
  (void)state;
  flips_of_checkpoint(1);
}

static void histories(void **state) {
  (void)state;
  flips_of_history(7);
}

static void journals(void **state) {
  (void)state;
  flips_of_journal(13, true);
  flips_of_journal(61, false);
}

static void grids(void **state) {
  (void)state;
  flips_of_grid(1);
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
