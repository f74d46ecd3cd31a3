/* From a case to its grid, depth and start. */
#include "raster_fixture.h"
#include <glob.h>
#include <hdf5.h>
#include <math.h>
#include "ria/solver.h"
#include "ria/terrain.h"
#include "../../codelets/solvers/water.h"

/* A case as ria_case_read would leave it, with nothing in it. */
static ria_case empty_case(void) {
  ria_case c = {0};
  c.gravity = 9.81;
  c.dry = 1e-3;
  c.tracer.on = true;
  c.declared = &ria_solver_find("estuary")->keys;
  return c;
}

static ria_case on_flat(double elevation) {
  ria_case c = empty_case();
  strcpy(c.bathymetry.field.shape.kind, "flat");
  c.bathymetry.field.shape.p[0] = elevation;
  c.grid.has_extent = true;
  c.grid.low[0] = 100;
  c.grid.low[1] = 200;
  c.grid.high[0] = 110;
  c.grid.high[1] = 206;
  c.grid.cells[0] = 10;
  c.grid.cells[1] = 12;
  return c;
}

static void a_file_gives_its_own_grid(void **state) {
  (void)state;
  char *folder = test_folder_create(), *path = strdup(write_asc(folder, 8, 6, -1, -1, ""));
  ria_case c = empty_case();
  ria_terrain terrain;
  c.bathymetry.field.file = path;
  c.bathymetry.offset = 0.25;
  c.tiles[0] = 3;
  assert_int_equal(ria_terrain_load(&c, &terrain), RIA_SUCCESS);
  assert_int_equal(terrain.grid.cells[0], 8);
  assert_int_equal(terrain.grid.cells[1], 6);
  assert_int_equal(terrain.grid.tiles[0], 3);
  assert_true(terrain.grid.origin[0] == 1000 && terrain.grid.spacing[1] == 10);
  assert_null(terrain.crs);
  for (int y = 0; y < 6; y++)
    for (int x = 0; x < 8; x++)
      assert_true(terrain.depth[y * 8 + x] == -(asc_value(x, y) + 0.25));
  ria_terrain_destroy(&terrain);
  ria_terrain_destroy(NULL);
  c.grid.crs = "EPSG:32629"; /* the file has none, and is believed to be in it */
  assert_int_equal(ria_terrain_load(&c, &terrain), RIA_SUCCESS);
  assert_string_equal(terrain.crs, "EPSG:32629");
  ria_terrain_destroy(&terrain);
  free(path);
  test_folder_remove(folder);
}

typedef struct {
  ria_block grid;
  ria_status answer;
} asked;

static ria_status answer(void *context, const ria_mesh *mesh) {
  asked *a = context;
  a->grid = *mesh->block;
  return a->answer == RIA_SUCCESS ? a->answer : ria_fail(a->answer, "not here");
}

/* A callback may refuse a grid that is too large before memory for it is allocated. */
static void a_grid_may_be_refused(void **state) {
  (void)state;
  char *folder = test_folder_create(), *path = strdup(write_asc(folder, 8, 6, -1, -1, ""));
  ria_case c = on_flat(-1);
  ria_terrain terrain;
  asked a = {.answer = RIA_ERROR_UNSUPPORTED};
  c.grid.cells[0] = c.grid.cells[1] = 100000000;
  assert_int_equal(ria_terrain_load_if(&c, answer, &a, &terrain), RIA_ERROR_UNSUPPORTED);
  assert_string_equal(ria_status_detail(), "not here");
  assert_int_equal(a.grid.cells[0], 100000000);
  c = empty_case();
  c.bathymetry.field.file = path;
  c.grid.resolution = 1e-6;
  assert_int_equal(ria_terrain_load_if(&c, answer, &a, &terrain), RIA_ERROR_UNSUPPORTED);
  assert_int_equal(a.grid.cells[1], 60000000);
  a.answer = RIA_SUCCESS;
  c.grid.resolution = 0;
  assert_int_equal(ria_terrain_load_if(&c, answer, &a, &terrain), RIA_SUCCESS);
  assert_int_equal(a.grid.cells[0], 8);
  ria_terrain_destroy(&terrain);
  free(path);
  test_folder_remove(folder);
}

static void extent_and_resolution_cut_the_file(void **state) {
  (void)state;
  char *folder = test_folder_create(), *path = strdup(write_asc(folder, 8, 6, 7, 5, "-9999"));
  ria_case c = empty_case();
  ria_terrain terrain = {0};
  c.bathymetry.field.file = path;
  assert_int_equal(ria_terrain_load(&c, &terrain), RIA_ERROR_FORMAT); /* the hole is in it */
  expect_detail("x = 1075, y = 2055");
  assert_null(terrain.depth);
  c.grid.has_extent = true;
  c.grid.low[0] = 1010;
  c.grid.low[1] = 2000;
  c.grid.high[0] = 1070;
  c.grid.high[1] = 2040;
  c.grid.resolution = 20;
  assert_int_equal(ria_terrain_load(&c, &terrain), RIA_SUCCESS);
  assert_int_equal(terrain.grid.cells[0], 3);
  assert_int_equal(terrain.grid.cells[1], 2);
  assert_true(fabs(terrain.depth[4] + asc_value(3, 2) + 50.5) < 1e-12); /* mean of 4 cells */
  ria_terrain_destroy(&terrain);
  c.grid.resolution = 0;
  c.grid.cells[0] = 12;
  c.grid.cells[1] = 8;
  assert_int_equal(ria_terrain_load(&c, &terrain), RIA_SUCCESS);
  assert_true(terrain.grid.spacing[0] == 5 && terrain.grid.spacing[1] == 5);
  assert_true(fabs(terrain.depth[2 * 12 + 3] + (2 + 0.25 + 1.5 + 75)) < 1e-12); /* linear */
  ria_terrain_destroy(&terrain);
  c.grid.high[0] = 1100;
  assert_int_equal(ria_terrain_load(&c, &terrain), RIA_ERROR_CASE);
  expect_detail("does not cover");
  expect_detail("(1000, 2000) to (1080, 2060)");
  expect_detail("(1010, 2000) to (1100, 2040)");
  c.grid.high[0] = 1010;
  assert_int_equal(ria_terrain_load(&c, &terrain), RIA_ERROR_CASE);
  free(path);
  test_folder_remove(folder);
}

static void a_missing_file_is_reported(void **state) {
  (void)state;
  ria_case c = empty_case();
  ria_terrain terrain;
  c.bathymetry.field.file = "/nonexistent/bed.tif";
  assert_int_equal(ria_terrain_load(&c, &terrain), RIA_ERROR_IO);
  expect_detail("/nonexistent/bed.tif");
}

static void shapes_fill_the_extent(void **state) {
  (void)state;
  ria_case c = on_flat(-2);
  ria_terrain terrain;
  assert_int_equal(ria_terrain_load(&c, &terrain), RIA_SUCCESS);
  assert_true(terrain.grid.spacing[0] == 1 && terrain.grid.spacing[1] == 0.5);
  for (int i = 0; i < 120; i++)
    assert_true(terrain.depth[i] == 2);
  ria_terrain_destroy(&terrain);
  strcpy(c.bathymetry.field.shape.kind, "slope");
  c.bathymetry.field.shape.p[1] = 1;
  c.bathymetry.field.shape.p[2] = 10;
  assert_int_equal(ria_terrain_load(&c, &terrain), RIA_SUCCESS);
  assert_true(fabs(terrain.depth[3 * 10 + 4] - (2 - 104.5 - 2017.5)) < 1e-9); /* cell centres */
  ria_terrain_destroy(&terrain);
  c.grid.has_extent = false;
  assert_int_equal(ria_terrain_load(&c, &terrain), RIA_ERROR_CASE);
  expect_detail("grid.extent");
  c = on_flat(-2);
  c.grid.cells[0] = c.grid.cells[1] = 0;
  assert_int_equal(ria_terrain_load(&c, &terrain), RIA_ERROR_CASE);
  expect_detail("grid.resolution");
  c = on_flat(NAN);
  assert_int_equal(ria_terrain_load(&c, &terrain), RIA_ERROR_CASE);
}

/* A bed that is the same along y is evaluated once: all rows are the first. */
static void profiles_repeat(void **state) {
  (void)state;
  ria_case c = on_flat(0);
  ria_terrain terrain;
  strcpy(c.bathymetry.field.shape.kind, "bump");
  memcpy(c.bathymetry.field.shape.p, (double[]){0.2, 105, 2, 0}, 4 * sizeof(double));
  assert_int_equal(ria_terrain_load(&c, &terrain), RIA_SUCCESS);
  assert_true(fabs(terrain.depth[11 * 10 + 4] + 0.2 - 0.05 * 0.25) < 1e-15);
  assert_memory_equal(terrain.depth, terrain.depth + 110, 10 * sizeof(double));
  ria_terrain_destroy(&terrain);
}

/* Gives the case one tracer with this release. */
static void give_release(ria_case *c, ria_case_release *release) {
  static ria_case_tracer tracer;
  tracer = (ria_case_tracer){.releases = 1, .release = release};
  c->tracers = 1;
  c->each_tracer = &tracer;
  c->releases = 1;
  c->release = release;
}

static void expect_outside(const ria_case *c, const char *says) {
  ria_terrain terrain;
  assert_int_equal(ria_terrain_load(c, &terrain), RIA_ERROR_CASE);
  expect_detail(says);
}

static void points_must_lie_inside(void **state) {
  (void)state;
  ria_case c = on_flat(-2);
  ria_case_gauge gauge = {.name = "pier", .x = 110, .y = 203};
  c.gauges = 1;
  c.gauge = &gauge;
  expect_outside(&c, "gauge 'pier' at (110, 203)");
  expect_detail("(100, 200) to (110, 206)");
  c = on_flat(-2);
  ria_case_river river = {.name = "Ulla", .x = 105, .y = 199.9};
  c.rivers = 1;
  c.river = &river;
  expect_outside(&c, "river 'Ulla'");
  c = on_flat(-2);
  ria_case_release release = {.name = "spill", .x = NAN, .y = 203};
  give_release(&c, &release);
  expect_outside(&c, "release 'spill'");
}

static void segments_must_lie_on_their_side(void **state) {
  (void)state;
  ria_case c = on_flat(-2);
  ria_terrain terrain;
  static const struct {
    ria_side side;
    double from, to;
    bool good;
  } segments[] = {{RIA_WEST, 200, 206, true},       {RIA_SOUTH, 100, 110, true},
                  {RIA_WEST, 199, 206, false},      {RIA_WEST, 200, 207, false},
                  {RIA_EAST, 204, 204, false},      {RIA_WEST, -INFINITY, 203, true},
                  {RIA_NORTH, 101, INFINITY, true}, {RIA_NORTH, 109, 101, false},
                  {RIA_NORTH, 100, 111, false},     {RIA_SOUTH, NAN, 105, false}};
  for (size_t i = 0; i < sizeof segments / sizeof *segments; i++) {
    ria_case_boundary boundary = {
        .side = segments[i].side, .from = segments[i].from, .to = segments[i].to};
    c.boundaries = 1;
    c.boundary = &boundary;
    if (!segments[i].good) {
      expect_outside(&c, "out of range");
      continue;
    }
    assert_int_equal(ria_terrain_load(&c, &terrain), RIA_SUCCESS);
    ria_terrain_destroy(&terrain);
  }
}

/* The start of a whole case, [4][ny][nx]; freed by the caller. */
static double *start_of(const ria_case *c, ria_status expected) {
  ria_terrain terrain;
  ria_case bare = *c; /* loading compares a state with the case; here its reader is tested */
  bare.initial.file = NULL;
  assert_int_equal(ria_terrain_load(&bare, &terrain), RIA_SUCCESS);
  size_t cells = (size_t)(terrain.grid.cells[0] * terrain.grid.cells[1]);
  double *all = malloc(4 * cells * sizeof *all);
  double *const values[4] = {all, all + cells, all + 2 * cells, all + 3 * cells};
  assert_int_equal(
      water_start(c, &terrain, 0, terrain.grid.cells[0], 0, terrain.grid.cells[1], values),
      expected);
  ria_terrain_destroy(&terrain);
  return all;
}

static void still_water_lies_on_the_bed(void **state) {
  (void)state;
  ria_case c = on_flat(-2);
  strcpy(c.bathymetry.field.shape.kind, "slope"); /* -2 + (x - 100), dry beyond x = 102.5 */
  c.bathymetry.field.shape.p[0] = -102;
  c.bathymetry.field.shape.p[1] = 1;
  c.initial.level = 0.25;
  c.initial.concentration = 3;
  double *all = start_of(&c, RIA_SUCCESS);
  for (int i = 0; i < 120; i++) {
    double x = 100.5 + i % 10, depth = fmax(0.25 - (x - 102), 0);
    assert_true(fabs(all[i] - depth) < 1e-12 && all[i] >= 0);
    assert_true(all[120 + i] == 0 && all[240 + i] == 0);
    assert_true(fabs(all[360 + i] - 3 * depth) < 1e-12);
  }
  free(all);
  c.tracer.on = false;
  all = start_of(&c, RIA_SUCCESS);
  for (int i = 0; i < 120; i++)
    assert_true(all[360 + i] == 0);
  free(all);
}

static void any_box_is_a_part_of_the_whole(void **state) {
  (void)state;
  ria_case c = on_flat(-2);
  ria_terrain terrain;
  strcpy(c.initial.shape.kind, "hump");
  memcpy(c.initial.shape.p, (double[]){104, 203, 2, 1}, 4 * sizeof(double));
  ria_case_release patch = {.name = "p", .x = 104, .y = 203, .radius = 1.6, .concentration = 5};
  give_release(&c, &patch);
  double *all = start_of(&c, RIA_SUCCESS);
  assert_int_equal(ria_terrain_load(&c, &terrain), RIA_SUCCESS);
  double part[4][3 * 4];
  double *const values[4] = {part[0], part[1], part[2], part[3]};
  assert_int_equal(water_start(&c, &terrain, 3, 6, 5, 9, values), RIA_SUCCESS);
  for (int f = 0; f < 4; f++)
    for (int y = 0; y < 4; y++)
      for (int x = 0; x < 3; x++)
        assert_true(part[f][y * 3 + x] == all[f * 120 + (y + 5) * 10 + x + 3]);
  assert_int_equal(water_start(&c, &terrain, 0, 11, 0, 1, values), RIA_ERROR_ARGUMENT);
  assert_int_equal(water_start(&c, &terrain, -1, 1, 0, 1, values), RIA_ERROR_ARGUMENT);
  assert_int_equal(water_start(&c, &terrain, 2, 2, 0, 1, values), RIA_SUCCESS);
  ria_terrain_destroy(&terrain);
  free(all);
}

static void discharge_needs_water(void **state) {
  (void)state;
  ria_case c = on_flat(0);
  strcpy(c.initial.shape.kind, "uniform");
  memcpy(c.initial.shape.p, (double[]){0.5, 2, -1}, 3 * sizeof(double));
  double *all = start_of(&c, RIA_SUCCESS);
  assert_true(all[0] == 0.5 && all[120] == 1 && all[240] == -0.5);
  free(all);
  c.dry = 0.5;
  all = start_of(&c, RIA_SUCCESS);
  assert_true(all[0] == 0.5 && all[120] == 0 && all[240] == 0);
  free(all);
}

static int cells_with_tracer(const ria_case *c, double concentration) {
  double *all = start_of(c, RIA_SUCCESS);
  int count = 0;
  for (int i = 0; i < 120; i++)
    if (all[360 + i] > 0) {
      assert_true(fabs(all[360 + i] - all[i] * concentration) < 1e-15);
      count++;
    }
  free(all);
  return count;
}

static void patches_hold_at_least_a_cell(void **state) {
  (void)state;
  ria_case c = on_flat(-2);
  ria_case_release patch = {.name = "p", .x = 104.2, .y = 203.1, .concentration = 5};
  give_release(&c, &patch);
  assert_int_equal(cells_with_tracer(&c, 5), 1);
  patch.radius = 2; /* pi 2^2 / (1 x 0.5) cells or so */
  int count = cells_with_tracer(&c, 5);
  assert_true(count >= 23 && count <= 27);
  patch.concentration = 0; /* released over time alone */
  assert_int_equal(cells_with_tracer(&c, 5), 0);
}

static void patches_on_land_are_refused(void **state) {
  (void)state;
  ria_case c = on_flat(1.5);
  ria_terrain terrain;
  ria_case_release patch = {.name = "spill", .x = 104.2, .y = 203.1, .concentration = 5};
  give_release(&c, &patch);
  assert_int_equal(ria_terrain_load(&c, &terrain), RIA_ERROR_CASE);
  expect_detail("release 'spill' at (104.2, 203.1) lies on dry land (bed 1.5 m, water level 0 m)");
  c.initial.level = 2;
  assert_int_equal(ria_terrain_load(&c, &terrain), RIA_SUCCESS);
  ria_terrain_destroy(&terrain);
}

static void put_field(hid_t where, const char *name, int rank, const hsize_t *size, double base) {
  size_t count = 1;
  for (int i = 0; i < rank; i++)
    count *= size[i];
  double *values = malloc(count * sizeof *values);
  for (size_t i = 0; i < count; i++)
    values[i] = base + (double)i;
  hid_t space = H5Screate_simple(rank, size, NULL);
  hid_t set = H5Dcreate2(where, name, H5T_IEEE_F32LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  H5Dclose(set);
  H5Sclose(space);
  free(values);
}

/* A checkpoint's fields, or with times a history's. */
static char *write_state(const char *folder, int times, hsize_t ny, hsize_t nx, double base) {
  char *path = strdup(file_in(folder, "state.h5"));
  hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  hid_t group = times ? file : H5Gcreate2(file, "fields", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  hsize_t size[3] = {(hsize_t)times, ny, nx};
  int rank = times ? 3 : 2;
  put_field(group, "h", rank, size + 3 - rank, base);
  put_field(group, "qx", rank, size + 3 - rank, 1000);
  put_field(group, "qy", rank, size + 3 - rank, 2000);
  put_field(group, "hc", rank, size + 3 - rank, 3000);
  if (!times)
    H5Gclose(group);
  H5Fclose(file);
  return path;
}

static void a_state_file_is_a_start(void **state) {
  (void)state;
  char *folder = test_folder_create();
  ria_case c = on_flat(-2);
  for (int times = 0; times <= 3; times += 3) {
    c.initial.file = write_state(folder, times, 12, 10, 1);
    double *all = start_of(&c, RIA_SUCCESS);
    int last = times ? (times - 1) * 120 : 0;
    for (int i = 0; i < 120; i++) {
      assert_true(all[i] == 1 + last + i);
      assert_true(all[120 + i] == 1000 + last + i);
      assert_true(all[240 + i] == 2000 + last + i);
      assert_true(all[360 + i] == 3000 + last + i);
    }
    free(all);
    free(c.initial.file);
  }
  test_folder_remove(folder);
}

static void bad_state_files_are_refused(void **state) {
  (void)state;
  char *folder = test_folder_create();
  ria_case c = on_flat(-2);
  c.initial.file = write_state(folder, 0, 12, 11, 1);
  free(start_of(&c, RIA_ERROR_MISMATCH));
  expect_detail("fields/h is not of the grid of the case");
  free(c.initial.file);
  c.initial.file = write_state(folder, 0, 12, 10, -5);
  free(start_of(&c, RIA_ERROR_CASE));
  expect_detail("depth of water cannot be negative");
  expect_detail("cell (0, 0)");
  free(c.initial.file);
  c.initial.file = write_state(folder, 0, 12, 10, NAN);
  free(start_of(&c, RIA_ERROR_CASE));
  free(c.initial.file);
  c.initial.file = strdup(write_text(folder, "text.h5", "not HDF5"));
  free(start_of(&c, RIA_ERROR_CORRUPT));
  free(c.initial.file);
  c.initial.file = strdup(file_in(folder, "none.h5"));
  free(start_of(&c, RIA_ERROR_IO));
  free(c.initial.file);
  test_folder_remove(folder);
}

/* The main case's bathymetry, with what its README says of it. */
static void arousa_is_as_described(void **state) {
  (void)state;
  const char *source = getenv("RIA_SOURCE_DIR");
  if (!source)
    skip();
  char path[4096];
  ria_case c = empty_case();
  ria_terrain fine, coarse, resampled;
  c.bathymetry.field.file = path;
  snprintf(path, sizeof path, "%s/inputs/cases/arousa/arousa_core_100m.tif", source);
  assert_int_equal(ria_terrain_load(&c, &coarse), RIA_SUCCESS);
  assert_int_equal(coarse.grid.cells[0], 254);
  assert_int_equal(coarse.grid.cells[1], 290);
  assert_true(coarse.grid.origin[0] == 497600 && coarse.grid.origin[1] == 4698000 &&
              coarse.grid.spacing[0] == 100);
  assert_string_equal(coarse.crs, "EPSG:32629");
  snprintf(path, sizeof path, "%s/inputs/cases/arousa/arousa_core_50m.tif", source);
  assert_int_equal(ria_terrain_load(&c, &fine), RIA_SUCCESS);
  assert_int_equal(fine.grid.cells[0], 508);
  c.grid.resolution = 100;
  assert_int_equal(ria_terrain_load(&c, &resampled), RIA_SUCCESS);
  double deepest = 0;
  for (int i = 0; i < 254 * 290; i++) {
    assert_true(fabs(resampled.depth[i] - coarse.depth[i]) < 0.011); /* two decimals each */
    deepest = fmax(deepest, coarse.depth[i]);
  }
  assert_true(fabs(deepest - 74.49) < 1e-5);
  ria_terrain_destroy(&fine);
  ria_terrain_destroy(&coarse);
  ria_terrain_destroy(&resampled);
}

/* Every case that comes with ria can be read, lies in its bathymetry, has water to start with, and
 * has nothing about it that looks like a slip. */
static void ready_cases_can_start(void **state) {
  (void)state;
  const char *source = getenv("RIA_SOURCE_DIR");
  if (!source)
    skip();
  char pattern[4096];
  glob_t found;
  snprintf(pattern, sizeof pattern, "%s/inputs/cases/*/*.yaml", source);
  assert_int_equal(glob(pattern, 0, NULL, &found), 0);
  assert_true(found.gl_pathc >= 11);
  for (size_t i = 0; i < found.gl_pathc; i++) {
    ria_case c;
    ria_case_errors errors;
    ria_status status = ria_case_read(found.gl_pathv[i], &ria_known_names, 0, NULL, &c, &errors);
    if (status != RIA_SUCCESS)
      fail_msg("%s: %s", found.gl_pathv[i],
               errors.count ? errors.error[0].text : ria_status_detail());
    ria_terrain terrain;
    assert_int_equal(ria_terrain_load(&c, &terrain), RIA_SUCCESS);
    if (terrain.depth) /* else a box, or blocks */
      free(start_of(&c, RIA_SUCCESS));
    ria_terrain_pass_warnings(&terrain, &c);
    ria_terrain_destroy(&terrain);
    for (int w = 0; w < c.warnings.count; w++)
      if (!strstr(c.warnings.error[w].text, "jets may grow")) /* of a case without friction */
        fail_msg("%s", c.warnings.error[w].text);
    ria_case_errors_destroy(&errors);
    ria_case_destroy(&c);
  }
  globfree(&found);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_file_gives_its_own_grid),
      cmocka_unit_test(a_grid_may_be_refused),
      cmocka_unit_test(extent_and_resolution_cut_the_file),
      cmocka_unit_test(a_missing_file_is_reported),
      cmocka_unit_test(shapes_fill_the_extent),
      cmocka_unit_test(profiles_repeat),
      cmocka_unit_test(points_must_lie_inside),
      cmocka_unit_test(segments_must_lie_on_their_side),
      cmocka_unit_test(still_water_lies_on_the_bed),
      cmocka_unit_test(any_box_is_a_part_of_the_whole),
      cmocka_unit_test(discharge_needs_water),
      cmocka_unit_test(patches_hold_at_least_a_cell),
      cmocka_unit_test(patches_on_land_are_refused),
      cmocka_unit_test(a_state_file_is_a_start),
      cmocka_unit_test(bad_state_files_are_refused),
      cmocka_unit_test(arousa_is_as_described),
      cmocka_unit_test(ready_cases_can_start),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
