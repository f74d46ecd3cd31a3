/* Heat in spaces of three dimensions: the same bits with an exchange every 1, 2 and 4 steps, on
 * tiles cut along all axes, and swept, on tiles cut along z, on 1, 2 and 4 ranks, as on one tile a
 * block with an exchange a step. The start is rough, so that any missing ghost cell changes the
 * result. heat_box reads neighbours only across faces, so a second step without an exchange needs
 * cells beyond edges, and a third step cells beyond corners: each case has them. Steps of two
 * applications see two cells far, and around edges even with an exchange a step. */
#include <math.h>
#include "ranks.h"
#include "ria/patch.h"

#define TIME "solver: heat\ntime: {steps: 100, step: fixed, dt: 0.0005 s, window: 4}\n"
#define HEAT "heat: {diffusivity: 0.5 m2/s}\n"
#define BOX(x, y, z)                                                                               \
  "grid: {extent: [0 m, 1 m, -1 m, 1.125 m, 2 m, 0.1 m], cells: [" #x ", " #y ", " #z "]"

/* Eight blocks around a corner, and four edges of four, most of them turned. */
#define EIGHT                                                                                      \
  "grid: {blocks: {"                                                                               \
  "a: {extent: [0 m, 0 m, 0 m, 0.5 m, 0.5 m, 0.5 m], cells: [8, 8, 8], axes: [-y, +x, +z]}, "      \
  "b: {extent: [0.5 m, 0 m, 0 m, 1 m, 0.5 m, 0.5 m], cells: [8, 8, 8], axes: [+z, -x, -y]}, "      \
  "c: {extent: [0 m, 0.5 m, 0 m, 0.5 m, 1 m, 0.5 m], cells: [8, 8, 8]}, "                          \
  "d: {extent: [0.5 m, 0.5 m, 0 m, 1 m, 1 m, 0.5 m], cells: [8, 8, 8], axes: [-x, +z, +y]}, "      \
  "e: {extent: [0 m, 0 m, 0.5 m, 0.5 m, 0.5 m, 1 m], cells: [8, 8, 8], axes: [+y, +z, +x]}, "      \
  "f: {extent: [0.5 m, 0 m, 0.5 m, 1 m, 0.5 m, 1 m], cells: [8, 8, 8], axes: [-z, -y, -x]}, "      \
  "g: {extent: [0 m, 0.5 m, 0.5 m, 0.5 m, 1 m, 1 m], cells: [8, 8, 8], axes: [+x, -y, -z]}, "      \
  "h: {extent: [0.5 m, 0.5 m, 0.5 m, 1 m, 1 m, 1 m], cells: [8, 8, 8], axes: [+z, +x, +y]}}}\n"

static const struct {
  const char *text;
  int applications; /* of heat_box a step */
  int thinnest[2];  /* cells of the thinnest tile, where an axis is cut in 2, and in 3 */
  int planes;       /* cells along z of a block that can be swept, 0: it cannot */
} cases[] = {{TIME HEAT BOX(13, 14, 17) "}\n", 1, {6, 4}, 17},
             {TIME HEAT BOX(13, 14, 17) ", periodic: xyz}\n", 1, {6, 4}, 0},
             {TIME HEAT BOX(14, 17, 13) ", periodic: xz}\n", 1, {6, 4}, 0},
             {TIME HEAT BOX(14, 11, 18) ", periodic: z}\n", 1, {6, 3}, 18},
             {TIME HEAT BOX(17, 16, 18) "}\n", 2, {8, 5}, 18},
             {TIME HEAT BOX(17, 16, 18) ", periodic: xyz}\n", 2, {8, 5}, 0},
             {TIME HEAT EIGHT, 1, {4, 2}, 0},
             {TIME HEAT EIGHT, 2, {4, 2}, 0}};
enum { CASES = sizeof cases / sizeof *cases, STEPS = 7 };

/* The first one is the reference. Depth 0: classic; negative: swept over -depth steps.
 */
static const struct {
  int ranks, tiles[RIA_AXES], depth;
} runs[] = {{1, {1, 1, 1}, 0},  {1, {2, 2, 2}, 0},  {1, {2, 2, 2}, 1},  {1, {2, 2, 2}, 2},
            {1, {2, 2, 2}, 4},  {1, {3, 2, 3}, 4},  {1, {1, 1, 1}, 4},  {2, {2, 2, 2}, 1},
            {2, {3, 3, 2}, 2},  {2, {2, 3, 2}, 4},  {4, {2, 2, 2}, 1},  {4, {2, 2, 3}, 2},
            {4, {2, 2, 2}, 4},  {1, {1, 1, 1}, -4}, {1, {1, 1, 2}, -4}, {1, {1, 1, 3}, -2},
            {1, {1, 1, 4}, -2}, {2, {1, 1, 2}, -3}, {2, {1, 1, 3}, -4}, {4, {1, 1, 4}, -4},
            {4, {1, 1, 6}, -2}};
enum { RUNS = sizeof runs / sizeof *runs };

/* The base of a triangle: half of the steps go up, in windows of 4, and a plane on either side
 * each.
 */
static bool fits_swept(int number, int run) {
  const int up = runs[run].depth == -4 ? 2 : 1;
  return cases[number].planes / runs[run].tiles[2] >= 2 * up * cases[number].applications;
}

static bool fits(int number, int run) {
  int most = 1;
  if (runs[run].depth < 0)
    return fits_swept(number, run);
  for (int a = 0; a < RIA_AXES; a++)
    most = runs[run].tiles[a] > most ? runs[run].tiles[a] : most;
  return most == 1 ||
         cases[number].applications * runs[run].depth <= cases[number].thinnest[most - 2];
}

static const char *path_of(const char *folder, int number, int run, int precision) {
  static char path[1024];
  snprintf(path, sizeof path, "%s/%d-%d-%d", folder, number, run, precision);
  return path;
}

/* A number of a cell's own, between -1 and 1. */
static ria_status rough(void *context, int field, int block, const ria_range *cells,
                        double *values) {
  (void)context, (void)field;
  for (ria_global z = cells->lo[2]; z < cells->hi[2]; z++)
    for (ria_global y = cells->lo[1]; y < cells->hi[1]; y++)
      for (ria_global x = cells->lo[0]; x < cells->hi[0]; x++) {
        const uint64_t number = (uint64_t)(((block * 32 + z) * 32 + y) * 32 + x + 1);
        *values++ = (double)(number * 0x9e3779b97f4a7c15u >> 40) / (1 << 23) - 1;
      }
  return RIA_SUCCESS;
}

static void save(ria_runtime *runtime, ria_simulation *s, const ria_mesh *mesh, const char *path) {
  FILE *file = ria_runtime_rank(runtime) ? NULL : fopen(path, "w");
  for (int b = 0; b < mesh->blocks; b++) {
    const ria_patch all = {.block = b, .cells = ria_block_cells(&mesh->block[b])};
    const size_t n = (size_t)ria_patch_cells(&all);
    double *values = calloc(n, sizeof *values);
    if (!values)
      ranks_must(ria_fail(RIA_ERROR_MEMORY, "no memory for %zu values", n));
    ranks_must(ria_patch_read(s, 0, &all, values));
    if (file && fwrite(values, sizeof *values, n, file) != n)
      ranks_must(ria_fail(RIA_ERROR_IO, "%s cannot be written", path));
    free(values);
  }
  if (file)
    fclose(file);
}

static void run_one(ria_runtime *runtime, const char *folder, int number, int run, int precision) {
  enum { SETS = 3 };
  char path[1024], set[SETS][64];
  snprintf(set[0], 64, "precision=%s", ranks_scheme[precision].precision);
  snprintf(set[1], 64, "tiles=%dx%dx%d", runs[run].tiles[0], runs[run].tiles[1],
           runs[run].tiles[2]);
  if (runs[run].depth < 0)
    snprintf(set[2], 64, "time_tiling={scheme: swept, steps: %d}", -runs[run].depth);
  else if (runs[run].depth)
    snprintf(set[2], 64, "time_tiling={scheme: expansion, depth: %d}", runs[run].depth);
  else
    snprintf(set[2], 64, "time_tiling=classic");
  const char *sets[SETS] = {set[0], set[1], set[2]};
  ria_case the_case;
  ria_case_errors errors;
  ria_terrain terrain;
  ria_model model;
  ria_simulation *simulation;
  void *instance;
  snprintf(path, sizeof path, "%s/%d.yaml", folder, number);
  ranks_must(ria_case_read(path, &ria_known_names, SETS, sets, &the_case, &errors));
  ria_case_errors_destroy(&errors);
  ranks_must(ria_terrain_load(&the_case, &terrain));
  const ria_solver *solver = ria_solver_find(the_case.solver);
  ranks_must(solver->create(&the_case, &terrain, &instance, &model));
  const ria_stage stage[] = {model.stage[0], model.stage[0]};
  model.stages = cases[number].applications;
  model.stage = stage;
  ranks_must(ria_simulation_create(runtime, &model, &simulation));
  ranks_must(ria_simulation_fill(simulation, rough, NULL, NULL));
  ranks_must(ria_simulation_advance(simulation, 1e9, false, 1e9, STEPS, NULL, NULL));
  save(runtime, simulation, &terrain.mesh, path_of(folder, number, run, precision));
  ria_simulation_destroy(simulation);
  solver->destroy(instance);
  ria_terrain_destroy(&terrain);
  ria_case_destroy(&the_case);
}

static int run_all(const char *folder) {
  ria_runtime *runtime;
  alarm(RANKS_PATIENCE);
  ranks_must(ria_runtime_create(&(ria_runtime_options){.workers = 1}, &runtime));
  for (int number = 0; number < CASES; number++)
    for (int run = 0; run < RUNS; run++)
      for (int precision = 0; precision < RIA_PRECISIONS; precision++)
        if (runs[run].ranks == ria_runtime_ranks(runtime) && fits(number, run))
          run_one(runtime, folder, number, run, precision);
  ria_runtime_destroy(runtime);
  return 0;
}

static void prepare(const char *folder) {
  char path[1024];
  for (int number = 0; number < CASES; number++) {
    snprintf(path, sizeof path, "%s/%d.yaml", folder, number);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(cases[number].text, file) >= 0);
    assert_int_equal(fclose(file), 0);
  }
}

enum { MOST_CELLS = 17 * 16 * 18 };

static int read_all(const char *path, double values[MOST_CELLS]) {
  FILE *file = fopen(path, "r");
  if (!file)
    fail_msg("%s was not written", path);
  const size_t cells = fread(values, sizeof *values, MOST_CELLS, file);
  fclose(file);
  return (int)cells;
}

static void expect_same(const char *folder, int number, int run, int precision) {
  static double first[MOST_CELLS], other[MOST_CELLS];
  const int cells = read_all(path_of(folder, number, 0, precision), first);
  assert_true(cells > 2000);
  assert_int_equal(read_all(path_of(folder, number, run, precision), other), cells);
  int differ = 0;
  for (int c = 0; c < cells; c++)
    differ += memcmp(&first[c], &other[c], sizeof *first) != 0 || !isfinite(first[c]);
  if (differ)
    fail_msg("case %d, run %d, %s: %d cells of %d differ", number, run,
             ranks_scheme[precision].precision, differ, cells);
}

static void tilings_agree(void **state) {
  (void)state;
  char *folder = test_folder_create();
  prepare(folder);
  for (int ranks = 1; ranks <= 4; ranks *= 2)
    ranks_start(ranks, folder);
  for (int number = 0; number < CASES; number++)
    for (int run = 1; run < RUNS; run++)
      for (int precision = 0; precision < RIA_PRECISIONS; precision++)
        if (fits(number, run))
          expect_same(folder, number, run, precision);
  test_folder_remove(folder);
}

int main(int argc, char **argv) {
  if (ria_runtime_is_rank())
    return argc == 3 ? run_all(argv[2]) : 9;
  const struct CMUnitTest tests[] = {cmocka_unit_test(tilings_agree)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
