/* Grids of blocks of nodes: shapes, and the joints between them. */
#include "block_grid_fixture.h"

#define DEGREE (M_PI / 180)

static double volume_of(const ria_block_grid *grid, int block) {
  const ria_global *cells = grid->block[block].cells;
  const ria_range all = {{0, 0, 0}, {cells[0], cells[1], cells[2]}};
  double *volume = malloc((size_t)ria_range_nodes(&all) * sizeof *volume), sum = 0;
  assert_int_equal(ria_block_grid_volumes(grid, block, all, volume), RIA_SUCCESS);
  for (int64_t n = 0; n < ria_range_nodes(&all); n++) {
    assert_true(volume[n] > 0);
    sum += volume[n];
  }
  free(volume);
  return sum;
}

/* ---- shapes ---- */

static const struct {
  ria_block_shape shape;
  double volume;
} shapes[] = {
    {{UNIT_BOX, .cells = {5, 4, 3}}, 1},
    {{UNIT_BOX, .cells = {9, 8, 7}, .stretch = {10, 0.1, 1}, .wavy = 0.7}, 1},
    {{.kind = "sector", .x = {0, 2}, .r = {1, 3}, .theta = {-10, 50}, .cells = {4, 5, 6}},
     2 * 4 * M_PI / 3},
    {{.kind = "radial-sector", .x = {0, 2}, .r = {1, 3}, .theta = {0, 60}, .cells = {4, 5, 6}},
     2 * 4 * M_PI / 3},
    /* polygons between two arcs: n sines of the angle of a cell */
    {{.kind = "ring", .r = {1, 1.384}, .theta = {0, 90}, .z = {0, 0.5}, .cells = {16, 8, 1}},
     0.5 * (1.384 * 1.384 - 1) * 0.5 * 16 * 0.09801714032956060},
    {{.kind = "bump",
      .x = {-1.5, 1.5},
      .height = 0.8,
      .bump = 0.0625,
      .z = {0, 0.1},
      .cells = {60, 16, 1}},
     0},
    {{.kind = "wedge", .height = 1, .z = {0, 1}, .cells = {32, 16, 1}}, 0},
};

static void shapes_have_volumes(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    ria_block_shape shape = shapes[i].shape;
    ria_block_grid grid = {0};
    shape.name = "a";
    good(ria_block_grid_add(&grid, &shape));
    good(ria_block_grid_fill_patches(&grid));
    good(ria_block_grid_check(&grid));
    const double volume = volume_of(&grid, 0);
    if (shapes[i].volume > 0)
      near(volume, shapes[i].volume, 1e-12 * shapes[i].volume);
    assert_int_equal(grid.patches, 6);
    ria_block_grid_destroy(&grid);
  }
}

/* The ramp of the issue: turning 5.727 degrees, length over height 1.7386. */
static void wedge_has_its_ramp(void **state) {
  (void)state;
  ria_block_grid grid = {0};
  good(ria_block_grid_add(
      &grid, &(ria_block_shape){
                 .kind = "wedge", .name = "a", .height = 2, .z = {0, 1}, .cells = {16, 2, 1}}));
  double x[2], y[2];
  good(ria_block_grid_nodes(&grid, 0, (ria_range){{4, 0, 0}, {5, 1, 1}}, &x[0], &y[0], NULL));
  good(ria_block_grid_nodes(&grid, 0, (ria_range){{12, 0, 0}, {13, 1, 1}}, &x[1], &y[1], NULL));
  near(x[0], 0, 0);
  near(y[0], 0, 0);
  near(x[1] / 2, 1.7386, 1e-4);
  near(atan2(y[1], x[1]) / DEGREE, 5.727, 1e-3);
  /* a rectangle of 2 x_ramp, less the ramp and what lies behind it */
  near(volume_of(&grid, 0), 2 * x[1] * 2 - x[1] * y[1], 1e-12);
  ria_block_grid_destroy(&grid);
}

/* ---- joints ---- */

static void joints_in_48_orientations(void **state) {
  (void)state;
  for (int way = 0; way < 48; way++) {
    ria_block_grid grid = {0};
    add_turned(&grid, "a", (ria_global[]){0, 0, 0}, (ria_global[]){3, 4, 5}, 0);
    add_turned(&grid, "b", (ria_global[]){3, 0, 0}, (ria_global[]){2, 4, 5}, way);
    good(ria_block_grid_match(&grid, NULL));
    assert_int_equal(grid.joints, 1);
    check_all_joints(&grid);
    good(ria_block_grid_fill_patches(&grid));
    good(ria_block_grid_check_faces(&grid));
    ria_block_grid_destroy(&grid);
  }
}

static void eight_turned_blocks(void **state) {
  (void)state;
  ria_block_grid grid = {0};
  for (int b = 0; b < 8; b++) {
    ria_global lo[RIA_AXES], size[RIA_AXES];
    for (int a = 0; a < RIA_AXES; a++) {
      lo[a] = b >> a & 1 ? 3 : 0;
      size[a] = b >> a & 1 ? 2 : 3;
    }
    add_turned(&grid, (char[]){(char)('a' + b), 0}, lo, size, 5 * b + 3);
  }
  good(ria_block_grid_match(&grid, NULL));
  assert_int_equal(grid.joints, 12);
  check_all_joints(&grid);
  ria_block_grid_destroy(&grid);
}

/* A face of 6 x 6 cells meets four blocks, one of which is larger than it; the blocks meet each
 * other, too. */
static void joints_of_parts(void **state) {
  (void)state;
  for (int way = 0; way < 48; way += 5) {
    ria_block_grid grid = {0};
    add_turned(&grid, "a", (ria_global[]){0, 2, 2}, (ria_global[]){3, 6, 6}, 0);
    add_turned(&grid, "b", (ria_global[]){3, 2, 2}, (ria_global[]){2, 4, 3}, way);
    add_turned(&grid, "c", (ria_global[]){3, 0, 5}, (ria_global[]){2, 6, 6}, 47 - way);
    add_turned(&grid, "d", (ria_global[]){3, 6, 0}, (ria_global[]){3, 4, 20}, way / 2);
    good(ria_block_grid_match(&grid, NULL));
    check_all_joints(&grid);
    good(ria_block_grid_fill_patches(&grid));
    good(ria_block_grid_check_faces(&grid));
    int64_t joined = 0;
    for (int j = 0; j < grid.joints; j++) {
      int64_t cells = 1;
      for (int a = 0; a < RIA_AXES; a++) {
        const ria_global n = grid.joint[j].nodes[0].hi[a] - grid.joint[j].nodes[0].lo[a];
        cells *= n > 1 ? n - 1 : 1;
      }
      joined += cells;
    }
    /* a-b 4x3, a-c 4x3, a-d 2x6; b-c 2x4, b-d 2x3, c-d 2x6 */
    assert_int_equal(joined, 12 + 12 + 12 + 8 + 6 + 12);
    ria_block_grid_destroy(&grid);
  }
}

static void a_ring_closes(void **state) {
  (void)state;
  ria_block_grid grid = {0};
  good(ria_block_grid_add(&grid, &(ria_block_shape){.kind = "sector",
                                                    .name = "a",
                                                    .x = {0, 1},
                                                    .r = {0, 1},
                                                    .theta = {0, 360},
                                                    .cells = {2, 3, 8}}));
  good(ria_block_grid_match(&grid, NULL));
  assert_int_equal(grid.joints, 1); /* and not the axis with itself */
  near(grid.joint[0].offset[2], -2 * M_PI, 1e-15);
  ria_block_grid_destroy(&grid);
}

static void sectors_repeat(void **state) {
  (void)state;
  ria_block_grid grid = {0};
  good(ria_block_grid_add(&grid, &(ria_block_shape){.kind = "sector",
                                                    .name = "a",
                                                    .x = {0, 1},
                                                    .r = {0.5, 1},
                                                    .theta = {0, 10},
                                                    .cells = {8, 6, 4},
                                                    .cut = {2, 3, 1},
                                                    .blades = 36}));
  good(ria_block_grid_match(&grid, NULL));
  assert_int_equal(grid.blocks, 6);
  assert_int_equal(grid.joints, 7 + 6);
  check_all_joints(&grid);
  good(ria_block_grid_fill_patches(&grid));
  good(ria_block_grid_check(&grid));
  int hubs = 0;
  for (int p = 0; p < grid.patches; p++)
    hubs += ria_block_grid_is_patch(&grid, p, "a.hub");
  assert_int_equal(hubs, 2);
  ria_block_grid_destroy(&grid);
}

static void boxes_repeat_by_a_shift(void **state) {
  (void)state;
  const double shift[2][RIA_AXES] = {{1, 0, 0}, {0, 1, 0}};
  const ria_block_match match = {.offsets = 2, .offset = shift};
  ria_block_grid grid = {0};
  good(ria_block_grid_add(
      &grid, &(ria_block_shape){UNIT_BOX, .name = "a", .cells = {4, 4, 4}, .cut = {1, 2, 1}}));
  good(ria_block_grid_match(&grid, &match));
  assert_int_equal(grid.joints, 1 + 2 + 1);
  check_all_joints(&grid);
  ria_block_grid_destroy(&grid);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shapes_have_volumes),
      cmocka_unit_test(wedge_has_its_ramp),
      cmocka_unit_test(joints_in_48_orientations),
      cmocka_unit_test(eight_turned_blocks),
      cmocka_unit_test(joints_of_parts),
      cmocka_unit_test(a_ring_closes),
      cmocka_unit_test(sectors_repeat),
      cmocka_unit_test(boxes_repeat_by_a_shift),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
