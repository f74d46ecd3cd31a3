/* Neighbours beyond blocks of nodes: ghosts, copies of nodes, and singular edges. */
#include "block_grid_fixture.h"

static void place_of(const ria_block_grid *grid, int block, const ria_global at[RIA_AXES],
                     double x[RIA_AXES]) {
  ria_range one;
  for (int a = 0; a < RIA_AXES; a++) {
    one.lo[a] = at[a];
    one.hi[a] = at[a] + 1;
  }
  good(ria_block_grid_nodes(grid, block, one, &x[0], &x[1], &x[2]));
}

static void centre_of(const ria_block_grid *grid, int block, const ria_global at[RIA_AXES],
                      double x[RIA_AXES]) {
  x[0] = x[1] = x[2] = 0;
  for (int c = 0; c < 8; c++) {
    double corner[RIA_AXES];
    place_of(grid, block, (ria_global[]){at[0] + (c & 1), at[1] + (c >> 1 & 1), at[2] + (c >> 2)},
             corner);
    for (int a = 0; a < RIA_AXES; a++)
      x[a] += corner[a] / 8;
  }
}

enum { SIZE = 5 /* cells of the box along each axis */, HALO = 3 };

/* Where cell (half = 0.5) or node (half = 0) `at` of a turned block lies in the box. */
static bool expected(const turned *t, const ria_global at[RIA_AXES], double half,
                     double x[RIA_AXES]) {
  bool inside = true;
  for (int s = 0; s < RIA_AXES; s++) {
    const int axis = abs(t->along[s]) - 1;
    const double along = (double)at[s] + half;
    x[axis] = (double)t->lo[axis] + (t->along[s] > 0 ? along : (double)t->cells[axis] - along);
    inside &= x[axis] >= 0 && x[axis] <= SIZE;
  }
  return inside;
}

static void make_eight(ria_block_grid *grid, turned *t) {
  for (int b = 0; b < 8; b++) {
    ria_global lo[RIA_AXES], size[RIA_AXES];
    for (int a = 0; a < RIA_AXES; a++) {
      lo[a] = b >> a & 1 ? 3 : 0;
      size[a] = b >> a & 1 ? 2 : 3;
    }
    t[b] = *add_turned(grid, (char[]){(char)('a' + b), 0}, lo, size, (11 * b + 3) % 48);
  }
  good(ria_block_grid_match(grid, NULL));
}

/* Every ghost cell and node of every block, beyond faces, edges and corners, is the one at that
 * place, although the halo is wider than some blocks. */
static void ghosts_of_turned_blocks(void **state) {
  (void)state;
  ria_block_grid grid = {0};
  turned t[8];
  ria_block_walk *walk;
  make_eight(&grid, t);
  good(ria_block_walk_create(&grid, &walk));
  for (int b = 0; b < 8; b++)
    for (ria_global k = -HALO; k <= grid.block[b].cells[2] + HALO; k++)
      for (ria_global j = -HALO; j <= grid.block[b].cells[1] + HALO; j++)
        for (ria_global i = -HALO; i <= grid.block[b].cells[0] + HALO; i++)
          for (int node = 0; node < 2; node++) {
            const ria_global at[RIA_AXES] = {i, j, k};
            double wanted[RIA_AXES], found[RIA_AXES];
            ria_node_place place;
            const bool inside = expected(&t[b], at, node ? 0 : 0.5, wanted);
            const ria_place_kind kind = node ? ria_block_walk_node(walk, b, at, &place)
                                             : ria_block_walk_cell(walk, b, at, &place);
            assert_int_equal(kind, inside ? RIA_PLACE_FOUND : RIA_PLACE_OUTSIDE);
            if (!inside)
              continue;
            const turned *o = &t[place.block];
            assert_true(expected(o, place.at, node ? 0 : 0.5, found));
            for (int a = 0; a < RIA_AXES; a++) {
              near(found[a], wanted[a], 0);
              const int here = t[b].along[a], there = o->along[abs(place.map[a]) - 1];
              assert_int_equal(abs(here), abs(there));
              assert_int_equal(place.map[a] < 0, (here < 0) != (there < 0));
            }
          }
  /* The middle has eight copies, the owner first. */
  ria_node_place copy[16];
  ria_global middle[RIA_AXES];
  for (int a = 0; a < RIA_AXES; a++)
    middle[a] =
        (t[5].along[a] > 0) == (t[5].lo[abs(t[5].along[a]) - 1] == 0) ? grid.block[5].cells[a] : 0;
  assert_int_equal(ria_block_walk_copies(walk, 5, middle, 16, copy), 8);
  for (int n = 0; n < 8; n++)
    assert_int_equal(copy[n].block, n);
  ria_block_stars stars;
  good(ria_block_walk_stars(walk, &stars));
  assert_int_equal(stars.edges, 0);
  ria_block_stars_destroy(&stars);
  ria_block_walk_destroy(walk);
  ria_block_grid_destroy(&grid);
}

/* A periodic box one cell wide: every ghost is found, any number of periods away. */
static void ghosts_of_a_narrow_box(void **state) {
  (void)state;
  const double shift[3][RIA_AXES] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const ria_block_match match = {.offsets = 3, .offset = shift};
  ria_block_grid grid = {0};
  ria_block_walk *walk;
  good(ria_block_grid_add(
      &grid,
      &(ria_block_shape){
          .kind = "box", .name = "a", .x = {0, 1}, .y = {0, 1}, .z = {0, 1}, .cells = {1, 2, 3}}));
  good(ria_block_grid_match(&grid, &match));
  assert_int_equal(grid.joints, 3);
  good(ria_block_walk_create(&grid, &walk));
  for (ria_global k = -4; k < 8; k++)
    for (ria_global j = -4; j < 8; j++)
      for (ria_global i = -4; i < 8; i++) {
        const ria_global at[RIA_AXES] = {i, j, k};
        ria_node_place place;
        assert_int_equal(ria_block_walk_node(walk, 0, at, &place), RIA_PLACE_FOUND);
        double x[RIA_AXES];
        place_of(&grid, 0, place.at, x);
        for (int a = 0; a < RIA_AXES; a++)
          near(x[a] + place.offset[a], (double)at[a] / (double)grid.block[0].cells[a], 1e-14);
      }
  ria_block_stars stars;
  good(ria_block_walk_stars(walk, &stars));
  assert_int_equal(stars.edges, 0);
  ria_block_stars_destroy(&stars);
  ria_block_walk_destroy(walk);
  ria_block_grid_destroy(&grid);
}

/* ---- a disc of a square and four blocks around it: edges of three ---- */

static void edges_of_three(void **state) {
  (void)state;
  ria_block_grid grid = {0};
  ria_block_walk *walk;
  ria_block_stars stars;
  add_disc(&grid, 2);
  good(ria_block_grid_match(&grid, NULL));
  good(ria_block_grid_fill_patches(&grid));
  good(ria_block_grid_check(&grid));
  assert_int_equal(grid.joints, 8);
  good(ria_block_walk_create(&grid, &walk));
  good(ria_block_walk_stars(walk, &stars));
  assert_int_equal(stars.edges, 4);
  assert_int_equal(stars.stars, 12);
  for (int e = 0; e < 4; e++) {
    assert_int_equal(stars.edge[e].cells, 3);
    assert_false(stars.edge[e].open);
    assert_int_equal(stars.edge[e].nodes.hi[2] - stars.edge[e].nodes.lo[2], 3);
  }
  for (int64_t n = 0; n < stars.stars; n++) {
    const ria_block_star *star = &stars.star[n];
    const ria_node_place *cell = &stars.cell[star->first_cell],
                         *own = &stars.copy[star->first_copy];
    assert_int_equal(star->copies, 3);
    assert_int_equal(star->cells, own->at[2] == 1 ? 6 : 3);
    double x[RIA_AXES], y[RIA_AXES];
    place_of(&grid, own->block, own->at, x);
    for (int c = 0; c < star->cells; c++) {
      assert_true(!c || cell[c - 1].block < cell[c].block ||
                  (cell[c - 1].block == cell[c].block && cell[c - 1].at[2] < cell[c].at[2]));
      centre_of(&grid, cell[c].block, cell[c].at, y);
      assert_true(fabs(x[0] - y[0]) < 0.3 && fabs(x[1] - y[1]) < 0.3);
    }
  }
  /* The corner of the square: its ghost there is one of two cells. */
  ria_node_place place;
  assert_int_equal(ria_block_walk_cell(walk, 4, (ria_global[]){-1, -1, 0}, &place),
                   RIA_PLACE_SINGULAR);
  assert_int_equal(ria_block_walk_node(walk, 4, (ria_global[]){-1, -1, 0}, &place),
                   RIA_PLACE_SINGULAR);
  assert_int_equal(ria_block_walk_cell(walk, 4, (ria_global[]){-1, 0, 0}, &place), RIA_PLACE_FOUND);
  assert_int_equal(ria_block_walk_node(walk, 4, (ria_global[]){-1, 0, 0}, &place), RIA_PLACE_FOUND);
  ria_block_stars_destroy(&stars);
  ria_block_walk_destroy(walk);
  ria_block_grid_destroy(&grid);
}

/* Around the end of a wall between two halves of a box there are four cells, but no ring of them.
 */
static void the_end_of_a_wall(void **state) {
  (void)state;
  ria_block_grid grid = {0};
  ria_block_walk *walk;
  ria_block_stars stars;
  add_turned(&grid, "a", (ria_global[]){0, 0, 0}, (ria_global[]){4, 2, 3}, 0);
  add_turned(&grid, "b", (ria_global[]){0, 2, 0}, (ria_global[]){4, 2, 3}, 0);
  good(ria_block_grid_add_patch(&grid, "plate", 0, RIA_NORTH, &(ria_range){{0, 2, 0}, {3, 3, 4}},
                                RIA_PATCH_WALL));
  good(ria_block_grid_add_patch(&grid, "plate", 1, RIA_SOUTH, &(ria_range){{0, 0, 0}, {3, 1, 4}},
                                RIA_PATCH_WALL));
  good(ria_block_grid_match(&grid, NULL));
  good(ria_block_grid_fill_patches(&grid));
  good(ria_block_grid_check(&grid));
  assert_int_equal(grid.joints, 1);
  good(ria_block_walk_create(&grid, &walk));
  good(ria_block_walk_stars(walk, &stars));
  assert_int_equal(stars.edges, 1);
  assert_true(stars.edge[0].open);
  assert_int_equal(stars.edge[0].cells, 4);
  assert_int_equal(stars.edge[0].axis, 2);
  assert_int_equal(stars.stars, 4);
  ria_block_stars_destroy(&stars);
  ria_block_walk_destroy(walk);
  ria_block_grid_destroy(&grid);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ghosts_of_turned_blocks),
      cmocka_unit_test(ghosts_of_a_narrow_box),
      cmocka_unit_test(edges_of_three),
      cmocka_unit_test(the_end_of_a_wall),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
