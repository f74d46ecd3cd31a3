/* Heat in a box and in blocks, through the library: the decay of a product of cosines, which the
 * scheme multiplies by one factor a step, and blocks with turned axes against the box that they
 * make. A gas in blocks of a plane, whose momentum joints turn: against the plane in one piece, and
 * around a corner. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ria/registry.h>
#include <ria/runtime.h>
#include "test_run.h"
#include "tests.h"

enum { NX = 18, NY = 14, NZ = 10, CELLS = NX * NY * NZ };
enum { STEPS = 40 };

#define TIME                                                                                       \
  "solver: heat\ntime: {steps: 1000, step: fixed, dt: 0.0005 s, window: 4}\nprecision: %s\n"
#define HEAT                                                                                       \
  "heat: {diffusivity: 0.5 m2/s, mean: 3, amplitude: 2, waves: 2, waves_y: 1, waves_z: 3}\n"

static const char box[] =
    TIME HEAT "grid: {extent: [0 m, 1 m, -1 m, 1.125 m, 1.875 m, -0.375 m], cells: [18, 14, 10]}\n";

/* The box in blocks, whose cells are 1/16 m wide, so that no rounding makes them differ. `left` and
 * `right` meet in a face, `under` and `over` in a part of another. */
static const struct {
  const char *what, *blocks;
} made_of[] = {
    {"two blocks whose axes run alike",
     "left: {extent: [0 m, 1 m, -1 m, 0.5 m, 1.875 m, -0.375 m], cells: [8, 14, 10]}, "
     "right: {extent: [0.5 m, 1 m, -1 m, 1.125 m, 1.875 m, -0.375 m], cells: [10, 14, 10]}"},
    {"two blocks, one of them turned",
     "left: {extent: [0 m, 1 m, -1 m, 0.5 m, 1.875 m, -0.375 m], cells: [14, 8, 10], "
     "axes: [-y, +x, +z]}, "
     "right: {extent: [0.5 m, 1 m, -1 m, 1.125 m, 1.875 m, -0.375 m], cells: [10, 14, 10]}"},
    {"two blocks, both turned",
     "left: {extent: [0 m, 1 m, -1 m, 0.5 m, 1.875 m, -0.375 m], cells: [8, 14, 10], "
     "axes: [-x, +y, -z]}, "
     "right: {extent: [0.5 m, 1 m, -1 m, 1.125 m, 1.875 m, -0.375 m], cells: [14, 10, 10], "
     "axes: [+y, -x, -z]}"},
    {"three blocks, of which two share a face of the third",
     "left: {extent: [0 m, 1 m, -1 m, 0.5 m, 1.875 m, -0.375 m], cells: [8, 14, 10]}, "
     "under: {extent: [0.5 m, 1 m, -1 m, 1.125 m, 1.875 m, -0.75 m], cells: [10, 14, 4]}, "
     "over: {extent: [0.5 m, 1 m, -0.75 m, 1.125 m, 1.875 m, -0.375 m], cells: [14, 10, 6], "
     "axes: [+y, -x, +z]}"}};

static test_run *start(const char *yaml, const char *precision) {
  char text[2048];
  snprintf(text, sizeof text, yaml, precision);
  return test_run_new(test_runtime, text, 0, NULL);
}

static void decays_by_the_factor_of_the_scheme(void **state) {
  (void)state;
  static const double size[] = {1.125, 0.875, 0.625};
  static const int cells[] = {NX, NY, NZ}, waves[] = {2, 1, 3};
  test_run *r = start(box, "double");
  double factor = 1, *values = malloc(CELLS * sizeof *values);
  assert_non_null(values);
  for (int a = 0; a < 3; a++) {
    const double spacing = size[a] / cells[a], sine = sin(M_PI * waves[a] / (2 * cells[a]));
    factor -= 4 * 0.5 * 0.0005 / (spacing * spacing) * sine * sine;
  }
  test_run_steps(r, STEPS);
  test_run_field(r, 0, values);
  double worst = 0;
  const double *v = values;
  for (int z = 0; z < NZ; z++)
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < NX; x++) {
        const double wave = cos(M_PI * waves[0] * (x + 0.5) / NX) *
                            cos(M_PI * waves[1] * (y + 0.5) / NY) *
                            cos(M_PI * waves[2] * (z + 0.5) / NZ);
        worst = fmax(worst, fabs(*v++ - (3 + 2 * wave * pow(factor, STEPS))));
      }
  print_message("factor %.6f a step; largest error after %d steps %.2g K\n", factor, STEPS, worst);
  assert_true(factor > 0.5 && factor < 0.95);
  assert_true(worst < 2e-14 * STEPS);
  test_run_free(r);
  free(values);
}

/* The value of the box at the place of a block's cell. */
static double at_place(const double *values, const ria_block *block, const int cell[3]) {
  static const double low[] = {0, 1, -1}, spacing = 0.0625;
  double at[RIA_AXES], point[RIA_AXES];
  long i[RIA_AXES];
  for (int a = 0; a < RIA_AXES; a++)
    at[a] = cell[a] + 0.5;
  ria_block_point(block, at, point);
  for (int a = 0; a < RIA_AXES; a++)
    i[a] = lround((point[a] - low[a]) / spacing - 0.5);
  return values[(i[2] * NY + i[1]) * NX + i[0]];
}

static int differences(const test_run *blocks, const double *one, const double *values) {
  int wrong = 0;
  for (int b = 0; b < blocks->terrain.mesh.blocks; b++) {
    const ria_block *block = &blocks->terrain.mesh.block[b];
    int c[RIA_AXES];
    for (c[2] = 0; c[2] < block->cells[2]; c[2]++)
      for (c[1] = 0; c[1] < block->cells[1]; c[1]++)
        for (c[0] = 0; c[0] < block->cells[0]; c[0]++)
          wrong += *values++ != at_place(one, block, c);
  }
  return wrong;
}

static void blocks_are_the_box_that_they_make(void **state) {
  (void)state;
  static const char *const precision[] = {"single", "double"};
  double *one = malloc(CELLS * sizeof *one), *values = malloc(CELLS * sizeof *values);
  assert_true(one && values);
  for (int p = 0; p < 2; p++) {
    test_run *r = start(box, precision[p]);
    test_run_steps(r, STEPS);
    test_run_field(r, 0, one);
    test_run_free(r);
    for (size_t m = 0; m < sizeof made_of / sizeof *made_of; m++) {
      char text[2048];
      snprintf(text, sizeof text, TIME HEAT "grid: {blocks: {%s}}\n", precision[p],
               made_of[m].blocks);
      test_run *blocks = test_run_new(test_runtime, text, 0, NULL);
      memset(values, 0, CELLS * sizeof *values);
      test_run_steps(blocks, STEPS);
      test_run_field(blocks, 0, values);
      const int wrong = differences(blocks, one, values);
      if (wrong)
        fail_msg("%s, %s precision: %d of %d cells differ from the box", made_of[m].what,
                 precision[p], wrong, CELLS);
      test_run_free(blocks);
    }
  }
  free(one);
  free(values);
}

/* Without losses the sum over blocks is conserved. */
static void joined_faces_lose_nothing(void **state) {
  (void)state;
  char text[2048];
  snprintf(text, sizeof text, TIME HEAT "grid: {blocks: {%s}}\n", "double", made_of[3].blocks);
  test_run *r = test_run_new(test_runtime, text, 0, NULL);
  const double before = test_run_sum(r, 0);
  test_run_steps(r, STEPS);
  const double after = test_run_sum(r, 0);
  assert_true(fabs(after - before) < 1e-13 * fabs(before));
  test_run_free(r);
}

/* ---- a gas, whose state has a vector ---- */

enum { GAS_X = 24, GAS_Y = 20, GAS_CELLS = GAS_X * GAS_Y, GAS_FIELDS = 4 };

#define GAS                                                                                        \
  "solver: euler\ntime: {end: 10 s, cfl: 0.8}\nprecision: %s\neuler: {radius: 0.4 m, left: "       \
  "{velocity: 0.3 m/s}}\n"

static const char plane[] = GAS "grid: {extent: [-1 m, 0 m, 0.5 m, 1.25 m], cells: [24, 20]}\n";

static const char *const plane_made_of[] = {
    "left: {extent: [-1 m, 0 m, -0.25 m, 1.25 m], cells: [12, 20]}, "
    "right: {extent: [-0.25 m, 0 m, 0.5 m, 1.25 m], cells: [20, 12], axes: [+y, -x]}",
    "left: {extent: [-1 m, 0 m, -0.25 m, 1.25 m], cells: [20, 12], axes: [-y, -x]}, "
    "right: {extent: [-0.25 m, 0 m, 0.5 m, 1.25 m], cells: [12, 20], axes: [-x, +y]}",
    "left: {extent: [-1 m, 0 m, -0.25 m, 1.25 m], cells: [12, 20], axes: [-x, -y]}, "
    "low: {extent: [-0.25 m, 0 m, 0.5 m, 0.5 m], cells: [8, 12], axes: [-y, +x]}, "
    "high: {extent: [-0.25 m, 0.5 m, 0.5 m, 1.25 m], cells: [12, 12], axes: [+x, -y]}"};

/* The fields of a plane of nx x ny cells of 1/16 m from (x, y) on, with vectors along the axes of
 * space: [GAS_FIELDS][ny][nx]. */
static void gas_in_space(const test_run *r, double x, double y, int nx, int ny, double *values) {
  ria_shown shown;
  double *raw[GAS_FIELDS];
  size_t at = 0;
  ria_solver_show(r->solver, &r->the_case, &r->terrain, &r->model, &shown);
  assert_int_equal(shown.vectors, 2); /* the momentum, and its interim copy */
  for (int f = 0; f < GAS_FIELDS; f++) {
    raw[f] = calloc((size_t)(nx * ny), sizeof **raw);
    assert_non_null(raw[f]);
    test_run_field(r, f, raw[f]);
  }
  for (int b = 0; b < r->terrain.mesh.blocks; b++) {
    const ria_block *block = &r->terrain.mesh.block[b];
    for (int j = 0; j < block->cells[1]; j++)
      for (int i = 0; i < block->cells[0]; i++, at++) {
        double state[RIA_MAX_FIELDS] = {0}, point[RIA_AXES];
        for (int f = 0; f < GAS_FIELDS; f++)
          state[f] = raw[f][at];
        ria_shown_to_space(&shown, block, state);
        ria_block_point(block, (const double[]){i + 0.5, j + 0.5, 0.5}, point);
        const long column = lround((point[0] - x) * 16 - 0.5),
                   row = lround((point[1] - y) * 16 - 0.5);
        for (int f = 0; f < GAS_FIELDS; f++)
          values[(f * ny + row) * nx + column] = state[f];
      }
  }
  for (int f = 0; f < GAS_FIELDS; f++)
    free(raw[f]);
}

static void a_gas_in_blocks_is_the_gas_in_a_plane(void **state) {
  (void)state;
  static const char *const precision[] = {"single", "double"};
  double *one = calloc(GAS_FIELDS * GAS_CELLS, sizeof *one);
  double *values = calloc(GAS_FIELDS * GAS_CELLS, sizeof *values);
  assert_true(one && values);
  for (int p = 0; p < 2; p++) {
    test_run *r = start(plane, precision[p]);
    test_run_steps(r, STEPS);
    gas_in_space(r, -1, 0, GAS_X, GAS_Y, one);
    test_run_free(r);
    for (size_t m = 0; m < sizeof plane_made_of / sizeof *plane_made_of; m++) {
      char text[2048];
      int wrong = 0;
      snprintf(text, sizeof text, GAS "grid: {blocks: {%s}}\n", precision[p], plane_made_of[m]);
      test_run *blocks = test_run_new(test_runtime, text, 0, NULL);
      test_run_steps(blocks, STEPS);
      gas_in_space(blocks, -1, 0, GAS_X, GAS_Y, values);
      for (int i = 0; i < GAS_FIELDS * GAS_CELLS; i++)
        wrong += values[i] != one[i];
      if (wrong)
        fail_msg("%s, %s precision: %d of %d numbers differ from the plane", plane_made_of[m],
                 precision[p], wrong, GAS_FIELDS * GAS_CELLS);
      test_run_free(blocks);
    }
  }
  free(one);
  free(values);
}

/* Three blocks around a corner, with a round diaphragm in the middle of the one at the bend: the
 * result is mirror-symmetric, and equals that in two blocks that share a part of a face. */
static void a_gas_goes_around_a_corner(void **state) {
  (void)state;
  enum { N = 24, HALF = N / 2 };
  static const char *const made[] = {
      "bend: {extent: [0 m, 0 m, 0.75 m, 0.75 m], cells: [12, 12]}, "
      "right: {extent: [0.75 m, 0 m, 1.5 m, 0.75 m], cells: [12, 12], axes: [+y, -x]}, "
      "above: {extent: [0 m, 0.75 m, 0.75 m, 1.5 m], cells: [12, 12], axes: [-x, +y]}",
      "wide: {extent: [0 m, 0 m, 1.5 m, 0.75 m], cells: [24, 12]}, "
      "above: {extent: [0 m, 0.75 m, 0.75 m, 1.5 m], cells: [12, 12]}"};
  double *values[2];
  for (int m = 0; m < 2; m++) {
    char text[2048];
    snprintf(text, sizeof text,
             "solver: euler\ntime: {end: 10 s, cfl: 0.8}\nprecision: double\n"
             "euler: {radius: 0.4 m}\ngrid: {blocks: {%s}}\n",
             made[m]);
    test_run *r = test_run_new(test_runtime, text, 0, NULL);
    values[m] = calloc(GAS_FIELDS * N * N, sizeof **values);
    assert_non_null(values[m]);
    test_run_steps(r, STEPS);
    gas_in_space(r, 0, 0, N, N, values[m]);
    test_run_free(r);
  }
  static const int mirrored[GAS_FIELDS] = {0, 2, 1, 3};
  int lopsided = 0, different = 0, moved = 0;
  for (int f = 0; f < GAS_FIELDS; f++)
    for (int y = 0; y < N; y++)
      for (int x = 0; x < (y < HALF ? N : HALF); x++) {
        const double value = values[0][(f * N + y) * N + x];
        lopsided += value != values[0][(mirrored[f] * N + x) * N + y];
        different += value != values[1][(f * N + y) * N + x];
        moved += f == 1 && fabs(value) > 1e-3;
      }
  assert_true(moved > N * N / 4);
  assert_int_equal(lopsided, 0);
  assert_int_equal(different, 0);
  free(values[0]);
  free(values[1]);
}

/* A sweep along x in one block would be one along y in the other. */
static void sweeps_do_not_cross_a_turn(void **state) {
  (void)state;
  const ria_block block[2] = {
      {.name = "a", .cells = {12, 10, 1}, .tiles = {1, 1, 1}, .spacing = {1, 1, 1}},
      {.name = "b", .cells = {10, 12, 1}, .tiles = {1, 1, 1}, .spacing = {1, 1, 1}}};
  ria_link link = {.block = {0, 1},
                   .side = {RIA_EAST, RIA_SOUTH},
                   .range = {{{0, 0, 0}, {12, 10, 1}}, {{0, 0, 0}, {10, 12, 1}}},
                   .map = {2, -1, 3}};
  const ria_mesh mesh = {.ndim = 2, .blocks = 2, .links = 1, .block = block, .link = &link};
  const ria_stage stage = {.kernel = ria_kernel_find("swsolver_x")};
  assert_non_null(stage.kernel);
  const ria_model model = {.mesh = &mesh,
                           .precision = RIA_DOUBLE,
                           .nstate = stage.kernel->nstate,
                           .state = stage.kernel->state,
                           .stages = 1,
                           .stage = &stage,
                           .step = RIA_STEP_FIXED,
                           .window = 1,
                           .guard = 0.5,
                           .fixed_dt = 1e-3,
                           .depth = 1,
                           .target = "cpu"};
  ria_simulation *simulation;
  assert_int_equal(ria_simulation_create(test_runtime, &model, &simulation), RIA_ERROR_UNSUPPORTED);
  assert_non_null(strstr(ria_status_detail(),
                         "swsolver_x works along one axis, but the joint of the blocks a and b"));
}

/* Blocks around an edge, from the face i+ of each to the face j+ of the next one. Stencils that see
 * across faces alone take any number of them, as long as each step has an exchange. */
static void few_exchanges_need_four_blocks_around_an_edge(void **state) {
  (void)state;
  enum { MOST = 5, N = 6 };
  static const char *const name[MOST] = {"a", "b", "c", "d", "e"};
  ria_block block[MOST];
  ria_link link[MOST];
  const ria_stage stage = {.kernel = ria_kernel_find("jacobi")};
  static const ria_quantity field[] = {{"T", "1", "value"}};
  for (int n = 3; n <= MOST; n++)
    for (int depth = 1; depth <= 2; depth++) {
      for (int b = 0; b < n; b++) {
        block[b] = (ria_block){
            .name = name[b], .cells = {N, N, N}, .tiles = {1, 1, 2}, .spacing = {1, 1, 1}};
        link[b] = (ria_link){.block = {b, (b + 1) % n},
                             .side = {RIA_EAST, RIA_NORTH},
                             .range = {ria_block_cells(&block[b]), ria_block_cells(&block[b])},
                             .map = {-2, 1, 3}};
      }
      const ria_mesh mesh = {.ndim = 3, .blocks = n, .links = n, .block = block, .link = link};
      const ria_model model = {.mesh = &mesh,
                               .precision = RIA_DOUBLE,
                               .nstate = 1,
                               .state = field,
                               .stages = 1,
                               .stage = &stage,
                               .step = RIA_STEP_FIXED,
                               .window = 2,
                               .fixed_dt = 1,
                               .scheme = RIA_TILING_EXPANSION,
                               .depth = depth,
                               .target = "cpu"};
      ria_simulation *simulation;
      const ria_status status = ria_simulation_create(test_runtime, &model, &simulation);
      if (depth == 1 || n == 4) {
        assert_int_equal(status, RIA_SUCCESS);
        ria_simulation_destroy(simulation);
        continue;
      }
      char words[96];
      snprintf(words, sizeof words, "%d blocks meet at the edge of the faces a.i+ and a.j+", n);
      assert_int_equal(status, RIA_ERROR_UNSUPPORTED);
      assert_non_null(strstr(ria_status_detail(), words));
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(decays_by_the_factor_of_the_scheme),
      cmocka_unit_test(blocks_are_the_box_that_they_make),
      cmocka_unit_test(joined_faces_lose_nothing),
      cmocka_unit_test(a_gas_in_blocks_is_the_gas_in_a_plane),
      cmocka_unit_test(a_gas_goes_around_a_corner),
      cmocka_unit_test(sweeps_do_not_cross_a_turn),
      cmocka_unit_test(few_exchanges_need_four_blocks_around_an_edge)};
  return cmocka_run_group_tests(tests, test_runtime_begin, test_runtime_end);
}
