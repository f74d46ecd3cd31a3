/* CGNS files: written and read back, from other programs, and damaged. */
#include <cgnslib.h>
#include <hdf5.h>
#include <stdio.h>
#include <unistd.h>
#include "block_grid_fixture.h"

typedef struct {
  char *folder;
  char path[4096];
} fixture;

static int set_up(void **state) {
  fixture *f = calloc(1, sizeof *f);
  *state = f;
  f->folder = test_folder_create();
  snprintf(f->path, sizeof f->path, "%s/grid.cgns", f->folder);
  return 0;
}

static void same_nodes(const ria_block_grid *a, const ria_block_grid *b, double most) {
  assert_int_equal(a->system, b->system);
  assert_int_equal(a->blocks, b->blocks);
  for (int n = 0; n < a->blocks; n++) {
    const int m = ria_block_grid_find_block(b, a->block[n].name);
    assert_int_equal(n, m);
    assert_memory_equal(a->block[n].cells, b->block[n].cells, sizeof a->block[n].cells);
    ria_range range = ria_block_grid_all_nodes(a, n);
    for (int part = 0; part < 2; part++) {
      const size_t nodes = (size_t)ria_range_nodes(&range);
      double *x = malloc(6 * nodes * sizeof *x);
      good(ria_block_grid_nodes(a, n, range, x, x + nodes, x + 2 * nodes));
      good(ria_block_grid_nodes(b, n, range, x + 3 * nodes, x + 4 * nodes, x + 5 * nodes));
      for (size_t i = 0; i < 3 * nodes; i++)
        near(x[3 * nodes + i], x[i], most);
      free(x);
      for (int axis = 0; axis < RIA_AXES; axis++) { /* then a part */
        range.lo[axis] = range.hi[axis] / 2 - (range.hi[axis] > 2);
        range.hi[axis] = range.hi[axis] / 2 + 1;
      }
    }
  }
}

static void same_faces(const ria_block_grid *a, const ria_block_grid *b) {
  assert_int_equal(a->joints, b->joints);
  for (int j = 0; j < a->joints; j++) {
    const ria_node_joint *x = &a->joint[j], *y = &b->joint[j];
    assert_memory_equal(x->block, y->block, sizeof x->block);
    assert_memory_equal(x->side, y->side, sizeof x->side);
    assert_memory_equal(x->nodes, y->nodes, sizeof x->nodes);
    assert_memory_equal(x->map, y->map, sizeof x->map);
    for (int i = 0; i < RIA_AXES; i++)
      near(y->offset[i], x->offset[i], 1e-14);
  }
  assert_int_equal(a->patches, b->patches);
  for (int p = 0; p < a->patches; p++) {
    bool found = false; /* files have them block by block */
    for (int q = 0; q < b->patches && !found; q++)
      found = a->patch[p].block == b->patch[q].block && a->patch[p].side == b->patch[q].side &&
              a->patch[p].kind == b->patch[q].kind && !strcmp(a->patch[p].name, b->patch[q].name) &&
              !memcmp(&a->patch[p].nodes, &b->patch[q].nodes, sizeof a->patch[p].nodes);
    assert_true(found);
  }
}

static void there_and_back(const fixture *f, ria_block_grid *grid, double most) {
  ria_block_grid read = {0};
  good(ria_block_grid_write_cgns(grid, f->path));
  good(ria_block_grid_read(f->path, &read));
  same_nodes(grid, &read, most);
  same_faces(grid, &read);
  assert_int_equal(grid->rows, read.rows);
  for (int r = 0; r < grid->rows; r++) {
    assert_string_equal(grid->row[r].name, read.row[r].name);
    assert_int_equal(grid->row[r].blades, read.row[r].blades);
    assert_int_equal(grid->row[r].passages, read.row[r].passages);
  }
  good(ria_block_grid_check(&read));
  ria_block_grid_destroy(&read);
}

static void turned_blocks(void **state) {
  ria_block_grid grid = {0};
  for (int b = 0; b < 8; b++) {
    ria_global lo[RIA_AXES], size[RIA_AXES];
    for (int a = 0; a < RIA_AXES; a++) {
      lo[a] = b >> a & 1 ? 3 : 0;
      size[a] = b >> a & 1 ? 2 : 3;
    }
    /* right-handed ones: an even permutation and an even number of reversals, or both odd */
    static const int ways[] = {0, 9, 10, 24, 32, 3, 12, 38};
    add_turned(&grid, (char[]){(char)('a' + b), 0}, lo, size, ways[b]);
  }
  good(ria_block_grid_match(&grid, NULL));
  assert_int_equal(grid.joints, 12);
  for (int s = 0, kind = 0; s < 8 * RIA_SIDES; s++) { /* patches of all kinds */
    bool joined = false;
    for (int j = 0; j < grid.joints; j++)
      for (int end = 0; end < 2; end++)
        joined |= grid.joint[j].block[end] == s / RIA_SIDES &&
                  (int)grid.joint[j].side[end] == s % RIA_SIDES;
    if (joined)
      continue;
    const ria_range nodes = ria_block_grid_side_nodes(&grid, s / RIA_SIDES, s % RIA_SIDES);
    good(ria_block_grid_add_patch(&grid, (char[]){'p', (char)('a' + s % 26), 0}, s / RIA_SIDES,
                                  s % RIA_SIDES, &nodes, (ria_patch_kind)(kind++ % 8)));
  }
  there_and_back(*state, &grid, 0);
  ria_block_grid_destroy(&grid);
}

static void periodic_box(void **state) {
  ria_block_grid grid = {0};
  const double shift[2][RIA_AXES] = {{1.1, 0, 0}, {0, 0.7, 0}};
  good(ria_block_grid_add(&grid, &(ria_block_shape){.kind = "box",
                                                    .name = "a",
                                                    .x = {0, 1.1},
                                                    .y = {0, 0.7},
                                                    .z = {0, 1},
                                                    .cells = {4, 4, 4},
                                                    .cut = {1, 2, 1},
                                                    .wavy = 0.3}));
  good(ria_block_grid_match(&grid, &(ria_block_match){.offsets = 2, .offset = shift}));
  good(ria_block_grid_fill_patches(&grid));
  there_and_back(*state, &grid, 0);
  ria_block_grid_destroy(&grid);
}

static void rows_of_blades(void **state) {
  ria_block_grid grid = {0};
  ria_block_shape shape = {.kind = "blade-passage",
                           .name = "stator",
                           .x = {-0.3, -0.09},
                           .r = {0.45, 0.55},
                           .blades = 36,
                           .chord = 0.1,
                           .stagger = 30,
                           .camber = 30,
                           .thickness = 0.1,
                           .cells = {8, 8, 4},
                           .copies = 2,
                           .cut = {1, 1, 2}};
  good(ria_block_grid_add(&grid, &shape));
  shape.name = "rotor";
  shape.x[0] = -0.09;
  shape.x[1] = 0.12;
  shape.blades = 42;
  shape.copies = 3;
  good(ria_block_grid_add(&grid, &shape));
  grid.row[1].speed = 600;
  good(ria_block_grid_match(&grid, NULL));
  good(ria_block_grid_fill_patches(&grid));
  there_and_back(*state, &grid, 4e-16);
  const fixture *f = *state;
  ria_block_grid read = {0};
  good(ria_block_grid_read(f->path, &read));
  assert_true(read.row[0].speed == 0 && read.row[1].speed == 600);
  ria_block_grid_destroy(&read);
  ria_block_grid_destroy(&grid);
}

/* The parallel HDF5 of checkpoints and the serial one below CGNS in one process. */
static void beside_the_other_hdf5(void **state) {
  const fixture *f = *state;
  char other[4200];
  snprintf(other, sizeof other, "%s.h5", f->path);
  ria_block_grid grid = {0};
  good(ria_block_grid_add(
      &grid,
      &(ria_block_shape){
          .kind = "box", .name = "a", .x = {0, 1}, .y = {0, 1}, .z = {0, 1}, .cells = {2, 2, 2}}));
  const hid_t file = H5Fcreate(other, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(file >= 0);
  good(ria_block_grid_write_cgns(&grid, f->path));
  const hid_t group = H5Gcreate2(file, "group", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(group >= 0);
  ria_block_grid read = {0};
  good(ria_block_grid_read(f->path, &read));
  assert_true(H5Gclose(group) >= 0 && H5Fclose(file) >= 0);
  same_nodes(&grid, &read, 0);
  ria_block_grid_destroy(&read);
  ria_block_grid_destroy(&grid);
}

/* ---- files as other programs write them ---- */

typedef struct {
  int file;
} written;

/* A sector of 20 degrees about z in single precision and millimetres, cut in two. */
static void write_sector(written *w, const char *path, const char *name, double x0) {
  const cgsize_t size[9] = {5, 3, 4, 4, 2, 3};
  float x[3][60];
  int zone, number, n = 0;
  for (int k = 0; k < 4; k++)
    for (int j = 0; j < 3; j++)
      for (int i = 0; i < 5; i++, n++) {
        const double r = 1000 + 50 * j, theta = k * 20 * M_PI / 180 / 3;
        x[0][n] = (float)(r * cos(theta));
        x[1][n] = (float)(r * sin(theta));
        x[2][n] = (float)(1000 * x0 + 25 * i);
      }
  (void)path;
  assert_int_equal(cg_zone_write(w->file, 1, name, size, CGNS_ENUMV(Structured), &zone), 0);
  for (int a = 0; a < 3; a++)
    assert_int_equal(
        cg_coord_write(w->file, 1, zone, CGNS_ENUMV(RealSingle),
                       (const char *[]){"CoordinateX", "CoordinateY", "CoordinateZ"}[a], x[a],
                       &number),
        0);
}

static void open_base(written *w, const char *path) {
  int base;
  assert_int_equal(cg_open(path, CG_MODE_WRITE, &w->file), 0);
  assert_int_equal(cg_base_write(w->file, "stage", 3, 3, &base), 0);
  assert_int_equal(cg_goto(w->file, 1, "end"), 0);
  assert_int_equal(cg_units_write(CGNS_ENUMV(Kilogram), CGNS_ENUMV(Millimeter), CGNS_ENUMV(Second),
                                  CGNS_ENUMV(Kelvin), CGNS_ENUMV(Degree)),
                   0);
}

static void a_stage_about_z(void **state) {
  const fixture *f = *state;
  written w;
  int number, family, part;
  const float rate[3] = {0, 0, 6000}, centre[3] = {0}, turn[3] = {0, 0, 20}, back[3] = {0, 0, -20},
              none[3] = {0};
  const int plain[3] = {1, 2, 3};
  const cgsize_t low[6] = {1, 1, 1, 5, 3, 1}, high[6] = {1, 1, 4, 5, 3, 4},
                 first[6] = {1, 1, 1, 1, 3, 4}, last[6] = {5, 1, 1, 5, 3, 4},
                 hub[6] = {1, 1, 1, 4, 1, 3}, casing[6] = {1, 3, 1, 5, 3, 4};
  open_base(&w, f->path);
  assert_int_equal(cg_family_write(w.file, 1, "walls", &family), 0);
  assert_int_equal(cg_fambc_write(w.file, 1, family, "FamBC", CGNS_ENUMV(BCWallViscous), &part), 0);
  write_sector(&w, f->path, "stator", 0);
  write_sector(&w, f->path, "rotor", 0.1);
  for (int z = 1; z <= 2; z++) {
    const char *name = z == 1 ? "stator" : "rotor";
    cg_1to1_write(w.file, 1, z, "low", name, low, high, plain, &number);
    cg_1to1_periodic_write(w.file, 1, z, number, centre, turn, none);
    cg_1to1_write(w.file, 1, z, "high", name, high, low, plain, &number);
    cg_1to1_periodic_write(w.file, 1, z, number, centre, back, none);
    cg_boco_write(w.file, 1, z, z == 1 ? "inlet" : "exit",
                  z == 1 ? CGNS_ENUMV(BCInflowSubsonic) : CGNS_ENUMV(BCOutflowSubsonic),
                  CGNS_ENUMV(PointRange), 2, z == 1 ? first : last, &number);
    cg_boco_write(w.file, 1, z, "hub", CGNS_ENUMV(FamilySpecified), CGNS_ENUMV(PointRange), 2, hub,
                  &number);
    cg_boco_gridlocation_write(w.file, 1, z, number, CGNS_ENUMV(JFaceCenter));
    cg_goto(w.file, 1, "Zone_t", z, "ZoneBC_t", 1, "BC_t", number, "end");
    cg_famname_write("walls");
    cg_boco_write(w.file, 1, z, "casing", CGNS_ENUMV(BCWall), CGNS_ENUMV(PointRange), 2, casing,
                  &number);
    cg_conn_write_short(w.file, 1, z, "gap", CGNS_ENUMV(Vertex), CGNS_ENUMV(Abutting),
                        CGNS_ENUMV(PointRange), 2, z == 1 ? last : first,
                        z == 1 ? "rotor" : "stator", &number);
    cg_conn_average_write(w.file, 1, z, number, CGNS_ENUMV(AverageCircumferential));
  }
  cg_goto(w.file, 1, "Zone_t", 2, "end");
  cg_rotating_write(rate, centre);
  cg_famname_write("wheel");
  assert_int_equal(cg_close(w.file), 0);

  ria_block_grid read = {0};
  good(ria_block_grid_read(f->path, &read));
  good(ria_block_grid_check(&read));
  assert_int_equal(read.system, RIA_NODES_CYLINDRICAL);
  assert_true(read.coarse_digits);
  assert_int_equal(read.blocks, 2);
  assert_int_equal(read.joints, 2);
  near(fabs(read.joint[0].offset[2]), 2 * M_PI / 18, 1e-15);
  assert_int_equal(read.rows, 1);
  assert_string_equal(read.row[0].name, "wheel");
  assert_int_equal(read.row[0].blades, 18);
  near(read.row[0].speed, 6000 * M_PI / 180, 1e-12);
  assert_int_equal(read.patches, 8);
  double x, r, theta;
  good(ria_block_grid_nodes(&read, ria_block_grid_find_block(&read, "rotor"),
                            (ria_range){{4, 2, 3}, {5, 3, 4}}, &x, &r, &theta));
  near(x, 0.2, 1e-7);
  near(r, 1.1, 1e-7);
  near(theta, 20 * M_PI / 180, 1e-7);
  static const struct {
    const char *name;
    ria_patch_kind kind;
  } wanted[] = {{"stator.inlet", RIA_PATCH_INFLOW},
                {"rotor.exit", RIA_PATCH_OUTFLOW},
                {"stator.walls", RIA_PATCH_WALL},
                {"rotor.casing", RIA_PATCH_WALL},
                {"wheel.gap", RIA_PATCH_MIXING_PLANE}};
  for (size_t n = 0; n < sizeof wanted / sizeof *wanted; n++) {
    bool found = false;
    for (int p = 0; p < read.patches; p++)
      found |=
          ria_block_grid_is_patch(&read, p, wanted[n].name) && read.patch[p].kind == wanted[n].kind;
    assert_true(found);
  }
  ria_block_grid_destroy(&read);
}

/* ---- errors ---- */

static void expect(const fixture *f, ria_status status, const char *said) {
  ria_block_grid read = {0};
  const ria_status got = ria_block_grid_read(f->path, &read);
  if (got != status || !strstr(ria_status_detail(), said))
    fail_msg("expected: %s\ngot: %s", said, got ? ria_status_detail() : "success");
  ria_block_grid_destroy(&read);
}

static void bad_files(void **state) {
  const fixture *f = *state;
  static const char *const said[] = {"the zone 'tetrahedra' of '",
                                     "the boundary 'odd' of the zone 'a' of '",
                                     "the joint 'x' of the zone 'a' of '",
                                     "the joint 'x' of the zone 'a' of '",
                                     "the boundary 'odd' of the zone 'a' of '",
                                     "the connection 'x' of the zone 'a' of '",
                                     "the zone 'a' of '",
                                     "has no zones",
                                     "the boundary 'odd' of the zone 'a' of '"};
  static const char *const more[] = {
      "is Unstructured; expected zones that are Structured",
      "is of the type BCExtrapolate; expected BCInflow",
      "leads to the zone 'b', which does not exist",
      "but its transform leads to",
      "which are no part of one face; expected a rectangle on a face",
      "is of the type Overset; expected GridConnectivity1to1, or one with an AverageInterface",
      "rotates about y, but others, or the same, about x; expected one axis",
      "expected structured ones",
      "is a PointList; expected a PointRange on a face"};
  for (int what = 0; what < 9; what++) {
    written w;
    int number;
    const cgsize_t size[3] = {5, 3, 0}, low[6] = {1, 1, 1, 5, 3, 1}, high[6] = {1, 1, 4, 5, 3, 4},
                   crossed[6] = {5, 1, 4, 1, 3, 4}, inside[6] = {2, 1, 1, 2, 3, 4};
    const float rate[3] = {1, 2, 0}, centre[3] = {0};
    open_base(&w, f->path);
    if (what == 0)
      cg_zone_write(w.file, 1, "tetrahedra", size, CGNS_ENUMV(Unstructured), &number);
    else if (what != 7)
      write_sector(&w, f->path, "a", 0);
    if (what == 1)
      cg_boco_write(w.file, 1, 1, "odd", CGNS_ENUMV(BCExtrapolate), CGNS_ENUMV(PointRange), 2, low,
                    &number);
    if (what == 2)
      cg_1to1_write(w.file, 1, 1, "x", "b", low, high, (int[]){1, 2, 3}, &number);
    if (what == 3)
      cg_1to1_write(w.file, 1, 1, "x", "a", low, crossed, (int[]){1, 2, 3}, &number);
    if (what == 4)
      cg_boco_write(w.file, 1, 1, "odd", CGNS_ENUMV(BCWall), CGNS_ENUMV(PointRange), 2, inside,
                    &number);
    if (what == 5)
      cg_conn_write_short(w.file, 1, 1, "x", CGNS_ENUMV(Vertex), CGNS_ENUMV(Overset),
                          CGNS_ENUMV(PointRange), 2, low, "a", &number);
    if (what == 6) {
      cg_goto(w.file, 1, "Zone_t", 1, "end");
      cg_rotating_write(rate, centre);
    }
    if (what == 8)
      cg_boco_write(w.file, 1, 1, "odd", CGNS_ENUMV(BCWall), CGNS_ENUMV(PointList), 2, low,
                    &number);
    cg_close(w.file);
    expect(f, RIA_ERROR_FORMAT, said[what]);
    assert_non_null(strstr(ria_status_detail(), more[what]));
  }
}

static void truncated_files(void **state) {
  const fixture *f = *state;
  ria_block_grid grid = {0};
  good(ria_block_grid_add(
      &grid,
      &(ria_block_shape){
          .kind = "box", .name = "a", .x = {0, 1}, .y = {0, 1}, .z = {0, 1}, .cells = {8, 8, 8}}));
  for (int part = 1; part < 10; part++) {
    good(ria_block_grid_write_cgns(&grid, f->path));
    FILE *file = fopen(f->path, "rb");
    fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    fclose(file);
    assert_int_equal(truncate(f->path, size * part / 10), 0);
    expect(f, RIA_ERROR_CORRUPT, "it is truncated or damaged");
  }
  ria_block_grid_destroy(&grid);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(turned_blocks, set_up, test_folder_tear_down),
      cmocka_unit_test_setup_teardown(periodic_box, set_up, test_folder_tear_down),
      cmocka_unit_test_setup_teardown(rows_of_blades, set_up, test_folder_tear_down),
      cmocka_unit_test_setup_teardown(beside_the_other_hdf5, set_up, test_folder_tear_down),
      cmocka_unit_test_setup_teardown(a_stage_about_z, set_up, test_folder_tear_down),
      cmocka_unit_test_setup_teardown(bad_files, set_up, test_folder_tear_down),
      cmocka_unit_test_setup_teardown(truncated_files, set_up, test_folder_tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
