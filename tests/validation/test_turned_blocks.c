/* A box in two blocks, the second of which has its axes along those of space in each of the 48
 * ways, 24 of them left-handed: the stencils heat_box and jacobi give the box's bits in all. So
 * does an exchange every few steps, where both blocks compute the cells beside their joint. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ria/patch.h>
#include <ria/registry.h>
#include "test_run.h"
#include "tests.h"

enum { NX = 18, NY = 14, NZ = 10, CELLS = NX * NY * NZ, WAYS = 48, STEPS = 9 };

#define CASE                                                                                       \
  "solver: heat\ntime: {steps: 1000, step: fixed, dt: 0.0005 s, window: 4}\n"                      \
  "heat: {diffusivity: 0.5 m2/s}\n"

/* Cells are 1/16 m, 1/8 m and 1/32 m long, so places have no rounding. */
static const double low[] = {0, 1, -1}, spacing[] = {0.0625, 0.125, 0.03125};
static const char box[] =
    CASE "grid: {extent: [0 m, 1 m, -1 m, 1.125 m, 2.75 m, -0.6875 m], cells: [18, 14, 10]}\n";

static void must(ria_status status) {
  if (status != RIA_SUCCESS)
    fail_msg("%s: %s", ria_status_text(status), ria_status_detail());
}

/* The axes of a block in way 0 to 47, as a case has them, and its cells along them. */
static void block_text(const char *name, double from, double to, const int cells[3], int way,
                       char *text, size_t room) {
  static const int order[][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {1, 0, 2}, {0, 2, 1}, {2, 1, 0}};
  const int *axis = order[way / 8];
  const char *const sign[] = {way & 1 ? "-" : "+", way & 2 ? "-" : "+", way & 4 ? "-" : "+"};
  snprintf(text, room,
           "%s: {extent: [%g m, 1 m, -1 m, %g m, 2.75 m, -0.6875 m], cells: [%d, %d, %d], "
           "axes: [%s%c, %s%c, %s%c]}",
           name, from, to, cells[axis[0]], cells[axis[1]], cells[axis[2]], sign[0], "xyz"[axis[0]],
           sign[1], "xyz"[axis[1]], sign[2], "xyz"[axis[2]]);
}

/* The number of a block's cell in the box. */
static int place_of(const ria_block *block, const ria_global cell[3]) {
  double at[RIA_AXES], point[RIA_AXES];
  long i[RIA_AXES];
  for (int a = 0; a < RIA_AXES; a++)
    at[a] = (double)cell[a] + 0.5;
  ria_block_point(block, at, point);
  for (int a = 0; a < RIA_AXES; a++)
    i[a] = lround((point[a] - low[a]) / spacing[a] - 0.5);
  return (int)((i[2] * NY + i[1]) * NX + i[0]);
}

/* A number for each place, between -1 and 1. */
static ria_status rough(void *context, int field, int block, const ria_range *cells,
                        double *values) {
  const ria_mesh *mesh = context;
  ria_global c[RIA_AXES];
  (void)field;
  for (c[2] = cells->lo[2]; c[2] < cells->hi[2]; c[2]++)
    for (c[1] = cells->lo[1]; c[1] < cells->hi[1]; c[1]++)
      for (c[0] = cells->lo[0]; c[0] < cells->hi[0]; c[0]++) {
        const uint64_t number = (uint64_t)place_of(&mesh->block[block], c) + 1;
        *values++ = (double)(number * 0x9e3779b97f4a7c15u >> 40) / (1 << 23) - 1;
      }
  return RIA_SUCCESS;
}

/* The fields of a box, or of blocks that make one, by their places in it after some steps. */
static void compute(const char *yaml, const char *kernel, int depth, ria_precision precision,
                    double values[CELLS]) {
  test_run *r = test_run_new(test_runtime, yaml, 0, NULL);
  const ria_mesh *mesh = &r->terrain.mesh;
  ria_stage stage = r->model.stage[0];
  ria_model model = r->model;
  ria_simulation *s;
  static double own[CELLS];
  ria_kernel other;
  if (strcmp(kernel, stage.kernel->name)) {
    const ria_kernel *found = ria_kernel_find(kernel);
    assert_non_null(found);
    other = *found; /* of a number without unit: here of a temperature, as the sides have it */
    other.state = stage.kernel->state;
    stage = (ria_stage){.kernel = &other};
    stage.scalars[ria_kernel_scalar(stage.kernel, "a")].value = 0.375;
    stage.scalars[ria_kernel_scalar(stage.kernel, "b")].value = 0.1;
  }
  model.stage = &stage;
  model.precision = precision;
  model.mesh = mesh;
  model.scheme = depth > 1 ? RIA_TILING_EXPANSION : RIA_TILING_CLASSIC;
  model.depth = depth;
  must(ria_simulation_create(test_runtime, &model, &s));
  must(ria_simulation_fill(s, rough, NULL, (void *)mesh));
  must(ria_simulation_advance(s, INFINITY, false, INFINITY, STEPS, NULL, NULL));
  for (int b = 0; b < mesh->blocks; b++) {
    const ria_block *block = &mesh->block[b];
    const ria_patch all = {.block = b, .cells = ria_block_cells(block)};
    const double *value = own;
    ria_global c[RIA_AXES];
    must(ria_patch_read(s, 0, &all, own));
    for (c[2] = 0; c[2] < block->cells[2]; c[2]++)
      for (c[1] = 0; c[1] < block->cells[1]; c[1]++)
        for (c[0] = 0; c[0] < block->cells[0]; c[0]++)
          values[place_of(block, c)] = *value++;
  }
  ria_simulation_destroy(s);
  test_run_free(r);
}

static void expect_box(const char *kernel, ria_precision precision) {
  static double one[CELLS], values[CELLS];
  compute(box, kernel, 1, precision, one);
  for (int way = 0; way < WAYS; way++)
    for (int depth = 1; depth <= 4; depth += 3) {
      char left[256], right[256], text[1024];
      /* With an exchange every few steps the first block is turned, too. */
      block_text("left", 0, 0.5, (int[]){8, NY, NZ}, depth > 1 ? (11 * way + 5) % WAYS : 0, left,
                 sizeof left);
      block_text("right", 0.5, 1.125, (int[]){10, NY, NZ}, way, right, sizeof right);
      snprintf(text, sizeof text, CASE "grid: {blocks: {%s, %s}}\n", left, right);
      memset(values, 0, sizeof values);
      compute(text, kernel, depth, precision, values);
      int wrong = 0;
      for (int c = 0; c < CELLS; c++)
        wrong += memcmp(&values[c], &one[c], sizeof *one) != 0;
      if (wrong)
        fail_msg("%s, %s precision, an exchange every %d steps: %d of %d cells differ in\n%s",
                 kernel, precision == RIA_SINGLE ? "single" : "double", depth, wrong, CELLS, text);
    }
}

static void heat_in_48_ways(void **state) {
  (void)state;
  expect_box("heat_box", RIA_SINGLE);
  expect_box("heat_box", RIA_DOUBLE);
}

static void jacobi_in_48_ways(void **state) {
  (void)state;
  expect_box("jacobi", RIA_SINGLE);
  expect_box("jacobi", RIA_DOUBLE);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(heat_in_48_ways),
                                     cmocka_unit_test(jacobi_in_48_ways)};
  return cmocka_run_group_tests(tests, test_runtime_begin, test_runtime_end);
}
