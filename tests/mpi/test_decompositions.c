/* The same bits from every decomposition: 1, 2 and 4 ranks, tiles, depths, ways to choose the time
 * step, precisions. States, and the values of probes and sums during the run. */
#include "ranks.h"

/* The first one is the reference. With one tile on two ranks, one rank has no tile. */
static const decomposition decompositions[] = {
    {1, 1, 1, 0, 0}, {1, 1, 1, 4, 0}, {1, 3, 2, 1, 0}, {1, 7, 5, 0, 0}, {1, 7, 5, 8, 0},
    {2, 1, 1, 0, 0}, {2, 3, 2, 0, 0}, {2, 3, 2, 2, 0}, {2, 3, 2, 3, 0}, {2, 7, 5, 1, 0},
    {2, 7, 5, 4, 0}, {2, 7, 5, 8, 0}, {4, 3, 2, 1, 0}, {4, 3, 2, 4, 0}, {4, 3, 2, 8, 0},
    {4, 7, 5, 0, 0}, {4, 7, 5, 2, 0}, {4, 7, 5, 8, 0},
};
enum { DECOMPOSITIONS = sizeof decompositions / sizeof *decompositions };

static void decompositions_agree(void **state) {
  (void)state;
  ranks_agree(DECOMPOSITIONS, decompositions);
}

int main(int argc, char **argv) {
  if (ria_runtime_is_rank())
    return argc == 3 ? ranks_run(argv[2], DECOMPOSITIONS, decompositions, NULL) : 9;
  const struct CMUnitTest tests[] = {cmocka_unit_test(decompositions_agree)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
