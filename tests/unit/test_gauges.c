/* Gauge series: written values, resumed runs, arrivals, names that need quotes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ria/gauges.h"
#include "shown_water.h"
#include "tests.h"

enum { PLACES = 2, FIELDS = 4 };

typedef struct {
  char *folder, path[256];
  ria_gauges_description of;
  ria_shown shown;
} fixture;

static const ria_place places[PLACES] = {{"Illa \"A\", north", 1, 2, 0}, {"Rianxo", 3, 4, 0}};
static const double depths[PLACES] = {2, 0.5};

static int set_up(void **state) {
  fixture *f = calloc(1, sizeof *f);
  assert_non_null(f);
  f->folder = test_folder_create();
  snprintf(f->path, sizeof f->path, "%s/gauges.csv", f->folder);
  shown_water(0.01, "tracer", "kg/m3", 0.25, &f->shown);
  f->of = (ria_gauges_description){.path = f->path,
                                   .has_start = true,
                                   .start = 1709251200,
                                   .shown = &f->shown,
                                   .nstate = FIELDS,
                                   .places = PLACES,
                                   .place = places,
                                   .statics = depths};
  *state = f;
  return 0;
}

/* The first place is always wet, its concentration r / 8; the second is dry up to record 2. */
static void append(ria_gauges *gauges, int from, int to) {
  for (int r = from; r < to; r++) {
    double values[PLACES][FIELDS] = {{3, -3, 0, 3 * r / 8.0}, {r < 3 ? 0 : 1, 0, 2, 0}};
    assert_int_equal(ria_gauges_append(gauges, 60.0 * r, &values[0][0]), RIA_SUCCESS);
  }
}

static char *content(const char *path) {
  char *text = calloc(1, 1 << 16);
  FILE *in = fopen(path, "r");
  assert_non_null(text);
  assert_non_null(in);
  assert_true(fread(text, 1, (1 << 16) - 1, in) > 0);
  fclose(in);
  return text;
}

static const char expected[] =
    "time,seconds,\"Illa \"\"A\"\", north level (m)\",\"Illa \"\"A\"\", north speed (m/s)\","
    "\"Illa \"\"A\"\", north direction (degrees)\",\"Illa \"\"A\"\", north concentration (kg/m3)\","
    "\"Rianxo level (m)\",\"Rianxo speed (m/s)\",\"Rianxo direction (degrees)\","
    "\"Rianxo concentration (kg/m3)\"\n"
    "2024-03-01T00:00:00Z,0,1,1,270,0,,,,\n"
    "2024-03-01T00:01:00Z,60,1,1,270,0.125,,,,\n"
    "2024-03-01T00:02:00Z,120,1,1,270,0.25,,,,\n"
    "2024-03-01T00:03:00Z,180,1,1,270,0.375,0.5,2,0,0\n";

static void expect_file(const char *path, const char *text) {
  char *found = content(path);
  assert_string_equal(found, text);
  free(found);
}

static void test_rows(void **state) {
  fixture *f = *state;
  ria_gauges *gauges;
  assert_int_equal(ria_gauges_create(&f->of, &gauges), RIA_SUCCESS);
  append(gauges, 0, 4);
  ria_gauges_destroy(gauges);
  expect_file(f->path, expected);
}

static void test_resume(void **state) {
  fixture *f = *state;
  ria_gauges *gauges;
  assert_int_equal(ria_gauges_create(&f->of, &gauges), RIA_SUCCESS);
  append(gauges, 0, 7);
  ria_gauges_destroy(gauges);
  FILE *file = fopen(f->path, "a"); /* killed in the midst of a row */
  assert_non_null(file);
  fputs("2024-03-01T00:07:00Z,420,1", file);
  fclose(file);
  assert_int_equal(ria_gauges_resume(&f->of, 60, NULL, &gauges), RIA_SUCCESS);
  append(gauges, 1, 4); /* the first of these is there already */
  ria_gauges_destroy(gauges);
  expect_file(f->path, expected);
}

static void test_resume_finds_arrivals_again(void **state) {
  fixture *f = *state;
  ria_gauges *gauges;
  assert_int_equal(ria_gauges_create(&f->of, &gauges), RIA_SUCCESS);
  append(gauges, 0, 4);
  ria_gauges_destroy(gauges);
  assert_int_equal(ria_gauges_resume(&f->of, 180, NULL, &gauges), RIA_SUCCESS);
  const ria_arrival *arrival = ria_gauges_arrivals(gauges);
  assert_true(arrival[0].time == 120);
  assert_true(arrival[0].peak == 0.375 && arrival[0].peak_time == 180);
  assert_true(isnan(arrival[1].time) && isnan(arrival[1].peak));
  assert_int_equal(ria_gauges_write_arrivals(gauges), RIA_SUCCESS);
  ria_gauges_destroy(gauges);
  char path[300];
  snprintf(path, sizeof path, "%s/arrivals.csv", f->folder);
  expect_file(path, "gauge,arrival,arrival_seconds,peak_concentration,peak,peak_seconds\n"
                    "\"Illa \"\"A\"\", north\",2024-03-01T00:02:00Z,120,0.375,"
                    "2024-03-01T00:03:00Z,180\n"
                    "\"Rianxo\",,,,,\n");
}

/* A peak of more digits than the table has: a resumed run finds it in the table. */
static void test_a_resumed_peak_is_the_same(void **state) {
  fixture *f = *state;
  ria_gauges *gauges;
  const double values[PLACES][FIELDS] = {{3, 0, 0, 3 * 0.123456789}, {0}};
  assert_int_equal(ria_gauges_create(&f->of, &gauges), RIA_SUCCESS);
  assert_int_equal(ria_gauges_append(gauges, 0, &values[0][0]), RIA_SUCCESS);
  const double peak = ria_gauges_arrivals(gauges)[0].peak;
  ria_gauges_destroy(gauges);
  assert_int_equal(ria_gauges_resume(&f->of, 0, NULL, &gauges), RIA_SUCCESS);
  assert_true(peak == 0.12346 && ria_gauges_arrivals(gauges)[0].peak == peak);
  ria_gauges_destroy(gauges);
}

/* Without a threshold there are no arrivals, although numerics spread traces of the tracer.
 */
static void test_without_a_threshold_nothing_arrives(void **state) {
  fixture *f = *state;
  ria_gauges *gauges;
  char path[300];
  f->shown.threshold = 0;
  assert_int_equal(ria_gauges_create(&f->of, &gauges), RIA_SUCCESS);
  append(gauges, 0, 4);
  assert_true(isnan(ria_gauges_arrivals(gauges)[0].time));
  assert_true(ria_gauges_arrivals(gauges)[0].peak == 0.375);
  assert_int_equal(ria_gauges_write_arrivals(gauges), RIA_SUCCESS);
  ria_gauges_destroy(gauges);
  snprintf(path, sizeof path, "%s/arrivals.csv", f->folder);
  expect_file(path, "gauge,peak_concentration,peak,peak_seconds\n"
                    "\"Illa \"\"A\"\", north\",0.375,2024-03-01T00:03:00Z,180\n"
                    "\"Rianxo\",,,\n");
}

static void test_resume_with_other_gauges(void **state) {
  fixture *f = *state;
  ria_gauges *gauges;
  assert_int_equal(ria_gauges_create(&f->of, &gauges), RIA_SUCCESS);
  append(gauges, 0, 4);
  ria_gauges_destroy(gauges);
  f->of.places = 1;
  assert_int_equal(ria_gauges_resume(&f->of, 60, NULL, &gauges), RIA_ERROR_MISMATCH);
  assert_null(gauges);
  expect_file(f->path, expected);
}

/* Without a list of the checkpoint's a row that can be read is taken for sound. */
static void test_resume_of_nonsense(void **state) {
  fixture *f = *state;
  ria_gauges *gauges;
  assert_int_equal(ria_gauges_create(&f->of, &gauges), RIA_SUCCESS);
  append(gauges, 0, 1);
  ria_gauges_destroy(gauges);
  FILE *file = fopen(f->path, "a");
  assert_non_null(file);
  fputs("no row at all\n", file);
  fclose(file);
  assert_int_equal(ria_gauges_resume(&f->of, 60, NULL, &gauges), RIA_SUCCESS);
  assert_non_null(strstr(ria_gauges_warning(gauges), "gauges.csv.damaged-1"));
  assert_non_null(strstr(ria_gauges_warning(gauges), "1 of its rows cannot be read"));
  append(gauges, 1, 4);
  ria_gauges_destroy(gauges);
  expect_file(f->path, expected);
}

/* ---- with a checkpoint's list of rows ---- */

/* A copy: the series that it is of goes away. */
static ria_gauges_known known_of(const ria_gauges *gauges) {
  ria_gauges_known now = ria_gauges_now(gauges);
  ria_checkpoint_row *row = calloc((size_t)now.rows + 1, sizeof *row);
  assert_non_null(row);
  memcpy(row, now.row, (size_t)now.rows * sizeof *row);
  now.row = row;
  return now;
}

/* Rows 0 to 3 belong to the checkpoint, 4 and 5 are newer. */
static ria_gauges_known write_six(const fixture *f) {
  ria_gauges *gauges;
  assert_int_equal(ria_gauges_create(&f->of, &gauges), RIA_SUCCESS);
  append(gauges, 0, 4);
  ria_gauges_known known = known_of(gauges);
  append(gauges, 4, 6);
  assert_int_equal(ria_gauges_sync(gauges), RIA_SUCCESS);
  ria_gauges_destroy(gauges);
  assert_int_equal(known.rows, 4);
  return known;
}

/* Resume, and expect a warning with these words (NULL: none) and the file as it was, or without a
 * row. */
static void expect_resumed(const fixture *f, const ria_gauges_known *known, const char *words,
                           int without) {
  ria_gauges *gauges;
  if (ria_gauges_resume(&f->of, 180, known, &gauges) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  const char *said = ria_gauges_warning(gauges);
  if (words ? !strstr(said, words) : *said != 0)
    fail_msg("'%s' instead of '%s'", said, words ? words : "");
  ria_gauges_destroy(gauges);
  char wanted[sizeof expected], *line = wanted;
  strcpy(wanted, expected);
  for (int i = 0; without >= 0 && i <= without; i++)
    line = strchr(line, '\n') + 1;
  if (without >= 0)
    memmove(line, strchr(line, '\n') + 1, strlen(strchr(line, '\n') + 1) + 1);
  expect_file(f->path, wanted);
}

static void put_file(const char *path, const char *text, size_t size) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
}

static void test_newer_rows_are_removed(void **state) {
  fixture *f = *state;
  ria_gauges_known known = write_six(f);
  expect_resumed(f, &known, NULL, -1);
  FILE *file = fopen(f->path, "a"); /* a row that was cut short, and what a power cut may leave */
  assert_non_null(file);
  fputs("2024-03-01T00:04:00Z,2", file);
  assert_int_equal(fwrite("\0\0\0\0", 1, 4, file), 4);
  fclose(file);
  expect_resumed(f, &known, NULL, -1);
  free((void *)known.row);
}

/* A digit that was changed leaves a row that can be read: only the checkpoint's list tells. */
static void test_changed_row(void **state) {
  fixture *f = *state;
  char words[200];
  for (int row = 0; row < 4; row++) {
    ria_gauges_known known = write_six(f);
    char *text = content(f->path), *line = text;
    for (int i = 0; i <= row; i++)
      line = strchr(line, '\n') + 1;
    strstr(line, "270")[1] ^= 1;
    put_file(f->path, text, strlen(text));
    snprintf(words, sizeof words, "1 of its rows, from %d s to %d s, are lost", 60 * row, 60 * row);
    expect_resumed(f, &known, words, row);
    char aside[300];
    snprintf(aside, sizeof aside, "%s.damaged-%d", f->path, row + 1);
    expect_file(aside, text);
    free(text);
    free((void *)known.row);
  }
}

/* The header is known anyway: all rows stay. */
static void test_damaged_header(void **state) {
  fixture *f = *state;
  ria_gauges_known known = write_six(f);
  char *text = content(f->path);
  text[30] ^= 4;
  put_file(f->path, text, strlen(text));
  expect_resumed(f, &known, "damaged at its header", -1);
  free(text);
  free((void *)known.row);
}

static void test_lost_file(void **state) {
  fixture *f = *state;
  const char *words = "4 of its rows, from 0 s to 180 s, are lost";
  for (int what = 0; what < 4; what++) {
    ria_gauges_known known = write_six(f);
    ria_gauges *gauges;
    if (what == 0)
      assert_int_equal(unlink(f->path), 0);
    else
      assert_int_equal(truncate(f->path, what == 1   ? 0
                                         : what == 2 ? 10
                                                     : strchr(expected, '\n') + 10 - expected),
                       0);
    assert_int_equal(ria_gauges_resume(&f->of, 180, &known, &gauges), RIA_SUCCESS);
    if (!strstr(ria_gauges_warning(gauges), what ? words : "its 4 rows, from 0 s to 180 s"))
      fail_msg("'%s' of loss %d", ria_gauges_warning(gauges), what);
    append(gauges, 4, 6);
    assert_int_equal(ria_gauges_now(gauges).rows, 2);
    ria_gauges_destroy(gauges);
    free((void *)known.row);
  }
}

/* The checkpoint knows the columns that it was written with. */
static void test_other_gauges_are_no_damage(void **state) {
  fixture *f = *state;
  ria_gauges *gauges;
  ria_gauges_known known = write_six(f);
  char *before = content(f->path);
  f->of.places = 1;
  assert_int_equal(ria_gauges_resume(&f->of, 180, &known, &gauges), RIA_ERROR_MISMATCH);
  expect_file(f->path, before);
  free(before);
  free((void *)known.row);
}

static void test_without_start_and_tracer(void **state) {
  fixture *f = *state;
  ria_gauges *gauges;
  f->of.has_start = false;
  f->of.nstate = 3;
  shown_water(0.01, NULL, NULL, 0.25, &f->shown);
  assert_int_equal(ria_gauges_create(&f->of, &gauges), RIA_SUCCESS);
  double values[PLACES][3] = {{2.5, 0, 0}, {0.5, 0.5, 0.5}};
  assert_int_equal(ria_gauges_append(gauges, 0.5, &values[0][0]), RIA_SUCCESS);
  ria_gauges_destroy(gauges);
  char *text = content(f->path);
  assert_non_null(strstr(text, "\n0.5,0.5,0,,0,1.4142,45\n"));
  assert_true(!strncmp(text, "seconds,", 8));
  free(text);
}

static void test_missing_folder(void **state) {
  fixture *f = *state;
  ria_gauges *gauges;
  f->of.path = "/nonexistent/gauges.csv";
  assert_int_equal(ria_gauges_create(&f->of, &gauges), RIA_ERROR_IO);
  assert_null(gauges);
}

/* A spreadsheet treats text with such a beginning as a formula, quoted or not. */
static void test_names_are_no_formulas(void **state) {
  fixture *f = *state;
  static const ria_place formulas[] = {
      {"=1+1", 0, 0, 0}, {"+1", 0, 0, 0}, {"-1", 0, 0, 0}, {"@SUM(A1)", 0, 0, 0}, {"a=1", 0, 0, 0}};
  static const ria_quantity field[] = {{.name = "u", .unit = "1", .what = "u"}};
  const double values[5] = {1, 2, 3, 4, 5};
  ria_gauges *gauges;
  f->of.has_start = false;
  f->of.nstate = 1;
  ria_show_fields(1, field, &f->shown);
  f->of.places = 5;
  f->of.place = formulas;
  f->of.statics = NULL;
  assert_int_equal(ria_gauges_create(&f->of, &gauges), RIA_SUCCESS);
  assert_int_equal(ria_gauges_append(gauges, 0, values), RIA_SUCCESS);
  ria_gauges_destroy(gauges);
  expect_file(f->path, "seconds,\"'=1+1 u (1)\",\"'+1 u (1)\",\"'-1 u (1)\",\"'@SUM(A1) u (1)\","
                       "\"a=1 u (1)\"\n0,1,2,3,4,5\n");
  assert_int_equal(ria_gauges_resume(&f->of, 0, NULL, &gauges), RIA_SUCCESS);
  ria_gauges_destroy(gauges);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, test_folder_tear_down)
  const struct CMUnitTest tests[] = {TEST(test_rows),
                                     TEST(test_resume),
                                     TEST(test_resume_finds_arrivals_again),
                                     TEST(test_a_resumed_peak_is_the_same),
                                     TEST(test_without_a_threshold_nothing_arrives),
                                     TEST(test_resume_with_other_gauges),
                                     TEST(test_resume_of_nonsense),
                                     TEST(test_newer_rows_are_removed),
                                     TEST(test_changed_row),
                                     TEST(test_damaged_header),
                                     TEST(test_lost_file),
                                     TEST(test_other_gauges_are_no_damage),
                                     TEST(test_without_start_and_tracer),
                                     TEST(test_names_are_no_formulas),
                                     TEST(test_missing_folder)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
