/* The same bits from swept time tiling as from an exchange a step: tiles along one axis and two, of
 * uneven sizes, one that is as narrow as its triangles, windows of several nodes and of an odd
 * number of steps, 1, 2 and 4 ranks. With tides, rivers, fronts, rotation, windows that are done
 * again and some that are cut short. */
#define RANKS_KEYS "output: {history: false}\n" /* swept tiles track nothing for it */
#include "ranks.h"

static const decomposition decompositions[] = {
    {1, 1, 1, 0, 0}, {1, 1, 1, 0, 8}, {1, 1, 5, 0, 8}, {1, 7, 1, 0, 8}, {1, 3, 2, 0, 8},
    {1, 7, 5, 0, 8}, {1, 2, 3, 0, 3}, {1, 8, 7, 0, 8}, {2, 1, 1, 0, 4}, {2, 1, 4, 0, 2},
    {2, 3, 1, 0, 5}, {2, 3, 3, 0, 7}, {4, 7, 5, 0, 8}, {4, 4, 1, 0, 8}, {4, 2, 2, 0, 4},
};
enum { DECOMPOSITIONS = sizeof decompositions / sizeof *decompositions };

static void swept_agrees(void **state) {
  (void)state;
  ranks_agree(DECOMPOSITIONS, decompositions);
}

int main(int argc, char **argv) {
  if (ria_runtime_is_rank())
    return argc == 3 ? ranks_run(argv[2], DECOMPOSITIONS, decompositions, NULL) : 9;
  const struct CMUnitTest tests[] = {cmocka_unit_test(swept_agrees)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
