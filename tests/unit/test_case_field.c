/* Fields of a case: each source put onto a grid, and its errors. The key is a roughness. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/case_errors.h"
#include "ria/case_field.h"
#include "ria/schema.h"
#include "tests.h"

static const ria_key roughness_keys[] = {RIA_FIELD_KEYS("the roughness", "s/m1/3", RIA_MANNING,
                                                        RIA_KEY_LEAST, .least = 0, .most = 0,
                                                        "0.025 s/m1/3"),
                                         {0}};
static const ria_key keys[] = {{"roughness", RIA_KEY_FIELD, .keys = roughness_keys,
                                .shorthand = "value", .offset = 0, .size = sizeof(ria_case_field),
                                .what = "Roughness."},
                               {0}};
static const ria_case_field_use use = {.subject = {.key = "roughness",
                                                   .one = "the roughness",
                                                   .values = "Manning coefficients",
                                                   .unit = "s/m1/3"},
                                       .least = 0,
                                       .most = INFINITY};

enum { NX = 4, NY = 2 };
static const ria_grid grid = {
    .cells = {NX, NY, 1}, .origin = {1000, 2000, 0}, .spacing = {10, 10, 1}};

typedef struct {
  char *folder;
  ria_yaml_source source;
  ria_yaml_memory memory;
  ria_case_errors errors;
  ria_case_field field;
  ria_status status;
  double values[NX * NY];
} fixture;

static int set_up(void **state) {
  fixture *f = calloc(1, sizeof *f);
  f->folder = test_folder_create();
  *state = f;
  return 0;
}

static void clear(fixture *f) {
  ria_schema_free(keys, &f->field);
  ria_case_errors_destroy(&f->errors);
  ria_yaml_memory_destroy(&f->memory);
  f->field = (ria_case_field){0};
  f->errors = (ria_case_errors){0};
  f->memory = (ria_yaml_memory){0};
}

static int tear_down(void **state) {
  clear(*state);
  return test_folder_tear_down(state);
}

static void write_file(const fixture *f, const char *name, const char *text) {
  char path[400];
  snprintf(path, sizeof path, "%s/%s", f->folder, name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

/* The first row is the northern one. */
static void write_raster(const fixture *f, const char *name, const char *cells) {
  char text[400];
  snprintf(text, sizeof text,
           "ncols 4\nnrows 2\nxllcorner 1000\nyllcorner 2000\ncellsize 10\nNODATA_value -1\n%s\n",
           cells);
  write_file(f, name, text);
}

static void read_field(fixture *f, const char *text) {
  clear(f);
  f->source = (ria_yaml_source){.name = "case.yaml", .directory = f->folder};
  ria_yaml *root = ria_yaml_parse(&f->memory, &f->source, text, strlen(text), &f->errors);
  assert_non_null(root);
  f->status = ria_schema_read(&f->memory, keys, root, "", &f->field, &f->errors);
}

static void lay(fixture *f, const char *text) {
  ria_raster_notes notes = {0};
  read_field(f, text);
  if (f->status != RIA_SUCCESS)
    fail_msg("%s", f->errors.count ? f->errors.error[0].text : ria_status_detail());
  f->status = ria_case_field_lay(&f->field, &use, RIA_CRS_LOCAL, &grid, f->values, &notes);
  ria_raster_notes_destroy(&notes);
}

static void expect(const fixture *f, const double values[NX * NY]) {
  assert_int_equal(f->status, RIA_SUCCESS);
  for (int i = 0; i < NX * NY; i++)
    assert_float_equal(f->values[i], values[i], 1e-12);
}

static void expect_error(const fixture *f, const char *part) {
  assert_int_not_equal(f->status, RIA_SUCCESS);
  const char *said = f->errors.count ? f->errors.error[0].text : ria_status_detail();
  if (!strstr(said, part))
    fail_msg("'%s' does not say '%s'", said, part);
}

static void a_plain_number_is_the_same_everywhere(void **state) {
  fixture *f = *state;
  lay(f, "roughness: 0.03 s/m1/3\n");
  expect(f, (double[]){.03, .03, .03, .03, .03, .03, .03, .03});
  lay(f, "roughness: {value: 0.04}\n");
  assert_true(f->values[5] == .04);
  read_field(f, "roughness: 3 m\n");
  expect_error(f, "Manning coefficient");
  read_field(f, "roughness: -0.1\n");
  expect_error(f, "roughness");
}

static void a_raster_gives_its_values(void **state) {
  fixture *f = *state;
  write_raster(f, "n.asc", "0.01 0.02 0.03 0.04\n0.05 0.06 -1 0.08");
  lay(f, "roughness: {file: n.asc, otherwise: 0.5}\n");
  expect(f, (double[]){.05, .06, .5, .08, .01, .02, .03, .04});
  lay(f, "roughness: {file: n.asc}\n");
  expect_error(
      f, "1 of 8 cells have no value; give one for them, as roughness.otherwise; the first is "
         "cell (2, 0)");
  write_raster(f, "n.asc", "0.01 0.02 0.03 0.04\n0.05 -0.06 0.07 0.08");
  lay(f, "roughness: {file: n.asc}\n");
  expect_error(f, "1 of 8 cells have Manning coefficients outside 0 to inf, such as -0.06");
  read_field(f, "roughness: {file: n.asc, unit: kg}\n");
  expect_error(f, "roughness.unit");
  read_field(f, "roughness: {file: n.asc, nodata: land}\n");
  expect_error(f, "only the bed can become land");
  read_field(f, "roughness: {file: absent.asc}\n");
  expect_error(f, "absent.asc");
}

static void a_raster_must_cover_the_grid(void **state) {
  fixture *f = *state;
  write_file(f, "small.asc",
             "ncols 2\nnrows 2\nxllcorner 1000\nyllcorner 2000\ncellsize 10\n0.1 0.1\n0.1 0.1\n");
  lay(f, "roughness: {file: small.asc}\n");
  expect_error(f, "small.asc");
}

static void classes_have_the_values_of_a_table(void **state) {
  fixture *f = *state;
  write_raster(f, "cover.asc", "10 10 20 20\n30 10 20 20");
  lay(f, "roughness: {classes: cover.asc, values: {10: 0.02, 20: 0.1, 30: 0.3}}\n");
  expect(f, (double[]){.3, .02, .1, .1, .02, .02, .1, .1});
  lay(f, "roughness: {classes: cover.asc, values: {10: 0.02, 20: 0.1}}\n");
  expect_error(f, "has the class 30, which roughness.values lacks: it has 10, 20");
  lay(f, "roughness: {classes: cover.asc, values: {10: 0.02, 20: 0.1}, otherwise: 0.7}\n");
  assert_true(f->values[0] == .7 && f->values[1] == .02);
  read_field(f, "roughness: {classes: cover.asc}\n");
  expect_error(f, "'classes' needs 'values'");
  lay(f, "roughness: {classes: cover.asc, values: {reef: 0.02}}\n");
  expect_error(f, "'reef' is no class of a raster");
}

static void a_table_may_be_a_file(void **state) {
  fixture *f = *state;
  static const struct {
    const char *table, *error;
  } bad[] = {
      {"10,0.02\n20,0.1\n", "has the class 30, which "},
      {"class,n\n10,0.02\n20,rough\n", "table.csv:3: column 2 is 'rough': expected a Manning"},
      {"10,0.02\n20,-1\n", "table.csv:2: column 2 is '-1': expected a Manning coefficient of at "},
      {"10,0.02\n20\n", "table.csv:2: "},
      {"10,0.02\n10,0.03\n", "'table' has '10' twice"},
      {"class,n\n", "table.csv has no classes"}};
  write_raster(f, "cover.asc", "10 10 20 20\n30 10 20 20");
  write_file(f, "table.csv", "class,n\n10,0.02\n20,0.1 s/m1/3\n30,0.3\n");
  lay(f, "roughness: {classes: cover.asc, table: table.csv}\n");
  expect(f, (double[]){.3, .02, .1, .1, .02, .02, .1, .1});
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    write_file(f, "table.csv", bad[i].table);
    read_field(f, "roughness: {classes: cover.asc, table: table.csv}\n");
    if (f->status == RIA_SUCCESS)
      lay(f, "roughness: {classes: cover.asc, table: table.csv}\n");
    expect_error(f, bad[i].error);
  }
  read_field(f, "roughness: {classes: cover.asc, table: table.csv, values: {10: 1}}\n");
  expect_error(f, "this and 'values' exclude each other");
  read_field(f, "roughness: {value: 1, table: table.csv}\n");
  expect_error(f, "roughness.table");
}

/* Classes are not interpolated: a finer grid takes one of them, a coarser grid the mean of their
 * values. */
static void classes_are_not_interpolated(void **state) {
  fixture *f = *state;
  write_file(f, "coarse.asc",
             "ncols 2\nnrows 1\nxllcorner 1000\nyllcorner 2000\ncellsize 20\n10 20\n");
  lay(f, "roughness: {classes: coarse.asc, values: {10: 0.02, 20: 0.1}}\n");
  expect(f, (double[]){.02, .02, .1, .1, .02, .02, .1, .1});
  write_file(f, "fine.asc",
             "ncols 8\nnrows 4\nxllcorner 1000\nyllcorner 2000\ncellsize 5\n"
             "10 20 10 10 10 10 10 10\n10 20 10 10 10 10 10 10\n"
             "10 10 10 10 10 10 10 10\n10 10 10 10 10 10 10 10\n");
  lay(f, "roughness: {classes: fine.asc, values: {10: 0.02, 20: 0.1}}\n");
  expect(f, (double[]){.02, .02, .02, .02, .06, .02, .02, .02});
}

static const char two_polygons[] =
    "{\"type\": \"FeatureCollection\", \"features\": ["
    "{\"type\": \"Feature\", \"properties\": {\"kind\": \"sand\", \"n\": 0.02}, \"geometry\": "
    "{\"type\": \"Polygon\", \"coordinates\": [[[1000,2000],[1040,2000],[1040,2020],[1000,2020],"
    "[1000,2000]]]}},"
    "{\"type\": \"Feature\", \"properties\": {\"kind\": \"reef\", \"n\": 0.09}, \"geometry\": "
    "{\"type\": \"Polygon\", \"coordinates\": [[[1000,2000],[1020,2000],[1020,2010],[1000,2010],"
    "[1000,2000]]]}}]}";

static void polygons_have_the_values_of_their_attribute(void **state) {
  fixture *f = *state;
  static const double wanted[] = {.09, .09, .02, .02, .02, .02, .02, .02};
  write_file(f, "zones.geojson", two_polygons);
  lay(f,
      "roughness: {polygons: zones.geojson, attribute: kind, values: {sand: 0.02, reef: 0.09}}\n");
  expect(f, wanted);
  lay(f, "roughness: {polygons: zones.geojson, attribute: n}\n");
  expect(f, wanted);
  lay(f, "roughness: {polygons: zones.geojson, attribute: kind, values: {sand: 0.02}}\n");
  expect_error(f, "has polygons with kind 'reef', which roughness.values lacks");
  lay(f, "roughness: {polygons: zones.geojson, attribute: colour}\n");
  expect_error(f, "no attribute 'colour'; they have kind, n");
  lay(f, "roughness: {polygons: zones.geojson, attribute: kind}\n");
  expect_error(f, "'sand' of the attribute 'kind' is not a number");
  read_field(f, "roughness: {polygons: zones.geojson}\n");
  expect_error(f, "'polygons' needs 'attribute'");
}

static void a_field_has_one_source(void **state) {
  fixture *f = *state;
  write_raster(f, "n.asc", "1 1 1 1\n1 1 1 1");
  read_field(f, "roughness: {value: 0.1, file: n.asc}\n");
  expect_error(f, "a field has one source");
  read_field(f, "roughness: {otherwise: 0.1}\n");
  expect_error(f, "expected one of 'value', 'file', 'classes', 'polygons'");
  read_field(f, "roughness: {value: 0.1, band: 2}\n");
  expect_error(f, "roughness.band");
  read_field(f, "roughness: {file: n.asc, values: {1: 2}}\n");
  expect_error(f, "roughness.values");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(a_plain_number_is_the_same_everywhere, set_up, tear_down),
      cmocka_unit_test_setup_teardown(a_raster_gives_its_values, set_up, tear_down),
      cmocka_unit_test_setup_teardown(a_raster_must_cover_the_grid, set_up, tear_down),
      cmocka_unit_test_setup_teardown(classes_have_the_values_of_a_table, set_up, tear_down),
      cmocka_unit_test_setup_teardown(a_table_may_be_a_file, set_up, tear_down),
      cmocka_unit_test_setup_teardown(classes_are_not_interpolated, set_up, tear_down),
      cmocka_unit_test_setup_teardown(polygons_have_the_values_of_their_attribute, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(a_field_has_one_source, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
