/* Periodic sides: the same bits on any tiles and ranks, where a tile may be its own neighbour, and
 * shifting the start around the grid shifts the end in the same way. */
#include <math.h>
#include "ranks.h"

enum { NX = 37, NY = 24, CELLS = NX * NY, MOST_SETS = 6 };

#define GRID "grid: {extent: [0 km, 0 km, 3.7 km, 3 km], cells: [37, 24]}\n"

/* A case for the shift must have no fixed place in the grid. */
#define EVERYWHERE                                                                                 \
  "time: {steps: 30, cfl: 0.9, window: 8, guard: 1}\n" GRID "bathymetry: {shape: {kind: flat}}\n"  \
  "friction: {manning: 0.025}\ncoriolis: {latitude: 42.5 deg}\n"                                   \
  "wind: {speed: 12 m/s, direction: 225 deg}\ntracers: [{name: dye, decay: 1e-4 1/s}]\n"           \
  "dry: 0.001 m\ninitial: 1 m\n"
#define ORDER_1 "numerics: {order: 1}\n"
static const char mixed[] =
    EVERYWHERE ORDER_1 "viscosity: {smagorinsky: 0.5}\ndiffusivity: 50 m2/s\n";
/* Sides across the joined ones, and water that comes in beside and across the joint. */
#define CHANNEL(side)                                                                              \
  "time: {start: 2026-03-01T01:20:00Z, steps: 30, cfl: 0.9, window: 8, guard: 1}\n" GRID           \
  "bathymetry: {shape: {kind: flat}}\n"                                                            \
  "boundaries: [{side: " side ", kind: tide, constituents: {M2: {amplitude: 1.2 m, phase: 72 "     \
  "deg}}}]\n"                                                                                      \
  "rivers: [{name: a, at: [30 m, 40 m], radius: 150 m, discharge: 15 m3/s, concentration: 1},\n"   \
  "  {name: b, at: [3680 m, 2990 m], radius: 150 m, discharge: 9 m3/s}]\n"                         \
  "tracers: [{name: dye, decay: 1e-4 1/s}]\ndry: 0.001 m\n" ORDER_1
static const char sweeps[] = "solver: swsolver\nsweeps: {order: strang, limiter: mc}\n"
                             "time: {steps: 20, cfl: 0.45, window: 4}\n" GRID
                             "bathymetry: {shape: {kind: flat, elevation: -4 m}}\n";

static const struct {
  const char *text, *axes;
  bool moves;
} cases[] = {{EVERYWHERE ORDER_1, "xy", true},
             {EVERYWHERE "numerics: {order: 2}\n", "xy", true},
             {mixed, "xy", true},
             {CHANNEL("south"), "x", false},
             {CHANNEL("west"), "y", false},
             {sweeps, "xy", true},
             {sweeps, "y", false}};
enum { CASES = sizeof cases / sizeof *cases };

/* The first one is the reference. */
static const struct {
  int ranks, tiles_x, tiles_y, depth, move_x, move_y;
  int swept; /* steps, 0: not swept */
} runs[] = {{1, 1, 1, 1, 0, 0, 0},   {1, 2, 1, 1, 0, 0, 0}, {1, 3, 3, 1, 0, 0, 0},
            {1, 1, 2, 3, 0, 0, 0},   {1, 3, 2, 2, 0, 0, 0}, {1, 1, 1, 2, 11, 0, 0},
            {1, 2, 3, 1, 36, 23, 0}, {2, 1, 2, 1, 0, 0, 0}, {2, 2, 1, 2, 0, 0, 0},
            {2, 3, 2, 1, 19, 12, 0}, {2, 1, 1, 2, 0, 0, 0}, {1, 1, 1, 1, 0, 0, 2},
            {1, 2, 1, 1, 0, 0, 2},   {2, 1, 2, 1, 5, 7, 2}};
enum { RUNS = sizeof runs / sizeof *runs };

static const char *path_of(const char *folder, int number, int run, int precision) {
  static char path[1024];
  snprintf(path, sizeof path, "%s/%d-%d-%d", folder, number, run, precision);
  return path;
}

typedef struct {
  int move_x, move_y;
} moved;

/* A lake with a hole, islands, a slow whirl, and a patch of dye. */
static ria_status start(void *context, int field, int block, const ria_range *cells,
                        double *values) {
  const ria_global x0 = cells->lo[0], x1 = cells->hi[0], y0 = cells->lo[1], y1 = cells->hi[1];
  (void)block;
  const moved *m = context;
  for (ria_global y = y0; y < y1; y++)
    for (ria_global x = x0; x < x1; x++) {
      const double i = (double)((x + m->move_x) % NX), j = (double)((y + m->move_y) % NY);
      const double h = 3 + ((i - 9) * (i - 9) + (j - 5) * (j - 5) < 30 ? 1.5 : 0);
      const double state[] = {h, 0.2 * (j - 11), -0.1 * (i - 17), i > 30 ? h : 0};
      *values++ = state[field];
    }
  return RIA_SUCCESS;
}

static ria_status bed(void *context, int field, int block, const ria_range *cells, double *values) {
  const ria_global x0 = cells->lo[0], x1 = cells->hi[0], y0 = cells->lo[1], y1 = cells->hi[1];
  (void)block;
  const moved *m = context;
  (void)field;
  for (ria_global y = y0; y < y1; y++)
    for (ria_global x = x0; x < x1; x++) {
      const double i = (double)((x + m->move_x) % NX), j = (double)((y + m->move_y) % NY);
      *values++ = fabs(i - 18) + fabs(j - 12) < 4 ? -3.5 : 2 - 0.05 * fabs(i - 18);
    }
  return RIA_SUCCESS;
}

static void save(ria_runtime *runtime, ria_simulation *simulation, int fields, const char *path) {
  static ria_global x[CELLS], y[CELLS];
  double *values = calloc((size_t)(CELLS * fields), sizeof *values);
  for (int c = 0; c < CELLS; c++) {
    x[c] = c % NX;
    y[c] = c / NX;
  }
  const ria_probe_cells cells = {.count = CELLS, .at = {x, y}};
  ranks_must(ria_simulation_probe(simulation, &cells, values));
  FILE *file = ria_runtime_rank(runtime) ? NULL : fopen(path, "w");
  if (file) {
    fwrite(values, sizeof *values, (size_t)(CELLS * fields), file);
    fclose(file);
  }
  free(values);
}

static void run_one(ria_runtime *runtime, const char *folder, int number, int run, int precision) {
  char path[1024], set[MOST_SETS][64];
  const char *sets[MOST_SETS];
  int n = 0;
  snprintf(set[n++], 64, "precision=%s", ranks_scheme[precision].precision);
  snprintf(set[n++], 64, "tiles=%dx%d", runs[run].tiles_x, runs[run].tiles_y);
  if (runs[run].swept)
    snprintf(set[n++], 64, "time_tiling={scheme: swept, steps: %d}", runs[run].swept);
  else
    snprintf(set[n++], 64, "time_tiling={scheme: expansion, depth: %d}", runs[run].depth);
  snprintf(set[n++], 64, "grid.periodic=%s", cases[number].axes);
  for (int i = 0; i < n; i++)
    sets[i] = set[i];
  ria_case the_case;
  ria_case_errors errors;
  ria_terrain terrain;
  ria_model model;
  ria_simulation *simulation;
  void *instance;
  moved m = {runs[run].move_x, runs[run].move_y};
  snprintf(path, sizeof path, "%s/%d.yaml", folder, number);
  ranks_must(ria_case_read(path, &ria_known_names, n, sets, &the_case, &errors));
  ria_case_errors_destroy(&errors);
  ranks_must(ria_terrain_load(&the_case, &terrain));
  const ria_solver *solver = ria_solver_find(the_case.solver);
  ranks_must(solver->create(&the_case, &terrain, &instance, &model));
  ranks_must(ria_simulation_create(runtime, &model, &simulation));
  ranks_must(ria_simulation_fill(simulation, start, bed, &m));
  ranks_must(ria_simulation_advance(simulation, 1e9, false, 1e9, the_case.time.steps, NULL, NULL));
  save(runtime, simulation, solver->nstate, path_of(folder, number, run, precision));
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
        if (runs[run].ranks == ria_runtime_ranks(runtime) &&
            (cases[number].moves || !(runs[run].move_x || runs[run].move_y)))
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

static double *read_all(const char *path, int *fields) {
  double *values = calloc(CELLS * RIA_MAX_FIELDS, sizeof *values);
  FILE *file = fopen(path, "r");
  if (!file)
    fail_msg("%s was not written", path);
  assert_non_null(values);
  *fields = (int)(fread(values, sizeof *values, CELLS * RIA_MAX_FIELDS, file) / CELLS);
  fclose(file);
  assert_true(*fields >= 3);
  return values;
}

static void expect_same(const char *folder, int number, int run, int precision) {
  int fields, others, differ = 0;
  double *first = read_all(path_of(folder, number, 0, precision), &fields);
  double *second = read_all(path_of(folder, number, run, precision), &others);
  assert_int_equal(fields, others);
  for (int c = 0; c < CELLS; c++) {
    const int x = (c % NX + runs[run].move_x) % NX, y = (c / NX + runs[run].move_y) % NY;
    differ += memcmp(&first[(y * NX + x) * fields], &second[c * fields],
                     (size_t)fields * sizeof *first) != 0;
  }
  if (differ)
    fail_msg("case %d, run %d, %s: %d cells of %d differ", number, run,
             ranks_scheme[precision].precision, differ, (int)CELLS);
  assert_true(isfinite(first[0]));
  free(first);
  free(second);
}

static void decompositions_agree(void **state) {
  (void)state;
  char *folder = test_folder_create();
  prepare(folder);
  ranks_start(1, folder);
  ranks_start(2, folder);
  for (int number = 0; number < CASES; number++)
    for (int run = 1; run < RUNS; run++)
      for (int precision = 0; precision < RIA_PRECISIONS; precision++)
        if (cases[number].moves || !(runs[run].move_x || runs[run].move_y))
          expect_same(folder, number, run, precision);
  test_folder_remove(folder);
}

int main(int argc, char **argv) {
  if (ria_runtime_is_rank())
    return argc == 3 ? run_all(argv[2]) : 9;
  const struct CMUnitTest tests[] = {cmocka_unit_test(decompositions_agree)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
