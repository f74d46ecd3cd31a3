/* Mistakes found from the bed: places and sides on dry land, a case without water, cells that do
 * not fit; and the treatment of cells without data. */
#include <math.h>
#include <unistd.h>
#include "case_fixture.h"
#include "ria/terrain.h"

/* 20 x 10 cells of 100 m from (0, 0): `sea` in the west half, `land` in the east half, and `odd` in
 * cell (7, 6) from the south-west. */
static void write_bed(const case_fixture *f, const char *name, const char *sea, const char *land,
                      const char *odd) {
  char text[8192];
  int length = snprintf(text, sizeof text,
                        "ncols 20\nnrows 10\nxllcorner 0\nyllcorner 0\ncellsize 100\n"
                        "NODATA_value -9999\n");
  for (int y = 9; y >= 0; y--)
    for (int x = 0; x < 20; x++)
      length += snprintf(text + length, sizeof text - (size_t)length, "%s%s",
                         x == 7 && y == 6 ? odd
                         : x < 10         ? sea
                                          : land,
                         x == 19 ? "\n" : " ");
  write_text(f->folder, name, text);
}

static int set_up(void **state) {
  int code = case_setup(state);
  const case_fixture *f = *state;
  write_bed(f, "bed.asc", "-5.0", "3", "-5");
  write_bed(f, "depths.asc", "12.0", "0.5", "12");
  write_bed(f, "holes.asc", "-5.0", "3", "-9999");
  write_bed(f, "half.asc", "-5.0", "-9999", "-5");
  return code;
}

#define BASE "time: {start: 2024-03-01, end: 6 h}\nfriction: 0.02\n"
#define BED  BASE "bathymetry: bed.asc\n"

/* Read a case and its bed as `ria validate` does; warnings of both are those of the case then. */
static ria_status examine(case_fixture *f, const char *text, ria_terrain *terrain) {
  read_text(f, text);
  assert_valid(f);
  *terrain = (ria_terrain){0};
  f->status = ria_terrain_examine(&f->the_case, terrain, &f->errors);
  if (f->status == RIA_SUCCESS)
    ria_terrain_pass_warnings(terrain, &f->the_case);
  return f->status;
}

static void expect_error(case_fixture *f, const char *text, int line, int column,
                         const char *part) {
  ria_terrain terrain;
  examine(f, text, &terrain);
  if (f->status != RIA_SUCCESS && has_error(f, line, column, part)) {
    assert_non_null(strstr(ria_status_detail(), part)); /* what `ria run` says */
    return;
  }
  print_errors(f);
  fail_msg("no error %d:%d: '%s'", line, column, part);
}

/* NULL: none at all. */
static void expect_warning(case_fixture *f, const char *text, int line, int column,
                           const char *part) {
  ria_terrain terrain;
  examine(f, text, &terrain);
  assert_valid(f);
  bool found = !part && !f->the_case.warnings.count;
  for (int i = 0; part && i < f->the_case.warnings.count; i++) {
    const ria_case_error *e = &f->the_case.warnings.error[i];
    found |= e->line == line && e->column == column && strstr(e->text, part);
  }
  for (int i = 0; i < f->the_case.warnings.count && !found; i++)
    print_message("  warning: %s\n", f->the_case.warnings.error[i].text);
  if (!found)
    fail_msg("not the warning %d:%d: '%s'", line, column, part ? part : "none");
  ria_terrain_destroy(&terrain);
}

static void rivers_and_releases_lie_in_water(void **state) {
  case_fixture *f = *state;
  expect_warning(f, BED "rivers: [{name: Ulla, at: [1530, 430], discharge: 5}]\n", 4, 10,
                 "case.yaml:4:10: river 'Ulla' at (1530, 430) lies on dry land (bed 3 m, water at "
                 "the start up to 0 m); the nearest water is at (950, 450), 580 m away");
  expect_warning(f, BED "rivers: [{name: Ulla, at: [1030, 430], discharge: 5, radius: 100 m}]\n", 0,
                 0, NULL);
  expect_warning(f, BED "rivers: [{name: Ulla, at: [1530, 430], discharge: 0}]\n", 0, 0, NULL);
  expect_warning(f, BED "rivers: [{name: Ulla, at: [530, 430], discharge: 5}]\n", 0, 0, NULL);
  expect_warning(f,
                 BED "tracers: [{name: a, threshold: 1, releases: [{name: pipe, at: [1530, 430], "
                     "rate: 5}]}]\n",
                 4, 46, "release 'pipe' at (1530, 430) lies on dry land");
  expect_error(f, BED "tracers: [{name: a, releases: [{at: [1530, 430], concentration: 5}]}]\n", 4,
               32, "release 'release 1' at (1530, 430) lies on dry land");
  /* of a start by a formula as well, and not where it brings the water */
  expect_error(f,
               BED "initial: {shape: {kind: hump, x: 300, y: 300, radius: 200, height: 1}}\n"
                   "tracers: [{name: a, releases: [{at: [1530, 430], concentration: 5}]}]\n",
               5, 32, "lies on dry land");
  expect_warning(f,
                 BED "initial: {shape: {kind: column, x: 1500, y: 430, radius: 300, inside: 5, "
                     "outside: 0}}\n"
                     "tracers: [{name: a, releases: [{at: [1530, 430], concentration: 5}]}]\n",
                 0, 0, NULL);
  expect_error(f, BED "gauges: {points: {pier: [-8.9, 42.5]}}\n", 4, 25, "lies outside the grid");
}

#define TIDE "kind: tide, constituents: {M2: [1 m, 0], S2: [0.5 m, 0]}, ramp: 1 h"

static void tides_lie_at_the_sea(void **state) {
  case_fixture *f = *state;
  expect_error(
      f, BED "boundaries: {east: {" TIDE "}}\n", 4, 20,
      "case.yaml:4:20: the tide on the east side lies on dry land: the lowest bed there is "
      "at 3 m, and the tide never rises above 1.8 m; move it to where the sea is");
  assert_non_null(strstr(f->errors.error[0].text, "say 'bathymetry.positive: down'"));
  expect_error(f, BED "boundaries: {south: {from: 1000, " TIDE "}}\n", 4, 21,
               "the tide on the south side lies on dry land");
  expect_warning(f, BED "boundaries: {south: {from: 900, " TIDE "}}\n", 0, 0, NULL);
  expect_warning(f, BED "boundaries: {west: {" TIDE "}, default: open}\n", 0, 0, NULL);
  expect_warning(f, BED "boundaries: {east: {" TIDE ", offset: 2 m}}\n", 0, 0, NULL);
  expect_warning(f, BED "boundaries: {east: {kind: level, level: [[0 h, 0], [3 h, 2]]}}\n", 4, 20,
                 "the level on the east side lies on dry land: the lowest bed there is at 3 m, and "
                 "the level never rises above 2 m, so that water can only leave");
  expect_warning(f, BED "boundaries: {east: {kind: level, level: [[0 h, 0], [3 h, 4]]}}\n", 0, 0,
                 NULL);
}

#define WAVE    "level: [[0 h, 0], [10 s, 40 cm], [20 s, 0]]"
#define ABSORBS "boundaries: {west: {kind: level, absorbing: true, "

/* 40 cm in seconds, over 5 m; a level that rises as slowly as tides do is no wave. */
static void an_absorbing_side_halves_a_wave(void **state) {
  case_fixture *f = *state;
  expect_warning(
      f, BED ABSORBS WAVE "}}\n", 4, 20,
      "the level on the west side changes by 0.4 m within a minute, over a depth of 5 m: "
      "about half of such a wave enters");
  expect_warning(f, BED ABSORBS "level: [[0 h, 0], [10 min, 3 m]]}}\n", 4, 20,
                 "changes by 0.3 m within a minute");
  expect_warning(f, BED ABSORBS "level: [[0 h, 0], [1 h, 3 m]]}}\n", 0, 0, NULL);
  expect_warning(f, BED ABSORBS WAVE ", discharge: 5}}\n", 0, 0, NULL);
  expect_warning(f, BED ABSORBS WAVE ", incoming: true}}\n", 0, 0, NULL);
  expect_warning(f, BED ABSORBS WAVE ", incoming: false}}\n", 0, 0, NULL);
  expect_warning(f, BED "boundaries: {west: {kind: level, " WAVE "}}\n", 0, 0, NULL);
}

static void a_wave_runs_into_water(void **state) {
  case_fixture *f = *state;
  expect_warning(
      f, BED ABSORBS WAVE ", incoming: true, still: -5.5 m}}\n", 4, 20,
      "the wave on the west side runs into water of level -5.5 m, but the lowest bed "
      "there is at -5 m: it comes in over dry land, as fast as its waves; check 'still'");
  expect_warning(f, BED ABSORBS WAVE ", incoming: true, still: -4.5 m}}\n", 0, 0, NULL);
}

static void a_case_has_water(void **state) {
  case_fixture *f = *state;
  ria_terrain terrain;
  expect_error(f, BED "initial: -6 m\n", 3, 13,
               "case.yaml:3:13: there is no water in this case, and none comes: the bed lies from "
               "-5 m to 3 m, the water at -6 m; raise initial.level");
  expect_error(
      f, BASE "bathymetry: depths.asc\n", 3, 13,
      "the bed lies from 0.5 m to 12 m, the water at 0 m; raise initial.level, or shift the "
      "bed with bathymetry.offset; if the file holds depths, say 'bathymetry.positive: "
      "down'");
  expect_warning(f, BED "initial: -6 m\nboundaries: {west: {kind: discharge, discharge: 5}}\n", 3,
                 13, "the case starts without any water");
  assert_int_equal(
      examine(f, BASE "bathymetry: {file: depths.asc, positive: down, offset: 0.25}\n", &terrain),
      RIA_SUCCESS);
  assert_true(terrain.depth[0] == 11.75 && terrain.depth[19] == 0.25);
  assert_int_equal(f->the_case.warnings.count, 0);
  ria_terrain_destroy(&terrain);
  expect_error(f, BASE "bathymetry: {file: bed.asc, positive: down}\ninitial: -9 m\n", 3, 20,
               "'bathymetry.positive: down' says that the file holds depths");
  /* solvers that are not about water in nature have none */
  expect_warning(f, "solver: heat\ntime: 1 s\ngrid: {cells: 8x1, extent: [0, 0, 8, 1]}\n", 0, 0,
                 NULL);
}

static void a_file_says_that_it_holds_depths(void **state) {
  case_fixture *f = *state;
  write_text(f->folder, "depths.vrt",
             "<VRTDataset rasterXSize=\"20\" rasterYSize=\"10\"><GeoTransform>0, 100, 0, 1000, 0, "
             "-100</GeoTransform><VRTRasterBand dataType=\"Float64\" band=\"1\"><Metadata><MDI "
             "key=\"standard_name\">sea_floor_depth_below_geoid</MDI></Metadata><SimpleSource>"
             "<SourceFilename relativeToVRT=\"1\">bed.asc</SourceFilename><SourceBand>1"
             "</SourceBand></SimpleSource></VRTRasterBand></VRTDataset>");
  expect_warning(f, BASE "bathymetry: depths.vrt\n", 3, 13, "declares its values as depths");
  expect_warning(f, BASE "bathymetry: {file: depths.vrt, positive: down}\ninitial: -1 m\n", 0, 0,
                 NULL);
}

static void cells_fit_the_domain(void **state) {
  case_fixture *f = *state;
  expect_warning(f, BED "grid: 300 m\n", 4, 7,
                 "grid.resolution asks for cells of 300 m, but the domain of 2000 m x 1000 m is "
                 "no multiple of that: cells are 285.714 m x 333.333 m");
  expect_warning(f, BED "grid: 200 m\n", 0, 0, NULL);
  expect_warning(f, BED "grid: 30 m\n", 4, 7, "cells are 29.8507 m x 30.303 m");
  expect_error(
      f, BED "grid: 2500 m\n", 3, 13,
      "cells of 2500 m (grid.resolution) are larger than the whole domain, which is 2000 m "
      "x 1000 m");
  expect_error(f,
               BASE "grid: {cells: 2x2, extent: [0, 0, 2e9, 2e9]}\nbathymetry: {shape: flat, "
                    "offset: -5}\n",
               4, 21, "a cell of 1000000000 m is not possible");
}

static void systems_of_coordinates_are_known(void **state) {
  case_fixture *f = *state;
#define SHAPE                                                                                      \
  "grid: {cells: 20x20, extent: [500 km, 4700 km, 501 km, 4701 km], crs: %s}\n"                    \
  "bathymetry: {shape: {kind: flat, elevation: -5}}\n"
  char text[512];
  snprintf(text, sizeof text, BASE SHAPE, "EPSG:99999999");
  expect_error(f, text, 3, 71, "there is no coordinate reference system 'EPSG:99999999'");
  snprintf(text, sizeof text, BASE SHAPE, "EPSG:4326");
  expect_error(f, text, 3, 71, "is not a projected one in metres");
  snprintf(text, sizeof text, BASE SHAPE "coriolis: {latitude: 42.5}\n", "EPSG:32629");
  expect_warning(f, text, 0, 0, NULL);
  snprintf(text, sizeof text, BASE SHAPE "coriolis: {latitude: -42.5}\n", "EPSG:32629");
  expect_warning(f, text, 5, 22,
                 "coriolis.latitude is -42.5 deg, but the middle of the grid lies at 42.5 deg");
  snprintf(text, sizeof text, BASE SHAPE "coriolis: {latitude: -42.5}\n", "local");
  expect_warning(f, text, 0, 0, NULL);
  snprintf(text, sizeof text, BASE SHAPE "gauges: {points: {pier: [-8.9, 42.5]}}\n", "local");
  ria_terrain terrain;
  read_text(f, text); /* with an extent that is said when the case is read */
  assert_true(has_error(f, 5, 25, "this place lies outside the domain"));
  write_bed(f, "deep.asc", "-50000.0", "3", "-5");
  expect_warning(f, BASE "bathymetry: deep.asc\n", 3, 13, "the bed lies from -50000 m to 3 m");
  assert_int_equal(examine(f, BED "grid: {crs: local}\n", &terrain), RIA_SUCCESS);
  assert_null(terrain.crs);
  ria_terrain_destroy(&terrain);
}

/* ---- cells without data ---- */

static void cells_without_data_become_land(void **state) {
  case_fixture *f = *state;
  ria_terrain terrain;
  expect_error(f, BASE "bathymetry: holes.asc\n", 3, 13, "has 1 hole (no data or NaN)");
  assert_non_null(strstr(f->errors.error[0].text, "bathymetry.nodata: land"));
  const char *const land = BASE "bathymetry: {file: holes.asc, nodata: land, offset: 1}\n";
  expect_warning(f, land, 3, 20,
                 "1 of 200 cells have no data and are land at 10 m (bathymetry.nodata)");
  assert_int_equal(examine(f, land, &terrain), RIA_SUCCESS);
  assert_true(terrain.depth[6 * 20 + 7] == -10 && terrain.depth[0] == 4);
  ria_terrain_destroy(&terrain);
  assert_int_equal(
      examine(f,
              BASE "bathymetry: {file: holes.asc, nodata: land, nodata_level: 2.5 m, offset: 1}\n",
              &terrain),
      RIA_SUCCESS);
  assert_true(terrain.depth[6 * 20 + 7] == -2.5);
  ria_terrain_destroy(&terrain);
  /* as high as the highest cell, where that is above 10 m; less than half of a cell does not count
   */
  assert_int_equal(
      examine(f, BASE "grid: 200 m\nbathymetry: {file: half.asc, nodata: land}\n", &terrain),
      RIA_SUCCESS);
  assert_int_equal(terrain.grid.cells[0], 10);
  for (int y = 0; y < 5; y++)
    for (int x = 0; x < 10; x++)
      assert_true(terrain.depth[y * 10 + x] == (x < 5 ? 5 : -10));
  ria_terrain_destroy(&terrain);
}

static void margins_without_data_are_cut_off(void **state) {
  case_fixture *f = *state;
  ria_terrain terrain;
  const char *const text = BASE "bathymetry: {file: half.asc, crop: auto}\n"
                                "boundaries: {east: {" TIDE "}, south: [{to: 500, kind: open}]}\n"
                                "gauges: {points: {pier: [950, 50]}}\n";
  assert_int_equal(examine(f, text, &terrain), RIA_SUCCESS);
  assert_int_equal(terrain.grid.cells[0], 10);
  assert_int_equal(terrain.grid.cells[1], 10);
  assert_true(terrain.grid.origin[0] == 0 && terrain.grid.spacing[0] == 100);
  assert_int_equal(f->the_case.warnings.count, 1);
  assert_non_null(strstr(f->the_case.warnings.error[0].text,
                         "case.yaml:3:20: 100 cells of the file lie outside the domain, which was "
                         "cropped to (0, 0) to (1000, 1000) (bathymetry.crop)"));
  /* the tide's side is that of the domain, not of the file */
  const ria_solver *solver = ria_solver_find("estuary");
  ria_model model;
  void *instance = NULL;
  assert_int_equal(solver->create(&f->the_case, &terrain, &instance, &model), RIA_SUCCESS);
  bool found = false;
  for (int i = 0; i < model.segments; i++)
    found |= model.segment[i].side == RIA_EAST && model.segment[i].part.lo[1] == 0 &&
             model.segment[i].part.hi[1] == 10 &&
             !strcmp(model.segment[i].kernel->name, "water_level");
  assert_true(found);
  solver->destroy(instance);
  ria_terrain_destroy(&terrain);
  expect_error(f,
               BASE "bathymetry: {file: half.asc, crop: auto}\n"
                    "gauges: {points: {pier: [1050, 50]}}\n",
               4, 25, "move it, or give grid.extent instead of bathymetry.crop");
  expect_error(f,
               BASE "bathymetry: {file: half.asc, crop: auto}\n"
                    "boundaries: {south: [{from: 500, to: 1500, kind: open}]}\n",
               4, 22, "out of range");
}

/* Bathymetry of one zone of UTM in the coordinates of its neighbour: turned by four degrees. */
static void a_turned_file_is_cropped(void **state) {
  enum { NX = 60, NY = 50 };
  case_fixture *f = *state;
  ria_terrain terrain;
  char text[NX * NY * 8 + 200];
  size_t length = (size_t)snprintf(text, sizeof text,
                                   "ncols %d\nnrows %d\nxllcorner 510000\nyllcorner 4700000\n"
                                   "cellsize 100\n",
                                   NX, NY);
  for (int i = 0; i < NX * NY; i++)
    length += (size_t)snprintf(text + length, sizeof text - length, "-10.5%s",
                               i % NX == NX - 1 ? "\n" : " ");
  write_text(f->folder, "utm.asc", text);
  write_text(f->folder, "utm.prj",
             "PROJCS[\"WGS_1984_UTM_Zone_29N\",GEOGCS[\"GCS_WGS_1984\",DATUM[\"D_WGS_1984\","
             "SPHEROID[\"WGS_1984\",6378137,298.257223563]],PRIMEM[\"Greenwich\",0],"
             "UNIT[\"Degree\",0.017453292519943295]],PROJECTION[\"Transverse_Mercator\"],"
             "PARAMETER[\"latitude_of_origin\",0],PARAMETER[\"central_meridian\",-9],"
             "PARAMETER[\"scale_factor\",0.9996],PARAMETER[\"false_easting\",500000],"
             "PARAMETER[\"false_northing\",0],UNIT[\"Meter\",1]]");
  expect_error(f, BASE "grid: {crs: EPSG:32628}\nbathymetry: utm.asc\n", 4, 13, "holes");
  const char *const cropped =
      BASE "grid: {crs: EPSG:32628, resolution: 200 m}\nbathymetry: {file: utm.asc, crop: auto}\n"
           "boundaries: {west: {" TIDE "}, north: open}\n";
  assert_int_equal(examine(f, cropped, &terrain), RIA_SUCCESS);
  const ria_grid *g = &terrain.grid;
  for (ria_global i = 0; i < g->cells[0] * g->cells[1]; i++)
    assert_true(fabs(terrain.depth[i] - 10.5) < 1e-9);
  /* Four degrees take some 8 % of a length off the other one, at both ends. */
  const double area = (double)(g->cells[0] * g->cells[1]) * g->spacing[0] * g->spacing[1],
               all = NX * NY * 1e4;
  assert_true(area > 0.7 * all && area < 0.95 * all);
  bool told = false;
  for (int i = 0; i < f->the_case.warnings.count; i++)
    told |= strstr(f->the_case.warnings.error[i].text, "(bathymetry.crop)") != NULL;
  assert_true(told);
  ria_terrain_destroy(&terrain);
  /* or the corners become land */
  assert_int_equal(
      examine(f, BASE "grid: {crs: EPSG:32628}\nbathymetry: {file: utm.asc, nodata: land}\n",
              &terrain),
      RIA_SUCCESS);
  ria_global land = 0;
  for (ria_global i = 0; i < g->cells[0] * g->cells[1]; i++)
    land += terrain.depth[i] == -10;
  assert_true(land > 100);
  char count[64];
  snprintf(count, sizeof count, "%lld of %lld cells have no data", (long long)land,
           (long long)(g->cells[0] * g->cells[1]));
  assert_non_null(strstr(f->the_case.warnings.error[0].text, count));
  ria_terrain_destroy(&terrain);
}

/* Cells of a lake have its level, others that of the sea, and none where it is below the bed. */
static void lakes_have_levels_of_their_own(void **state) {
  case_fixture *f = *state;
  ria_terrain terrain;
  write_text(f->folder, "lakes.geojson",
             "{\"type\": \"FeatureCollection\", \"features\": [{\"type\": \"Feature\", "
             "\"properties\": {\"level\": 4.5}, \"geometry\": {\"type\": \"Polygon\", "
             "\"coordinates\": [[[1200, 0], [1800, 0], [1800, 400], [1200, 400], [1200, 0]]]}}]}");
  assert_int_equal(
      examine(f,
              BED
              "grid: {crs: local}\ninitial: {level: {polygons: lakes.geojson, attribute: level, "
              "otherwise: 0 m}, velocity: {x: 0.25 m/s, y: 0 m/s}}\n",
              &terrain),
      RIA_SUCCESS);
  for (int y = 0; y < 10; y++)
    for (int x = 0; x < 20; x++) {
      assert_true(terrain.start.level[20 * y + x] == (x >= 12 && x < 18 && y < 4 ? 4.5 : 0));
      assert_true(terrain.start.u[20 * y + x] == 0.25 && terrain.start.v[20 * y + x] == 0);
    }
  ria_terrain_destroy(&terrain);
  expect_error(f,
               BED "grid: {crs: local}\n"
                   "initial: {level: {polygons: lakes.geojson, attribute: level}}\n",
               5, 29, "176 of 200 cells have no value; give one for them, as initial.surface");
  expect_error(f, BED "initial: {depth: bed.asc}\n", 4, 18,
               "have depths outside 0 to inf, such as -5");
  /* a raster by its name */
  assert_int_equal(examine(f, BED "initial: depths.asc\n", &terrain), RIA_SUCCESS);
  assert_true(terrain.start.level[0] == 12 && terrain.start.level[19] == 0.5);
  ria_terrain_destroy(&terrain);
}

/* Single precision has few digits for waves far above the reference. */
static void levels_far_from_the_reference_are_reported(void **state) {
  case_fixture *f = *state;
  const char *const far = BASE "bathymetry: {file: bed.asc, offset: 1000 m}\n"
                               "initial: 1001 m\nprecision: ";
  char text[512];
  snprintf(text, sizeof text, "%ssingle\n", far);
  expect_warning(f, text, 3, 20, "single precision rounds levels to 0.061 mm");
  snprintf(text, sizeof text, "%sdouble\n", far);
  ria_terrain terrain;
  examine(f, text, &terrain);
  for (int i = 0; i < f->the_case.warnings.count; i++)
    assert_null(strstr(f->the_case.warnings.error[i].text, "single precision"));
  ria_terrain_destroy(&terrain);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, case_teardown)
  const struct CMUnitTest tests[] = {
      TEST(rivers_and_releases_lie_in_water),
      TEST(tides_lie_at_the_sea),
      TEST(an_absorbing_side_halves_a_wave),
      TEST(a_wave_runs_into_water),
      TEST(a_case_has_water),
      TEST(a_file_says_that_it_holds_depths),
      TEST(cells_fit_the_domain),
      TEST(systems_of_coordinates_are_known),
      TEST(cells_without_data_become_land),
      TEST(margins_without_data_are_cut_off),
      TEST(a_turned_file_is_cropped),
      TEST(lakes_have_levels_of_their_own),
      TEST(levels_far_from_the_reference_are_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
