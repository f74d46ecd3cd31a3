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

static ria_told told; /* of the last file that was read */

static void write_series(const char *folder, const char *text, size_t length, char path[4096]) {
  snprintf(path, 4096, "%s/series.csv", folder);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fwrite(text, 1, length, file);
  fclose(file);
}

static ria_status read_bytes(const char *text, size_t length, const ria_series_form *form,
                             ria_series *series) {
  char *folder = test_folder_create(), path[4096];
  write_series(folder, text, length, path);
  ria_told_destroy(&told);
  const ria_status status = ria_series_read_csv(path, form, series, &told);
  test_folder_remove(folder);
  return status;
}

static ria_status read_of(const char *text, ria_dimension dimension, double scale,
                          ria_series *series) {
  const ria_series_form form = {.dimension = dimension, .scale = scale};
  return read_bytes(text, strlen(text), &form, series);
}

static ria_status read_text(const char *text, double start, ria_series *series) {
  const ria_series_form form = {.start = start, .dimension = RIA_LENGTH, .scale = 1};
  return read_bytes(text, strlen(text), &form, series);
}

/* Whether a warning or note has these words. */
static bool is_told(const ria_case_errors *list, const char *words) {
  for (int i = 0; i < list->count; i++)
    if (strstr(list->error[i].text, words))
      return true;
  return false;
}

static void is_refused(const char *text, double start, const char *words) {
  ria_series series = {.count = -1};
  if (read_text(text, start, &series) != RIA_ERROR_FORMAT || !strstr(ria_status_detail(), words))
    fail_msg("'%s' of %s", ria_status_detail(), text);
  assert_int_equal(series.count, -1);
}

/* A value of 1 in the header's unit becomes `value`; 0: it is refused with the words `says`. */
static void units_of_headers_are_converted(void **state) {
  (void)state;
  static const struct {
    const char *header;
    ria_dimension dimension;
    double scale, value;
    const char *says;
  } headers[] = {
      {"time,level (cm)", RIA_LENGTH, 1, 0.01, "from cm"},
      {"time,level_ft", RIA_LENGTH, 1, 0.3048, "from ft"},
      {"time,Stage Feet", RIA_LENGTH, 1, 0.3048, "from Feet"},
      {"time,stage (US survey foot)", RIA_LENGTH, 1, 1200. / 3937, "from US survey foot"},
      {"time,Pegel in cm", RIA_LENGTH, 1, 0.01, "from cm"},
      {"time,Pegel/cm", RIA_LENGTH, 1, 0.01, "from cm"},
      {"time,stageCm", RIA_LENGTH, 1, 0.01, "from Cm"},
      {"time,\"stage, mm\"", RIA_LENGTH, 1, 0.001, "from mm"},
      {"time,level (m, MSL)", RIA_LENGTH, 1, 1, NULL},
      {"time,level (m NAVD88)", RIA_LENGTH, 1, 1, NULL},
      {"time,h", RIA_LENGTH, 1, 1, NULL},
      {"time,level_min", RIA_LENGTH, 1, 1, NULL},
      {"time,level at dam 10m", RIA_LENGTH, 1, 1, NULL},
      {"time,level (m below MSL)", RIA_LENGTH, 1, 0, "cannot be converted"},
      {"time,level (NAVD88)", RIA_LENGTH, 1, 0, "leave the brackets out if that is no unit"},
      {"time,level_s", RIA_LENGTH, 1, 0,
       "series.csv:1: column 2 is in 's' by its header 'level_s', which cannot be converted to m"},
      {"time,discharge (cfs)", RIA_DISCHARGE, 1, 0.028316846592, "from cfs"},
      {"time,flow_cms", RIA_DISCHARGE, 1, 1, NULL},
      {"time,discharge (l/s)", RIA_DISCHARGE, 1, 0.001, "from l/s"},
      {"time,Q_m3_s", RIA_DISCHARGE, 1, 1, NULL},
      {"time,Q [m\u00b3\u00b7s\u207b\u00b9]", RIA_DISCHARGE, 1, 1, NULL},
      {"time,Q m\xb3/h", RIA_DISCHARGE, 1, 1. / 3600, "/h"},
      {"time,flow cubic feet per second", RIA_DISCHARGE, 1, 0.028316846592, "cubic feet"},
      {"time,discharge (m)", RIA_DISCHARGE, 1, 0, "cannot be converted to m3/s"},
      {"time,wind (knots)", RIA_SPEED, 1, 1852. / 3600, "from knots"},
      {"time,wind km/h", RIA_SPEED, 1, 1 / 3.6, "from km/h"},
      {"time,wind_speed_10m_m_s", RIA_SPEED, 1, 1, NULL},
      {"time,wind Bft", RIA_SPEED, 1, 0, "cannot be converted"},
      {"time,direction (rad)", RIA_ANGLE, 1, 57.29577951308232, "from rad"},
      {"time,direction \xb0", RIA_ANGLE, 1, 1, NULL},
      {"time,rate (kg/s)", RIA_RELEASE, 1, 1000, "from kg/s"},
      {"time,rate (kg/s)", RIA_RELEASE, 1000, 1, NULL},
      {"time,c (ug/l)", RIA_CONCENTRATION, 1000, 1e-6, "to the tracer's unit"},
      {"time,rate (jars)", RIA_RELEASE, 0, 1, NULL},
      {"time,c (mg/l)", RIA_CONCENTRATION, 0, 0, "the tracer's unit is no mass"},
      {"time,level\ns,cm", RIA_LENGTH, 1, 0.01, "series.csv:2: column 2 is converted from cm"},
      {"# station\n# time, level (cm)", RIA_LENGTH, 1, 0.01, "series.csv:2: column 2"},
  };
  for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
    ria_series series = {0};
    char text[256];
    snprintf(text, sizeof text, "%s\n0,1\n60,1\n", headers[i].header);
    const ria_status status = read_of(text, headers[i].dimension, headers[i].scale, &series);
    if (headers[i].value == 0) {
      if (status != RIA_ERROR_FORMAT || !strstr(ria_status_detail(), headers[i].says))
        fail_msg("'%s' of %s", ria_status_detail(), text);
      continue;
    }
    if (status != RIA_SUCCESS)
      fail_msg("%s: %s", headers[i].header, ria_status_detail());
    if (fabs(series.value[1] / headers[i].value - 1) > 1e-12)
      fail_msg("%s: %.17g", headers[i].header, series.value[1]);
    if (headers[i].says ? !is_told(&told.notes, headers[i].says) : told.notes.count)
      fail_msg("%s: %d notes", headers[i].header, told.notes.count);
    assert_int_equal(told.warnings.count, 0);
    ria_series_destroy(&series);
  }
}

/* A header's unit of time counts for numbers, not for dates. */
static void units_of_times_are_converted(void **state) {
  (void)state;
  static const struct {
    const char *header;
    double time; /* of the number 2; NAN: refused */
  } headers[] = {{"time (h)", 7200},
                 {"time_min", 120},
                 {"hours", 7200},
                 {"Zeit (Stunden)", 7200},
                 {"days since start", 172800},
                 {"time", 2},
                 {"t", 2},
                 {"hours since 2026-03-01 06:00", 7200 + 21600},
                 {"seconds since 2026-02-28T23:59:58Z", 0},
                 {"hours since noon", NAN},
                 {"time (furlongs)", NAN},
                 {"time_m", NAN}};
  for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
    ria_series series = {0};
    char text[128];
    snprintf(text, sizeof text, "%s,level\n1,5\n2,6\n", headers[i].header);
    const ria_status status = read_text(text, 1772323200, &series);
    if (isnan(headers[i].time) ? status == RIA_SUCCESS : status != RIA_SUCCESS)
      fail_msg("%s: %s", headers[i].header, ria_status_detail());
    if (status != RIA_SUCCESS)
      continue;
    if (series.time[1] != headers[i].time)
      fail_msg("%s: %.17g", headers[i].header, series.time[1]);
    assert_int_equal(told.notes.count, headers[i].time != 2);
    ria_series_destroy(&series);
  }
  ria_series series;
  assert_int_equal(read_text("hours (h),level\n2026-03-01,1\n", 1772323200, &series), RIA_SUCCESS);
  assert_true(series.time[0] == 0);
  ria_series_destroy(&series);
}

/* Fill values: the rule is that of unit.fill. */
static void fill_values_are_refused(void **state) {
  (void)state;
  static const char text[] = "time,level\n0,0.5\n600,-99.99\n1200,0.75\n1800,-99.99\n2400,1\n";
  ria_series_form form = {.dimension = RIA_LENGTH, .scale = 1};
  ria_series series;
  is_refused(text, 0, "series.csv:3: 2 lines hold exactly -99.99, far from the next value, 0.5");
  is_refused("time,level (cm)\n0,50\n600,-9999\n1200,75\n", 0, "nodata: -9999");
  form.declared = true;
  form.fills = 1;
  form.fill[0] = -99.99;
  assert_int_equal(read_bytes(text, strlen(text), &form, &series), RIA_SUCCESS);
  assert_int_equal(series.count, 3);
  assert_true(series.time[1] == 1200 && series.value[1] == 0.75);
  assert_true(is_told(&told.warnings, "series.csv:3: 2 lines have no data and are left out; "
                                      "the longest time without a value inside is 1200 s"));
  ria_series_destroy(&series);
  form.fill[0] = -9; /* so the other is not declared */
  assert_int_equal(read_bytes(text, strlen(text), &form, &series), RIA_ERROR_FORMAT);
  form.fills = 0; /* none */
  assert_int_equal(read_bytes(text, strlen(text), &form, &series), RIA_SUCCESS);
  assert_int_equal(series.count, 5);
  ria_series_destroy(&series);
  form.fills = 2;
  form.fill[1] = 7;
  assert_int_equal(read_bytes("0,7\n1,7\n", 8, &form, &series), RIA_ERROR_FORMAT);
}

/* Lines whose commas, quotes or signs are not what a program expects. */
static void odd_files_are_named(void **state) {
  (void)state;
  static const struct {
    const char *text, *says;
  } bad[] = {
      {"time,level\n0,1,75\n60,2,25\n",
       "series.csv:2: 3 cells where the header has 2; decimal commas?"},
      {"0,1,75\n60,2,25\n",
       "series.csv:1: 3 cells, but without a header the columns are time,value"},
      {"time,level,flag\n0,1,75,1\n", "series.csv:2: 4 cells where the header has 3"},
      {"time,level\n0,1.5,x\n", "series.csv:2: 3 cells where the header has 2"},
      {"time;level\n0;1,75\n",
       "column 2 is '1,75': expected a number; write numbers with a decimal "
       "point"},
      {"time\tlevel\n0\t1,75\n", "column 2 is '1,75'"},
      {"time,level\n0,\"1,234.5\"\n", "separators of thousands"},
      {"time,level\n0,1'234\n", "separators of thousands"},
      {"time,level\n0,1\u00A0234\n", "separators of thousands"},
      {"time,level\n0,\u22121.5\n", "write its minus as '-'"},
      {"time,level\n0,1.5 m\n", "write a unit in the header"},
      {"time,level\n0,NaN\n", "leave the line out"},
      {"time,level\n0,\n", "series.csv:2: column 2 is empty: expected a number; if the value is "
                           "missing"},
      {"time,level\n0,-\n", "leave the line out"},
      {"time,level\n0,0x10\n", "expected a number"},
      {"time level\n0 1.5\n60 2\n", "separate columns by commas, semicolons or tabs"},
      {"time,level\n01/03/2026 00:00,1\n", "or a date such as 2026-03-01T06:00:00Z"},
      {"time,level\n0,\"1.5\n", "series.csv:2: a quote is not closed"},
      {"time,level\n0,\"1.5\"2\n", "a quote ends inside a cell"},
      {"time,level\r0,1\r60,2\r", "carriage return"},
      {"level,time\n0,1\n", "column 2 is 'time', the time: expected the columns time,value"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    is_refused(bad[i].text, 0, bad[i].says);
  static const struct {
    const char *bytes;
    size_t length;
  } wide[] = {{"\xFF\xFEt\0,\0v\0\n\0", 10},
              {"\xFE\xFF\0t\0,\0v\0\n", 10},
              {"t\0,\0v\0\n\0", 8},
              {"\0t\0,\0v\0\n", 8}};
  const ria_series_form form = {.dimension = RIA_LENGTH, .scale = 1};
  ria_series series;
  for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
    assert_int_equal(read_bytes(wide[i].bytes, wide[i].length, &form, &series), RIA_ERROR_FORMAT);
    assert_non_null(strstr(ria_status_detail(), "series.csv:1: this file is UTF-16"));
  }
  assert_int_equal(read_bytes("0,1\n\0,2\n", 8, &form, &series), RIA_ERROR_FORMAT);
  assert_non_null(strstr(ria_status_detail(), "series.csv:2: the line has a zero byte"));
}

/* What spreadsheets and databases write, honestly. */
static void usual_files_are_read(void **state) {
  (void)state;
  static const char *const good[] = {"time,level\n0,1.5\n60,-2\n",
                                     "\"time\",\"level (m)\"\n\"0\",\"1.5\"\n\"60\",\"-2\"\n",
                                     ("\xEF\xBB\xBF"
                                      "time,level\r\n0,1.5\r\n60,-2\r\n"),
                                     "time;level\n0;1.5\n60;-2\n",
                                     "sep=;\ntime;level\n0;1.5\n60;-2\n",
                                     "time\tlevel\n0\t1.5\n60\t-2\n",
                                     "time,\tlevel\n0,\t1.5\n60,\t-2\n",
                                     "time,level,\n0,1.5,\n60,-2,\n",
                                     "0,1.5\n60,-2,,\n",
                                     "# a station, in the north\ntime,level\n0,1.5\n60,-2\n"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    ria_series series;
    if (read_text(good[i], 0, &series) != RIA_SUCCESS)
      fail_msg("%s: %s", good[i], ria_status_detail());
    assert_int_equal(series.count, 2);
    assert_true(series.time[1] == 60 && series.value[0] == 1.5 && series.value[1] == -2);
    assert_int_equal(told.warnings.count + told.notes.count, 0);
    ria_series_destroy(&series);
  }
  ria_series series;
  assert_int_equal(read_text("time,level,quality\n0,1,7\n", 0, &series), RIA_SUCCESS);
  assert_true(is_told(&told.warnings, "series.csv:1: column 3 'quality' is not read"));
  ria_series_destroy(&series);
}

/* Dates of a local clock. */
static void zones_of_headers_need_offsets(void **state) {
  (void)state;
  static const char *const zones[] = {"time (MESZ)",   "timestamp_AEST", "Date Time (LST/LDT)",
                                      "time local",    "time (UTC+1)",   "date GMT-05:00",
                                      "Europe/Lisbon", "timeCET",        "Zeit (Ortszeit)",
                                      "time (+09:00)", "time_EST"};
  for (size_t i = 0; i < sizeof zones / sizeof *zones; i++) {
    char text[256];
    snprintf(text, sizeof text, "%s,level\n2026-03-01T00:00:00,1\n", zones[i]);
    is_refused(text, 0, "write the offset behind each date");
    ria_series series;
    snprintf(text, sizeof text, "%s,level\n2026-03-01T01:00:00+01:00,1\n", zones[i]);
    if (read_text(text, 1772323200, &series) != RIA_SUCCESS) /* the date says all */
      fail_msg("%s: %s", zones[i], ria_status_detail());
    assert_true(series.time[0] == 0);
    ria_series_destroy(&series);
  }
  static const char *const fine[] = {"time (UTC)", "time_GMT",     "timestamp Z",
                                     "UTC",        "time (UTC+0)", "time (ISO 8601)",
                                     "Datum",      "last update",  "time of measurement"};
  for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
    char text[256];
    ria_series series;
    snprintf(text, sizeof text, "%s,level\n2026-03-01T00:00:00,1\n", fine[i]);
    if (read_text(text, 0, &series) != RIA_SUCCESS)
      fail_msg("%s: %s", fine[i], ria_status_detail());
    ria_series_destroy(&series);
  }
  is_refused("# Time zone: EST\ntime,level\n2026-03-01T00:00:00,1\n", 0,
             "a comment is 'Time zone: EST'");
  is_refused("time,level,tz\n2026-03-01T00:00:00,1,CET\n", 0, "column 3 is 'tz'");
  is_refused("time,level\n2026-03-01 00:00:00 CET,1\n", 0, "in place of a time zone");
}

static char *half_hours(const char *before, const char *after) {
  static char text[512];
  char *to = text + sprintf(text, "time,level\n");
  for (int i = 0; i < 4; i++)
    to += sprintf(to, "%s:%02d,1\n", before, 15 * i);
  for (int i = 0; i < 4; i++)
    to += sprintf(to, "%s:%02d,1\n", after, 15 * i);
  return text;
}

static void daylight_saving_is_reported(void **state) {
  (void)state;
  static const struct {
    const char *before, *after, *where; /* NULL: no change of clocks */
  } gaps[] = {{"2025-03-30T01", "2025-03-30T03", "Europe"},
              {"2025-03-09T01", "2025-03-09T03", "North America"},
              {"2025-10-05T01", "2025-10-05T03", "Australia"},
              {"2025-09-28T01", "2025-09-28T03", "New Zealand"},
              {"2025-03-30T13", "2025-03-30T15", NULL},
              {"2025-03-31T01", "2025-03-31T03", NULL}};
  ria_series series;
  for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) {
    const char *text = half_hours(gaps[i].before, gaps[i].after);
    assert_int_equal(read_text(text, 1743206400, &series), RIA_SUCCESS);
    if (is_told(&told.warnings, "an hour is missing here") != (gaps[i].where != NULL) ||
        (gaps[i].where && !is_told(&told.warnings, gaps[i].where)))
      fail_msg("%s", text);
    ria_series_destroy(&series);
  }
  is_refused(half_hours("2025-10-26T02", "2025-10-26T02"), 1743206400, "an hour is there twice");
  is_refused(half_hours("2025-11-02T01", "2025-11-02T01"), 1743206400, "North America");
  is_refused("2025-04-06T01:00,1\n2025-04-06T02:00,1\n2025-04-06T02:00,1\n", 0, "Australia");
  assert_int_equal(read_text("time,level\n2025-03-30T00:00,1\n2025-03-30T01:00,1\n"
                             "2025-03-30T03:00,1\n2025-03-30T04:00,1\n",
                             0, &series),
                   RIA_SUCCESS);
  assert_true(is_told(&told.warnings, "series.csv:4: an hour is missing here"));
  ria_series_destroy(&series);
  assert_int_equal(read_text("time (UTC),level\n2025-03-30T00:00,1\n2025-03-30T01:00,1\n"
                             "2025-03-30T03:00,1\n",
                             0, &series),
                   RIA_SUCCESS);
  assert_int_equal(told.warnings.count, 0);
  ria_series_destroy(&series);
}

static void seconds_are_read(void **state) {
  (void)state;
  ria_series series;
  assert_int_equal(
      read_text("\xEF\xBB\xBFtime,value\n# comment\n0,1\n\n10.5, 2e1 ,\r\n20,-3", 99, &series),
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
  const ria_series_form form = {.dimension = RIA_LENGTH, .scale = 1};
  assert_int_equal(ria_series_read_csv("/nonexistent/series.csv", &form, &series, &told),
                   RIA_ERROR_IO);
  assert_non_null(strstr(ria_status_detail(), "/nonexistent/series.csv"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_lie_between),
      cmocka_unit_test(seconds_are_read),
      cmocka_unit_test(dates_are_relative_to_the_start),
      cmocka_unit_test(a_long_series_is_read),
      cmocka_unit_test(units_of_headers_are_converted),
      cmocka_unit_test(units_of_times_are_converted),
      cmocka_unit_test(fill_values_are_refused),
      cmocka_unit_test(odd_files_are_named),
      cmocka_unit_test(usual_files_are_read),
      cmocka_unit_test(zones_of_headers_need_offsets),
      cmocka_unit_test(daylight_saving_is_reported),
      cmocka_unit_test(bad_series_are_refused),
  };
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  ria_told_destroy(&told);
  return failed;
}
