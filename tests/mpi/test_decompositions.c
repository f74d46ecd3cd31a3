/* The same bits from every decomposition: 1, 2 and 4 ranks, tiles, depths, ways to choose the time
 * step, precisions. States, and what probes and sums tell on the way. */
#include "ranks.h"
#include "ria/compare.h"

/* The first is what the others are held against. One tile on two ranks leaves a rank without. */
static const decomposition decompositions[] = {
    {1, 1, 1, 0}, {1, 1, 1, 4}, {1, 3, 2, 1}, {1, 7, 5, 0}, {1, 7, 5, 8}, {2, 1, 1, 0},
    {2, 3, 2, 0}, {2, 3, 2, 2}, {2, 3, 2, 3}, {2, 7, 5, 1}, {2, 7, 5, 4}, {2, 7, 5, 8},
    {4, 3, 2, 1}, {4, 3, 2, 4}, {4, 3, 2, 8}, {4, 7, 5, 0}, {4, 7, 5, 2}, {4, 7, 5, 8},
};
enum { DECOMPOSITIONS = sizeof decompositions / sizeof *decompositions };

static char *read_file(const char *path) {
  char *text = calloc(1, 1 << 16);
  FILE *file = fopen(path, "r");
  if (!file)
    fail_msg("%s was not written", path);
  assert_non_null(text);
  assert_true(fread(text, 1, (1 << 16) - 1, file) > 0);
  fclose(file);
  return text;
}

static void expect_same(const char *folder, const decomposition *d, int mode, int precision) {
  char first[1024], second[1024];
  ria_difference difference;
  snprintf(first, sizeof first, "%s",
           ranks_path(folder, &decompositions[0], mode, precision, ".h5"));
  snprintf(second, sizeof second, "%s", ranks_path(folder, d, mode, precision, ".h5"));
  if (ria_compare_files(first, second, &difference) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  if (!difference.identical)
    fail_msg("%s and %s differ", first, second);
  assert_true(difference.fields >= 4);
  ria_difference_destroy(&difference);

  char *wanted = read_file(ranks_path(folder, &decompositions[0], mode, precision, ".txt"));
  char *told = read_file(ranks_path(folder, d, mode, precision, ".txt"));
  if (strcmp(wanted, told))
    fail_msg("%s: told\n%s\nwanted\n%s", second, told, wanted);
  if (mode == RIA_STEP_WINDOW && strstr(wanted, "redone 0 mass"))
    fail_msg("no window was done again, which this case is for:\n%s", wanted);
  free(wanted);
  free(told);
}

static void decompositions_agree(void **state) {
  (void)state;
  char *folder = test_folder_create();
  ranks_prepare(folder);
  for (int ranks = 1; ranks <= 4; ranks *= 2)
    ranks_start(ranks, folder);
  for (int mode = 0; mode < RANKS_MODES; mode++)
    for (int precision = 0; precision < RANKS_PRECISIONS; precision++)
      for (int i = 1; i < DECOMPOSITIONS; i++)
        expect_same(folder, &decompositions[i], mode, precision);
  test_folder_remove(folder);
}

int main(int argc, char **argv) {
  if (ria_launch_is_rank())
    return argc == 3 ? ranks_run(argv[2], DECOMPOSITIONS, decompositions, NULL) : 9;
  const struct CMUnitTest tests[] = {cmocka_unit_test(decompositions_agree)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
