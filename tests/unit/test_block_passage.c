/* The blade passage: six blocks around a blade, and rows of them. */
#include "block_grid_fixture.h"

static const ria_block_shape compressor = {.kind = "blade-passage",
                                           .name = "rotor",
                                           .x = {-0.09, 0.12},
                                           .r = {0.45, 0.55},
                                           .blades = 36,
                                           .chord = 0.1,
                                           .stagger = 30,
                                           .camber = 30,
                                           .thickness = 0.1,
                                           .cells = {24, 16, 4}};

static ria_block_shape sized(ria_global along, ria_global across, ria_global span) {
  ria_block_shape shape = compressor;
  shape.cells[0] = along;
  shape.cells[1] = across;
  shape.cells[2] = span;
  return shape;
}

static int count_patches(const ria_block_grid *grid, const char *name) {
  int count = 0;
  for (int p = 0; p < grid->patches; p++)
    count += ria_block_grid_is_patch(grid, p, name);
  return count;
}

/* Join, fill and check a grid; its edges of five cells are counted. */
static int settle(ria_block_grid *grid, int64_t *stars) {
  ria_block_walk *walk;
  ria_block_stars found;
  good(ria_block_grid_match(grid, NULL));
  good(ria_block_grid_fill_patches(grid));
  good(ria_block_grid_check(grid));
  good(ria_block_walk_create(grid, &walk));
  good(ria_block_walk_stars(walk, &found));
  for (int e = 0; e < found.edges; e++) {
    assert_int_equal(found.edge[e].cells, 5);
    assert_false(found.edge[e].open);
  }
  const int edges = found.edges;
  *stars = found.stars;
  for (int64_t n = 0; n < found.stars; n++) {
    const ria_block_star *star = &found.star[n];
    const ria_node_place *own = &found.copy[star->first_copy];
    const bool at_end = own->at[2] == 0 || own->at[2] == grid->block[own->block].cells[2];
    assert_true(star->cells == 10 || (at_end && star->cells == 5));
  }
  ria_block_stars_destroy(&found);
  ria_block_walk_destroy(walk);
  return edges;
}

static void passages_of_three_sizes(void **state) {
  (void)state;
  static const ria_global sizes[][3] = {{8, 8, 2}, {24, 24, 4}, {96, 64, 3}};
  for (int s = 0; s < 3; s++) {
    ria_block_grid grid = {0};
    const ria_block_shape shape = sized(sizes[s][0], sizes[s][1], sizes[s][2]);
    int64_t stars;
    good(ria_block_grid_add(&grid, &shape));
    assert_int_equal(grid.blocks, 6);
    assert_int_equal(settle(&grid, &stars), 4);
    assert_int_equal(stars, 4 * (sizes[s][2] + 1));
    /* 4 to inlet and exit each, 2 between ring and borders, 2 in the ring, 3 across the pitch */
    assert_int_equal(grid.joints, 15);
    int periodic = 0;
    for (int j = 0; j < grid.joints; j++) {
      const double turn = fabs(grid.joint[j].offset[2]);
      assert_true(turn == 0 || turn == 2 * M_PI / 36);
      periodic += turn > 0;
    }
    assert_int_equal(periodic, 3);
    assert_int_equal(count_patches(&grid, "rotor.blade"), 2);
    assert_int_equal(count_patches(&grid, "inlet"), 1);
    assert_int_equal(count_patches(&grid, "rotor.exit"), 1);
    assert_int_equal(count_patches(&grid, "hub"), 6);
    assert_int_equal(count_patches(&grid, "casing"), 6);
    assert_int_equal(grid.patches, 16);
    ria_block_grid_destroy(&grid);
  }
}

/* Beside inlet and exit, layers have one x and equal distances around the axis. */
static void straight_layers(void **state) {
  (void)state;
  ria_block_grid grid = {0};
  ria_block_shape shape = sized(24, 16, 1);
  int64_t stars;
  shape.straight = 2;
  good(ria_block_grid_add(&grid, &shape));
  assert_int_equal(settle(&grid, &stars), 4);
  for (int p = 0; p < grid.patches; p++) {
    const ria_node_patch *patch = &grid.patch[p];
    if (strcmp(patch->name, "inlet") && strcmp(patch->name, "exit"))
      continue;
    for (int m = 0; m < 3; m++) {
      ria_range layer = patch->nodes;
      layer.lo[0] += patch->side == RIA_EAST ? -m : m;
      layer.hi[0] = layer.lo[0] + 1;
      layer.hi[2] = layer.lo[2] + 1;
      const int64_t count = ria_range_nodes(&layer);
      double x[64], theta[64];
      assert_true(count > 8 && count <= 64);
      good(ria_block_grid_nodes(&grid, patch->block, layer, x, NULL, theta));
      for (int64_t n = 0; n < count; n++) {
        const double part = (double)n / (double)(count - 1);
        assert_true(fabs(x[n] - x[0]) < 1e-14);
        assert_true(fabs(theta[n] - theta[0] - part * (theta[count - 1] - theta[0])) < 1e-14);
      }
    }
  }
  ria_block_grid_destroy(&grid);
}

static void passages_of_many_blades(void **state) {
  (void)state;
  static const struct {
    int blades;
    double chord, stagger, camber, thickness;
  } blades[] = {{36, 0.1, 0, 0, 0.1},     {36, 0.1, 45, 20, 0.08}, {42, 0.08, 40, -60, 0.12},
                {60, 0.06, 60, 10, 0.05}, {50, 0.1, 10, 40, 0.12}, {36, 0.1, -30, 60, 0.18}};
  for (size_t b = 0; b < sizeof blades / sizeof *blades; b++)
    for (int size = 8; size <= 64; size *= 2) {
      ria_block_grid grid = {0};
      ria_block_shape shape = sized(size, size, 1);
      int64_t stars;
      shape.blades = blades[b].blades;
      shape.chord = blades[b].chord;
      shape.stagger = blades[b].stagger;
      shape.camber = blades[b].camber;
      shape.thickness = blades[b].thickness;
      good(ria_block_grid_add(&grid, &shape));
      assert_int_equal(settle(&grid, &stars), 4);
      ria_block_grid_destroy(&grid);
    }
}

/* Two rows, three passages, two pieces of the span: 72 blocks. */
static void rows_of_72_blocks(void **state) {
  (void)state;
  ria_block_grid grid = {0};
  ria_block_shape stator = sized(8, 8, 4), rotor = sized(12, 8, 4);
  int64_t stars;
  stator.name = "stator";
  stator.x[0] = -0.3;
  stator.x[1] = -0.09;
  stator.copies = rotor.copies = 3;
  stator.cut[2] = rotor.cut[2] = 2;
  rotor.blades = 42;
  good(ria_block_grid_add(&grid, &stator));
  good(ria_block_grid_add(&grid, &rotor));
  assert_int_equal(grid.blocks, 72);
  assert_int_equal(grid.rows, 2);
  assert_int_equal(settle(&grid, &stars), 2 * 3 * 4 * 2);
  assert_int_equal(stars, 2 * 3 * 4 * 5);
  assert_int_equal(grid.joints, 2 * 3 * (2 * 15 + 6));
  assert_int_equal(ria_block_grid_find_block(&grid, "rotor.3.blade-suction.2"), 67);
  /* rows do not join each other: their pitches differ */
  for (int j = 0; j < grid.joints; j++)
    assert_int_equal(grid.block[grid.joint[j].block[0]].row,
                     grid.block[grid.joint[j].block[1]].row);
  assert_int_equal(count_patches(&grid, "stator.exit"), 6);
  assert_int_equal(count_patches(&grid, "rotor.inlet"), 6);
  ria_block_grid_destroy(&grid);
}

/* Two rows of one pitch meet node to node, but may move: they are not joined. */
static void rows_of_one_pitch_stay_apart(void **state) {
  (void)state;
  ria_block_grid grid = {0};
  for (int r = 0; r < 2; r++)
    good(ria_block_grid_add(&grid, &(ria_block_shape){.kind = "sector",
                                                      .name = r ? "rotor" : "stator",
                                                      .x = {r, r + 1},
                                                      .r = {1, 2},
                                                      .theta = {0, 20},
                                                      .cells = {4, 3, 5},
                                                      .blades = 18}));
  good(ria_block_grid_match(&grid, NULL));
  assert_int_equal(grid.joints, 2);
  good(ria_block_grid_fill_patches(&grid));
  assert_int_equal(count_patches(&grid, "stator.exit"), 1);
  assert_int_equal(count_patches(&grid, "rotor.inlet"), 1);
  ria_block_grid_destroy(&grid);
}

static void a_whole_row_closes(void **state) {
  (void)state;
  ria_block_grid grid = {0};
  ria_block_shape shape = sized(8, 8, 1);
  int64_t stars;
  shape.copies = shape.blades;
  good(ria_block_grid_add(&grid, &shape));
  assert_int_equal(settle(&grid, &stars), 36 * 4);
  assert_int_equal(grid.joints, 36 * 15);
  ria_block_grid_destroy(&grid);
}

static void bad_passages(void **state) {
  (void)state;
  static const struct {
    const char *said;
    int what;
    double value;
  } bad[] = {
      {"the row of 'rotor' has 1 blades; expected at least 2", 0, 1},
      {"the blade of 'rotor' has the chord 0.1 m and the thickness 0.9", 1, 0.9},
      {"the blade of 'rotor' has the stagger 70 deg and the camber 30 deg, so its angles are 85", 2,
       70},
      {"the passage 'rotor' has 24 cells along the blade and 7 across; expected at least 4 of both",
       3, 7},
      {"the blades of 'rotor' are 0.00785 m apart and leave", 0, 400},
      {"the passage 'rotor' reaches from x = -0.09 to 0.12 m, but its blade", 4, 0.5},
      {"'rotor' has 50 copies of a passage, but the row has 36 blades", 5, 50},
      {"the passage 'rotor' is cut into 2 x 0 x 0 pieces; expected cuts along the span alone", 6,
       2},
      {"the hub of 'rotor' has the radius 0 m; expected one above 0", 7, 0},
      {"the passage 'rotor' has too few cells between blade and inlet or exit for 100 straight", 8,
       100},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    ria_block_grid grid = {0};
    ria_block_shape s = compressor;
    const double value = bad[i].value;
    switch (bad[i].what) {
    case 0:
      s.blades = (int)value;
      break;
    case 1:
      s.thickness = value;
      break;
    case 2:
      s.stagger = value;
      break;
    case 3:
      s.cells[1] = (ria_global)value;
      break;
    case 4:
      s.chord = value;
      s.blades = 4;
      break;
    case 5:
      s.copies = (int)value;
      break;
    case 6:
      s.cut[0] = (int)value;
      break;
    case 8:
      s.straight = (int)value;
      break;
    default:
      s.r[0] = value;
    }
    assert_int_equal(ria_block_grid_add(&grid, &s), RIA_ERROR_CASE);
    if (!strstr(ria_status_detail(), bad[i].said))
      fail_msg("expected: %s\ngot: %s", bad[i].said, ria_status_detail());
    ria_block_grid_destroy(&grid);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(passages_of_three_sizes),
      cmocka_unit_test(straight_layers),
      cmocka_unit_test(passages_of_many_blades),
      cmocka_unit_test(rows_of_72_blocks),
      cmocka_unit_test(a_whole_row_closes),
      cmocka_unit_test(rows_of_one_pitch_stay_apart),
      cmocka_unit_test(bad_passages),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
