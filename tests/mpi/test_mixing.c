/* The same bits from a step of two stages, the second-order water and the mixing, which read two
 * cells to each side each: on tiles, ranks, depths, swept and not, with a viscosity that takes the
 * strain of the flow and one that limits the step. */
#define RANKS_KEYS       "numerics: {order: 2}\nviscosity: {smagorinsky: 1.5}\ndiffusivity: 400 m2/s\n"
#define RANKS_DT         "0.25 s"
#define RANKS_DEEP_EXACT false
#include "ranks.h"

/* The first one is the reference. */
static const decomposition decompositions[] = {
    {1, 1, 1, 0, 0}, {1, 7, 5, 2, 0}, {1, 2, 3, 4, 0}, {1, 2, 1, 0, 8}, {1, 7, 5, 0, 2},
    {2, 3, 2, 3, 0}, {2, 2, 1, 0, 8}, {4, 7, 5, 1, 0}, {4, 3, 4, 0, 2},
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
