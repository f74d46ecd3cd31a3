/* The meaning of a raster's numbers: units, bands, no-data values. */
#include "raster_fixture.h"
#include <gdal.h>
#include <math.h>

enum { NX = 12, NY = 6 };
static const double sea = -7, land = 4;

/* A raster of NX x NY cells of 50 m: sea in the west half, land in the east, times `scale`. */
typedef struct {
  const char *name;
  int bands;
  GDALDataType type;
  double sea, land;
  const char *unit;
  const char *items[8]; /* metadata of the file: key, value, ... */
} sample;

static GDALDatasetH open_new(const char *folder, const sample *s) {
  GDALAllRegister();
  double place[6] = {3000, 50, 0, 9000, 0, -50};
  GDALDatasetH data = GDALCreate(GDALGetDriverByName("GTiff"), file_in(folder, s->name), NX, NY,
                                 s->bands, s->type, NULL);
  assert_non_null(data);
  GDALSetGeoTransform(data, place);
  for (int b = 1; b <= s->bands; b++) {
    double values[NX * NY];
    for (int i = 0; i < NX * NY; i++)
      values[i] = i % NX < NX / 2 ? s->sea : s->land;
    GDALRasterBandH band = GDALGetRasterBand(data, b);
    assert_int_equal(GDALRasterIO(band, GF_Write, 0, 0, NX, NY, values, NX, NY, GDT_Float64, 0, 0),
                     CE_None);
    if (s->unit)
      GDALSetRasterUnitType(band, s->unit);
  }
  for (int i = 0; s->items[i]; i += 2)
    GDALSetMetadataItem(data, s->items[i], s->items[i + 1], NULL);
  return data;
}

static const char *write_sample(const char *folder, const sample *s) {
  GDALClose(open_new(folder, s));
  return file_in(folder, s->name);
}

static ria_status read_bed(const char *path, const ria_raster_meaning *meaning,
                           ria_raster *raster) {
  return ria_raster_read_as(path, RIA_CRS_LOCAL, NULL, meaning, raster);
}

static void refuse(const char *path, const ria_raster_meaning *meaning, const char *says) {
  ria_raster raster;
  assert_int_equal(read_bed(path, meaning, &raster), RIA_ERROR_FORMAT);
  expect_detail(says);
}

static void expect_bed(const char *path, const ria_raster_meaning *meaning, int notes) {
  ria_raster raster;
  if (read_bed(path, meaning, &raster) != RIA_SUCCESS)
    fail_msg("%s: %s", path, ria_status_detail());
  if (fabs(raster.values[0] - sea) > 1e-6 || fabs(raster.values[NX - 1] - land) > 1e-6)
    fail_msg("%s: %g and %g", path, raster.values[0], raster.values[NX - 1]);
  assert_int_equal(raster.notes.count, notes);
  ria_raster_destroy(&raster);
}

static void elevations_are_brought_to_metres(void **state) {
  (void)state;
  static const struct {
    const char *unit;
    double metres;
  } units[] = {
      {"yd", 0.9144},         {"Foot_US", 1200. / 3937}, {"inch", 0.0254}, {"dm", 0.1},
      {"METRES", 1},          {"m NAVD88", 1},           {"unknown", 1},   {"fathom", 1.8288},
      {"ft (NGVD29)", 0.3048}};
  char *folder = test_folder_create();
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    const sample s = {.name = "bed.tif",
                      .bands = 1,
                      .type = GDT_Float64,
                      .unit = units[i].unit,
                      .sea = sea / units[i].metres,
                      .land = land / units[i].metres};
    expect_bed(write_sample(folder, &s), NULL, units[i].metres != 1);
  }
  sample odd = {"odd.tif", 1, GDT_Float64, sea, land, "smoots", {NULL}};
  refuse(write_sample(folder, &odd), NULL, "'smoots'");
  expect_bed(file_in(folder, "odd.tif"), &(ria_raster_meaning){.unit = "metre"}, 1);
  odd = (sample){"odd.tif", 1, GDT_Float64, 100 * sea, 100 * land, "m", {NULL}};
  expect_bed(write_sample(folder, &odd), &(ria_raster_meaning){.unit = "cm"}, 2);
  odd.unit = "K";
  refuse(write_sample(folder, &odd), NULL, "bathymetry.unit");
  test_folder_remove(folder);
}

/* Scale and offset of the file come first, then the unit. */
static void packed_values_are_unpacked(void **state) {
  (void)state;
  char *folder = test_folder_create();
  const sample s = {
      "packed.tif", 1,     GDT_Int16, 100 * (sea - 1) / 0.9144, 100 * (land - 1) / 0.9144,
      NULL,         {NULL}};
  GDALDatasetH data = open_new(folder, &s);
  GDALRasterBandH band = GDALGetRasterBand(data, 1);
  GDALSetRasterScale(band, 0.01);
  GDALSetRasterOffset(band, 1 / 0.9144);
  GDALSetRasterUnitType(band, "yard");
  GDALClose(data);
  ria_raster raster;
  assert_int_equal(read_bed(file_in(folder, "packed.tif"), NULL, &raster), RIA_SUCCESS);
  assert_true(fabs(raster.values[0] - sea) < 0.01 && fabs(raster.values[NX - 1] - land) < 0.01);
  ria_raster_destroy(&raster);
  test_folder_remove(folder);
}

static void coordinates_are_brought_to_metres(void **state) {
  (void)state;
  char *folder = test_folder_create();
  ria_raster raster;
  sample s = {
      "km.tif", 1, GDT_Float64, sea, land, NULL, {"x#units", "hm", "y#units", "hm", "x#axis", "X"}};
  assert_int_equal(read_bed(write_sample(folder, &s), NULL, &raster), RIA_SUCCESS);
  assert_true(fabs(raster.dx - 5000) < 1e-6 && fabs(raster.x0 - 300000) < 1e-6);
  assert_int_equal(raster.notes.count, 1);
  ria_raster_destroy(&raster);
  s.items[1] = s.items[3] = "degrees";
  refuse(write_sample(folder, &s), NULL, "'degrees'");
  s.items[1] = s.items[3] = "m";
  expect_bed(write_sample(folder, &s), NULL, 0);
  test_folder_remove(folder);
}

static void several_bands_are_asked_about(void **state) {
  (void)state;
  char *folder = test_folder_create();
  const sample s = {"bands.tif", 3, GDT_Float32, sea, land, NULL, {NULL}};
  GDALDatasetH data = open_new(folder, &s);
  GDALSetDescription(GDALGetRasterBand(data, 3), "deviation");
  GDALSetRasterColorInterpretation(GDALGetRasterBand(data, 2), GCI_AlphaBand);
  GDALClose(data);
  const char *path = file_in(folder, "bands.tif");
  refuse(path, NULL, "1, 3 'deviation'");
  refuse(path, &(ria_raster_meaning){.band = 2}, "no such band");
  refuse(path, &(ria_raster_meaning){.band = 4}, "no such band");
  refuse(path, &(ria_raster_meaning){.variable = "z"}, "no variable 'z'");
  refuse(path, &(ria_raster_meaning){.time = "2020-01-01"}, "no band of that time");
  const sample two = {"alpha.tif", 2, GDT_Float32, sea, land, NULL, {NULL}};
  data = open_new(folder, &two);
  GDALSetRasterColorInterpretation(GDALGetRasterBand(data, 2), GCI_AlphaBand);
  GDALClose(data);
  expect_bed(file_in(folder, "alpha.tif"), NULL, 0);
  test_folder_remove(folder);
}

static void times_are_bands(void **state) {
  (void)state;
  char *folder = test_folder_create();
  const sample s = {
      "times.tif", 2, GDT_Float32, sea, land, NULL, {"t#units", "hours since 2021-05-01 00:00:00"}};
  GDALDatasetH data = open_new(folder, &s);
  GDALSetMetadataItem(GDALGetRasterBand(data, 1), "NETCDF_DIM_t", "0", NULL);
  GDALSetMetadataItem(GDALGetRasterBand(data, 2), "NETCDF_DIM_t", "36", NULL);
  GDALClose(data);
  const char *path = file_in(folder, "times.tif");
  refuse(path, NULL, "2 (2021-05-02T12:00:00Z)");
  expect_bed(path, &(ria_raster_meaning){.time = "2021-05-02T12:00"}, 1);
  expect_bed(path, &(ria_raster_meaning){.time = "36"}, 1);
  test_folder_remove(folder);
}

static void pictures_and_classes_are_no_beds(void **state) {
  (void)state;
  char *folder = test_folder_create();
  sample s = {"rgb.tif", 3, GDT_Byte, 3, 120, NULL, {NULL}}; /* GDAL makes it red, green, blue */
  refuse(write_sample(folder, &s), NULL, "a picture");
  s = (sample){"classes.tif", 1, GDT_Byte, 1, 2, NULL, {NULL}};
  GDALDatasetH data = open_new(folder, &s);
  GDALColorTableH colours = GDALCreateColorTable(GPI_RGB);
  GDALSetColorEntry(colours, 1, &(GDALColorEntry){0, 90, 200, 255});
  assert_int_equal(GDALSetRasterColorTable(GDALGetRasterBand(data, 1), colours), CE_None);
  GDALDestroyColorTable(colours);
  GDALClose(data);
  refuse(file_in(folder, "classes.tif"), NULL, "a map of classes");
  test_folder_remove(folder);
}

static void undeclared_fill_values_are_refused(void **state) {
  (void)state;
  char *folder = test_folder_create();
  static const double fills[] = {-9999, 9999, -999, -32767, 1e30, -3.40282347e38};
  for (size_t i = 0; i < sizeof fills / sizeof *fills; i++) {
    const sample s = {"fill.tif", 1, GDT_Float64, sea, fills[i], NULL, {NULL}};
    refuse(write_sample(folder, &s), NULL, "36 cells hold exactly ");
    ria_raster raster;
    ria_raster_meaning meaning = {.nodata_count = 1, .nodata = {fills[i]}};
    assert_int_equal(read_bed(file_in(folder, "fill.tif"), &meaning, &raster), RIA_SUCCESS);
    assert_true(raster.values[0] == sea && isnan(raster.values[NX - 1]));
    ria_raster_destroy(&raster);
    /* outside the window, and outside the cell beside it, it does no harm */
    const ria_extent west = {3000, 8700, 3200, 9000};
    assert_int_equal(ria_raster_read(file_in(folder, "fill.tif"), RIA_CRS_LOCAL, &west, &raster),
                     RIA_SUCCESS);
    ria_raster_destroy(&raster);
  }
  sample s = {"fill.tif", 1, GDT_Float64, sea, -9999, NULL, {NULL}};
  GDALDatasetH data = open_new(folder, &s);
  GDALSetRasterNoDataValue(GDALGetRasterBand(data, 1), -9999.0001);
  GDALClose(data);
  ria_raster raster;
  assert_int_equal(read_bed(file_in(folder, "fill.tif"), NULL, &raster), RIA_SUCCESS);
  assert_true(isnan(raster.values[NX - 1]));
  ria_raster_destroy(&raster);
  s = (sample){"bytes.tif", 1, GDT_Byte, 3, 255, NULL, {NULL}};
  refuse(write_sample(folder, &s), NULL, "255");
  s = (sample){"sea.tif", 1, GDT_Float64, -99, 4, NULL, {NULL}}; /* a flat sea */
  assert_int_equal(read_bed(write_sample(folder, &s), NULL, &raster), RIA_SUCCESS);
  ria_raster_destroy(&raster);
  test_folder_remove(folder);
}

/* In degrees, without a declaration: GDAL's interpolation must not see it. */
static void fill_values_are_not_warped(void **state) {
  (void)state;
  char *folder = test_folder_create();
  char *path = strdup(write_degrees(folder)), line[64];
  FILE *file = fopen(path, "w");
  fputs("ncols 40\nnrows 40\nxllcorner -9\nyllcorner 42\ncellsize 0.001\n", file);
  for (int i = 0; i < 1600; i++)
    fprintf(file, "%s%c", i % 40 > 30 ? "-9999.0" : "-6.5", i % 40 == 39 ? '\n' : ' ');
  assert_int_equal(fclose(file), 0);
  ria_raster raster;
  assert_int_equal(ria_raster_read(path, "EPSG:32629", NULL, &raster), RIA_ERROR_FORMAT);
  snprintf(line, sizeof line, "%d cells hold exactly -9999", 9 * 40);
  expect_detail(line);
  const ria_raster_meaning meaning = {.nodata_count = 1, .nodata = {-9999}};
  assert_int_equal(ria_raster_read_as(path, "EPSG:32629", NULL, &meaning, &raster), RIA_SUCCESS);
  int holes = 0;
  for (ria_global i = 0; i < raster.nx * raster.ny; i++) {
    holes += isnan(raster.values[i]);
    assert_true(isnan(raster.values[i]) || fabs(raster.values[i] + 6.5) < 1e-9);
  }
  assert_true(holes > 300);
  ria_raster_destroy(&raster);
  free(path);
  test_folder_remove(folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(elevations_are_brought_to_metres),
                                     cmocka_unit_test(packed_values_are_unpacked),
                                     cmocka_unit_test(coordinates_are_brought_to_metres),
                                     cmocka_unit_test(several_bands_are_asked_about),
                                     cmocka_unit_test(times_are_bands),
                                     cmocka_unit_test(pictures_and_classes_are_no_beds),
                                     cmocka_unit_test(undeclared_fill_values_are_refused),
                                     cmocka_unit_test(fill_values_are_not_warped)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
