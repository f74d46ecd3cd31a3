/* Cases with grids of nodes: keys, shapes, joints, and errors. */
#include <stdio.h>
#include <ria/case.h>
#include <ria/schema.h>
#include <ria/solver_keys.h>
#include "block_grid_fixture.h"

/* A solver of grids of nodes, and one of cells. */
static const char *const shared[] = {NULL};
static const ria_solver_keys of_nodes = {.uses = shared, .nodes = true},
                             of_cells = {.uses = shared};

static const ria_solver_keys *declared(const char *solver) {
  return !strcmp(solver, "nodes") ? &of_nodes : !strcmp(solver, "cells") ? &of_cells : NULL;
}

static const char *const solvers[] = {"nodes", "cells", NULL}, *const targets[] = {"cpu", NULL};
static const ria_case_names names = {solvers, targets, declared};

typedef struct {
  ria_case the_case;
  ria_block_grid grid;
  ria_case_errors errors;
  ria_status status;
  char said[1024];
} made;

static void make(made *m, const char *solver, const char *grid) {
  char yaml[4096];
  const ria_case_place *place = NULL;
  snprintf(yaml, sizeof yaml, "solver: %s\ntime: {steps: 8}\ngrid: %s\n", solver, grid);
  *m = (made){0};
  m->status =
      ria_case_read_data("t.yaml", yaml, strlen(yaml), &names, 0, NULL, &m->the_case, &m->errors);
  if (m->status == RIA_SUCCESS && (m->status = ria_case_make_nodes(&m->the_case, &m->grid, &place)))
    snprintf(m->said, sizeof m->said, "%s", ria_status_detail());
  for (int e = 0; e < m->errors.count; e++)
    snprintf(m->said + strlen(m->said), sizeof m->said - strlen(m->said), "%s\n",
             m->errors.error[e].text);
}

static void release(made *m) {
  ria_block_grid_destroy(&m->grid);
  ria_case_destroy(&m->the_case);
  ria_case_errors_destroy(&m->errors);
}

#define SECTOR "shape: sector, cells: [8, 6, 4], x: [0 m, 0.1 m], r: [0.4 m, 0.5 m]"
#define PASSAGE                                                                                    \
  "shape: blade-passage, cells: [8, 8, 2], x: [-90 mm, 0.12 m], r: [0.45 m, 0.55 m], blades: 36, " \
  "chord: 0.1 m, stagger: 30 deg, camber: 30 deg, thickness: 0.1"

static const struct {
  const char *grid;
  int blocks, joints, patches;
} right[] = {
    {"{blocks: {a: {shape: box, cells: [4, 3, 2], x: [0 m, 1 m], y: [0 m, 1 m], z: [0 m, 1 m], "
     "stretch: [4, 1, 1], wavy: 0.3}}}",
     1, 0, 6},
    {"{blocks: {a: {shape: box, cells: [4, 3, 2], x: [0 m, 1 m], y: [0 m, 1 m], z: [0 m, 1 m]}, "
     "b: {cells: [4, 3, 2], extent: [1 m, 0 m, 0 m, 2 m, 1 m, 1 m]}}, joints: auto}",
     2, 1, 10},
    {"{blocks: {a: {" SECTOR ", theta: [0 deg, 10 deg], blades: 36}}}", 1, 1, 4},
    {"{blocks: {a: {" SECTOR ", theta: [0 deg, 10 deg]}}, joints: [{faces: [a.k-, a.k+], turn: 10 "
     "deg}]}",
     1, 1, 4},
    {"{blocks: {a: {" SECTOR ", theta: [0 deg, 10 deg]}}, joints: [{faces: [a.k-, a.k+], map: [+1, "
     "+2, +3], turn: -10 deg}]}",
     1, 1, 4},
    {"{blocks: {a: {shape: box, cells: [4, 3, 2], x: [0 m, 1 m], y: [0 m, 1 m], z: [0 m, 1 m]}}, "
     "joints: [{faces: [a.i-, a.i+], shift: [1 m, 0 m, 0 m]}, {faces: [a.k-, a.k+], shift: [0 m, 0 "
     "m, 1 m]}]}",
     1, 2, 2},
    {"{blocks: {a: {shape: ring, cells: [16, 8, 1], r: [1 m, 1.384 m], theta: [0 deg, 90 deg], z: "
     "[0 m, 0.1 m]}}}",
     1, 0, 6},
    {"{blocks: {a: {shape: bump, cells: [24, 8, 1], x: [-1.5 m, 1.5 m], height: 0.8 m, bump: "
     "0.0625 m, z: [0 m, 0.1 m], cut: [3, 1, 1]}}}",
     3, 2, 14},
    {"{blocks: {a: {shape: wedge, cells: [16, 8, 1], height: 1 m, z: [0 m, 0.1 m]}}}", 1, 0, 6},
    {"{blocks: {a: {shape: radial-sector, cells: [8, 4, 2], x: [0 m, 0.1 m], r: [1 m, 2 m], theta: "
     "[0 deg, 20 deg], blades: 18, row: wheel}}}",
     1, 1, 4},
    {"{blocks: {rotor: {" PASSAGE "}}}", 6, 15, 16},
    {"{blocks: {rotor: {" PASSAGE ", copies: 3, cut: [1, 1, 2]}}}", 36, 108, 60},
};

static void grids_of_cases(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
    made m;
    make(&m, "nodes", right[i].grid);
    if (m.status != RIA_SUCCESS)
      fail_msg("%s: %s", right[i].grid, m.said);
    good(ria_block_grid_check(&m.grid));
    assert_int_equal(m.grid.blocks, right[i].blocks);
    assert_int_equal(m.grid.joints, right[i].joints);
    assert_int_equal(m.grid.patches, right[i].patches);
    release(&m);
  }
}

static const struct {
  const char *grid, *said;
} wrong[] = {
    {"{blocks: {a: {" SECTOR
     ", theta: [0 deg, 10 deg]}}}\ngauges: {points: {p: [0.1 m, 0.4 m, 0.1 m]}}",
     "a grid of nodes has no gauges"},
    {"{blocks: {a: {cells: [8, 6, 4]}}}",
     "grid.blocks.0.extent: this is missing; expected corners [x0, y0, x1, y1] such as '[0 m, 0 m, "
     "0 m, 1 m, 1 m, 0.5 m]' (or 'shape')"},
    {"{blocks: {a: {shape: sectr, cells: [8, 6, 4]}}}", "did you mean 'sector'?"},
    {"{blocks: {a: {" SECTOR "}}}", "grid.blocks.0.theta: this is missing; expected a list of 2, "
                                    "each an angle such as '[0 deg, 10 deg]'"},
    {"{blocks: {a: {" SECTOR ", theta: [0 deg]}}}",
     "expected a list of 2, each an angle such as '[0 deg, 10 deg]', got a list of 1"},
    {"{blocks: {a: {" SECTOR ", theta: [0 deg, 10 m]}}}", "grid.blocks.0.theta: "},
    {"{blocks: {a: {" SECTOR ", theta: [0 deg, 10 deg], y: [0 m, 1 m]}}}",
     "this has a meaning only where 'shape' is box, but it is 'sector'"},
    {"{blocks: {a: {cells: [8, 6, 4], extent: [0 m, 0 m, 0 m, 1 m, 1 m, 1 m], wavy: 1}}}",
     "grid.blocks.0.wavy: this has a meaning only where 'shape' is box, but there is no 'shape'"},
    {"{blocks: {a: {" SECTOR ", theta: [0 deg, 10 deg], extent: [0 m, 0 m, 0 m, 1 m, 1 m, 1 m]}}}",
     "this and 'extent' exclude each other; keep one of the two"},
    {"{blocks: {a: {" SECTOR ", theta: [0 deg, 10 deg], axes: [+x, +y, +z]}}}",
     "grid.blocks: block 'a' has axes, but those of blocks of nodes follow from their shape"},
    {"{blocks: {a: {shape: sector, cells: [8, 6], x: [0 m, 0.1 m], r: [0.4 m, 0.5 m], theta: [0 "
     "deg, 10 deg]}}}",
     "grid.blocks: block 'a' is one of nodes, and has three axes; expected three numbers of cells"},
    {"{blocks: {a: {" SECTOR ", theta: [10 deg, 0 deg]}}}",
     "grid.blocks: theta of 'a' runs from 10 to 0; expected two numbers"},
    {"{blocks: {a: {" SECTOR ", theta: [0 deg, 10 deg]}}, joints: [{faces: [a.k-, a.k+], turn: 11 "
     "deg}]}",
     "grid.joints: the nodes of a.k- and a.k+ do not coincide in any orientation; expected faces "
     "that lie on one another after the turn or shift"},
    {"{blocks: {a: {" SECTOR ", theta: [0 deg, 10 deg]}}, joints: [{faces: [a.k-, a.k+]}]}",
     "or a turn or shift by which they repeat"},
    {"{blocks: {a: {" SECTOR ", theta: [0 deg, 10 deg]}}, joints: [{faces: [a.k-, a.k+], shift: [0 "
     "m, 1 m, 0 m]}]}",
     "grid.joints: the blocks have the coordinates x, r, theta; expected 'turn' instead of "
     "'shift'"},
    {"{blocks: {a: {" SECTOR ", theta: [0 deg, 10 deg]}}, joints: [{faces: [a.k-, b.k+]}]}",
     "grid.joints: there is no face 'b.k+'; expected a block's name, one of its axes"},
    {"{blocks: {a: {" SECTOR ", theta: [0 deg, 10 deg], blades: 36}}, joints: [{faces: [a.k-, "
     "a.k+], turn: 10 deg}, {faces: [a.k-, a.k+], turn: 10 deg}]}",
     "at a.k- is claimed twice: by the joint of a.k- and a.k+, and by the joint of a.k- and a.k+"},
    {"{blocks: {a: {" SECTOR ", theta: [0 deg, 10 deg]}}, joints: always}",
     "grid.joints: expected a list, or auto, got 'always'"},
    {"{file: nowhere.cgns}", "nowhere.cgns"},
    {"{turn: 10 deg, blocks: {a: {" SECTOR ", theta: [0 deg, 10 deg]}}}",
     "grid.turn: this is of a file; expected 'file' beside it"},
    {"{resolution: 1 m, blocks: {a: {" SECTOR ", theta: [0 deg, 10 deg]}}}",
     "grid.resolution: the grid is made of blocks"},
    {"{blocks: {rotor: {" PASSAGE ", copies: 0}}}", "grid.blocks.0.copies: 0 is too small"},
};

static void wrong_grids_are_reported(void **state) {
  (void)state;
  int missing = 0;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    made m;
    make(&m, "nodes", wrong[i].grid);
    if (m.status == RIA_SUCCESS || !strstr(m.said, wrong[i].said)) {
      missing++;
      print_error("%s\n  expected: %s\n  got: %s\n", wrong[i].grid, wrong[i].said, m.said);
    }
    release(&m);
  }
  assert_int_equal(missing, 0);
}

/* A PLOT3D file of a sector of 20 degrees, cut in two, in x, y, z. */
static void write_sectors(const char *path) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fprintf(file, "2\n3 2 3 3 2 3\n");
  for (int b = 0; b < 2; b++)
    for (int axis = 0; axis < 3; axis++)
      for (int n = 0; n < 18; n++) {
        const double r = 1 + n / 3 % 2, theta = (10 * b + n / 6 * 5) * M_PI / 180;
        fprintf(file, "%.17g\n", axis == 0 ? n % 3 : axis == 1 ? r * cos(theta) : r * sin(theta));
      }
  fclose(file);
}

static void grids_from_files(void **state) {
  (void)state;
  char *folder = test_folder_create(), path[4096], grid[4200];
  made m;
  snprintf(path, sizeof path, "%s/sectors.xyz", folder);
  write_sectors(path);
  for (int turns = 0; turns < 2; turns++) {
    snprintf(grid, sizeof grid, "{file: %s%s}", path, turns ? ", turn: 20 deg" : "");
    make(&m, "nodes", grid);
    if (m.status != RIA_SUCCESS)
      fail_msg("%s: %s", grid, m.said);
    good(ria_block_grid_check(&m.grid));
    assert_int_equal(m.grid.system, turns ? RIA_NODES_CYLINDRICAL : RIA_NODES_CARTESIAN);
    assert_int_equal(m.grid.joints, 1 + turns);
    if (turns) { /* from CGNS, joints come from the file */
      snprintf(path, sizeof path, "%s/sectors.cgns", folder);
      good(ria_block_grid_write_cgns(&m.grid, path));
    }
    release(&m);
  }
  const char *const joints[] = {"", ", joints: auto",
                                ", joints: [{faces: [block1.k+, block2.k-]}]"};
  for (int n = 0; n < 3; n++) {
    snprintf(grid, sizeof grid, "{file: %s%s}", path, joints[n]);
    make(&m, "nodes", grid);
    if (n == 2) { /* which the file has already */
      assert_int_equal(m.status, RIA_ERROR_CASE);
      assert_non_null(strstr(m.said, "is claimed twice: by the joint of block1.k+ and block2.k-"));
    } else {
      if (m.status != RIA_SUCCESS)
        fail_msg("%s: %s", grid, m.said);
      assert_int_equal(m.grid.joints, 2);
    }
    release(&m);
  }
  make(&m, "cells", grid);
  assert_non_null(strstr(m.said, "grid.file: this is a grid of nodes"));
  release(&m);
  test_folder_remove(folder);
}

static void solvers_of_cells_refuse(void **state) {
  (void)state;
  made m;
  make(&m, "cells", right[2].grid);
  assert_int_equal(m.status, RIA_ERROR_CASE);
  assert_non_null(strstr(m.said, "grid.blocks: this is a grid of nodes, and the solver computes "
                                 "cells; expected blocks that are boxes"));
  release(&m);
  make(&m, "cells",
       "{blocks: {a: {cells: [4, 3, 2], extent: [0 m, 0 m, 0 m, 1 m, 1 m, 1 m]}}, joints: [{faces: "
       "[a.i-, a.i+], turn: 3 deg}]}");
  assert_non_null(strstr(m.said, "grid.joints: a turn or shift is of blocks of nodes"));
  release(&m);
}

static void the_schema_knows_the_shapes(void **state) {
  (void)state;
  const ria_key *grid = ria_schema_find(ria_case_keys, "grid");
  const ria_key *shape = ria_schema_find(ria_schema_find(grid->keys, "blocks")->keys, "shape");
  for (int i = 0; ria_block_shapes[i].name || shape->choices[i]; i++)
    assert_string_equal(ria_block_shapes[i].name, shape->choices[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(grids_of_cases),
      cmocka_unit_test(wrong_grids_are_reported),
      cmocka_unit_test(grids_from_files),
      cmocka_unit_test(solvers_of_cells_refuse),
      cmocka_unit_test(the_schema_knows_the_shapes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
