/* Files of the CF conventions: positions of the grid's places, records that cover a run, units, and
 * the errors of unsuitable files. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "cf_fixture.h"
#include "ria/cf_file.h"

static char *folder;
static const double new_year = 1609459200; /* 2021-01-01, s since 1970 */

static int set_up(void **state) {
  (void)state;
  folder = test_folder_create();
  return 0;
}
static int tear_down(void **state) {
  (void)state;
  test_folder_remove(folder);
  return 0;
}

static double plane(double t, double x, double y) {
  return 100 * x + y + t / 60;
}
static double east(double t, double x, double y) {
  (void)t, (void)x, (void)y;
  return 10;
}
static double north(double t, double x, double y) {
  (void)t, (void)x, (void)y;
  return 2;
}
static double late_hole(double t, double x, double y) {
  return t > 4000 && x > 500 && y > 500 ? 9.96921e36 : 1;
}

static const char *write(const cf_content *content) {
  static char path[1024];
  snprintf(path, sizeof path, "%s/file.nc", folder);
  cf_write(path, content);
  return path;
}

/* A map of 2 km in steps of 500 m, and a wind of three hours. */
static const cf_content map = {.nx = 5,
                               .ny = 5,
                               .records = 4,
                               .every = 3600,
                               .x1 = 2000,
                               .y1 = 2000,
                               .variable = {{"u", "m/s", plane},
                                            {"hole", "m/s", late_hole},
                                            {"depth", "mm", east},
                                            {"rate", "kg m-2 s-1", east}}};
static const ria_grid square = {
    .origin = {100, 200, 0}, .spacing = {100, 100, 1}, .cells = {10, 10, 1}};

static ria_cf_request of_map(const char *path, const char *variable) {
  return (ria_cf_request){.path = path,
                          .variables = 1,
                          .variable = {{.name = variable, .unit = "m/s", .key = "weather.wind"}},
                          .grid = &square,
                          .start = new_year,
                          .end = new_year + 3600};
}

static void must(ria_status status) {
  if (status != RIA_SUCCESS)
    fail_msg("%s: %s", ria_status_text(status), ria_status_detail());
}

static double value_at(const ria_cf_file *file, int variable, double x, double y) {
  const ria_cf_place place = ria_cf_find(file, x, y);
  return ria_cf_value(file, variable, &place);
}

static void records_cover_the_run(void **state) {
  (void)state;
  ria_cf_file *file;
  ria_cf_request request = of_map(write(&map), "u");
  request.start += 1800;
  request.end += 1900;
  must(ria_cf_open(&request, &file));
  assert_int_equal(ria_cf_records(file), 3);
  for (int i = 0; i < 3; i++) {
    assert_true(ria_cf_time(file, i) == 3600 * i - 1800);
    must(ria_cf_read(file, i));
    assert_true(fabs(value_at(file, 0, 333, 777) - plane(3600 * i, 333, 777)) < 1e-9);
    ria_cf_expect(file, i + 1);
  }
  ria_cf_close(file);
}

/* The same instants in other units. */
static void times_in_any_unit(void **state) {
  (void)state;
  static const struct {
    const char *units, *calendar;
    double unit;
  } axes[] = {{"hours since 2021-01-01", "gregorian", 3600},
              {"days since 2021-01-01T00:00:00Z", "proleptic_gregorian", 86400},
              {"minutes since 2020-12-31 22:00:00 -2:00", "standard", 60}};
  for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
    cf_content content = map;
    ria_cf_file *file;
    content.units = axes[i].units;
    content.calendar = axes[i].calendar;
    content.unit = axes[i].unit;
    const ria_cf_request request = of_map(write(&content), "u");
    must(ria_cf_open(&request, &file));
    assert_true(ria_cf_time(file, 1) == 3600);
    ria_cf_close(file);
  }
}

/* Before 1582 the proleptic calendar is not that of UDUNITS: year 1 begins 719162 days before 1970.
 */
static void old_references(void **state) {
  (void)state;
  cf_content content = map;
  ria_cf_file *file;
  content.units = "days since 0001-01-01";
  content.calendar = "proleptic_gregorian";
  content.unit = 86400;
  ria_cf_request request = of_map(write(&content), "u");
  request.start = -719162 * 86400.;
  request.end = request.start + 3600;
  must(ria_cf_open(&request, &file));
  assert_true(ria_cf_time(file, 0) == 0);
  ria_cf_close(file);
}

static void rates_of_rain(void **state) {
  (void)state;
  cf_content content = map;
  content.bounds = true;
  ria_cf_file *file;
  ria_cf_request request = of_map(write(&content), "rate");
  request.variable[0].rain = request.intervals = true;
  must(ria_cf_open(&request, &file));
  assert_int_equal(ria_cf_records(file), 2);
  assert_true(ria_cf_time(file, 0) == 0); /* the file's times are the ends of its intervals */
  must(ria_cf_read(file, 0));
  assert_true(fabs(value_at(file, 0, 500, 500) - 0.01) < 1e-12);
  assert_true(fabs(ria_cf_largest(file, 0) - 0.01) < 1e-12);
  ria_cf_close(file);
}

/* Longitudes of the globe from 0 to 359, latitudes from north to south, and a grid in UTM on both
 * sides of Greenwich: its north is not that of the globe. */
static void degrees_around_greenwich(void **state) {
  (void)state;
  static const double degree = 3.14159265358979323846 / 180;
  const cf_content globe = {
      .degrees = true,
      .nx = 360,
      .ny = 21,
      .records = 2,
      .every = 86400,
      .x1 = 359,
      .y0 = 60,
      .y1 = 40,
      .variable = {{"u", "m/s", east}, {"v", "knot", north}, {"y", "Pa", plane}}};
  /* UTM 31: 3 deg east in the middle; at 50 deg north Greenwich is near x = 285 km */
  const ria_grid grid = {
      .origin = {250e3, 5530e3, 0}, .spacing = {1000, 1000, 1}, .cells = {70, 20, 1}};
  const ria_cf_request request = {.path = write(&globe),
                                  .variables = 3,
                                  .variable = {{.name = "u", .unit = "m/s", .key = "weather.wind"},
                                               {.name = "v", .unit = "m/s", .key = "weather.wind"},
                                               {.name = "y", .unit = "Pa", .key = "p"}},
                                  .grid = &grid,
                                  .grid_crs = "EPSG:32631",
                                  .start = new_year,
                                  .end = new_year + 86400};
  ria_cf_file *file;
  must(ria_cf_open(&request, &file));
  must(ria_cf_read(file, 0));
  const ria_cf_place place = ria_cf_find(file, 284.9e3, 5543e3);
  /* longitude 0 and latitude 50, where north leans to the right by 3 deg sin(50 deg) */
  const double turn = atan2(place.sine, place.cosine) / degree;
  print_message("north is turned by %.4f deg\n", turn);
  assert_true(fabs(turn - 3 * sin(50 * degree)) < 0.02);
  assert_true(fabs(ria_cf_value(file, 1, &place) - 2 * 1852 / 3600.) < 1e-12);
  /* 100 degrees of longitude + degrees of latitude, near 0 and 360 */
  const double before = value_at(file, 2, 272e3, 5543e3), after = value_at(file, 2, 298e3, 5543e3);
  print_message("%.4f, %.4f\n", before, after);
  assert_true(fabs(after - 50 - 18.3) < 1);
  assert_true(before > 50 && before < 36000);
  ria_cf_close(file);
}

static void expect_failure(const ria_cf_request *request, const char *part) {
  ria_cf_file *file;
  assert_int_not_equal(ria_cf_open(request, &file), RIA_SUCCESS);
  assert_null(file);
  if (!strstr(ria_status_detail(), part))
    fail_msg("'%s' does not say '%s'", ria_status_detail(), part);
}

static void files_that_do_not_fit(void **state) {
  (void)state;
  const ria_grid wide = {.spacing = {100, 100, 1}, .cells = {30, 10, 1}};
  const char *path = write(&map);
  ria_cf_request request = of_map(path, "wind");
  expect_failure(&request, "has no variable 'wind' (weather.wind); it has u, hole, depth, rate");
  request = of_map(path, "depth");
  expect_failure(&request, "'depth' is in 'mm'; expected a unit that can be brought to m/s");
  request.variable[0].rain = true;
  expect_failure(&request, "an accumulated depth");
  request = of_map(path, "u");
  request.end += 86400;
  expect_failure(&request, "from 2021-01-01T00:00:00Z to 2021-01-01T03:00:00Z, but the run goes");
  request = of_map(path, "u");
  request.start -= 1;
  expect_failure(&request, "but the run goes from 2020-12-31T23:59:59Z");
  request = of_map(path, "u");
  request.grid = &wide;
  expect_failure(&request, "its x reach from 0 to 2000 m, those of the grid from 0 to 3000");
  request = of_map("/nowhere.nc", "u");
  expect_failure(&request, "/nowhere.nc");
}

static void calendars_that_are_not_utc(void **state) {
  (void)state;
  static const char *const calendars[] = {"360_day", "noleap", "julian"};
  for (size_t i = 0; i < sizeof calendars / sizeof *calendars; i++) {
    cf_content content = map;
    content.calendar = calendars[i];
    const ria_cf_request request = of_map(write(&content), "u");
    expect_failure(&request, calendars[i]);
  }
  cf_content content = map;
  content.units = "months since 2021-01-01";
  const ria_cf_request request = of_map(write(&content), "u");
  expect_failure(&request, "months since");
}

static void degrees_need_a_crs(void **state) {
  (void)state;
  cf_content content = map;
  content.degrees = true;
  ria_cf_request request = of_map(write(&content), "u");
  expect_failure(&request, "grid.crs");
}

/* A hole is an error where a cell needs the number, in the record that has it. */
static void holes_are_found(void **state) {
  (void)state;
  ria_cf_file *file;
  ria_cf_request request = of_map(write(&map), "hole");
  request.end += 3600;
  must(ria_cf_open(&request, &file));
  must(ria_cf_read(file, 1));
  assert_true(value_at(file, 0, 700, 700) == 1);
  must(ria_cf_read(file, 2));
  assert_true(isnan(value_at(file, 0, 700, 700)));
  assert_true(value_at(file, 0, 300, 300) == 1);
  assert_int_equal(ria_cf_missing(file, 0, 700, 700), RIA_ERROR_FORMAT);
  assert_non_null(strstr(ria_status_detail(), "no value around (700, 700) in its record 3"));
  ria_cf_close(file);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(records_cover_the_run),
                                     cmocka_unit_test(times_in_any_unit),
                                     cmocka_unit_test(old_references),
                                     cmocka_unit_test(rates_of_rain),
                                     cmocka_unit_test(degrees_around_greenwich),
                                     cmocka_unit_test(files_that_do_not_fit),
                                     cmocka_unit_test(calendars_that_are_not_utc),
                                     cmocka_unit_test(degrees_need_a_crs),
                                     cmocka_unit_test(holes_are_found)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
