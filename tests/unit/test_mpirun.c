/* How ranks are placed on cores. */
#include "tests.h"
#include <string.h>
#include "../../jobs/launcher/mpirun.h"

/* The words of the command line with blanks between. */
static void join(char *line, size_t size, launcher_cores cores, int ranks) {
  launcher_mpirun command;
  char *argv[] = {"run", "case.yaml"};
  assert_int_equal(launcher_mpirun_command(&command, cores, ranks, "/bin/ria", 2, argv),
                   RIA_SUCCESS);
  line[0] = '\0';
  for (char **word = command.argv; *word; word++) {
    assert_true(strlen(line) + strlen(*word) + 2 < size);
    strcat(strcat(line, " "), *word);
  }
  launcher_mpirun_free(&command);
}

static void test_enough_cores(void **state) {
  (void)state;
  char line[256];
  join(line, sizeof line, (launcher_cores){.count = 8, .all = true}, 2);
  assert_string_equal(
      line, " mpirun --quiet -n 2 --map-by slot:PE=4 --bind-to core /bin/ria run case.yaml");
  join(line, sizeof line, (launcher_cores){.count = 7, .all = true}, 3);
  assert_non_null(strstr(line, "slot:PE=2"));
}

static void test_few_cores(void **state) {
  (void)state;
  char line[256];
  join(line, sizeof line, (launcher_cores){.count = 2, .all = true}, 4);
  assert_string_equal(line,
                      " mpirun --quiet -n 4 --oversubscribe --bind-to none /bin/ria run case.yaml");
  /* One core for each rank is not enough: its worker and its MPI thread would compete for it. */
  join(line, sizeof line, (launcher_cores){.count = 2, .all = true}, 2);
  assert_non_null(strstr(line, "--bind-to none"));
}

static void test_part_of_the_cores(void **state) {
  (void)state;
  char line[256];
  join(line, sizeof line, (launcher_cores){.count = 8, .all = false}, 2);
  assert_non_null(strstr(line, "--bind-to none"));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_enough_cores),
                                     cmocka_unit_test(test_few_cores),
                                     cmocka_unit_test(test_part_of_the_cores)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
