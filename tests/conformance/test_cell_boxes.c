/* SPE programs of stencils in boxes: the bits of the serial reference with all checks of SPEs on,
 * in pieces of every kind; planes transferred during the computation of others. Steps of row-major
 * fields are in test_box_kernels.c, with those of all targets. */
#include "tests.h"
#include "kernel_tile.h"
#include <ria/registry.h>
#include <ria_cell/model.h>
#include <ria_cell/tile.h>

enum { GHOSTS = 1 };

static const double scalars[] = {0.375, 0.1}; /* of the cell and of each neighbour */

static void hold(ria_status status) {
  if (status != RIA_SUCCESS)
    fail_msg("%s: %s", ria_status_text(status), ria_status_detail());
}

static const ria_kernel *jacobi(void) {
  const ria_kernel *kernel = ria_kernel_find("jacobi");
  assert_non_null(kernel);
  return kernel;
}

static const ria_cell_stage *stage_of(ria_precision precision) {
  const ria_implementation *one = ria_kernel_implementation(jacobi(), "cell", "plane-queue");
  assert_non_null(one);
  const ria_cell_stage *stage = ria_cell_stage_of(one, precision);
  assert_true(stage && stage->boxes);
  return stage;
}

static kernel_tile box_of(ria_precision precision, int nx, int ny, int nz) {
  kernel_tile t = tile_new_box(jacobi(), precision, nx, ny, nz, GHOSTS, GHOSTS);
  for (int z = -GHOSTS; z < nz + GHOSTS; z++)
    for (int y = -GHOSTS; y < ny + GHOSTS; y++)
      for (int x = -GHOSTS; x < nx + GHOSTS; x++)
        tile_set_cell(&t, 0, x, y, z,
                      tile_random(7, (unsigned)(x + 9), (unsigned)(1000 * (z + 9) + y + 9)) - 0.5);
  return t;
}

static ria_step_args args_of(const kernel_tile *from, const kernel_tile *into, ria_box update) {
  ria_step_args args = {.pitch = from->pitch,
                        .plane = from->plane,
                        .update = update,
                        .owned = update,
                        .scalars = scalars};
  args.src[0] = tile_origin(from, 0);
  args.dst[0] = tile_origin(into, 0);
  return args;
}

static void try_box(ria_precision precision, ria_ppe_watch watch, int spes, const int n[3],
                    ria_box update) {
  kernel_tile from = box_of(precision, n[0], n[1], n[2]);
  kernel_tile got = tile_like(&from), wanted = tile_like(&from);
  ria_step_args reference = args_of(&from, &wanted, update), args = args_of(&from, &got, update);
  ria_cell *cell;
  char where[160];
  jacobi()->implementation[0].step[precision](&reference);
  hold(ria_cell_create(spes, watch, &cell));
  hold(ria_cell_box_step(cell, spes, stage_of(precision), &args));
  if (!tile_equal(&got, &wanted, where, sizeof where) || args.bad || args.rate_max != 0)
    fail_msg("%s precision, %d x %d x %d, %d SPEs: %s", precision ? "double" : "single", n[0], n[1],
             n[2], spes, where);
  ria_cell_destroy(cell);
  tile_free(&from);
  tile_free(&got);
  tile_free(&wanted);
}

/* No rule is broken, and SPEs do not access the same memory. */
static void watched_programs_have_the_same_bits(void **state) {
  (void)state;
  static const struct {
    int spes, n[3];
    ria_box update;
  } box[] = {{1, {9, 3, 5}, {{0, 0, 0}, {9, 3, 5}}},
             {3, {13, 7, 4}, {{1, 2, 0}, {13, 6, 4}}},
             {8, {270, 5, 3}, {{0, 0, 0}, {270, 5, 3}}}, /* pieces beside each other, too */
             {16, {6, 2, 2}, {{0, 0, 0}, {6, 2, 1}}}};   /* more SPEs than pieces */
  for (int p = 0; p < RIA_PRECISIONS; p++)
    for (size_t i = 0; i < sizeof box / sizeof *box; i++)
      for (int watch = 0; watch < 2; watch++)
        try_box((ria_precision)p, watch ? RIA_WATCH_MODELLED : RIA_WATCH_CHECKED, box[i].spes,
                box[i].n, box[i].update);
}

/* Pieces as large as fit, and more of them than SPEs. */
static void large_boxes_have_the_same_bits(void **state) {
  (void)state;
  int pieces, columns, rows;
  const ria_box cells = {{0, 0, 0}, {300, 200, 3}};
  for (int p = 0; p < RIA_PRECISIONS; p++) {
    ria_cell_box_pieces(stage_of((ria_precision)p), 2, cells, &pieces, &columns, &rows);
    assert_true(pieces > 4 && columns <= 256 && rows < 100);
    try_box((ria_precision)p, RIA_WATCH_FAST, 2, (int[]){300, 200, 3}, cells);
  }
}

/* One plane is loaded and one stored while one is computed: if computing takes longer than
 * transfers, an SPE waits only for the first planes and the last one. */
static void planes_come_while_others_are_computed(void **state) {
  (void)state;
  enum { NX = 64, NY = 16, NZ = 40 };
  for (int p = 0; p < RIA_PRECISIONS; p++) {
    kernel_tile from = box_of((ria_precision)p, NX, NY, NZ), into = tile_like(&from);
    ria_step_args args = args_of(&from, &into, (ria_box){{0, 0, 0}, {NX, NY, NZ}});
    ria_cell *cell;
    hold(ria_cell_create(1, RIA_WATCH_MODELLED, &cell));
    hold(ria_cell_box_step(cell, 1, stage_of((ria_precision)p), &args));
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
    ria_cell_destroy(cell);
    tile_free(&from);
    tile_free(&into);
  }
}

static void kernels_without_a_program_are_rejected(void **state) {
  (void)state;
  assert_null(ria_kernel_implementation(ria_kernel_find("heat_box"), "cell", NULL));
  ria_cell *cell;
  ria_cell_tile *tile;
  hold(ria_cell_create(1, RIA_WATCH_FAST, &cell));
  const ria_cell_tile_shape shape = {
      .cells = ria_box_plane(-1, 9, -1, 9), .nstate = 1, .radius = 1};
  hold(ria_cell_tile_create(cell, 1, &shape, &tile));
  ria_cell_sweep sweep = {.update = ria_box_plane(0, 8, 0, 8), .scalars = scalars};
  assert_int_equal(ria_cell_tile_run(tile, stage_of(RIA_SINGLE), &sweep), RIA_ERROR_UNSUPPORTED);
  assert_non_null(strstr(ria_status_detail(), "jacobi is a stencil in boxes"));
  ria_cell_tile_destroy(tile);
  ria_cell_destroy(cell);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(watched_programs_have_the_same_bits),
                                     cmocka_unit_test(large_boxes_have_the_same_bits),
                                     cmocka_unit_test(planes_come_while_others_are_computed),
                                     cmocka_unit_test(kernels_without_a_program_are_rejected)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
