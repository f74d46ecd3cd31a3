/* Quantities with units and instants. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tests.h"
#include "../../inputs/units/unit_factor.h"
#include "../../inputs/units/units.h"

static void quantities(void **state) {
  static const struct {
    const char *text;
    ria_dimension dimension;
    double value;
  } good[] = {
      {"30 m", RIA_LENGTH, 30},
      {"30m", RIA_LENGTH, 30},
      {" 30  m ", RIA_LENGTH, 30},
      {"30", RIA_LENGTH, 30},
      {"-2.5 m", RIA_LENGTH, -2.5},
      {"+.5 m", RIA_LENGTH, 0.5},
      {"5. m", RIA_LENGTH, 5},
      {"1e3 mm", RIA_LENGTH, 1},
      {"12 cm", RIA_LENGTH, 0.12},
      {"29 cm", RIA_LENGTH, 0.29},
      {"5 km", RIA_LENGTH, 5000},
      {"1 nmi", RIA_LENGTH, 1852},
      {"6 h", RIA_TIME, 21600},
      {"10min", RIA_TIME, 600},
      {"1 d", RIA_TIME, 86400},
      {"2 weeks", RIA_TIME, 1209600},
      {"1 d 6 h", RIA_TIME, 108000},
      {"1h30min", RIA_TIME, 5400},
      {"-1 d 6 h", RIA_TIME, -108000},
      {"PT6H", RIA_TIME, 21600},
      {"P7D", RIA_TIME, 604800},
      {"P1DT12H30M1.5S", RIA_TIME, 131401.5},
      {"P2W", RIA_TIME, 1209600},
      {"-PT1H", RIA_TIME, -3600},
      {"3 kn", RIA_SPEED, 3 * 1852. / 3600},
      {"36 km/h", RIA_SPEED, 10},
      {"9.81 m/s2", RIA_ACCELERATION, 9.81},
      {"2.5 m3/s", RIA_DISCHARGE, 2.5},
      {"2.5 m\u00b3/s", RIA_DISCHARGE, 2.5},
      {"250 l/s", RIA_DISCHARGE, 0.25},
      {"4.42 m2/s", RIA_WIDTH_DISCHARGE, 4.42},
      {"0.025 s/m1/3", RIA_MANNING, 0.025},
      {"0.025 s/m^(1/3)", RIA_MANNING, 0.025},
      {"45 deg", RIA_ANGLE, 45},
      {"45\u00b0", RIA_ANGLE, 45},
      {"3.141592653589793 rad", RIA_ANGLE, 180},
      {"0.1 1/d", RIA_RATE, 0.1 / 86400},
      {"86400 /d", RIA_RATE, 1},
      {"0.45", RIA_NUMBER, 0.45},
      {"5 %", RIA_NUMBER, 0.05},
      {"1 kg/m3", RIA_CONCENTRATION, 1000},
      {"5 g/s", RIA_RELEASE, 5},
  };
  (void)state;
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    double value = NAN;
    units_result result = units_read(good[i].text, good[i].dimension, &value);
    if (result.fault != UNITS_FINE || value != good[i].value)
      fail_msg("'%s' gave %.17g, not %.17g", good[i].text, value, good[i].value);
  }
}

static void wrong_quantities(void **state) {
  static const struct {
    const char *text;
    ria_dimension dimension;
    units_fault fault;
    const char *explained;
  } bad[] = {
      {"", RIA_LENGTH, UNITS_NO_NUMBER, ""},
      {"m", RIA_LENGTH, UNITS_NO_NUMBER, ""},
      {"abc", RIA_LENGTH, UNITS_NO_NUMBER, ""},
      {"-", RIA_LENGTH, UNITS_NO_NUMBER, ""},
      {".", RIA_LENGTH, UNITS_NO_NUMBER, ""},
      {"0x10 m", RIA_LENGTH, UNITS_UNKNOWN, "no unit 'x10 m'"},
      {"1,000 m", RIA_LENGTH, UNITS_UNKNOWN, "no unit ',000 m'"},
      {"1 2 m", RIA_LENGTH, UNITS_UNKNOWN, "no unit '2 m'"},
      {"30 s", RIA_LENGTH, UNITS_OTHER_DIMENSION, ", which is a time"},
      {"30 m", RIA_TIME, UNITS_OTHER_DIMENSION, "minutes are 'min'"},
      {"30 m3/s", RIA_SPEED, UNITS_OTHER_DIMENSION, ", which is a discharge"},
      {"30 metrs", RIA_LENGTH, UNITS_UNKNOWN, "did you mean 'metre'?"},
      {"1 hous", RIA_TIME, UNITS_UNKNOWN, "did you mean 'hour'?"},
      {"1 d 6", RIA_LENGTH, UNITS_UNKNOWN, "no unit 'd 6'"},
      {".nan", RIA_LENGTH, UNITS_NOT_FINITE, "not a finite number"},
      {"nan", RIA_LENGTH, UNITS_NOT_FINITE, "not a finite number"},
      {"-.inf", RIA_TIME, UNITS_NOT_FINITE, "not a finite number"},
      {"infinity", RIA_TIME, UNITS_NOT_FINITE, "not a finite number"},
      {"1e999 m", RIA_LENGTH, UNITS_NOT_FINITE, "not a finite number"},
      {"1e308 km", RIA_LENGTH, UNITS_NOT_FINITE, "not a finite number"},
      {"P", RIA_TIME, UNITS_NO_NUMBER, ""},
      {"PT", RIA_TIME, UNITS_NO_NUMBER, ""},
      {"P1DT", RIA_TIME, UNITS_NO_NUMBER, ""},
      {"P1H", RIA_TIME, UNITS_NO_NUMBER, ""},
      {"PT1H1D", RIA_TIME, UNITS_NO_NUMBER, ""},
      {"P1Y", RIA_TIME, UNITS_NO_NUMBER, ""},
      {"PT1M1H", RIA_TIME, UNITS_NO_NUMBER, ""},
      {"1 averyveryverylongunitthatisnone", RIA_LENGTH, UNITS_UNKNOWN, "no unit 'avery"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    double value = 0;
    units_result result = units_read(bad[i].text, bad[i].dimension, &value);
    ria_text why = {0};
    ria_text_append(&why, "", 0);
    units_explain(&why, &result, bad[i].dimension);
    if (result.fault != bad[i].fault || !strstr(why.data, bad[i].explained))
      fail_msg("'%s' gave fault %d: '%s'", bad[i].text, (int)result.fault, why.data);
    ria_text_destroy(&why);
  }
}

/* A written quantity reads back as the same double. */
static void written_quantities(void **state) {
  static const double values[] = {0,      0.1,  1. / 3, 1e-300, 1.7976931348623157e308,
                                  604800, 5400, 3600.5, -7200,  4.9406564584124654e-324};
  static const ria_dimension dimensions[] = {RIA_NUMBER, RIA_LENGTH, RIA_TIME, RIA_ANGLE,
                                             RIA_MANNING};
  (void)state;
  for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
    for (size_t j = 0; j < sizeof dimensions / sizeof dimensions[0]; j++) {
      ria_text text = {0};
      double value = NAN;
      units_write(&text, dimensions[j], values[i]);
      assert_int_equal(units_read(text.data, dimensions[j], &value).fault, UNITS_FINE);
      assert_memory_equal(&value, &values[i], sizeof value);
      ria_text_destroy(&text);
    }
  }
}

static void instants(void **state) {
  static const struct {
    const char *text;
    double epoch;
    const char *written;
  } good[] = {
      {"1970-01-01", 0, "1970-01-01T00:00:00Z"},
      {"1970-01-01T00:00:01Z", 1, "1970-01-01T00:00:01Z"},
      {"2024-02-29T12:30", 1709209800, "2024-02-29T12:30:00Z"},
      {"2024-03-01 06:00:00", 1709272800, "2024-03-01T06:00:00Z"},
      {"2024-03-01T06:00:00+01:00", 1709269200, "2024-03-01T05:00:00Z"},
      {"2024-03-01T06:00:00-0330", 1709285400, "2024-03-01T09:30:00Z"},
      {"2024-03-01T06:00:00.25Z", 1709272800.25, "2024-03-01T06:00:00.250000Z"},
      {"1969-12-31T23:59:59Z", -1, "1969-12-31T23:59:59Z"},
      {"2023-12-31T24:00:00Z", 1704067200, "2024-01-01T00:00:00Z"},
  };
  static const char *const bad[] = {"",
                                    "now",
                                    "2024",
                                    "2024-13-01",
                                    "2024-02-30",
                                    "2023-02-29",
                                    "1900-02-29",
                                    "2024-3-1",
                                    "2024-03-01T",
                                    "2024-03-01T25:00",
                                    "2024-03-01T06:61",
                                    "2024-03-01T06",
                                    "2024-03-01T06:00:00 CET",
                                    "2024-03-01T06:00:00+25:00",
                                    "0000-01-01",
                                    "2024-03-01x"};
  (void)state;
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    double epoch = NAN;
    ria_text text = {0};
    if (!units_instant(good[i].text, &epoch) || epoch != good[i].epoch)
      fail_msg("'%s' gave %.17g", good[i].text, epoch);
    units_write_instant(&text, epoch);
    assert_string_equal(text.data, good[i].written);
    ria_text_destroy(&text);
  }
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    double epoch;
    if (units_instant(bad[i], &epoch))
      fail_msg("'%s' was taken for an instant", bad[i]);
  }
}

static void nearest_words(void **state) {
  static const char *const words[] = {"window", "exact", "fixed", "cfl"};
  (void)state;
  assert_int_equal(ria_text_distance("kitten", "sitting"), 3);
  assert_int_equal(ria_text_distance("ab", "ba"), 1);
  assert_int_equal(ria_text_distance("", "abc"), 3);
  assert_int_equal(ria_text_distance("CFL", "cfl"), 0);
  assert_string_equal(ria_text_nearest("windw", 4, words), "window");
  assert_string_equal(ria_text_nearest("xeact", 4, words), "exact");
  assert_string_equal(ria_text_nearest("CFL", 4, words), "cfl");
  assert_null(ria_text_nearest("gravity", 4, words));
  assert_null(ria_text_nearest("", 4, words));
}

/* Spellings of units by other programs. */
static void unit_factors(void **state) {
  static const struct {
    const char *unit, *wanted;
    double scale;
  } good[] = {
      {"m", "m", 1},
      {"metre", "m", 1},
      {"Meters", "m", 1},
      {" [m] ", "m", 1},
      {"(m)", "m", 1},
      {"M", "m", 1},
      {"cm", "m", 0.01},
      {"KM", "m", 1000},
      {"kilometer", "m", 1000},
      {"0.1 m", "m", 0.1},
      {"ft", "m", 0.3048},
      {"FT", "m", 0.3048},
      {"Feet", "m", 0.3048},
      {"foot (International)", "m", 0.3048},
      {"yd", "m", 0.9144},
      {"US survey foot", "m", 1200. / 3937},
      {"US_survey_foot", "m", 1200. / 3937},
      {"us-ft", "m", 1200. / 3937},
      {"ftUS", "m", 1200. / 3937},
      {"Foot_US", "m", 1200. / 3937},
      {"fathoms", "m", 1.8288},
      {"fm", "m", 1.8288},
      {"nmi", "m", 1852},
      {"m NAVD88", "m", 1},
      {"meters above MSL", "m", 1},
      {"ft (NGVD29)", "m", 0.3048},
      {"mNAP", "m", 1},
      {"m.a.s.l.", "m", 1},
      {"m s-1", "m/s", 1},
      {"mph", "m/s", 0.44704},
      {"cfs", "m3/s", 0.028316846592},
      {"ft^3/s", "m3/s", 0.028316846592},
      {"dbar", "Pa", 1e4},
  };
  static const struct {
    const char *unit;
    ria_status status;
  } bad[] = {{"", RIA_ERROR_ARGUMENT},
             {"PSU", RIA_ERROR_ARGUMENT},
             {"m below MSL", RIA_ERROR_ARGUMENT},
             {"NAVD88", RIA_ERROR_ARGUMENT},
             {"degrees", RIA_ERROR_MISMATCH},
             {"s", RIA_ERROR_MISMATCH},
             {"m2", RIA_ERROR_MISMATCH},
             {"1", RIA_ERROR_MISMATCH}};
  double scale, offset;
  (void)state;
  /* before the database is read, which is once */
  setenv("UDUNITS2_XML_PATH", "/nonexistent/udunits2.xml", 1);
  assert_int_equal(units_factor("inch", "m", &scale, &offset), RIA_ERROR_IO);
  assert_non_null(strstr(ria_status_detail(), "UDUNITS2_XML_PATH"));
  assert_int_equal(units_factor("ft", "m", &scale, &offset), RIA_SUCCESS);
  unsetenv("UDUNITS2_XML_PATH");
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    ria_status status = units_factor(good[i].unit, good[i].wanted, &scale, &offset);
    if (status != RIA_SUCCESS)
      fail_msg("%s: %s", good[i].unit, ria_status_detail());
    if (fabs(scale / good[i].scale - 1) > 1e-14 || offset != 0)
      fail_msg("%s: %.17g", good[i].unit, scale);
  }
  assert_int_equal(units_factor("s/m", "m/s", &scale, &offset), RIA_ERROR_MISMATCH);
  assert_int_equal(units_factor("degC", "K", &scale, &offset), RIA_SUCCESS);
  assert_true(scale == 1 && fabs(offset - 273.15) < 1e-12);
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    if (units_factor(bad[i].unit, "m", &scale, &offset) != bad[i].status)
      fail_msg("%s: %s", bad[i].unit, ria_status_detail());
}

/* The ready cases ask for no unit that takes the database of UDUNITS. */
static void units_without_the_database(void **state) {
  (void)state;
  double scale = 0, offset = 1;
  static const char *const known[][2] = {
      {"deg h", "degree/hour"}, {"deg G", "deg"}, {"m", "m"}, {"cm", "m"}, {"h", "s"}};
  setenv("UDUNITS2_XML_PATH", "/nowhere/udunits2.xml", 1);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    assert_int_equal(units_factor(known[i][0], known[i][1], &scale, &offset), RIA_SUCCESS);
  assert_int_equal(units_factor("furlong", "m", &scale, &offset), RIA_ERROR_IO);
  assert_non_null(strstr(ria_status_detail(), "install libudunits2-data"));
  unsetenv("UDUNITS2_XML_PATH");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(units_without_the_database),
      cmocka_unit_test(quantities),
      cmocka_unit_test(wrong_quantities),
      cmocka_unit_test(written_quantities),
      cmocka_unit_test(instants),
      cmocka_unit_test(nearest_words),
      cmocka_unit_test(unit_factors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
