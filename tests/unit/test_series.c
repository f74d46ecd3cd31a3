/* Values over time. */
#include "tests.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "ria/tide.h"

static void values_lie_between(void **state) {
  (void)state;
  double time[] = {0, 10, 30}, value[] = {1, 2, -2};
  ria_series series = {3, time, value}, constant = {1, time, value}, none = {0};
  assert_true(ria_series_value(&series, -5) == 1);
  assert_true(ria_series_value(&series, 0) == 1);
  assert_true(ria_series_value(&series, 5) == 1.5);
  assert_true(ria_series_value(&series, 10) == 2);
  assert_true(ria_series_value(&series, 20) == 0);
  assert_true(ria_series_value(&series, 30) == -2);
  assert_true(ria_series_value(&series, 1e9) == -2);
  assert_true(ria_series_value(&constant, -1e9) == 1);
  assert_true(ria_series_value(&constant, 1e9) == 1);
  assert_true(ria_series_value(&none, 3) == 0);
}

static ria_status read_of(const char *text, double start, ria_dimension dimension, double scale,
                          ria_series *series) {
  char *folder = test_folder_create(), path[4096];
  snprintf(path, sizeof path, "%s/series.csv", folder);
  FILE *file = fopen(path, "w");
  fputs(text, file);
  fclose(file);
  ria_status status = ria_series_read_csv(path, start, dimension, scale, series);
  test_folder_remove(folder);
  return status;
}

static ria_status read_text(const char *text, double start, ria_series *series) {
  return read_of(text, start, RIA_LENGTH, 1, series);
}

/* A header that names another unit than the one that the numbers are read in. */
static void units_of_headers_are_checked(void **state) {
  (void)state;
  static const struct {
    const char *text;
    ria_dimension dimension;
    double scale;
    const char *says; /* NULL: it is fine */
  } headers[] = {
      {"time,level (cm)\n0,1\n", RIA_LENGTH, 1,
       "series.csv:1: column 2 is in 'cm' by its header 'level (cm)', but its numbers are read as "
       "m: convert them"},
      {"time,level_ft\n0,1\n", RIA_LENGTH, 1, "column 2 is in 'ft'"},
      {"time,level (NAVD88)\n0,1\n", RIA_LENGTH, 1, "leave the brackets out if that is no unit"},
      {"time,discharge (cfs)\n0,1\n", RIA_DISCHARGE, 1, "column 2 is in 'cfs'"},
      {"time,discharge (l/s)\n0,1\n", RIA_DISCHARGE, 1, "read as m3/s"},
      {"time,wind (knots)\n0,1\n", RIA_SPEED, 1, "column 2 is in 'knots'"},
      {"time (h),level\n0,1\n", RIA_LENGTH, 1, "series.csv:1: column 1 is in 'h'"},
      {"time,rate (kg/s)\n0,1\n", RIA_RELEASE, 1, "read as in the tracer's unit"},
      {"time,level (m)\n0,1\n", RIA_LENGTH, 1, NULL},
      {"time_s,level_m\n0,1\n", RIA_LENGTH, 1, NULL},
      {"time [s],discharge [m3/s]\n0,1\n", RIA_DISCHARGE, 1, NULL},
      {"date (UTC),level\n2026-03-01,1\n", RIA_LENGTH, 1, NULL},
      {"hours (h),level\n2026-03-01,1\n", RIA_LENGTH, 1, NULL},
      {"time,rate (kg/s)\n0,1\n", RIA_RELEASE, 1000, NULL},
      {"time,rate (jars)\n0,1\n", RIA_RELEASE, 0, NULL},
  };
  for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
    ria_series series = {0};
    ria_status status =
        read_of(headers[i].text, 0, headers[i].dimension, headers[i].scale, &series);
    if (headers[i].says
            ? status != RIA_ERROR_FORMAT || !strstr(ria_status_detail(), headers[i].says)
            : status != RIA_SUCCESS)
      fail_msg("'%s' of %s", ria_status_detail(), headers[i].text);
    ria_series_destroy(&series);
  }
}

static void seconds_are_read(void **state) {
  (void)state;
  ria_series series;
  assert_int_equal(
      read_text("\xEF\xBB\xBFtime,value\n# comment\n0,1\n\n10.5, 2e1 ,ignored\r\n20,-3", 99,
                &series),
      RIA_SUCCESS);
  assert_int_equal(series.count, 3);
  assert_true(series.time[1] == 10.5 && series.value[1] == 20);
  assert_true(series.time[2] == 20 && series.value[2] == -3);
  ria_series_destroy(&series);
  ria_series_destroy(&series); /* again is fine */
}

static void dates_are_relative_to_the_start(void **state) {
  (void)state;
  ria_series series;
  assert_int_equal(read_text("2026-03-01T00:00:00Z,1\n2026-03-01 01:00,2\n"
                             "2026-03-01T03:00:00+01:00,3\n2026-03-02,4\n",
                             1772323200, &series),
                   RIA_SUCCESS);
  assert_int_equal(series.count, 4);
  assert_true(series.time[0] == 0 && series.time[1] == 3600 && series.time[2] == 7200 &&
              series.time[3] == 86400);
  ria_series_destroy(&series);
}

static void a_long_series_is_read(void **state) {
  (void)state;
  enum { COUNT = 1000 };
  char text[COUNT * 16];
  int length = 0;
  for (int i = 0; i < COUNT; i++)
    length += snprintf(text + length, sizeof text - (size_t)length, "%d,%d\n", 2 * i, i);
  ria_series series;
  assert_int_equal(read_text(text, 0, &series), RIA_SUCCESS);
  assert_int_equal(series.count, COUNT);
  for (int t = 0; t <= 2 * (COUNT - 1); t++)
    assert_true(ria_series_value(&series, t) == t / 2.);
  ria_series_destroy(&series);
}

static void bad_series_are_refused(void **state) {
  (void)state;
  static const struct {
    const char *text, *says;
  } bad[] = {{"", "no values"},
             {"time,value\n", "no values"},
             {"time,value\n0,1\nyesterday,2\n", "series.csv:3: column 1 is 'yesterday'"},
             {"0,1\n1\n", "series.csv:2: column 2 is missing"},
             {"0,1\n1,two\n", "series.csv:2: column 2 is 'two'"},
             {"0,1\n1,nan\n", "column 2"},
             {"0,1\n1,2\n1,3\n", "series.csv:3: column 1 is '1': expected a later time"},
             {"0,1\n2026-02-30,1\n", "column 1"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    ria_series series = {.count = -1};
    assert_int_equal(read_text(bad[i].text, 0, &series), RIA_ERROR_FORMAT);
    assert_non_null(strstr(ria_status_detail(), bad[i].says));
    assert_int_equal(series.count, -1);
  }
  ria_series series;
  assert_int_equal(ria_series_read_csv("/nonexistent/series.csv", 0, RIA_LENGTH, 1, &series),
                   RIA_ERROR_IO);
  assert_non_null(strstr(ria_status_detail(), "/nonexistent/series.csv"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_lie_between),
      cmocka_unit_test(seconds_are_read),
      cmocka_unit_test(dates_are_relative_to_the_start),
      cmocka_unit_test(a_long_series_is_read),
      cmocka_unit_test(units_of_headers_are_checked),
      cmocka_unit_test(bad_series_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
