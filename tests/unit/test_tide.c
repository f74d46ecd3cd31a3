/* The tide against published values: speeds and arguments of Schureman's tables, dates of the moon,
 * and the tidal datums of Vigo. */
#include "tests.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/tide.h"

static const double march_2026 = 1772323200; /* 2026-03-01T00:00:00Z */

static const char *source_folder(void) {
  const char *folder = getenv("RIA_SOURCE_DIR");
  if (!folder)
    skip();
  return folder;
}

static void read_station(const char *name, int *count, ria_constituent **constituent) {
  char path[4096];
  snprintf(path, sizeof path, "%s/inputs/cases/arousa/tides/%s.csv", source_folder(), name);
  ria_told told = {0};
  assert_int_equal(ria_tide_read_csv(path, count, constituent, &told), RIA_SUCCESS);
  assert_int_equal(told.warnings.count + told.notes.count, 0);
}

/* Degrees an hour, as US and British tables print them. */
static void speeds_are_the_tables(void **state) {
  (void)state;
  static const struct {
    const char *name;
    double speed;
  } table[] = {
      {"M2", 28.9841042},   {"S2", 30.0},          {"N2", 28.4397295},   {"K1", 15.0410686},
      {"M4", 57.9682084},   {"O1", 13.9430356},    {"M6", 86.9523127},   {"MK3", 44.0251729},
      {"S4", 60.0},         {"MN4", 57.4238337},   {"NU2", 28.5125831},  {"S6", 90.0},
      {"MU2", 27.9682084},  {"2N2", 27.8953548},   {"OO1", 16.1391017},  {"LAMBDA2", 29.4556253},
      {"S1", 15.0},         {"M1", 14.4966939},    {"J1", 15.5854433},   {"MM", 0.5443747},
      {"SSA", 0.0821373},   {"SA", 0.0410686},     {"MSF", 1.0158958},   {"MF", 1.0980331},
      {"RHO1", 13.4715145}, {"Q1", 13.3986609},    {"T2", 29.9589333},   {"R2", 30.0410667},
      {"2Q1", 12.8542862},  {"P1", 14.9589314},    {"2SM2", 31.0158958}, {"M3", 43.4761563},
      {"L2", 29.5284789},   {"2MK3", 42.9271398},  {"K2", 30.0821373},   {"M8", 115.9364169},
      {"MS4", 58.9841042},  {"SIGMA1", 12.9271398}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    double speed = ria_tide_speed(table[i].name);
    if (!(fabs(speed - table[i].speed) < 2.1e-7))
      fail_msg("%s: %.7f, not %.7f", table[i].name, speed, table[i].speed);
  }
}

static void names_have_aliases_and_no_case(void **state) {
  (void)state;
  assert_true(ria_tide_speed("m2") == ria_tide_speed("M2"));
  assert_true(ria_tide_speed("Lam2") == ria_tide_speed("LAMBDA2"));
  assert_true(ria_tide_speed("SGM") == ria_tide_speed("sigma1"));
  assert_true(ria_tide_speed("\u03bb2") == ria_tide_speed("lambda2"));
  assert_true(ria_tide_speed("\u00b52") == ria_tide_speed("MU2"));
  assert_true(ria_tide_speed("ro1") == ria_tide_speed("RHO1"));
  assert_true(ria_tide_speed("MFM") == ria_tide_speed("MTM"));
  assert_true(isnan(ria_tide_speed("2MS2"))); /* as fast as MU2, but with another f */
  assert_true(isnan(ria_tide_speed("M22")));
  assert_true(isnan(ria_tide_speed("")));
  assert_true(isnan(ria_tide_speed("a name that is far too long for a constituent")));
  double f, v;
  assert_false(ria_tide_argument("nothing", 0, &f, &v));
}

/* f and V + u by the series that NOAA's tables 14 and 15 rest on (epoch 1900, other formulas for
 * the moon's node), computed apart from this code. */
static void arguments_are_the_tables(void **state) {
  (void)state;
  static const struct {
    const char *name;
    double epoch, f, argument;
  } table[] = {{"M2", 946684800, 1.0217, 134.71},  {"N2", 946684800, 1.0217, 6.27},
               {"K1", 946684800, 0.9436, 2.06},    {"O1", 946684800, 0.9082, 136.61},
               {"K2", 946684800, 0.8550, 184.78},  {"P1", 946684800, 1.0, 350.03},
               {"Q1", 946684800, 0.9082, 8.17},    {"L2", 946684800, 1.1978, 77.36},
               {"M1", 946684800, 0.9698, 214.12},  {"M2", march_2026, 0.9656, 67.64},
               {"N2", march_2026, 0.9656, 10.13},  {"K1", march_2026, 1.1072, 71.59},
               {"O1", march_2026, 1.1739, 354.94}, {"K2", march_2026, 1.2969, 323.50},
               {"P1", march_2026, 1.0, 291.18},    {"Q1", march_2026, 1.1739, 297.43},
               {"L2", march_2026, 1.2786, 295.09}, {"M1", march_2026, 1.2685, 358.45}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    double f, argument;
    assert_true(ria_tide_argument(table[i].name, table[i].epoch, &f, &argument));
    if (!(fabs(f - table[i].f) < 1.5e-3 &&
          fabs(remainder(argument - table[i].argument, 360)) < 0.1))
      fail_msg("%s: f %.4f, V + u %.2f, not %.4f, %.2f", table[i].name, f, argument, table[i].f,
               table[i].argument);
  }
}

/* The 18.6-year cycle: M2 is weakest when the moon's declination is largest (2006, 2025) and
 * strongest in between (1997, 2015), by 3.7 %; K1 and O1 the other way round. */
static void the_node_turns_in_18_years(void **state) {
  (void)state;
  double least = 2, most = 0, when_least = 0, when_most = 0, f, argument;
  for (double year = 2006; year < 2024.6; year += 0.05) {
    double epoch = (year - 1970) * 365.2425 * 86400;
    assert_true(ria_tide_argument("M2", epoch, &f, &argument));
    if (f < least)
      least = f, when_least = year;
    if (f > most)
      most = f, when_most = year;
  }
  assert_true(fabs(least - 0.963) < 1e-3 && fabs(most - 1.038) < 1e-3);
  assert_true(when_least < 2007.2 || when_least > 2024);
  assert_true(fabs(when_most - 2015.8) < 0.5);
  assert_true(ria_tide_argument("S2", 0, &f, &argument) && f == 1);
}

/* M2 and S2 agree in phase at new and full moon: 3 March (full) and 19 March 2026 (new), within
 * what the mean moon may be off the true one (7 degrees, 14 h). */
static void springs_follow_the_moon(void **state) {
  (void)state;
  static const double moons[] = {1772537880, 1773883380}; /* 03-03 11:38, 03-19 01:23 UT */
  for (int i = 0; i < 2; i++) {
    double f, m2, s2;
    ria_tide_argument("M2", moons[i], &f, &m2);
    ria_tide_argument("S2", moons[i], &f, &s2);
    assert_true(fabs(remainder(m2 - s2, 360)) < 16);
  }
}

/* Highest and lowest tide of 1997-2016 at Vigo are known as +2.039 and -1.982 m about the mean
 * level, from all 50 constituents; six small ones (together 3 cm) are left out here. */
static void vigo_reaches_its_datums(void **state) {
  (void)state;
  int count;
  ria_constituent *constituent;
  double low = 9, high = -9;
  read_station("vigo", &count, &constituent);
  assert_true(count >= 40);
  ria_tide *tide = ria_tide_create(count, constituent);
  for (double t = 852076800; t < 852076800 + 19 * 365.25 * 86400; t += 1800) {
    double level = ria_tide_level(tide, t);
    low = fmin(low, level);
    high = fmax(high, level);
  }
  assert_true(fabs(high - 2.039) < 0.05 && fabs(low + 1.982) < 0.05);
  ria_tide_destroy(tide);
  free(constituent);
}

/* Springs of March 2026: two days after the full moon of the 3rd at the latest, with a range of 3
 * m. */
static void a_week_at_vigo(void **state) {
  (void)state;
  int count;
  ria_constituent *constituent;
  double low = 9, high = -9, when = 0;
  read_station("vigo", &count, &constituent);
  ria_tide *tide = ria_tide_create(count, constituent);
  for (double t = 0; t < 7 * 86400; t += 60) {
    double level = ria_tide_level(tide, march_2026 + t);
    if (level > high)
      high = level, when = t;
    low = fmin(low, level);
  }
  assert_true(high - low > 2.9 && high - low < 3.6);
  assert_true(when > 2.5 * 86400 && when < 4.5 * 86400);
  /* no jumps at midnight or at the turn of a year */
  for (double t = march_2026 - 60 * 86400.; t < march_2026 + 86400; t += 21600)
    assert_true(fabs(ria_tide_level(tide, t + 0.01) - ria_tide_level(tide, t - 0.01)) < 1e-5);
  ria_tide_destroy(tide);
  free(constituent);
}

static double level_of(int count, const ria_constituent *constituent, double epoch) {
  ria_tide *tide = ria_tide_create(count, constituent);
  assert_non_null(tide);
  const double level = ria_tide_level(tide, epoch);
  ria_tide_destroy(tide);
  return level;
}

static void one_constituent_is_a_cosine(void **state) {
  (void)state;
  const ria_constituent m2 = {"M2", 1.5, 30, 0}, unknown = {"XX9", 100, 0, 0};
  const ria_constituent both[] = {unknown, m2};
  double f, argument, level = level_of(1, &m2, march_2026);
  assert_true(ria_tide_argument("M2", march_2026, &f, &argument));
  assert_true(fabs(level - 1.5 * f * cos((argument - 30) * acos(-1) / 180)) < 1e-12);
  assert_true(level_of(2, both, march_2026) == level);
  assert_true(level_of(1, &unknown, march_2026) == 0);
  assert_true(level_of(0, NULL, march_2026) == 0);
}

static ria_told told; /* of the last table that was read */

static ria_status read_text(const char *text, int *count, ria_constituent **constituent) {
  char *folder = test_folder_create(), path[4096];
  snprintf(path, sizeof path, "%s/tide.csv", folder);
  FILE *file = fopen(path, "w");
  fputs(text, file);
  fclose(file);
  ria_told_destroy(&told);
  ria_status status = ria_tide_read_csv(path, count, constituent, &told);
  test_folder_remove(folder);
  return status;
}

static void tables_are_read(void **state) {
  (void)state;
  int count;
  ria_constituent *constituent;
  assert_int_equal(
      read_text("# a station\r\nname,amplitude,phase\r\n\r\n m2 , 1.5 , 30 ,,\r\nZZ9,1,2\n"
                "k1,0.25,-10\n",
                &count, &constituent),
      RIA_SUCCESS);
  assert_int_equal(count, 2);
  assert_string_equal(constituent[0].name, "m2");
  assert_true(constituent[0].amplitude == 1.5 && constituent[0].phase == 30);
  assert_true(constituent[1].amplitude == 0.25 && constituent[1].phase == -10);
  free(constituent);
  assert_int_equal(told.warnings.count, 1);
  assert_non_null(strstr(told.warnings.error[0].text,
                         "tide.csv:5: ria does not know 1 constituent and leaves it out: ZZ9 "
                         "(amplitudes of 1 m in all; the largest that it knows has 1.5 m)"));
}

/* Real headers whose units are metres and degrees. */
static void headers_are_understood(void **state) {
  (void)state;
  static const char *const headers[] = {"name,amplitude_m,phase_deg_G,speed_deg_h",
                                        "constituent,amplitude (m),phase (deg, Greenwich)",
                                        "\"Name\",\"Amplitude [m]\",\"Phase [degrees]\"",
                                        "\xEF\xBB\xBFname,amplitude,phase",
                                        "name,A,g",
                                        "name,amplitude,phase\n-,m,deg",
                                        "name,H (meters),G (\u00b0)"};
  for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
    char text[256];
    int count;
    ria_constituent *constituent;
    snprintf(text, sizeof text, "%s\nM2,1.08,77\n", headers[i]);
    if (read_text(text, &count, &constituent) != RIA_SUCCESS)
      fail_msg("'%s': %s", headers[i], ria_status_detail());
    assert_int_equal(count, 1);
    assert_int_equal(told.warnings.count + told.notes.count, 0);
    free(constituent);
  }
}

static void bad_tables_are_refused(void **state) {
  (void)state;
  static const struct {
    const char *text, *says;
  } bad[] = {
      {"name,amplitude,phase\nM2,high,3\n", "tide.csv:2: column 2 is 'high'"},
      {"M2,1\n", "tide.csv:1: column 3 is missing"},
      {"M2,-1,3\n", "not negative"},
      {"M2,nan,3\n", "column 2"},
      {"M2,1,3\nm2,1,3\n", "tide.csv:2: column 1 is 'm2'"},
      {"name,amplitude\n", "names no constituent"},
      {"name,amplitude (furlong/s),phase\nM2,1,77\n",
       "tide.csv:1: column 2 is in 'furlong/s' by its header 'amplitude (furlong/s)', which cannot "
       "be converted to m"},
      {"name,amplitude,phase_h\nM2,1,1\n", "column 3 is in 'h'"},
      {"name,amplitude,phase (deg, UTC+1)\nM2,1,1\n", "expected Greenwich phases"},
      {"name,amplitude,phase_local\nM2,1,1\n", "expected Greenwich phases"},
      {"name,amplitude,error,phase\nM2,1,1,77\n", "column 4 is 'phase', the phase: expected the "
                                                  "columns name,amplitude,phase"},
      {"name,amplitude,phase\nM2,1,05,66\n",
       "tide.csv:2: 4 cells where the header has 3; decimal commas?"},
      {"M2,1,05,66\n", "4 cells, but without a header the columns are name,amplitude,phase"},
      {"name;amplitude;phase\nM2;1,05;66\n", "column 2 is '1,05': expected an amplitude in m, not "
                                             "negative; write numbers with a decimal point"},
      {"M2,1,-999\n", "-720 to 720"},
      {"M2,1,NaN\n", "column 3 is 'NaN'"},
      {"M1,1,3\nNO1,1,3\n", "has not been named before"},
      {"name,amplitude,phase,speed\nS2,1,0,28.98\n",
       "tide.csv:2: 'S2' has a speed of 30 deg/h, but column 4 says 28.98"},
      {"name,amplitude,phase,speed_deg_h\n3N2,1,0,29.0662415\n",
       "column 4 says 29.0662415, the speed of MKS2"},
      {"name,amplitude,phase,speed (rad/s)\nM2,1,0,28.9841042\n", "'M2' has a speed of"},
      {"name,amplitude,phase,speed_deg_h\nL2,1,0,29.533121\n", "'L2' has a speed of 29.5284789"},
      {"name,amplitude,phase,frequency\nM2,1,0,28.9841042\n", "a unit in its header"},
      {"name,amplitude,phase,speed\nM2,1,0,fast\n", "expected a speed"},
      {"name,phase,amplitude\nM2,77,1\n", "tide.csv:1: column 3 is 'amplitude', the amplitude"},
      {"M2,1,2\nS2 high\n", "tide.csv:2: column 2 is missing"},
      {"", "names no constituent"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    int count = -1;
    ria_constituent *constituent = NULL;
    assert_int_equal(read_text(bad[i].text, &count, &constituent), RIA_ERROR_FORMAT);
    assert_non_null(strstr(ria_status_detail(), bad[i].says));
    assert_int_equal(count, -1);
    assert_null(constituent);
  }
  int count;
  ria_constituent *constituent;
  assert_int_equal(ria_tide_read_csv("/nonexistent/tide.csv", &count, &constituent, &told),
                   RIA_ERROR_IO);
  assert_int_equal(ria_tide_read_csv("/", &count, &constituent, &told), RIA_ERROR_IO);
}

static void units_of_tables_are_converted(void **state) {
  (void)state;
  static const struct {
    const char *text;
    double amplitude, phase;
  } tables[] = {{"name,amplitude (cm),phase\nM2,108,77\n", 1.08, 77},
                {"name,amplitude_ft,phase_rad\nM2,1,1\n", 0.3048, 57.29577951308232},
                {"name;A [mm];g [\u00b0]\nM2;1080;77\n", 1.08, 77},
                {"name,amplitude,phase\n-,cm,deg\nM2,108,77\n", 1.08, 77},
                {"# name, amplitude (cm), phase\nM2,108,77\n", 1.08, 77}};
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
    int count;
    ria_constituent *constituent;
    if (read_text(tables[i].text, &count, &constituent) != RIA_SUCCESS)
      fail_msg("%s: %s", tables[i].text, ria_status_detail());
    assert_int_equal(count, 1);
    assert_true(fabs(constituent->amplitude / tables[i].amplitude - 1) < 1e-12);
    assert_true(fabs(constituent->phase / tables[i].phase - 1) < 1e-12);
    assert_true(told.notes.count > 0 && !told.warnings.count);
    free(constituent);
  }
}

/* Columns that say how fast a constituent is. */
static void speeds_agree_with_names(void **state) {
  (void)state;
  static const char *const tables[] = {
      "name,amplitude,phase,speed_deg_h\nM2,1,0,28.9841042\nS2,1,0,30\nO1,1,0,13.943\n",
      "name,amplitude,phase,speed (\u00b0/h)\nM2,1,0,28.98\nS2,1,0,\n",
      "name,amplitude,phase,speed (rad/s)\nM2,1,0,0.000140518902509\n",
      "name,amplitude,phase,frequency (cycles/day)\nM2,1,0,1.93227361\n",
      "name,amplitude,phase,freq_cph\nM2,1,0,0.0805114\n",
      "name,amplitude,phase,period (h)\nM2,1,0,12.4206012\n"};
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
    int count;
    ria_constituent *constituent;
    if (read_text(tables[i], &count, &constituent) != RIA_SUCCESS)
      fail_msg("%s: %s", tables[i], ria_status_detail());
    assert_int_equal(told.warnings.count + told.notes.count, 0);
    assert_true(constituent->speed == 0); /* by the name */
    free(constituent);
  }
}

/* A speed makes any name usable: f is 1 and u is 0. */
static void speeds_replace_names(void **state) {
  (void)state;
  int count;
  ria_constituent *constituent;
  assert_int_equal(read_text("name,amplitude,phase,speed_deg_h\nMA2,0.5,40,28.943036\n"
                             "S3,0.2,10,45\nseiche,0.1,0,137.2\n",
                             &count, &constituent),
                   RIA_SUCCESS);
  assert_int_equal(count, 3);
  assert_non_null(
      strstr(told.notes.error[0].text, "tide.csv:2: ria does not know MA2, S3 by name"));
  assert_non_null(strstr(told.warnings.error[0].text, "tide.csv:4: the speed of seiche"));
  /* MA2 is M2 less the sun's mean longitude; f and u of M2 are left out. */
  const double turn = acos(-1) / 180, later = march_2026 + 86400 * 100;
  for (double t = march_2026; t <= later; t += later - march_2026) {
    const double days = (t - 946728000) / 86400 / 36525;
    const double s = 218.3164477 + 481267.88123421 * days, h = 280.46646 + 36000.76983 * days;
    const double clock = fmod(t, 86400) / 240 + 180;
    const double angle = 2 * clock - 2 * s + h - 40;
    assert_true(fabs(level_of(1, constituent, t) - 0.5 * cos(remainder(angle, 360) * turn)) < 1e-5);
    assert_true(fabs(level_of(1, constituent + 1, t) -
                     0.2 * cos((fmod(3 * clock, 360) - 10) * turn)) < 1e-9);
  }
  assert_true(level_of(1, constituent + 2, 0) == 0.1);
  free(constituent);
}

/* A month of values every ten minutes, with gaps and out of order, plus a part that is not a tide.
 */
static void analysis_recovers_a_made_tide(void **state) {
  (void)state;
  enum { VALUES = 4320, MOST = 32 };
  static const ria_constituent made[] = {{"M2", 1.1, 77, 0},   {"S2", 0.38, 108, 0},
                                         {"N2", 0.24, 58, 0},  {"K1", 0.07, 61, 0},
                                         {"O1", 0.06, 321, 0}, {"M4", 0.02, 250, 0}};
  enum { MADE = sizeof made / sizeof *made };
  static double epoch[VALUES], level[VALUES];
  ria_tide *tide = ria_tide_create(MADE, made);
  int values = 0;
  for (int i = 0; i < VALUES; i++) {
    const int at = i * 7 % VALUES;
    if (at > 1000 && at < 1100)
      continue;
    epoch[values] = march_2026 + 600. * at;
    level[values] = 0.3 + ria_tide_level(tide, epoch[values]) + (at % 2 ? 1e-4 : -1e-4);
    values++;
  }
  ria_constituent found[MOST];
  double mean;
  const int count = ria_tide_choose(30 * 86400, MOST, found);
  assert_true(count > MADE);
  assert_int_equal(ria_tide_analyse(values, epoch, level, count, found, &mean), RIA_SUCCESS);
  assert_true(fabs(mean - 0.3) < 1e-4);
  for (int i = 0; i < count; i++) {
    double amplitude = 0, phase = NAN;
    for (int m = 0; m < MADE; m++)
      if (!strcmp(made[m].name, found[i].name))
        amplitude = made[m].amplitude, phase = made[m].phase;
    if (!(fabs(found[i].amplitude - amplitude) <= fmax(1e-3 * amplitude, 1e-5)))
      fail_msg("%s: %g m, not %g", found[i].name, found[i].amplitude, amplitude);
    if (amplitude > 0 && !(fabs(remainder(found[i].phase - phase, 360)) < 0.1))
      fail_msg("%s: %g degrees, not %g", found[i].name, found[i].phase, phase);
  }
  ria_tide_destroy(tide);
}

static void analysis_uses_separable_constituents(void **state) {
  (void)state;
  ria_constituent found[32];
  double mean;
  assert_int_equal(ria_tide_choose(3600, 32, found), 0);
  assert_int_equal(ria_tide_choose(13 * 3600, 32, found), 4);
  assert_string_equal(found[0].name, "M2");
  assert_string_equal(found[1].name, "M4");
  assert_int_equal(ria_tide_choose(366 * 86400, 4, found), 4);
  /* Two values cannot separate two waves and a mean. */
  assert_int_equal(ria_tide_analyse(2, (double[]){0, 3600}, (double[]){0, 1}, 2, found, &mean),
                   RIA_ERROR_ARGUMENT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(speeds_are_the_tables),
      cmocka_unit_test(names_have_aliases_and_no_case),
      cmocka_unit_test(arguments_are_the_tables),
      cmocka_unit_test(the_node_turns_in_18_years),
      cmocka_unit_test(springs_follow_the_moon),
      cmocka_unit_test(vigo_reaches_its_datums),
      cmocka_unit_test(a_week_at_vigo),
      cmocka_unit_test(one_constituent_is_a_cosine),
      cmocka_unit_test(tables_are_read),
      cmocka_unit_test(headers_are_understood),
      cmocka_unit_test(bad_tables_are_refused),
      cmocka_unit_test(units_of_tables_are_converted),
      cmocka_unit_test(speeds_agree_with_names),
      cmocka_unit_test(speeds_replace_names),
      cmocka_unit_test(analysis_recovers_a_made_tide),
      cmocka_unit_test(analysis_uses_separable_constituents),
  };
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  ria_told_destroy(&told);
  return failed;
}
