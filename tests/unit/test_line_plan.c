/* Settings of a line on a GPU that are rejected before a GPU is searched, and the choice that the
 * message names. */
#include <stdio.h>
#include <string.h>
#include <ria/runtime.h>
#include <ria/solver.h>
#include "tests.h"

static ria_runtime *runtime;

static const char gas[] = "solver: euler\n"
                          "euler: {gamma: 1.4, diaphragm: 0.5,\n"
                          "  left: {density: 1, velocity: 0 m/s, pressure: 1},\n"
                          "  right: {density: 0.125, velocity: 0 m/s, pressure: 0.1}}\n";
static const char rod[] =
    "solver: heat\nheat: {diffusivity: 1 m2/s, mean: 1, amplitude: 1, waves: 1}\n";

static void must(ria_status status) {
  if (status != RIA_SUCCESS)
    fail_msg("%s: %s", ria_status_text(status), ria_status_detail());
}

/* A simulation of the equations with these other keys is not made, and it says why. */
static void refused(const char *equations, const char *keys, int tiles, const char *words) {
  ria_case c;
  ria_terrain terrain;
  ria_case_errors errors;
  ria_model model;
  ria_simulation *simulation;
  void *instance;
  char yaml[1024];
  snprintf(yaml, sizeof yaml, "%s%s", equations, keys);
  must(ria_case_read_data("test.yaml", yaml, strlen(yaml), &ria_known_names, 0, NULL, &c, &errors));
  ria_case_errors_destroy(&errors);
  must(ria_terrain_load(&c, &terrain));
  terrain.grid.tiles[0] = tiles;
  terrain.grid.tiles[1] = 1;
  const ria_solver *solver = ria_solver_find(c.solver);
  must(solver->create(&c, &terrain, &instance, &model));
  assert_int_not_equal(ria_simulation_create(runtime, &model, &simulation), RIA_SUCCESS);
  if (!strstr(ria_status_detail(), words))
    fail_msg("'%s', not '%s', of: %s", ria_status_detail(), words, keys);
  solver->destroy(instance);
  ria_terrain_destroy(&terrain);
  ria_case_destroy(&c);
}

#define LINE  "grid: {extent: [0 m, 0 m, 1 m, 1 m], cells: [64, 1]}\n"
#define PLANE "grid: {extent: [0 m, 0 m, 1 m, 1 m], cells: [64, 64]}\n"
#define SWEPT "target: cuda\ntime_tiling: {scheme: swept, steps: 16}\n"

#define PACKED                                                                                     \
  "target: cuda\ntime_tiling: {scheme: swept, steps: 16, variant: packed}\ntiles: 1x1\n"

static void lines_refuse(void **state) {
  (void)state;
  refused(rod, "time: {end: 1 s, window: 64}\n" PLANE PACKED, 1, "has 64 rows: leave them out");
  refused(rod, "time: {end: 1 s, window: 64}\n" LINE PACKED, 2, "use --tiles 1x1 and one rank");
  refused(rod, "time: {end: 1 s, window: 64, step: exact}\n" LINE SWEPT, 1, "use time.step fixed");
  refused(gas, "time: {end: 1 s, window: 64, step: exact}\n" LINE SWEPT, 1, "use time.step fixed");
  refused(rod, "time: {end: 1 s, window: 8}\n" LINE SWEPT, 1, "use time_tiling.steps 2 to 8");
  refused(rod,
          "time: {end: 1 s}\n" LINE
          "target: cuda\ntime_tiling: {scheme: classic, variant: graph}\ntiles: 1x1\n",
          4, "is cut into 4 x 1 tiles for 1 rank: use --tiles 1x1");
  refused(rod, "time: {end: 1 s}\n" LINE "time_tiling: {scheme: classic, variant: graph}\n", 1,
          "use --target cuda, or leave them out");
  refused(rod,
          "time: {end: 1 s, window: 64}\n" LINE
          "time_tiling: {scheme: swept, steps: 16, node: 32}\n",
          1, "use --target cuda, or leave them out");
  refused(rod,
          "time: {end: 1 s, window: 64}\n" LINE
          "time_tiling: {scheme: swept, steps: 16, points: 4}\n",
          1, "use --target cuda, or leave them out");
}

static int start(void **state) {
  (void)state;
  return ria_runtime_create(&(ria_runtime_options){.workers = 1, .gpus = RIA_GPUS_NEVER},
                            &runtime) != RIA_SUCCESS;
}

static int stop(void **state) {
  (void)state;
  ria_runtime_destroy(runtime);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lines_refuse)};
  return cmocka_run_group_tests(tests, start, stop);
}
