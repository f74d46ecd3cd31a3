/* Quantities with units and instants. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tests.h"
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
    ria_units_result result = ria_units_read(good[i].text, good[i].dimension, &value);
    if (result.fault != RIA_UNITS_FINE || value != good[i].value)
      fail_msg("'%s' gave %.17g, not %.17g", good[i].text, value, good[i].value);
  }
}

static void wrong_quantities(void **state) {
  static const struct {
    const char *text;
    ria_dimension dimension;
    ria_units_fault fault;
    const char *explained;
  } bad[] = {
      {"", RIA_LENGTH, RIA_UNITS_NO_NUMBER, ""},
      {"m", RIA_LENGTH, RIA_UNITS_NO_NUMBER, ""},
      {"abc", RIA_LENGTH, RIA_UNITS_NO_NUMBER, ""},
      {"-", RIA_LENGTH, RIA_UNITS_NO_NUMBER, ""},
      {".", RIA_LENGTH, RIA_UNITS_NO_NUMBER, ""},
      {"0x10 m", RIA_LENGTH, RIA_UNITS_UNKNOWN, "no unit 'x10 m'"},
      {"1,000 m", RIA_LENGTH, RIA_UNITS_UNKNOWN, "no unit ',000 m'"},
      {"1 2 m", RIA_LENGTH, RIA_UNITS_UNKNOWN, "no unit '2 m'"},
      {"30 s", RIA_LENGTH, RIA_UNITS_OTHER_DIMENSION, ", which is a time"},
      {"30 m", RIA_TIME, RIA_UNITS_OTHER_DIMENSION, "minutes are 'min'"},
      {"30 m3/s", RIA_SPEED, RIA_UNITS_OTHER_DIMENSION, ", which is a discharge"},
      {"30 metrs", RIA_LENGTH, RIA_UNITS_UNKNOWN, "did you mean 'metre'?"},
      {"1 hous", RIA_TIME, RIA_UNITS_UNKNOWN, "did you mean 'hour'?"},
      {"1 d 6", RIA_LENGTH, RIA_UNITS_UNKNOWN, "no unit 'd 6'"},
      {".nan", RIA_LENGTH, RIA_UNITS_NOT_FINITE, "not a finite number"},
      {"nan", RIA_LENGTH, RIA_UNITS_NOT_FINITE, "not a finite number"},
      {"-.inf", RIA_TIME, RIA_UNITS_NOT_FINITE, "not a finite number"},
      {"infinity", RIA_TIME, RIA_UNITS_NOT_FINITE, "not a finite number"},
      {"1e999 m", RIA_LENGTH, RIA_UNITS_NOT_FINITE, "not a finite number"},
      {"1e308 km", RIA_LENGTH, RIA_UNITS_NOT_FINITE, "not a finite number"},
      {"P", RIA_TIME, RIA_UNITS_NO_NUMBER, ""},
      {"PT", RIA_TIME, RIA_UNITS_NO_NUMBER, ""},
      {"P1DT", RIA_TIME, RIA_UNITS_NO_NUMBER, ""},
      {"P1H", RIA_TIME, RIA_UNITS_NO_NUMBER, ""},
      {"PT1H1D", RIA_TIME, RIA_UNITS_NO_NUMBER, ""},
      {"P1Y", RIA_TIME, RIA_UNITS_NO_NUMBER, ""},
      {"PT1M1H", RIA_TIME, RIA_UNITS_NO_NUMBER, ""},
      {"1 averyveryverylongunitthatisnone", RIA_LENGTH, RIA_UNITS_UNKNOWN, "no unit 'avery"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    double value = 0;
    ria_units_result result = ria_units_read(bad[i].text, bad[i].dimension, &value);
    ria_text why = {0};
    ria_text_append(&why, "", 0);
    ria_units_explain(&why, &result, bad[i].dimension);
    if (result.fault != bad[i].fault || !strstr(why.data, bad[i].explained))
      fail_msg("'%s' gave fault %d: '%s'", bad[i].text, (int)result.fault, why.data);
    ria_text_destroy(&why);
  }
}

/* What is written reads back to the same double. */
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
      ria_units_write(&text, dimensions[j], values[i]);
      assert_int_equal(ria_units_read(text.data, dimensions[j], &value).fault, RIA_UNITS_FINE);
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
    if (!ria_units_instant(good[i].text, &epoch) || epoch != good[i].epoch)
      fail_msg("'%s' gave %.17g", good[i].text, epoch);
    ria_units_write_instant(&text, epoch);
    assert_string_equal(text.data, good[i].written);
    ria_text_destroy(&text);
  }
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    double epoch;
    if (ria_units_instant(bad[i], &epoch))
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(quantities),         cmocka_unit_test(wrong_quantities),
      cmocka_unit_test(written_quantities), cmocka_unit_test(instants),
      cmocka_unit_test(nearest_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
