/* Comparison of files to the bit, and the report of differences. */
#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "../../workflows/cli/command.h"
#include "ria/compare.h"
#include "tests.h"

extern const cli_command command_diff;

enum { NY = 5, NX = 7 };

typedef struct {
  char *folder, a[256], b[256];
  double h[NY][NX], qx[NY][NX];
} fixture;

static void put_attribute(hid_t file, const char *name, double value) {
  hid_t space = H5Screate(H5S_SCALAR);
  hid_t attribute = H5Acreate2(file, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(H5Awrite(attribute, H5T_NATIVE_DOUBLE, &value) >= 0);
  H5Aclose(attribute);
  H5Sclose(space);
}

static void put_field(hid_t file, const char *name, hid_t type, int rows, const double *values) {
  hsize_t size[2] = {(hsize_t)rows, NX};
  hid_t space = H5Screate_simple(2, size, NULL);
  hid_t id = H5Dcreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(H5Dwrite(id, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  H5Dclose(id);
  H5Sclose(space);
}

static void write_file(const fixture *f, const char *path, hid_t type, int rows, bool with_qx,
                       double time) {
  hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  H5Gclose(H5Gcreate2(file, "fields", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  put_attribute(file, "time", time);
  put_attribute(file, "redone", time * 7);
  put_field(file, "fields/h", type, rows, &f->h[0][0]);
  if (with_qx)
    put_field(file, "fields/qx", type, rows, &f->qx[0][0]);
  H5Fclose(file);
}

static int set_up(void **state) {
  fixture *f = calloc(1, sizeof *f);
  assert_non_null(f);
  f->folder = test_folder_create();
  snprintf(f->a, sizeof f->a, "%s/a.h5", f->folder);
  snprintf(f->b, sizeof f->b, "%s/b.h5", f->folder);
  for (int y = 0; y < NY; y++) {
    for (int x = 0; x < NX; x++) {
      f->h[y][x] = y + 0.25 * x;
      f->qx[y][x] = x;
    }
  }
  f->qx[0][0] = NAN;
  write_file(f, f->a, H5T_IEEE_F64LE, NY, true, 10);
  *state = f;
  return 0;
}

static ria_difference compare(const fixture *f) {
  ria_difference d;
  if (ria_compare_files(f->a, f->b, &d) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  return d;
}

/* Options are written into, as those of a command line may be. */
static int exit_code_of(const fixture *f, const char *const *options) {
  char *arguments[16] = {"diff", (char *)f->a, (char *)f->b}, text[8][32];
  int count = 0;
  for (; options[count]; count++) {
    snprintf(text[count], sizeof text[count], "%s", options[count]);
    arguments[3 + count] = text[count];
  }
  return command_diff.run(3 + count, arguments);
}
#define EXIT_CODE(f, ...) exit_code_of(f, (const char *const[]){__VA_ARGS__, NULL})

static void test_identical(void **state) {
  fixture *f = *state;
  write_file(f, f->b, H5T_IEEE_F64LE, NY, true, 10);
  ria_difference d = compare(f);
  assert_true(d.identical);
  assert_int_equal(d.fields, 2);
  assert_string_equal(d.field[0].name, "fields/h");
  ria_difference_destroy(&d);
  assert_int_equal(EXIT_CODE(f, "--json"), CLI_EXIT_SUCCESS);
}

static void test_figures(void **state) {
  fixture *f = *state;
  f->h[2][3] += 0.5;
  f->h[4][6] -= 0.25;
  write_file(f, f->b, H5T_IEEE_F64LE, NY, true, 10);
  ria_difference d = compare(f);
  assert_false(d.identical);
  assert_int_equal(d.field[0].verdict, RIA_FIELD_DIFFERENT);
  assert_int_equal(d.field[1].verdict, RIA_FIELD_IDENTICAL);
  assert_true(d.field[0].max_abs == 0.5);
  assert_true(fabs(d.field[0].max_rel - 0.5 / 3.25) < 1e-15);
  assert_true(fabs(d.field[0].l1 - 0.75 / (NX * NY)) < 1e-15);
  assert_int_equal(d.field[0].count, 2);
  assert_int_equal(d.field[0].first[0], 2);
  assert_int_equal(d.field[0].first[1], 3);
  assert_int_equal(d.field[0].worst[0], 2);
  assert_int_equal(d.field[0].worst[1], 3);
  assert_true(d.field[0].a == 2.75 && d.field[0].b == 3.25);
  ria_difference_destroy(&d);
  assert_int_equal(EXIT_CODE(f, "--json"), CLI_EXIT_DIFFERENT);
  assert_int_equal(EXIT_CODE(f, "--tolerance", "0.5"), CLI_EXIT_SUCCESS);
  assert_int_equal(EXIT_CODE(f, "--tolerance", "0.4"), CLI_EXIT_DIFFERENT);
}

/* Cells of h that differ by 0.5 of 3.25 and 0.25 of 5.5, and one of qx that differs by 2 of 5. */
static void test_tolerances(void **state) {
  fixture *f = *state;
  f->h[2][3] += 0.5;
  f->h[4][6] -= 0.25;
  f->qx[1][3] += 2;
  write_file(f, f->b, H5T_IEEE_F64LE, NY, true, 10);
  const struct {
    ria_tolerance tolerance[2];
    int64_t beyond[2]; /* of h and qx */
  } expected[] = {
      {{{NULL, 0, 0}}, {2, 1}},
      {{{NULL, 0.25, 0}}, {1, 1}},
      {{{NULL, 0, 0.1}}, {1, 1}},
      {{{NULL, 0.25, 0.1538461538461539}}, {0, 1}},
      {{{NULL, 0.5, 0}, {"qx", 2, 0}}, {0, 0}},
      {{{"qx", 0, 0.4}, {NULL, 0.3, 0}}, {1, 0}},
      {{{"fields/h", 0, 1}, {"qx", 1.9, 0.3}}, {0, 1}},
  };
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    const ria_tolerance *t = expected[i].tolerance;
    ria_difference d;
    const int count = t[1].field || t[1].absolute > 0 ? 2 : 1;
    assert_int_equal(ria_compare_files_within(f->a, f->b, count, t, &d), RIA_SUCCESS);
    for (int k = 0; k < 2; k++)
      assert_int_equal(d.field[k].beyond, expected[i].beyond[k]);
    assert_int_equal(ria_difference_is_tolerated(&d),
                     !expected[i].beyond[0] && !expected[i].beyond[1]);
    assert_int_equal(d.field[0].verdict, RIA_FIELD_DIFFERENT);
    ria_difference_destroy(&d);
  }
  /* A tolerance of one field leaves the others exact. */
  assert_int_equal(EXIT_CODE(f, "--tolerance", "h=0.5"), CLI_EXIT_DIFFERENT);
  assert_int_equal(EXIT_CODE(f, "--tolerance", "h=0.5", "--relative", "qx=0.4"), CLI_EXIT_SUCCESS);
  assert_int_equal(EXIT_CODE(f, "--tolerance", "h=0.5", "--relative", "qx=0.39"),
                   CLI_EXIT_DIFFERENT);
  assert_int_equal(EXIT_CODE(f, "--relative", "0.4", "--json"), CLI_EXIT_SUCCESS);
  assert_int_equal(EXIT_CODE(f, "--relative", "v=0.4"), CLI_EXIT_ERROR);
  assert_int_equal(EXIT_CODE(f, "--relative", "=0.4"), CLI_EXIT_ERROR);
  assert_int_equal(EXIT_CODE(f, "--relative", "h="), CLI_EXIT_ERROR);
}

static void test_sign_of_zero_and_bits_of_nan(void **state) {
  fixture *f = *state;
  f->h[0][0] = -0.0;
  f->qx[0][0] = -NAN;
  write_file(f, f->b, H5T_IEEE_F64LE, NY, true, 10);
  ria_difference d = compare(f);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(d.field[i].verdict, RIA_FIELD_DIFFERENT);
    assert_int_equal(d.field[i].count, 1);
    assert_true(d.field[i].max_abs == 0);
  }
  ria_difference_destroy(&d);
}

static void test_nan_against_a_number(void **state) {
  fixture *f = *state;
  f->qx[0][0] = 1;
  write_file(f, f->b, H5T_IEEE_F64LE, NY, true, 10);
  ria_difference d = compare(f);
  assert_true(isinf(d.field[1].max_abs));
  ria_difference_destroy(&d);
  assert_int_equal(EXIT_CODE(f, "--tolerance", "1e300", "--relative", "1e300"), CLI_EXIT_DIFFERENT);
}

static void test_precision(void **state) {
  fixture *f = *state;
  f->h[1][1] += 1e-3;
  write_file(f, f->b, H5T_IEEE_F32LE, NY, true, 10);
  ria_difference d = compare(f);
  assert_false(d.identical);
  assert_int_equal(d.field[0].verdict, RIA_FIELD_TYPE);
  assert_true(fabs(d.field[0].max_abs - 1e-3) < 1e-6);
  assert_int_equal(d.field[0].count, 1);
  ria_difference_destroy(&d);
}

static void test_shape_and_missing_field(void **state) {
  fixture *f = *state;
  write_file(f, f->b, H5T_IEEE_F64LE, NY - 1, false, 10);
  ria_difference d = compare(f);
  assert_int_equal(d.field[0].verdict, RIA_FIELD_SHAPE);
  assert_int_equal(d.field[1].verdict, RIA_FIELD_ONLY_A);
  ria_difference_destroy(&d);
  assert_int_equal(EXIT_CODE(f, "--tolerance", "1e300"), CLI_EXIT_DIFFERENT);
}

static void test_time_counts_and_redone_does_not(void **state) {
  fixture *f = *state;
  write_file(f, f->b, H5T_IEEE_F64LE, NY, true, nextafter(10, 11));
  ria_difference d = compare(f);
  assert_false(d.identical);
  assert_int_equal(d.attributes, 1);
  assert_string_equal(d.attribute[0].name, "time");
  ria_difference_destroy(&d);
}

static void test_bad_files(void **state) {
  fixture *f = *state;
  ria_difference d;
  assert_int_equal(ria_compare_files(f->a, f->b, &d), RIA_ERROR_IO);
  write_file(f, f->b, H5T_IEEE_F64LE, NY, true, 10);
  assert_int_equal(truncate(f->b, 1500), 0);
  assert_int_equal(ria_compare_files(f->a, f->b, &d), RIA_ERROR_CORRUPT);
  assert_non_null(strstr(ria_status_detail(), "b.h5"));
  assert_int_equal(truncate(f->b, 0), 0);
  assert_int_equal(ria_compare_files(f->b, f->a, &d), RIA_ERROR_CORRUPT);
  assert_int_equal(EXIT_CODE(f, "--json"), CLI_EXIT_ERROR);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, test_folder_tear_down)
  const struct CMUnitTest tests[] = {TEST(test_identical),
                                     TEST(test_figures),
                                     TEST(test_tolerances),
                                     TEST(test_sign_of_zero_and_bits_of_nan),
                                     TEST(test_nan_against_a_number),
                                     TEST(test_precision),
                                     TEST(test_shape_and_missing_field),
                                     TEST(test_time_counts_and_redone_does_not),
                                     TEST(test_bad_files)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
