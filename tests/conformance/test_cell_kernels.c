/* Generated SPE programs on tiles that stay in blocks: the bits of the serial reference for all
 * cuts of the tile, orders of sweeps, and numbers of SPEs. Steps of row-major fields are in
 * test_kernels.c, with those of all targets. */
#include "tests.h"
#include "kernel_tile.h"
#include "cell/quotients.h"
#include <math.h>
#include <ria/registry.h>
#include <ria_cell/model.h>
#include <ria_cell/tile.h>

static const char *const strategies[] = {"naive", "transpose", "shuffle"};
enum { STRATEGIES = sizeof strategies / sizeof *strategies, SWEEPS = 5, GHOSTS = 6 };

/* A sequence of axes, and the next axis as announced to SPEs: the right one, none, or both. */
static const int axes[SWEEPS] = {0, 1, 1, 0, 0};
enum { TOLD, UNTOLD, TOLD_BOTH, TELLINGS };

typedef struct {
  const char *strategy;
  ria_precision precision;
  int nx, ny, block_rows, spes;
  ria_ppe_watch watch;
  unsigned switches, seed;
  int pattern, telling;
} trial;

static const ria_kernel *kernel_along(int axis) {
  const ria_kernel *kernel = ria_kernel_find(axis ? "swsolver_y" : "swsolver_x");
  assert_non_null(kernel);
  return kernel;
}

static const ria_cell_stage *stage_along(int axis, const trial *t) {
  const ria_implementation *one =
      ria_kernel_implementation(kernel_along(axis), "cell", t->strategy);
  assert_non_null(one);
  assert_non_null(ria_cell_stage_of(one, t->precision));
  return ria_cell_stage_of(one, t->precision);
}

static void fields_of(const kernel_tile *tile, void **state) {
  for (int f = 0; f < tile->nstate; f++)
    state[f] = tile_origin(tile, f);
}

static void hold(ria_status status) {
  if (status != RIA_SUCCESS)
    fail_msg("%s: %s", ria_status_text(status), ria_status_detail());
}

static ria_cell_tile *tile_on(ria_cell *cell, const trial *t) {
  const ria_cell_tile_shape shape = {
      .cells = ria_box_plane(-GHOSTS, t->nx + GHOSTS, -GHOSTS, t->ny + GHOSTS),
      .precision = t->precision,
      .nstate = kernel_along(0)->nstate,
      .radius = kernel_along(0)->radius,
      .block_columns = t->block_rows,
      .block_rows = t->block_rows};
  ria_cell_tile *tile;
  hold(ria_cell_tile_create(cell, t->spes, &shape, &tile));
  return tile;
}

/* The reference, in place: cells that are not updated stay. */
static void sweep_reference(kernel_tile *now, kernel_tile *then, int axis, ria_cell_sweep *s) {
  ria_step_args args = {.pitch = now->pitch,
                        .update = s->update,
                        .owned = s->owned,
                        .scalars = s->scalars,
                        .switches = s->switches};
  const ria_implementation *one = &kernel_along(axis)->implementation[0];
  for (int f = 0; f < now->nstate; f++) {
    memcpy(then->field[f], now->field[f], now->count * ria_precision_size(now->precision));
    args.src[f] = tile_origin(now, f);
    args.dst[f] = tile_origin(then, f);
  }
  (s->rate_only ? one->rate : one->step)[now->precision](&args);
  s->rate_max = args.rate_max;
  s->bad = args.bad;
  if (s->rate_only)
    return;
  const kernel_tile swapped = *now;
  *now = *then;
  *then = swapped;
}

/* The low x wall of the tile, in row-major fields. */
static void wall(kernel_tile *tile, ria_boundary_function fill, const double *scalars) {
  ria_boundary_args args = {.along = (ptrdiff_t)tile->pitch,
                            .inward = 1,
                            .count = tile->ny,
                            .layers = 2,
                            .outward = -1,
                            .scalars = scalars};
  fields_of(tile, args.state);
  fill(&args);
}

static void try_sweeps(const trial *t) {
  const ria_kernel *const boundary = ria_kernel_find("swsolver_wall");
  assert_non_null(boundary);
  const ria_boundary_function fill = boundary->implementation[0].boundary[t->precision];
  double scalars[RIA_MAX_SCALARS];
  tile_scalars(kernel_along(0), t->pattern, scalars);
  kernel_tile now = tile_new(kernel_along(0), t->precision, t->nx, t->ny, GHOSTS);
  kernel_tile then = tile_like(&now), got = tile_like(&now), strip = tile_like(&now);
  tile_fill(&now, kernel_along(0), t->pattern, t->seed);
  tile_fill(&strip, kernel_along(0), t->pattern, t->seed + 1);
  ria_cell *cell;
  hold(ria_cell_create(t->spes, t->watch, &cell));
  ria_cell_tile *tile = tile_on(cell, t);
  void *state[RIA_MAX_FIELDS];
  const ria_box all = ria_box_plane(-GHOSTS, t->nx + GHOSTS, -GHOSTS, t->ny + GHOSTS);
  fields_of(&now, state);
  ria_cell_tile_put(tile, all, (const void *const *)state, now.pitch);
  ria_box update = all;
  for (int n = 0; n < SWEEPS; n++) {
    const int axis = axes[n];
    /* Cells are put at some of the sides, and a wall fills ghosts. */
    if (n == 2) {
      const ria_box box = ria_box_plane(1, t->nx, t->ny / 2, t->ny / 2 + 3);
      fields_of(&strip, state);
      ria_cell_tile_put(tile, box, (const void *const *)state, strip.pitch);
      for (int f = 0; f < now.nstate; f++)
        for (int y = box.lo[1]; y < box.hi[1]; y++)
          memcpy(tile_at(&now, f, box.lo[0], y), tile_at(&strip, f, box.lo[0], y),
                 (size_t)(box.hi[0] - box.lo[0]) * ria_precision_size(t->precision));
    }
    if (n == 3) {
      wall(&now, fill, scalars);
      hold(ria_cell_tile_boundary(tile, fill, 0, -1, 0, t->ny, 2, t->nx, t->ny, scalars));
    }
    *(axis ? &update.lo[1] : &update.lo[0]) += 2;
    *(axis ? &update.hi[1] : &update.hi[0]) -= 2;
    for (int rate_only = 1; rate_only >= 0; rate_only--) {
      ria_cell_sweep wanted = {.update = update,
                               .owned = ria_box_plane(0, t->nx, 0, t->ny),
                               .scalars = scalars,
                               .switches = t->switches,
                               .rate_only = rate_only};
      ria_cell_sweep found = wanted;
      if (n + 1 < SWEEPS)
        found.next = t->telling == TOLD ? 1u << axes[n + 1] : t->telling == TOLD_BOTH ? 3 : 0;
      sweep_reference(&now, &then, axis, &wanted);
      hold(ria_cell_tile_run(tile, stage_along(axis, t), &found));
      if (memcmp(&found.rate_max, &wanted.rate_max, sizeof found.rate_max) ||
          !found.bad != !wanted.bad)
        fail_msg("%s, %d x %d, sweep %d: rate %.17g, not %.17g; bad %d, not %d", t->strategy, t->nx,
                 t->ny, n, found.rate_max, wanted.rate_max, found.bad, wanted.bad);
    }
    char where[200];
    fields_of(&got, state);
    ria_cell_tile_get(tile, all, state, got.pitch);
    if (!tile_equal(&got, &now, where, sizeof where))
      fail_msg("%s, %s, switches %u, %d x %d in blocks of %d, %d SPEs, sweep %d: %s", t->strategy,
               t->precision == RIA_SINGLE ? "single" : "double", t->switches, t->nx, t->ny,
               t->block_rows, t->spes, n, where);
  }
  ria_cell_tile_destroy(tile);
  ria_cell_destroy(cell);
  tile_free(&now);
  tile_free(&then);
  tile_free(&got);
  tile_free(&strip);
}

static void tiles_in_blocks_have_the_same_bits(void **state) {
  (void)state;
  static const struct {
    int nx, ny, block_rows, spes;
  } shape[] = {{50, 37, 12, 3}, {31, 64, 16, 8}, {5, 7, 4, 16}, {200, 90, 0, 2}, {23, 23, 8, 1}};
  unsigned seed = 0;
  for (int s = 0; s < STRATEGIES; s++)
    for (int p = 0; p < RIA_PRECISIONS; p++)
      for (size_t n = 0; n < sizeof shape / sizeof *shape; n++)
        for (unsigned switches = 0; switches < 1u << kernel_along(0)->nswitch; switches++, seed++)
          try_sweeps(&(trial){.strategy = strategies[s],
                              .precision = (ria_precision)p,
                              .nx = shape[n].nx,
                              .ny = shape[n].ny,
                              .block_rows = shape[n].block_rows,
                              .spes = shape[n].spes,
                              .watch = RIA_WATCH_FAST,
                              .switches = switches,
                              .seed = seed,
                              .pattern = seed % 3 == 2 ? PATTERN_UNSTABLE
                                         : seed % 3    ? PATTERN_FAST
                                                       : PATTERN_WET,
                              .telling = (int)(seed % TELLINGS)});
}

/* No rule is broken, and SPEs do not access the same memory. */
static void watched_programs_have_the_same_bits(void **state) {
  (void)state;
  for (int s = 0; s < STRATEGIES; s++)
    for (int p = 0; p < RIA_PRECISIONS; p++)
      for (int telling = 0; telling < TELLINGS; telling++)
        try_sweeps(&(trial){.strategy = strategies[s],
                            .precision = (ria_precision)p,
                            .nx = 13 + telling,
                            .ny = 11,
                            .block_rows = 8,
                            .spes = 3,
                            .watch = telling ? RIA_WATCH_CHECKED : RIA_WATCH_MODELLED,
                            .switches = (unsigned)(2 * telling),
                            .seed = (unsigned)telling,
                            .telling = telling});
}

/* Two blocks are in a local store at a time: transfers that take as long as the computing, or a
 * little less, cost nothing but the first and the last. Three would not fit. */
static void blocks_come_while_others_are_computed(void **state) {
  (void)state;
  for (int p = 0; p < RIA_PRECISIONS; p++) {
    const trial t = {.strategy = "shuffle",
                     .precision = (ria_precision)p,
                     .nx = 200,
                     .ny = 52,
                     .block_rows = 16,
                     .spes = 1};
    double scalars[RIA_MAX_SCALARS];
    tile_scalars(kernel_along(0), PATTERN_WET, scalars);
    kernel_tile fields = tile_new(kernel_along(0), t.precision, t.nx, t.ny, GHOSTS);
    tile_fill(&fields, kernel_along(0), PATTERN_WET, 1);
    void *from[RIA_MAX_FIELDS];
    fields_of(&fields, from);
    ria_cell *cell;
    hold(ria_cell_create(1, RIA_WATCH_MODELLED, &cell));
    ria_cell_tile *tile = tile_on(cell, &t);
    int blocks, rows, columns;
    ria_cell_tile_blocks(tile, &blocks, &rows, &columns);
    assert_true(blocks >= 40 && rows == 16 && columns == 16);
    ria_cell_tile_put(tile, ria_box_plane(-GHOSTS, t.nx + GHOSTS, -GHOSTS, t.ny + GHOSTS),
                      (const void *const *)from, fields.pitch);
    ria_cell_sweep sweep = {.update = ria_box_plane(-4, t.nx + 4, -GHOSTS, t.ny + GHOSTS),
                            .owned = ria_box_plane(0, t.nx, 0, t.ny),
                            .scalars = scalars,
                            .next = 2};
    hold(ria_cell_tile_run(tile, stage_along(0, &t), &sweep));
    ria_cell_machine machine = {
        .chip = ria_cell_chip_find("powerxcell-8i"), .chips = 1, .compiler = RIA_CELL_SCHEDULED};
    ria_cell_times times;
    hold(ria_cell_model(cell, &machine, &times));
    ria_cell_chip slow = *machine.chip;
    slow.port = slow.bandwidth = (double)times.bytes / (0.8 * times.compute);
    slow.latency = 0;
    machine.chip = &slow;
    hold(ria_cell_model(cell, &machine, &times));
    const double transfers = (double)times.bytes / slow.bandwidth;
    if (times.wait > 0.15 * transfers)
      fail_msg("transfers of %g s beside %g s of computing make an SPE wait %g s", transfers,
               times.compute, times.wait);
    ria_cell_tile_destroy(tile);

    /* As many cells as fit twice. */
    tile = tile_on(cell, &(trial){.precision = t.precision, .nx = 368, .ny = 368, .spes = 1});
    ria_cell_tile_blocks(tile, &blocks, &rows, &columns);
    const size_t block = 3 * (size_t)(rows * columns) * ria_precision_size(t.precision);
    const ria_spe_program *program = stage_along(0, &t)->program;
    const size_t room = RIA_CELL_LOCAL_STORE - program->code - program->stack;
    assert_true(2 * block < room && 3 * block > room);
    ria_cell_tile_destroy(tile);
    ria_cell_destroy(cell);
    tile_free(&fields);
  }
}

/* The sweep that gives the time model the paper's arithmetic is the same scheme with other
 * rounding.
 */
static void quotients_are_the_same_scheme(void **state) {
  (void)state;
  enum { N = 40 };
  static const double scalars[] = {2e-3, 1, N, 1, 0.9}; /* dt, share, 1/dx, gravity, cfl */
  kernel_tile fields = tile_new(kernel_along(0), RIA_DOUBLE, N, N, GHOSTS), got[2];
  /* Slower than waves everywhere: entropy fixes do nothing. */
  for (int f = 0; f < fields.nstate; f++)
    for (int y = -GHOSTS; y < N + GHOSTS; y++)
      for (int x = -GHOSTS; x < N + GHOSTS; x++)
        tile_set(&fields, f, x, y, (f == 0) + 0.2 * sin(0.3 * x + 0.2 * y + f));
  for (int q = 0; q < 2; q++) {
    const trial t = {.strategy = "shuffle", .precision = RIA_DOUBLE, .nx = N, .ny = N, .spes = 2};
    void *at[RIA_MAX_FIELDS];
    ria_cell *cell;
    hold(ria_cell_create(2, RIA_WATCH_FAST, &cell));
    ria_cell_tile *tile = tile_on(cell, &t);
    const ria_box all = ria_box_plane(-GHOSTS, N + GHOSTS, -GHOSTS, N + GHOSTS);
    fields_of(&fields, at);
    ria_cell_tile_put(tile, all, (const void *const *)at, fields.pitch);
    for (int axis = 0; axis < 2; axis++) {
      ria_cell_sweep sweep = {.update = ria_box_plane(-2, N + 2, -2, N + 2), .scalars = scalars};
      hold(ria_cell_tile_run(tile, q ? quotients_stage(RIA_DOUBLE, axis) : stage_along(axis, &t),
                             &sweep));
    }
    got[q] = tile_like(&fields);
    fields_of(&got[q], at);
    ria_cell_tile_get(tile, all, at, got[q].pitch);
    ria_cell_tile_destroy(tile);
    ria_cell_destroy(cell);
  }
  double moved = 0;
  for (int f = 0; f < fields.nstate; f++)
    for (int y = 0; y < N; y++)
      for (int x = 0; x < N; x++) {
        const double a = *(const double *)tile_at(&got[0], f, x, y),
                     b = *(const double *)tile_at(&got[1], f, x, y);
        if (!(fabs(a - b) < 1e-12))
          fail_msg("field %d of cell (%d, %d): %.17g, and %.17g with quotients", f, x, y, a, b);
        moved = fmax(moved, fabs(a - *(const double *)tile_at(&fields, f, x, y)));
      }
  assert_true(moved > 1e-4);
  tile_free(&got[0]);
  tile_free(&got[1]);
  tile_free(&fields);
}

static void tiles_that_do_not_fit_are_rejected(void **state) {
  (void)state;
  const trial t = {.strategy = "shuffle", .nx = 20, .ny = 20, .spes = 1};
  ria_cell *cell;
  hold(ria_cell_create(1, RIA_WATCH_FAST, &cell));
  ria_cell_tile *tile = tile_on(cell, &t), *other = NULL;
  ria_cell_tile_shape shape = {
      .cells = ria_box_plane(0, 8, 0, 8), .nstate = 3, .radius = 2, .code = 262144};
  assert_int_equal(ria_cell_tile_create(cell, 1, &shape, &other), RIA_ERROR_UNSUPPORTED);
  shape.radius = 5;
  assert_int_equal(ria_cell_tile_create(cell, 1, &shape, &other), RIA_ERROR_UNSUPPORTED);
  shape.cells.hi[0] = 0;
  assert_int_equal(ria_cell_tile_create(cell, 1, &shape, &other), RIA_ERROR_ARGUMENT);
  double scalars[RIA_MAX_SCALARS] = {0};
  ria_cell_sweep sweep = {.update = ria_box_plane(-GHOSTS, 20, 0, 20), .scalars = scalars};
  assert_int_equal(ria_cell_tile_run(tile, stage_along(0, &t), &sweep), RIA_ERROR_ARGUMENT);
  assert_non_null(strstr(ria_status_detail(), "reaches beyond a tile"));
  const trial twofold = {.strategy = "shuffle", .precision = RIA_DOUBLE};
  sweep.update.lo[0] = 0;
  assert_int_equal(ria_cell_tile_run(tile, stage_along(0, &twofold), &sweep), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_cell_tile_boundary(tile, NULL, 0, -1, 0, 20, GHOSTS + 1, 20, 20, scalars),
                   RIA_ERROR_ARGUMENT);
  ria_cell_tile_destroy(tile);
  ria_cell_destroy(cell);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tiles_in_blocks_have_the_same_bits),
      cmocka_unit_test(watched_programs_have_the_same_bits),
      cmocka_unit_test(blocks_come_while_others_are_computed),
      cmocka_unit_test(quotients_are_the_same_scheme),
      cmocka_unit_test(tiles_that_do_not_fit_are_rejected),
  };
  return cmocka_run_group_tests(tests, 0, 0);
}
