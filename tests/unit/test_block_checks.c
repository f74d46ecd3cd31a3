/* Each bad grid of blocks gives one error, which names the place. */
#include <stdio.h>
#include "block_grid_fixture.h"

static void expect(ria_status status, ria_status expected, const char *said) {
  assert_int_equal(status, expected);
  if (!strstr(ria_status_detail(), said))
    fail_msg("expected: %s\ngot: %s", said, ria_status_detail());
}

static const ria_block_shape unit = {
    .kind = "box", .name = "a", .x = {0, 1}, .y = {0, 1}, .z = {0, 1}, .cells = {4, 3, 2}};

static void add_box(ria_block_grid *grid, const char *name, double x0, double y0) {
  ria_block_shape shape = unit;
  shape.name = name;
  shape.x[0] = x0;
  shape.x[1] = x0 + 1;
  shape.y[0] = y0;
  shape.y[1] = y0 + 1;
  good(ria_block_grid_add(grid, &shape));
}

/* ---- shapes ---- */

static void bad_shapes(void **state) {
  (void)state;
  static const struct {
    ria_block_shape shape;
    const char *said;
  } bad[] = {
      {{.kind = "cube", .cells = {1, 1, 1}}, "there is no shape 'cube' of blocks"},
      {{.kind = "box", .x = {1, 0}, .y = {0, 1}, .z = {0, 1}, .cells = {1, 1, 1}},
       "x of 'a' runs from 1 to 0; expected two numbers, the smaller one first"},
      {{.kind = "box", .x = {0, 1}, .y = {0, NAN}, .z = {0, 1}, .cells = {1, 1, 1}},
       "y of 'a' runs from 0 to nan"},
      {{.kind = "sector", .x = {0, 1}, .r = {-1, 1}, .theta = {0, 1}, .cells = {1, 1, 1}},
       "no radius below 0"},
      {{.kind = "sector", .x = {0, 1}, .r = {0, 1}, .theta = {0, 361}, .cells = {1, 1, 1}},
       "theta of 'a' spans 361 deg; expected at most 360 deg"},
      {{.kind = "bump", .x = {0, 1}, .z = {0, 1}, .height = 0.1, .bump = 0.2, .cells = {1, 1, 1}},
       "'a' has the height 0.1 m; expected one above 0.2 m"},
      {{.kind = "wedge", .z = {0, 1}, .height = 1, .cells = {6, 1, 1}},
       "the wedge 'a' has 6 cells along i; expected a multiple of 4"},
      {{.kind = "box", .x = {0, 1}, .y = {0, 1}, .z = {0, 1}, .cells = {4, 4, 4}, .cut = {1, 1, 5}},
       "'a' has 4 cells along k in 5 blocks; expected at least a cell a block"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    ria_block_grid grid = {0};
    ria_block_shape shape = bad[i].shape;
    shape.name = "a";
    expect(ria_block_grid_add(&grid, &shape), RIA_ERROR_CASE, bad[i].said);
    ria_block_grid_destroy(&grid);
  }
  ria_block_grid grid = {0};
  good(ria_block_grid_add(&grid, &unit));
  expect(ria_block_grid_add(&grid, &unit), RIA_ERROR_CASE, "two blocks are called 'a'");
  expect(ria_block_grid_add(&grid, &(ria_block_shape){.kind = "sector",
                                                      .name = "b",
                                                      .x = {0, 1},
                                                      .r = {0, 1},
                                                      .theta = {0, 1},
                                                      .cells = {1, 1, 1}}),
         RIA_ERROR_CASE, "those of the blocks before it are x, y, z; expected shapes of one kind");
  expect(ria_block_grid_nodes(&grid, 0, (ria_range){{0, 0, 0}, {6, 1, 1}}, NULL, NULL, NULL),
         RIA_ERROR_ARGUMENT, "block 'a' has no range 0 to 6 along i; expected one within 0 to 5");
  ria_block_grid_destroy(&grid);
}

/* ---- cells ---- */

typedef enum { FINE, TANGLED, FLAT, NOT_A_NUMBER, BACKWARDS } fault;

static ria_status faulty_nodes(void *context, const ria_range *range, double *a, double *b,
                               double *c) {
  const fault what = *(const fault *)context;
  int64_t n = 0;
  for (ria_global k = range->lo[2]; k < range->hi[2]; k++)
    for (ria_global j = range->lo[1]; j < range->hi[1]; j++)
      for (ria_global i = range->lo[0]; i < range->hi[0]; i++, n++) {
        const bool here = i == 2 && j == 1 && k == 1;
        a[n] = (double)i + (what == TANGLED && here ? 5 : 0);
        b[n] = (double)j;
        c[n] = what == BACKWARDS ? (double)-k : (double)k;
        if (what == FLAT && k == 2)
          c[n] = 1;
        if (what == NOT_A_NUMBER && here)
          b[n] = NAN;
      }
  return RIA_SUCCESS;
}

static void bad_cells(void **state) {
  (void)state;
  static const char *const said[] = {
      [TANGLED] = "cell (1, 0, 0) of block 'f' has the volume ",
      [FLAT] = "cell (0, 0, 1) of block 'f' has the volume 0 m3; expected one above 0",
      [NOT_A_NUMBER] = "block 'f' has the coordinate y = nan at node (2, 1, 1); expected a finite",
      [BACKWARDS] =
          "block 'f' is left-handed: all its volumes are negative, that of cell (0, 0, 0) "
          "is -1 m3; reverse the order of its nodes along one axis, such as k"};
  for (int f = FINE; f <= BACKWARDS; f++) {
    fault what = (fault)f;
    ria_block_grid grid = {0};
    good(ria_block_grid_add_block(&grid, "f", "f", -1, (ria_global[]){4, 3, 3}, faulty_nodes, NULL,
                                  &what));
    good(ria_block_grid_fill_patches(&grid));
    const ria_status status = ria_block_grid_check(&grid);
    if (f == TANGLED) {
      assert_int_equal(status, RIA_ERROR_CASE);
      assert_non_null(strstr(ria_status_detail(), "of block 'f' has the volume -"));
    } else if (f == FINE)
      good(status);
    else
      expect(status, RIA_ERROR_CASE, said[f]);
    ria_block_grid_destroy(&grid);
  }
}

/* ---- joints ---- */

static void bad_joints(void **state) {
  (void)state;
  ria_block_grid grid = {0};
  const int ab[2] = {0, 1}, plain[RIA_AXES] = {1, 2, 3};
  const ria_side high_low[2] = {RIA_EAST, RIA_WEST};
  add_box(&grid, "a", 0, 0);
  add_box(&grid, "b", 1, 0.01);
  expect(ria_block_grid_join(&grid, ab, high_low, plain, NULL), RIA_ERROR_CASE,
         "the joint of a.i+ and b.i- does not match: node (4, 0, 0) of the one is 0.01 m from node "
         "(0, 0, 0) of the other, and the tolerance is 0.0033");
  expect(ria_block_grid_join(&grid, ab, high_low, NULL, NULL), RIA_ERROR_CASE,
         "the nodes of a.i+ and b.i- do not coincide in any orientation");
  expect(ria_block_grid_join(&grid, ab, high_low, (int[]){1, 1, 3}, NULL), RIA_ERROR_CASE,
         "the joint of a.i+ and b.i- maps the axes to [+1, +1, +3]; expected each of 1, 2, 3 once");
  expect(ria_block_grid_join(&grid, ab, high_low, (int[]){-1, 2, 3}, NULL), RIA_ERROR_CASE,
         "the joint of a.i+ and b.i- maps i, the axis across the face, to -1; expected +1");
  expect(ria_block_grid_join(&grid, ab, high_low, (int[]){1, 3, 2}, NULL), RIA_ERROR_CASE,
         "the joint of a.i+ and b.i- has 3 cells along j of a.i+ and 2 along k of b.i-");
  const double shift[RIA_AXES] = {0, -0.01, 0};
  good(ria_block_grid_join(&grid, ab, high_low, plain, shift));
  expect(
      ria_block_grid_check_halo(&grid, (int[]){5, 1, 1}), RIA_ERROR_ARGUMENT,
      "the halo is 5 nodes wide, but the block behind a.i+ has 4 cells along i; expected at least "
      "5 cells");
  good(ria_block_grid_check_halo(&grid, (int[]){4, 9, 9}));
  expect(ria_block_grid_check_faces(&grid), RIA_ERROR_CASE,
         "cell (0, 0, 0) at a.i- has neither a joint nor a patch");
  good(ria_block_grid_join(&grid, ab, high_low, plain, shift));
  expect(ria_block_grid_check_faces(&grid), RIA_ERROR_CASE,
         "cell (3, 0, 0) at a.i+ is claimed twice: by the joint of a.i+ and b.i-, and by the joint "
         "of a.i+ and b.i-");
  grid.joints = 1;
  good(ria_block_grid_add_patch(&grid, "wall", 1, RIA_WEST, &(ria_range){{0, 1, 0}, {1, 3, 2}},
                                RIA_PATCH_WALL));
  expect(ria_block_grid_fill_patches(&grid), RIA_ERROR_CASE,
         "cell (0, 1, 0) at b.i- is claimed twice: by the joint of a.i+ and b.i-, and by the patch "
         "'wall' on b.i-");
  expect(ria_block_grid_add_patch(&grid, "wall", 1, RIA_WEST, &(ria_range){{0, 0, 0}, {1, 5, 2}},
                                  RIA_PATCH_WALL),
         RIA_ERROR_CASE,
         "the patch 'wall' has nodes 0 to 4 along j of block 'b'; expected two or more of 0 to 3");
  ria_block_grid_destroy(&grid);
}

static void three_faces_at_one_place(void **state) {
  (void)state;
  ria_block_grid grid = {0};
  add_box(&grid, "a", 0, 0);
  add_box(&grid, "b", 1, 0);
  add_box(&grid, "c", 1, 0);
  expect(ria_block_grid_match(&grid, NULL), RIA_ERROR_CASE,
         "the faces a.i+, b.i- and c.i- coincide; expected at most two");
  ria_block_grid_destroy(&grid);
}

/* Coinciding faces with different cells are not joined; the corner of a third one matches. */
static void faces_that_do_not_fit_stay_apart(void **state) {
  (void)state;
  ria_block_grid grid = {0};
  add_box(&grid, "a", 0, 0);
  ria_block_shape fine = unit;
  fine.name = "b";
  fine.x[0] = 1;
  fine.x[1] = 2;
  fine.cells[1] = 4;
  good(ria_block_grid_add(&grid, &fine));
  good(ria_block_grid_match(&grid, NULL));
  assert_int_equal(grid.joints, 0);
  ria_block_grid_destroy(&grid);
}

static void faces_have_names(void **state) {
  (void)state;
  ria_block_grid grid = {0};
  int block;
  ria_side side;
  add_box(&grid, "a.b", 0, 0);
  good(ria_block_grid_read_face(&grid, "a.b.k+", &block, &side));
  assert_int_equal(side, RIA_TOP);
  const char *const bad[] = {"a.b", "a.b.l+", "a.b.k", "a.b.k++", "c.k+", "k+", ""};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    expect(ria_block_grid_read_face(&grid, bad[i], &block, &side), RIA_ERROR_CASE,
           "expected a block's name, one of its axes, and - or +, such as 'a.b.i+'");
  ria_block_grid_destroy(&grid);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bad_shapes),
      cmocka_unit_test(bad_cells),
      cmocka_unit_test(bad_joints),
      cmocka_unit_test(three_faces_at_one_place),
      cmocka_unit_test(faces_that_do_not_fit_stay_apart),
      cmocka_unit_test(faces_have_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
