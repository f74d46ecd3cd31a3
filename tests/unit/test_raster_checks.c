/* Misleading rasters: degrees without a CRS, cells of an impossible size, byte order marks, and
 * cells without data. */
#include "raster_fixture.h"
#include <math.h>
#include <unistd.h>

/* What no CRS says is degrees looks like them all the same. */
static void degrees_are_recognized(void **state) {
  (void)state;
  char *folder = test_folder_create();
  ria_raster raster;
  char *path = strdup(write_degrees(folder));
  assert_int_equal(unlink(file_in(folder, "geo.prj")), 0);
  assert_int_equal(ria_raster_read(path, NULL, NULL, &raster), RIA_ERROR_FORMAT);
  expect_detail("looks like longitudes and latitudes, not metres");
  expect_detail("from (-9, 42) to (-8.96, 42.04) in cells of 0.001");
  assert_int_equal(ria_raster_read(path, "EPSG:32629", NULL, &raster), RIA_ERROR_FORMAT);
  expect_detail("longitudes");
  /* `ria import` makes no grid of one cell of it */
  ria_import_options options = {.source = path, .target = file_in(folder, "no.h5")};
  assert_int_equal(ria_import(&options, &raster, NULL), RIA_ERROR_FORMAT);
  options.resolution = 100;
  assert_int_equal(ria_import(&options, &raster, NULL), RIA_ERROR_FORMAT);
  assert_int_equal(access(file_in(folder, "no.h5"), F_OK), -1);
  /* unless one says that they are metres, such as those of a flume */
  assert_int_equal(ria_raster_read(path, RIA_CRS_LOCAL, NULL, &raster), RIA_SUCCESS);
  assert_null(raster.crs);
  assert_int_equal(raster.nx, 40);
  ria_raster_destroy(&raster);
  free(path);
  test_folder_remove(folder);
}

static void only_small_numbers_are_degrees(void **state) {
  (void)state;
  static const struct {
    double x0, y0, size;
    int n;
    bool degrees;
  } frames[] = {{-9, 42, 0.001, 40, true},         {0, 0, 0.25, 300, true},
                {200, -80, 0.1, 100, true},        {0, 0, 1, 50, false},
                {0, 0, 0.25, 400, false},          {500, 0, 0.1, 100, false},
                {500000, 4700000, 0.1, 100, false}};
  for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
    const ria_raster r = {.nx = frames[i].n,
                          .ny = frames[i].n,
                          .x0 = frames[i].x0,
                          .y0 = frames[i].y0,
                          .dx = frames[i].size,
                          .dy = frames[i].size};
    assert_int_equal(ria_raster_in_degrees(&r), frames[i].degrees);
  }
}

static void cells_of_an_impossible_size_are_refused(void **state) {
  (void)state;
  char *folder = test_folder_create();
  ria_raster made;
  char *path = strdup(write_asc(folder, 8, 6, -1, -1, ""));
  char *target = strdup(file_in(folder, "no.h5"));
  ria_import_options options = {.source = path, .target = target, .resolution = 1e9};
  assert_int_equal(ria_import(&options, &made, NULL), RIA_ERROR_ARGUMENT);
  expect_detail("cells of 1e+09 m are larger than the whole grid, which is 80 m x 60 m");
  options.resolution = 0;
  options.source = write_text(folder, "huge.asc",
                              "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1e9\n"
                              "-1.0 -1\n-1 -1\n");
  assert_int_equal(ria_import(&options, &made, NULL), RIA_ERROR_ARGUMENT);
  expect_detail("a cell of 1000000000 m is not possible");
  assert_int_equal(access(target, F_OK), -1);
  free(target);
  free(path);
  test_folder_remove(folder);
}

/* Text as saved by editors on Windows: GDAL alone does not recognise such a file as a raster. */
static void a_byte_order_mark_is_skipped(void **state) {
  (void)state;
  char *folder = test_folder_create();
  ria_raster raster;
  write_degrees(folder); /* leaves geo.prj */
  char *path = strdup(write_text(folder, "geo.asc",
                                 "\xEF\xBB\xBFncols 3\nnrows 2\nxllcorner 500\nyllcorner 600\n"
                                 "cellsize 10\n1.5 2 3\n4 5 6\n"));
  assert_int_equal(ria_raster_read(path, NULL, NULL, &raster), RIA_ERROR_FORMAT);
  expect_detail("is in degrees"); /* so its .prj file was read, too */
  assert_int_equal(unlink(file_in(folder, "geo.prj")), 0);
  assert_int_equal(ria_raster_read(path, NULL, NULL, &raster), RIA_SUCCESS);
  assert_int_equal(raster.nx, 3);
  assert_int_equal(raster.ny, 2);
  assert_true(raster.values[0] == 4 && raster.values[3] == 1.5 && raster.x0 == 500);
  assert_null(raster.crs);
  ria_raster_destroy(&raster);
  /* nothing but the mark */
  assert_int_equal(
      ria_raster_read(write_text(folder, "empty.asc", "\xEF\xBB\xBF"), NULL, NULL, &raster),
      RIA_ERROR_FORMAT);
  free(path);
  test_folder_remove(folder);
}

/* ---- holes ---- */

static bool reaches_edge(const bool *hole, int nx, int ny, bool *seen, int x, int y) {
  if (x < 0 || y < 0 || x >= nx || y >= ny)
    return true;
  if (!hole[y * nx + x] || seen[y * nx + x])
    return false;
  seen[y * nx + x] = true;
  bool found = false;
  found |= reaches_edge(hole, nx, ny, seen, x - 1, y);
  found |= reaches_edge(hole, nx, ny, seen, x + 1, y);
  found |= reaches_edge(hole, nx, ny, seen, x, y - 1);
  found |= reaches_edge(hole, nx, ny, seen, x, y + 1);
  return found;
}

/* The largest area of a box without holes that reach the edge, by trying all boxes. */
static int largest_area(const bool *hole, int nx, int ny) {
  bool outside[64];
  int best = 0;
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++) {
      bool seen[64] = {false};
      outside[y * nx + x] = hole[y * nx + x] && reaches_edge(hole, nx, ny, seen, x, y);
    }
  for (int y0 = 0; y0 < ny; y0++)
    for (int x0 = 0; x0 < nx; x0++)
      for (int y1 = y0 + 1; y1 <= ny; y1++)
        for (int x1 = x0 + 1; x1 <= nx; x1++) {
          bool good = true;
          for (int y = y0; y < y1 && good; y++)
            for (int x = x0; x < x1 && good; x++)
              good = !outside[y * nx + x];
          if (good && (x1 - x0) * (y1 - y0) > best)
            best = (x1 - x0) * (y1 - y0);
        }
  return best;
}

static void cropping_keeps_the_largest_rectangle(void **state) {
  (void)state;
  srand(7);
  for (int trial = 0; trial < 400; trial++) {
    const int nx = 1 + rand() % 8, ny = 1 + rand() % 8, often = 1 + rand() % 6;
    bool hole[64];
    ria_raster r = {.nx = nx, .ny = ny, .x0 = 100, .y0 = 200, .dx = 2, .dy = 3};
    r.values = malloc((size_t)(nx * ny) * sizeof *r.values);
    for (int i = 0; i < nx * ny; i++) {
      hole[i] = rand() % often == 0;
      r.values[i] = hole[i] ? NAN : i;
    }
    const int best = largest_area(hole, nx, ny);
    ria_global cut = -1;
    ria_status status = ria_raster_crop(&r, "bed.asc", &cut);
    assert_int_equal(status, best ? RIA_SUCCESS : RIA_ERROR_FORMAT);
    if (best) {
      assert_int_equal(r.nx * r.ny, best);
      assert_int_equal(cut, nx * ny - best);
      const int x0 = (int)((r.x0 - 100) / 2), y0 = (int)((r.y0 - 200) / 3);
      for (int y = 0; y < r.ny; y++)
        for (int x = 0; x < r.nx; x++) {
          const double value = r.values[y * r.nx + x];
          const int from = (y0 + y) * nx + x0 + x;
          assert_true(hole[from] ? isnan(value) : value == from);
        }
    }
    ria_raster_destroy(&r);
  }
}

static void cells_that_are_mostly_holes_are_holes(void **state) {
  (void)state;
  ria_raster r = {.nx = 4, .ny = 2, .x0 = 7, .y0 = -3, .dx = 1, .dy = 1};
  r.values = malloc(8 * sizeof *r.values);
  for (int i = 0; i < 8; i++)
    r.values[i] = i * i;
  ria_global holes;
  double values[2];
  const ria_grid grid = {.cells[0] = 2,
                         .cells[1] = 1,
                         .origin[0] = r.x0,
                         .origin[1] = r.y0,
                         .spacing[0] = 2 * r.dx,
                         .spacing[1] = 2 * r.dy};
  r.values[0] = NAN; /* a quarter of the first cell, three of the second */
  r.values[2] = r.values[3] = r.values[6] = NAN;
  assert_int_equal(ria_raster_resample_known(&r, &grid, values, &holes), RIA_SUCCESS);
  assert_int_equal(holes, 1);
  assert_true(fabs(values[0] - (r.values[1] + r.values[4] + r.values[5]) / 3) < 1e-12);
  assert_true(isnan(values[1]));
  ria_raster_destroy(&r);
}

static void import_makes_land_of_holes(void **state) {
  (void)state;
  char *folder = test_folder_create(), *target = strdup(file_in(folder, "grid.h5"));
  char *source = strdup(write_asc(folder, 8, 6, 7, 5, "-9999"));
  ria_raster made;
  ria_import_report report;
  ria_import_options options = {
      .source = source, .target = target, .land = true, .land_level = NAN, .offset = 2};
  assert_int_equal(ria_import(&options, &made, &report), RIA_SUCCESS);
  assert_int_equal(report.filled, 1);
  assert_true(report.land_level == asc_value(6, 5) + 2);
  assert_true(made.values[5 * 8 + 7] == report.land_level);
  ria_raster_destroy(&made);
  options.land_level = 30;
  options.depths = true;
  assert_int_equal(ria_import(&options, &made, &report), RIA_SUCCESS);
  assert_true(report.land_level == 30 && made.values[5 * 8 + 7] == 30);
  ria_raster_destroy(&made);
  options.land = false;
  options.crop = true;
  assert_int_equal(ria_import(&options, &made, &report), RIA_SUCCESS);
  assert_int_equal(made.nx * made.ny,
                   42); /* one column or one row less: 7 x 6 are more than 8 x 5 */
  assert_int_equal(report.cut, 6);
  ria_raster_destroy(&made);
  options.has_window = true;
  options.window = (ria_extent){1000, 2000, 1040, 2040};
  assert_int_equal(ria_import(&options, &made, &report), RIA_ERROR_ARGUMENT);
  expect_detail("give one of the two");
  free(source);
  free(target);
  test_folder_remove(folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(degrees_are_recognized),
      cmocka_unit_test(only_small_numbers_are_degrees),
      cmocka_unit_test(cells_of_an_impossible_size_are_refused),
      cmocka_unit_test(a_byte_order_mark_is_skipped),
      cmocka_unit_test(cropping_keeps_the_largest_rectangle),
      cmocka_unit_test(cells_that_are_mostly_holes_are_holes),
      cmocka_unit_test(import_makes_land_of_holes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
