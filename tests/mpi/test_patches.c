/* Patches: an application reads the values it wrote, to the bit, on any tiles and ranks; later
 * steps use them, also in ghost cells of other tiles. */
#include <math.h>
#include "ranks.h"
#include "ria/patch.h"
#include "ria/registry.h"

enum { NX = 13, NY = 10, CELLS = NX * NY, STEPS = 7 };

static const struct {
  int ranks, tiles[2];
  ria_tiling_scheme scheme;
} runs[] = {{1, {1, 1}, RIA_TILING_CLASSIC},   {1, {2, 1}, RIA_TILING_CLASSIC},
            {1, {1, 2}, RIA_TILING_EXPANSION}, {2, {2, 1}, RIA_TILING_CLASSIC},
            {2, {1, 2}, RIA_TILING_CLASSIC},   {2, {3, 2}, RIA_TILING_EXPANSION}};
enum { RUNS = sizeof runs / sizeof *runs };

static const ria_patch everything = {.block = 0, .cells = {{0, 0, 0}, {NX, NY, 1}}};
/* Cells of several tiles, some beside the edge of the domain. */
static const ria_patch part = {.block = 0, .cells = {{0, 2, 0}, {9, 8, 1}}};

static void ranks_expect(bool holds, const char *what) {
  if (holds)
    return;
  fprintf(stderr, "rank: %s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 2);
}

static ria_status fill(void *context, int field, int block, const ria_range *cells,
                       double *values) {
  (void)context, (void)field, (void)block;
  for (ria_global y = cells->lo[1]; y < cells->hi[1]; y++)
    for (ria_global x = cells->lo[0]; x < cells->hi[0]; x++)
      *values++ = 1 + 0.125 * (double)(x * x) - 0.3 * (double)y;
  return RIA_SUCCESS;
}

static ria_simulation *create(ria_runtime *runtime, int run, ria_precision precision) {
  static const ria_quantity state[] = {{"T", "K", "temperature"}};
  const ria_kernel *heat = ria_kernel_find("heat_plane");
  ria_stage stage = {.kernel = heat};
  stage.scalars[ria_kernel_scalar(heat, "dt")].from = RIA_BIND_DT;
  stage.scalars[ria_kernel_scalar(heat, "diffusivity")].value = 1;
  stage.scalars[ria_kernel_scalar(heat, "inverse_dx")].value = 1;
  stage.scalars[ria_kernel_scalar(heat, "inverse_dy")].value = 1;
  ria_segment segment[RIA_PLANE_SIDES];
  for (int side = 0; side < RIA_PLANE_SIDES; side++)
    segment[side] = (ria_segment){.side = (ria_side)side,
                                  .part = ria_side_part((ria_side)side, 0, side < 2 ? NY : NX),
                                  .kernel = ria_kernel_find("heat_insulated")};
  const ria_model model = {.grid = {.cells = {NX, NY},
                                    .spacing = {1, 1, 1},
                                    .tiles = {runs[run].tiles[0], runs[run].tiles[1]}},
                           .precision = precision,
                           .nstate = 1,
                           .state = state,
                           .stages = 1,
                           .stage = &stage,
                           .segments = RIA_PLANE_SIDES,
                           .segment = segment,
                           .step = RIA_STEP_FIXED,
                           .fixed_dt = 0.125,
                           .window = 2,
                           .scheme = runs[run].scheme,
                           .depth = 2,
                           .target = "cpu"};
  ria_simulation *simulation;
  ranks_must(ria_simulation_create(runtime, &model, &simulation));
  ranks_must(ria_simulation_fill(simulation, fill, NULL, NULL));
  return simulation;
}

/* Reads what was filled in, and what was written. */
static void expect_same_values(ria_simulation *s, ria_precision precision) {
  double before[CELLS], after[CELLS], written[9 * 6], inside[9 * 6];
  ranks_must(ria_patch_read(s, 0, &everything, before));
  for (int c = 0; c < CELLS; c++) {
    const double value = 1 + 0.125 * (c % NX * (c % NX)) - 0.3 * (c / NX);
    ranks_expect(before[c] == (precision ? value : (double)(float)value), "read: not as filled");
  }
  ranks_expect(ria_patch_cells(&part) == 9 * 6, "a patch has another number of cells");
  for (int c = 0; c < 9 * 6; c++)
    written[c] = c % 3 ? 0.5 * c : -0.0;
  ranks_must(ria_patch_write(s, 0, &part, written));
  ranks_must(ria_patch_read(s, 0, &part, inside));
  ranks_expect(!memcmp(inside, written, sizeof inside), "a patch is not as it was written");
  ranks_must(ria_patch_read(s, 0, &everything, after));
  for (int c = 0; c < CELLS; c++) {
    const int x = c % NX, y = c / NX;
    const bool mine = x < 9 && y >= 2 && y < 8;
    const double expected = mine ? written[(y - 2) * 9 + x] : before[c];
    ranks_expect(after[c] == expected, "a patch has changed other cells");
  }
}

static void refuse(ria_simulation *s, int field, const ria_patch *patch, const char *words) {
  double values[CELLS];
  ranks_expect(ria_patch_read(s, field, patch, values) == RIA_ERROR_ARGUMENT &&
                   strstr(ria_status_detail(), words),
               words);
  ranks_expect(ria_patch_write(s, field, patch, values) == RIA_ERROR_ARGUMENT, words);
}

static void expect_errors(ria_simulation *s) {
  refuse(s, 1, &part, "a patch of field 1; expected 0 to 0");
  refuse(s, -1, &part, "a patch of field -1");
  refuse(s, 0, &(ria_patch){.block = 1, .cells = part.cells}, "a patch of block 1");
  refuse(s, 0, &(ria_patch){.cells = {{0, 0, 0}, {NX + 1, NY, 1}}},
         "a patch of cells 0 to 14 along i; expected some of 0 to 13");
  refuse(s, 0, &(ria_patch){.cells = {{0, 3, 0}, {NX, 3, 1}}}, "cells 3 to 3 along j");
  refuse(s, 0, &(ria_patch){.cells = {{-1, 0, 0}, {NX, NY, 1}}}, "cells -1 to 13 along i");
}

static void run_one(ria_runtime *runtime, const char *folder, int run, ria_precision precision) {
  double values[CELLS], inside[9 * 6];
  ria_simulation *s = create(runtime, run, precision);
  expect_same_values(s, precision);
  expect_errors(s);
  for (int step = 0; step < STEPS; step++) {
    ranks_must(ria_simulation_advance(s, 1e9, false, 1e9, 1 + step % 3, NULL, NULL));
    ranks_must(ria_patch_read(s, 0, &part, inside));
    for (int c = 0; c < 9 * 6; c++)
      inside[c] += 0.25 * (c % 7 - inside[c]);
    ranks_must(ria_patch_write(s, 0, &part, inside));
  }
  ranks_must(ria_simulation_advance(s, 1e9, false, 1e9, 3, NULL, NULL));
  ranks_must(ria_patch_read(s, 0, &everything, values));
  ria_simulation_destroy(s);
  /* Every rank has read all values. */
  char path[1024];
  snprintf(path, sizeof path, "%s/%d-%d-%d", folder, run, (int)precision,
           ria_runtime_rank(runtime));
  FILE *file = fopen(path, "w");
  ranks_expect(file != NULL, "no file");
  ranks_expect(fwrite(values, sizeof values, 1, file) == 1, "no file");
  fclose(file);
}

static int run_all(const char *folder) {
  ria_runtime *runtime;
  alarm(RANKS_PATIENCE);
  ranks_must(ria_runtime_create(&(ria_runtime_options){.workers = 2}, &runtime));
  for (int run = 0; run < RUNS; run++)
    for (int precision = 0; precision < RIA_PRECISIONS; precision++)
      if (runs[run].ranks == ria_runtime_ranks(runtime))
        run_one(runtime, folder, run, (ria_precision)precision);
  ria_runtime_destroy(runtime);
  return 0;
}

static void read_values(const char *folder, int run, int precision, int rank,
                        double values[CELLS]) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%d-%d-%d", folder, run, precision, rank);
  ranks_read_bytes(path, values, CELLS * sizeof *values);
}

/* The same in plain loops, in double precision. */
static void compute_reference(double T[CELLS], int steps) {
  for (int step = 0; step < steps; step++) {
    double next[CELLS];
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < NX; x++) {
        const double *c = &T[y * NX + x];
        const double low_x = x ? c[0] - c[-1] : 0, high_x = x < NX - 1 ? c[1] - c[0] : 0;
        const double low_y = y ? c[0] - c[-NX] : 0, high_y = y < NY - 1 ? c[NX] - c[0] : 0;
        next[y * NX + x] = c[0] + (0.125 * (high_x - low_x) + 0.125 * (high_y - low_y));
      }
    memcpy(T, next, sizeof next);
  }
}

static void reference(double T[CELLS]) {
  for (int c = 0; c < CELLS; c++)
    T[c] = 1 + 0.125 * (c % NX * (c % NX)) - 0.3 * (c / NX);
  for (int c = 0; c < 9 * 6; c++)
    T[(2 + c / 9) * NX + c % 9] = c % 3 ? 0.5 * c : -0.0;
  for (int step = 0; step < STEPS; step++) {
    compute_reference(T, 1 + step % 3);
    for (int c = 0; c < 9 * 6; c++) {
      double *value = &T[(2 + c / 9) * NX + c % 9];
      *value += 0.25 * (c % 7 - *value);
    }
  }
  compute_reference(T, 3);
}

static void steps_see_what_was_written(void **state) {
  (void)state;
  char *folder = test_folder_create();
  ranks_start(1, folder);
  ranks_start(2, folder);
  for (int precision = 0; precision < RIA_PRECISIONS; precision++) {
    double first[CELLS], other[CELLS], expected[CELLS];
    reference(expected);
    read_values(folder, 0, precision, 0, first);
    for (int c = 0; c < CELLS; c++)
      assert_true(fabs(first[c] - expected[c]) < (precision ? 1e-12 : 1e-4));
    for (int run = 1; run < RUNS; run++)
      for (int rank = 0; rank < runs[run].ranks; rank++) {
        read_values(folder, run, precision, rank, other);
        for (int c = 0; c < CELLS; c++)
          if (memcmp(&first[c], &other[c], sizeof *first))
            fail_msg("run %d, precision %d, rank %d: cell %d is %a, not %a", run, precision, rank,
                     c, other[c], first[c]);
      }
  }
  test_folder_remove(folder);
}

int main(int argc, char **argv) {
  if (ria_runtime_is_rank())
    return argc == 3 ? run_all(argv[2]) : 9;
  const struct CMUnitTest tests[] = {cmocka_unit_test(steps_see_what_was_written)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
