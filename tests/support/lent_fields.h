/** \file
 * Fields changed where they lie, by the pointers of ria_patch_lend(), against the same change by
 * ria_patch_read() and ria_patch_write(): on the host and on a GPU. */
#ifndef RIA_TESTS_LENT_FIELDS_H
#define RIA_TESTS_LENT_FIELDS_H

#include <math.h>
#include <ria/patch.h>
#include <ria/registry.h>
#include <string.h>
#include "tests.h"

enum { LENT_NX = 45, LENT_NY = 31, LENT_STEPS = 6, LENT_TILES = 6 };

/** Adds `more` to the cells of `rows` rows of `columns` cells from `first` on, pitch apart, and
 * waits until that is done. */
typedef void (*lent_change)(const ria_lent_tile *tile, void *first, int columns, int rows,
                            double more);

static inline void lent_must(ria_status status) {
  if (status != RIA_SUCCESS)
    fail_msg("%s: %s", ria_status_text(status), ria_status_detail());
}

static inline ria_status lent_fill(void *context, int field, int block, const ria_range *cells,
                                   double *values) {
  (void)context, (void)field, (void)block;
  for (ria_global y = cells->lo[1]; y < cells->hi[1]; y++)
    for (ria_global x = cells->lo[0]; x < cells->hi[0]; x++)
      *values++ = 1 + 0.5 * sin(0.37 * (double)x + 0.11 * (double)(y * y));
  return RIA_SUCCESS;
}

/** Heat in a plane, in 3 x 2 tiles, with step lengths from the rate. */
static inline ria_simulation *lent_simulation_in(ria_runtime *runtime, const char *target,
                                                 ria_precision precision, ria_gpu_memory memory) {
  static const ria_quantity state[] = {{"T", "K", "temperature"}};
  ria_segment segment[RIA_PLANE_SIDES];
  ria_stage stage = {.kernel = ria_kernel_find("heat_plane")};
  ria_simulation *simulation;
  stage.scalars[ria_kernel_scalar(stage.kernel, "dt")].from = RIA_BIND_DT;
  stage.scalars[ria_kernel_scalar(stage.kernel, "diffusivity")].value = 1;
  stage.scalars[ria_kernel_scalar(stage.kernel, "inverse_dx")].value = 2;
  stage.scalars[ria_kernel_scalar(stage.kernel, "inverse_dy")].value = 3;
  for (int side = 0; side < RIA_PLANE_SIDES; side++)
    segment[side] = (ria_segment){
        .side = (ria_side)side,
        .part = ria_side_part((ria_side)side, 0, side < RIA_SOUTH ? LENT_NY : LENT_NX),
        .kernel = ria_kernel_find("heat_insulated")};
  const ria_model model = {
      .grid = {.cells = {LENT_NX, LENT_NY}, .spacing = {1. / 2, 1. / 3, 1}, .tiles = {3, 2}},
      .precision = precision,
      .nstate = 1,
      .state = state,
      .stages = 1,
      .stage = &stage,
      .segments = RIA_PLANE_SIDES,
      .segment = segment,
      .step = RIA_STEP_WINDOW,
      .window = 2,
      .guard = 0.9,
      .gpu_memory = memory,
      .target = target};
  lent_must(ria_simulation_create(runtime, &model, &simulation));
  lent_must(ria_simulation_fill(simulation, lent_fill, NULL, NULL));
  return simulation;
}

static inline ria_simulation *lent_simulation(ria_runtime *runtime, const char *target,
                                              ria_precision precision) {
  return lent_simulation_in(runtime, target, precision, RIA_GPU_RESIDENT);
}

static inline void lent_steps(ria_simulation *simulation) {
  lent_must(ria_simulation_advance(simulation, 1e9, false, 1e9, LENT_STEPS, NULL, NULL));
}

static inline ria_patch lent_patch(void) {
  return (ria_patch){.block = 0, .cells = {{4, 5, 0}, {LENT_NX - 7, LENT_NY - 3, 1}}};
}

/** Adds the same as `change` to the cells of the patch. Returns their number. */
static inline int lent_add(ria_simulation *simulation, double more, bool on_gpu,
                           lent_change change) {
  const ria_patch patch = lent_patch();
  ria_lent_tile tile[LENT_TILES];
  int cells = 0;
  assert_int_equal(ria_patch_tiles(simulation), LENT_TILES);
  lent_must(ria_patch_lend(simulation, tile));
  for (int t = 0; t < LENT_TILES; t++) {
    ria_range part = tile[t].cells;
    for (int a = 0; a < 2; a++) {
      part.lo[a] = part.lo[a] > patch.cells.lo[a] ? part.lo[a] : patch.cells.lo[a];
      part.hi[a] = part.hi[a] < patch.cells.hi[a] ? part.hi[a] : patch.cells.hi[a];
    }
    assert_int_equal(tile[t].gpu >= 0, on_gpu);
    assert_int_equal(tile[t].block, 0);
    assert_true(tile[t].ghost[0] > 0 && tile[t].ghost[1] > 0);
    const size_t at = (size_t)(part.lo[1] - tile[t].cells.lo[1]) * tile[t].pitch +
                      (size_t)(part.lo[0] - tile[t].cells.lo[0]);
    const int columns = (int)(part.hi[0] - part.lo[0]), rows = (int)(part.hi[1] - part.lo[1]);
    if (columns <= 0 || rows <= 0)
      continue;
    change(&tile[t], (char *)tile[t].field[0] + at * ria_precision_size(tile[t].precision), columns,
           rows, more);
    cells += columns * rows;
  }
  lent_must(ria_patch_take_back(simulation, true));
  return cells;
}

static inline void lent_expect_same(ria_simulation *one, ria_simulation *other) {
  static double a[LENT_NX * LENT_NY], b[LENT_NX * LENT_NY];
  const ria_patch all = {.block = 0, .cells = {{0, 0, 0}, {LENT_NX, LENT_NY, 1}}};
  lent_must(ria_patch_read(one, 0, &all, a));
  lent_must(ria_patch_read(other, 0, &all, b));
  for (int c = 0; c < LENT_NX * LENT_NY; c++)
    if (memcmp(&a[c], &b[c], sizeof *a))
      fail_msg("cell (%d, %d) is %a, not %a", c % LENT_NX, c / LENT_NX, a[c], b[c]);
  assert_true(ria_simulation_progress(one).time == ria_simulation_progress(other).time);
}

/** One simulation is changed by pointers, another by patches; twice, with steps before and after. A
 * third is lent and not changed, a fourth continues without lending. */
static inline void lent_fields_are_those_of_patches(ria_runtime *runtime, const char *target,
                                                    bool on_gpu, lent_change change) {
  static double values[LENT_NX * LENT_NY];
  const ria_patch patch = lent_patch();
  for (int p = 0; p < RIA_PRECISIONS; p++) {
    ria_simulation *one = lent_simulation(runtime, target, (ria_precision)p),
                   *other = lent_simulation(runtime, target, (ria_precision)p),
                   *alone = lent_simulation(runtime, target, (ria_precision)p);
    for (int turn = 0; turn < 2; turn++) {
      lent_steps(one);
      lent_steps(other);
      assert_int_equal(lent_add(one, 0.25, on_gpu, change), ria_patch_cells(&patch));
      lent_must(ria_patch_read(other, 0, &patch, values));
      for (int c = 0; c < ria_patch_cells(&patch); c++)
        values[c] += 0.25;
      lent_must(ria_patch_write(other, 0, &patch, values));
    }
    lent_steps(one);
    lent_steps(other);
    lent_expect_same(one, other);
    ria_simulation_destroy(other);
    other = lent_simulation(runtime, target, (ria_precision)p);
    ria_lent_tile tile[LENT_TILES];
    lent_steps(other);
    lent_steps(alone);
    lent_must(ria_patch_lend(other, tile));
    lent_must(ria_patch_take_back(other, false));
    lent_steps(other);
    lent_steps(alone);
    lent_expect_same(other, alone);
    lent_must(ria_patch_lend(other, tile)); /* taken back by what destroys it */
    ria_simulation_destroy(one);
    ria_simulation_destroy(other);
    ria_simulation_destroy(alone);
  }
}

#endif
