/* Comparison of a run with observations: pairs, agreement, constituents, and missing values. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ria/tide.h"
#include "run/observed.h"
#include "run/page_series.h"
#include "page_fixture.h"
#include "tests.h"

enum { ROWS = 24 * 6 * 3, EVERY = 600, OBSERVED = 24 * 4 * 3 };

static const double start = 1772323200; /* 2026-03-01 */

typedef struct {
  run_folder folder;
  run_log *log;
  ria_case_gauge gauge;
  ria_case the_case;
  double time[OBSERVED], level[OBSERVED];
} fixture;

static double computed(ria_tide *tide, double t) {
  return ria_tide_level(tide, start + t);
}

/* Three days of gauges.csv, dry in the tenth hour, and an observed series of the same tide that is
 * 5 % larger and 3 cm higher, from a day before the run on. */
static int set_up(void **state) {
  static const ria_constituent made[] = {{"M2", 1, 80, 0}, {"K1", 0.1, 60, 0}};
  fixture *f = calloc(1, sizeof *f);
  assert_non_null(f);
  char *folder = test_folder_create(), path[RUN_PATH];
  snprintf(f->folder.path, sizeof f->folder.path, "%s", folder);
  free(folder);
  run_folder_join(&f->folder, "gauges.csv", path);
  ria_tide *tide = ria_tide_create(2, made);
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs("time,seconds,\"'=far, level (m)\",\"'=far, speed (m/s)\"\n", out);
  for (int i = 0; i < ROWS; i++) {
    const double t = (double)i * EVERY;
    if (i >= 60 && i < 66)
      fprintf(out, ",%g,,0\n", t);
    else
      fprintf(out, ",%g,%.12f,%g\n", t, computed(tide, t), t / 1e6);
  }
  fclose(out);
  for (int i = 0; i < OBSERVED; i++) {
    f->time[i] = (i - 96) * 900;
    f->level[i] = 1.05 * computed(tide, f->time[i]) + 0.03;
  }
  ria_tide_destroy(tide);
  assert_int_equal(run_log_create(-1, false, &f->log), RIA_SUCCESS);
  f->gauge.observed.level = (ria_series){OBSERVED, f->time, f->level};
  f->gauge.name = strdup("=far,");
  f->the_case = (ria_case){.gauges = 1, .gauge = &f->gauge};
  f->the_case.time.has_start = true;
  f->the_case.time.start = start;
  *state = f;
  return 0;
}

static int tear_down(void **state) {
  fixture *f = *state;
  run_log_destroy(f->log);
  test_folder_remove(strdup(f->folder.path));
  free(f->gauge.name);
  free(f);
  return 0;
}

static bool has_file(const fixture *f, const char *name) {
  char path[RUN_PATH];
  run_folder_join(&f->folder, name, path);
  return !access(path, F_OK);
}

static void pairs_agree_as_they_were_made(void **state) {
  fixture *f = *state;
  run_observed all;
  assert_int_equal(run_observed_compare(&f->the_case, &f->folder, f->log, &all), RIA_SUCCESS);
  assert_int_equal(all.count, 1);
  const run_agreement *a = &all.agreement[0];
  /* Two days of quarters of an hour, but for those between the last wet row and the next one. */
  assert_int_equal(a->count, OBSERVED - 96 - 4);
  for (int i = 0; i < a->count; i++) {
    assert_true(a->time[i] >= 0 && (a->time[i] <= 59 * EVERY || a->time[i] >= 66 * EVERY));
    assert_true(fabs(a->observed[i] - (1.05 * a->computed[i] + 0.03)) < 2e-3);
  }
  assert_true(a->skill.correlation > 0.99999 && a->skill.bias < -0.02 && a->skill.rmse < 0.08);
  assert_true(a->constituents >= 2);
  for (int i = 0; i < a->constituents; i++) {
    const ria_constituent *o = &a->tide[0][i], *c = &a->tide[1][i];
    if (strcmp(o->name, "M2"))
      continue;
    assert_true(fabs(c->amplitude - 1) < 2e-3 && fabs(o->amplitude - 1.05) < 2e-3);
    assert_true(fabs(o->phase - 80) < 0.1 && fabs(c->phase - 80) < 0.1);
  }
  json_t *json = run_observed_json(&all);
  assert_int_equal(json_array_size(json), 1);
  assert_string_equal(json_string_value(json_object_get(json_array_get(json, 0), "quantity")),
                      "level");
  json_decref(json);
  run_observed_destroy(&all);
  assert_true(has_file(f, "observed.csv") && has_file(f, "agreement.csv") &&
              has_file(f, "constituents.csv"));
}

/* Residuals of a speed without a tide; and levels of a run without dates. */
static void without_dates_there_is_no_tide(void **state) {
  fixture *f = *state;
  run_observed all;
  f->the_case.time.has_start = false;
  f->gauge.observed.speed = (ria_series){2, (double[]){600, 1200}, (double[]){1e-3, 1e-3}};
  assert_int_equal(run_observed_compare(&f->the_case, &f->folder, f->log, &all), RIA_SUCCESS);
  assert_int_equal(all.count, 2);
  assert_int_equal(all.agreement[0].constituents, 0);
  assert_true(fabs(all.agreement[1].skill.bias + 1e-4) < 1e-12);
  assert_true(isnan(all.agreement[1].skill.correlation)); /* one observed value twice */
  json_t *json = run_observed_json(&all);
  assert_true(json_is_null(json_object_get(json_array_get(json, 1), "correlation")));
  json_decref(json);
  run_observed_destroy(&all);
  assert_false(has_file(f, "constituents.csv"));
}

static void incomparable_series_are_reported(void **state) {
  fixture *f = *state;
  run_observed all;
  int warnings;
  f->gauge.observed.level = (ria_series){2, (double[]){1e6, 2e6}, (double[]){0, 1}};
  assert_int_equal(run_observed_compare(&f->the_case, &f->folder, f->log, &all), RIA_SUCCESS);
  assert_int_equal(all.agreement[0].count, 0);
  const run_warning *warning = run_log_warnings(f->log, &warnings);
  assert_int_equal(warnings, 1);
  assert_non_null(strstr(warning[0].text, "0 observed values of its level"));
  run_observed_destroy(&all);
  free(f->gauge.name);
  f->gauge.name = strdup("near");
  assert_int_equal(run_observed_compare(&f->the_case, &f->folder, f->log, &all), RIA_ERROR_FORMAT);
  run_observed_destroy(&all);
}

/* The page has both in one chart, and how well they agree. */
static void a_page_shows_both(void **state) {
  fixture *f = *state;
  run_observed all;
  char path[RUN_PATH];
  ria_report *report;
  assert_int_equal(run_observed_compare(&f->the_case, &f->folder, f->log, &all), RIA_SUCCESS);
  run_observed_destroy(&all);
  run_folder_join(&f->folder, "report.html", path);
  assert_int_equal(ria_report_begin(path, "t", NULL, &report), RIA_SUCCESS);
  const run_page_series series = {f->folder.path, report, start};
  run_page_gauges(&series);
  run_page_sections(&series); /* there are none */
  run_folder_join(&f->folder, "sections.csv", path);
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs("time,seconds,\"mouth spill flux (m3/s)\"\n,0,0\n,600,0\n", out);
  fclose(out);
  run_page_sections(&series);
  run_folder_join(&f->folder, "report.html", path);
  assert_int_equal(ria_report_finish(report, RIA_SUCCESS), RIA_SUCCESS);
  char *page = page_read(path), *level, *speed;
  page_check(page);
  assert_non_null(strstr(page, "<h3>=far,</h3>"));
  level = strstr(page, "level (m)");
  speed = strstr(page, "speed (m/s)");
  assert_true(level && speed && level < speed);
  *speed = '\0';
  assert_non_null(
      strstr(level, "</span> computed</li><li><span class=\"c1\">•</span> observed</li>"));
  assert_non_null(strstr(level, " observed values: RMSE 0.0"));
  assert_non_null(strstr(level, " m, bias -0.0"));
  assert_non_null(strstr(level, ", correlation 1.000, skill 0.99"));
  assert_null(strstr(speed + 1, "observed"));
  assert_non_null(strstr(speed + 1, "<h3>mouth spill</h3>\n<p>No values other than 0.</p>"));
  free(page);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(pairs_agree_as_they_were_made, set_up, tear_down),
      cmocka_unit_test_setup_teardown(without_dates_there_is_no_tide, set_up, tear_down),
      cmocka_unit_test_setup_teardown(a_page_shows_both, set_up, tear_down),
      cmocka_unit_test_setup_teardown(incomparable_series_are_reported, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
