/* Grids of a box and of blocks: valid ones, and the errors of invalid ones. */
#include <stdio.h>
#include <string.h>
#include <ria/solver.h>
#include "tests.h"

typedef struct {
  ria_case the_case;
  ria_terrain terrain;
  ria_case_errors errors;
  ria_status status;
} made;

/* The first words of a case; its grid follows. */
static const char head[] = "solver: heat\n"
                           "time: {steps: 8}\n"
                           "heat: {diffusivity: 1 m2/s}\n";

static void make(made *m, const char *solver, const char *grid) {
  char yaml[2048];
  snprintf(yaml, sizeof yaml, "%s%s\n", strcmp(solver, "heat") ? "time: {steps: 8}\n" : head, grid);
  *m = (made){0};
  m->status = ria_case_read_data("t.yaml", yaml, strlen(yaml), &ria_known_names, 0, NULL,
                                 &m->the_case, &m->errors);
  if (m->status == RIA_SUCCESS)
    m->status = ria_terrain_examine(&m->the_case, &m->terrain, &m->errors);
}

static void release(made *m) {
  ria_terrain_destroy(&m->terrain);
  ria_case_destroy(&m->the_case);
  ria_case_errors_destroy(&m->errors);
}

#define A "a: {cells: [8, 6, 4], extent: [0 m, 0 m, 0 m, 8 m, 6 m, 4 m]}"
#define B "b: {cells: [8, 6, 4], extent: [8 m, 0 m, 0 m, 16 m, 6 m, 4 m]}"

/* Invalid grids and their messages; each error names the block or face. */
static const struct {
  const char *grid, *said;
} wrong[] = {
    {"grid: {cells: [8, 6, 4], extent: [0 m, 0 m, 8 m, 6 m]}",
     "grid.extent: a box needs six numbers; expected '[x0, y0, z0, x1, y1, z1]'"},
    {"grid: {cells: [8, 6], extent: [0 m, 0 m, 0 m, 8 m, 6 m, 4 m]}",
     "grid.cells: the extent is a box's; expected three numbers"},
    {"grid: {cells: [8, 6, 4], extent: [0 m, 0 m, 4 m, 8 m, 6 m, 4 m]}",
     "z0 is not smaller than z1; expected [x0, y0, z0, x1, y1, z1]"},
    {"grid: {cells: [8, 6, 0], extent: [0 m, 0 m, 0 m, 8 m, 6 m, 4 m]}",
     "expected two whole numbers above 0"},
    {"grid: {cells: [8, 6], extent: [0 m, 0 m, 8 m, 6 m], periodic: z}",
     "grid.periodic: a plane has no axis z"},
    {"grid: {cells: [8, 6, 4], extent: [0 m, 0 m, 0 m, 8 m, 6 m, 4 m], joints: [{faces: [a.i-, "
     "a.i+]}]}",
     "grid.joints: there are no blocks to join"},
    {"grid: {blocks: {" A "}, cells: [8, 6, 4]}",
     "grid.cells: the grid is made of blocks, which have their own cells and extents"},
    {"grid: {blocks: [{name: a, cells: [8, 6, 4], extent: [0 m, 0 m, 0 m, 8 m, 6 m, 4 m]}, {name: "
     "a, cells: [8, 6, 4], extent: [8 m, 0 m, 0 m, 16 m, 6 m, 4 m]}]}",
     "'a' is the name of item 0 as well"},
    {"grid: {blocks: {" A ", b: {cells: [8, 6], extent: [8 m, 0 m, 16 m, 6 m]}}}",
     "block 'b' is given in other dimensions than the first block"},
    {"grid: {blocks: {" A ", b: {cells: [8, 6, 4], extent: [8 m, 0 m, 0 m, 16 m, 6 m, 4 m], axes: "
     "[+x, +x, +z]}}}",
     "the axes of block 'b' are not x, y and z, each once, with a sign; expected a list such as"},
    {"grid: {blocks: {" A ", b: {cells: [8, 6, 4], extent: [7 m, 0 m, 0 m, 15 m, 6 m, 4 m]}}}",
     "the blocks 'a' and 'b' overlap; expected extents that share no more than a face"},
    {"grid: {blocks: {" A ", b: {cells: [8, 5, 4], extent: [8 m, 0 m, 0 m, 16 m, 6 m, 4 m]}}}",
     "a.i+ and b.i- lie on one another, but their cells do not"},
    {"grid: {blocks: {" A ", b: {cells: [8, 6, 4], extent: [8 m, 0.5 m, 0 m, 16 m, 6.5 m, 4 m]}}}",
     "a.i+ and b.i- lie on one another, but their cells do not"},
    {"grid: {blocks: {" A ", " B "}, joints: [{faces: [a.i+]}]}",
     "grid.joints: 1 faces; expected two, such as [a.i+, b.j-]"},
    {"grid: {blocks: {" A ", " B "}, joints: [{faces: [a.i+, c.i-]}]}",
     "grid.joints: there is no face 'c.i-'; expected a block's name, one of its axes"},
    {"grid: {blocks: {" A ", " B "}, joints: [{faces: [a.i+, b.i-], map: [+1, +1, +3]}]}",
     "the link of a.i+ and b.i- maps the axes to [+1, +1, +3]; expected each axis once"},
    {"grid: {blocks: {" A ", " B "}, joints: [{faces: [a.i+, b.i-], map: [-1, +2, +3]}]}",
     "the link of a.i+ and b.i- maps the axis across a.i+ to -1; expected +1"},
    {"grid: {blocks: {" A ", " B "}, joints: [{faces: [a.i+, b.i-], map: [+1, +3, +2]}]}",
     "the link of a.i+ and b.i- has 6 cells along j of the one and 4 along k of the other"},
    {"grid: {blocks: {" A ", " B "}, joints: [{faces: [a.i+, b.i-]}, {faces: [b.i-, a.i-], map: "
     "[-1, +2, +3]}]}",
     "links 0 and 1 both join the same cells of b.i-"},
    {"grid: {cells: [8, 6, 4], extent: [0 m, 0 m, 0 m, 8 m, 6 m, 4 m]}\n"
     "gauges: {every: 1 s, points: {p: [1 m, 1 m]}}",
     "the grid has 3 axes, and this place 2; expected [x, y, z]"},
    {"grid: {cells: [8, 6], extent: [0 m, 0 m, 8 m, 6 m]}\n"
     "gauges: {every: 1 s, points: {p: [1 m, 1 m, 0 m]}}",
     "the grid has 2 axes, and this place 3; expected [x, y]"},
    {"grid: {cells: [8, 6, 4], extent: [0 m, 0 m, 0 m, 8 m, 6 m, 4 m]}\n"
     "gauges: {every: 1 s, points: {p: [1 m, 1 m, 5 m]}}",
     "the gauge 'p' at (1, 1, 5) lies outside the grid"},
};

static void a_wrong_grid_is_reported(void **state) {
  (void)state;
  int missing = 0;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    made m;
    make(&m, "heat", wrong[i].grid);
    bool said = false;
    for (int e = 0; e < m.errors.count; e++)
      said |= strstr(m.errors.error[e].text, wrong[i].said) != NULL;
    if (m.status == RIA_SUCCESS || !said) {
      missing++;
      print_error("%s\n  expected: %s\n  got: %s\n", wrong[i].grid, wrong[i].said,
                  m.errors.count ? m.errors.error[0].text : ria_status_text(m.status));
    }
    release(&m);
  }
  assert_int_equal(missing, 0);
}

static void a_box_is_a_block(void **state) {
  (void)state;
  made m;
  make(&m, "heat",
       "grid: {cells: [8, 6, 4], extent: [0 m, 1 m, 2 m, 8 m, 4 m, 4 m], periodic: yz}");
  assert_int_equal(m.status, RIA_SUCCESS);
  const ria_mesh *mesh = &m.terrain.mesh;
  assert_true(mesh->ndim == 3 && mesh->blocks == 1 && mesh->links == 2 && !m.terrain.depth);
  assert_true(mesh->block->cells[2] == 4 && mesh->block->origin[2] == 2);
  assert_true(mesh->block->spacing[1] == 0.5 && mesh->block->spacing[2] == 0.5);
  release(&m);
}

/* Coinciding parts of faces are joined. */
static void blocks_are_joined_where_they_meet(void **state) {
  (void)state;
  made m, corner;
  make(&m, "heat",
       "grid: {blocks: {" A ", high: {cells: [4, 6, 2], extent: [8 m, 0 m, 2 m, 12 m, 6 m, 4 m]}, "
       "turned: {cells: [6, 8, 5], extent: [0 m, 0 m, -5 m, 8 m, 6 m, 0 m], axes: [+y, -x, -z]}}}");
  assert_int_equal(m.status, RIA_SUCCESS);
  const ria_mesh *mesh = &m.terrain.mesh;
  assert_int_equal(mesh->links, 2);
  const ria_link *side = &mesh->link[0], *below = &mesh->link[1];
  assert_true(side->block[0] == 0 && side->block[1] == 1);
  assert_true(side->side[0] == RIA_EAST && side->side[1] == RIA_WEST);
  assert_true(side->range[0].lo[2] == 2 && side->range[0].hi[2] == 4);
  assert_true(side->range[1].lo[2] == 0 && side->range[1].hi[2] == 2);
  assert_int_equal(ria_mesh_check_flush(mesh), RIA_ERROR_UNSUPPORTED);
  assert_non_null(strstr(ria_status_detail(), "only a part of the face a.i+ is joined"));
  make(&corner, "heat",
       "grid: {blocks: {a: {cells: [4, 4], extent: [0 m, 0 m, 4 m, 4 m]}, b: {cells: [4, 4], "
       "extent: "
       "[4 m, 0 m, 8 m, 4 m], axes: [+y, -x]}, c: {cells: [4, 4], extent: [0 m, 4 m, 4 m, 8 m]}}}");
  assert_int_equal(corner.status, RIA_SUCCESS);
  assert_int_equal(ria_mesh_check_flush(&corner.terrain.mesh), RIA_ERROR_UNSUPPORTED);
  assert_non_null(
      strstr(ria_status_detail(), "has a reentrant corner where the faces a.j+ and b.i+ meet"));
  release(&corner);
  /* The turned block's k runs down, so its low face is the one below block a. */
  assert_true(below->block[0] == 2 && below->block[1] == 0);
  assert_true(below->side[0] == RIA_BOTTOM && below->side[1] == RIA_BOTTOM);
  assert_true(below->map[0] == 2 && below->map[1] == -1 && below->map[2] == -3);
  release(&m);
}

static void joints_replace_the_search(void **state) {
  (void)state;
  made m;
  make(&m, "heat", "grid: {blocks: {" A ", " B "}, joints: [{faces: [b.i+, a.i-]}]}");
  assert_int_equal(m.status, RIA_SUCCESS);
  assert_int_equal(m.terrain.mesh.links, 1);
  assert_int_equal(m.terrain.mesh.link->block[0], 1);
  release(&m);
}

static void a_solver_of_a_plane_refuses(void **state) {
  (void)state;
  static const char *const grids[][2] = {{"grid: {cells: [8, 6, 4], extent: [0 m, 0 m, 0 m, 8 m, 6 "
                                          "m, 4 m]}\nbathymetry: {shape: {kind: "
                                          "flat, elevation: -1 m}}",
                                          "and the grid is a box"},
                                         {"grid: {blocks: {" A ", " B
                                          "}}\nbathymetry: {shape: {kind: flat, elevation: -1 m}}",
                                          "solves in one block, and the grid is made of blocks"}};
  for (int i = 0; i < 2; i++) {
    made m;
    void *instance = NULL;
    ria_model model;
    make(&m, "estuary", grids[i][0]);
    if (m.status == RIA_SUCCESS) {
      const ria_solver *solver = ria_solver_find("estuary");
      assert_int_equal(ria_solver_create(solver, &m.the_case, &m.terrain, &instance, &model),
                       RIA_ERROR_CASE);
      assert_non_null(strstr(ria_status_detail(), grids[i][1]));
      solver->destroy(instance);
    } else {
      fail_msg("%s", m.errors.count ? m.errors.error[0].text : ria_status_detail());
    }
    release(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_wrong_grid_is_reported), cmocka_unit_test(a_box_is_a_block),
      cmocka_unit_test(blocks_are_joined_where_they_meet),
      cmocka_unit_test(joints_replace_the_search), cmocka_unit_test(a_solver_of_a_plane_refuses)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
