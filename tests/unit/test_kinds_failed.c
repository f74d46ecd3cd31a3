/* Campaigns and comparisons with failed runs: they use the other runs and report the missing ones.
 */
#include <math.h>
#include "kinds_fixture.h"

static bool is_among(const char *id, const char *const *list) {
  for (; *list; list++)
    if (!strncmp(id, *list, strlen(*list)))
      return true;
  return false;
}

static void set_state(const kinds_fixture *f, int i, task_state state, const char *note) {
  const workflow_task *t = &f->list.task[i];
  study_task row = {.id = t->id,
                    .step = (char *)t->point->step->name,
                    .point = t->point->label,
                    .position = i,
                    .state = state,
                    .needs = (char *)"",
                    .hash = (char *)t->hash,
                    .note = (char *)note};
  assert_int_equal(study_put_task(f->study, &row), RIA_SUCCESS);
}

/* Tasks whose ids start as one of `failed` fail, the others measure. */
static void measure(const kinds_fixture *f, const char *const *failed,
                    double (*seconds)(const workflow_task *)) {
  for (int i = 0; i < f->list.count; i++) {
    const workflow_task *t = &f->list.task[i];
    if (is_among(t->id, failed))
      set_state(f, i, TASK_FAILED, "killed by signal 9");
    else
      put(f->study, t->point->step->name, t->id, "step_seconds", seconds(t));
  }
}

static ria_status finish(const kinds_fixture *f, workflow_results *results) {
  const workflow_step *step = &f->r.workflow->step[0];
  return step->kind->finish(step, f->study, results);
}

static void expect_text(const kinds_fixture *f, const char *step, int row, const char *column,
                        const char *text) {
  char path[PATH];
  ria_csv_table table;
  snprintf(path, sizeof path, "%s/steps/%s/table.csv", study_folder(f->study), step);
  assert_int_equal(ria_csv_table_read(path, &table), RIA_SUCCESS);
  int at = ria_csv_table_column(&table, column);
  assert_true(at >= 0);
  assert_string_equal(ria_csv_table_cell(&table, row, at), text);
  ria_csv_table_destroy(&table);
}

/* ---- campaign ---- */

/* Rows: ranks 1, 2, 4, each with simd and naive. */
static double perfect(const workflow_task *task) {
  double factor = strcmp(parameter_of(task->point, "strategy"), "naive") ? 1 : 2;
  return factor * 8 / atof(parameter_of(task->point, "ranks")) * (1 + 0.1 * task->repeat);
}

static void failed_point(void **state) {
  (void)state;
  static const char *const failed[] = {"c/ranks=2,strategy=simd/", "c/ranks=4,strategy=naive/3",
                                       NULL};
  kinds_fixture f = begin(CAMPAIGN);
  workflow_results results = {0};
  measure(&f, failed, perfect);
  assert_int_equal(finish(&f, &results), RIA_ERROR_MISMATCH);
  assert_non_null(strstr(ria_status_detail(), "4 of 18 measurements of 'step_seconds' are missing "
                                              "(ranks=2,strategy=simd: killed by signal 9)"));
  expect_text(&f, "c", 2, "failed", "3 of 3: killed by signal 9");
  expect_text(&f, "c", 2, "total_seconds", "");
  expect_text(&f, "c", 2, "speedup", "");
  expect_text(&f, "c", 5, "failed", "1 of 3: killed by signal 9");
  expect_text(&f, "c", 0, "failed", "");
  /* The remaining runs are compared with runs of the same round. */
  assert_true(fabs(cell(f.study, "c", 4, "speedup") - 4) < 1e-12);
  assert_true(fabs(cell(f.study, "c", 5, "speedup") - 4) < 1e-12);
  assert_true(fabs(cell(f.study, "c", 5, "total_seconds") - 4 * 1.15) < 1e-12);
  assert_true(results_find(&results, "failed_runs")->number == 4);
  assert_true(fabs(results_find(&results, "best_speedup")->number - 4) < 1e-12);
  results_destroy(&results);
  end(&f);
}

/* The smallest measured point replaces the smallest one. */
static void failed_base(void **state) {
  (void)state;
  static const char *const failed[] = {"c/ranks=1,strategy=simd/", NULL};
  kinds_fixture f = begin(CAMPAIGN);
  workflow_results results = {0};
  measure(&f, failed, perfect);
  assert_int_equal(finish(&f, &results), RIA_ERROR_MISMATCH);
  assert_true(fabs(cell(f.study, "c", 2, "speedup") - 1) < 1e-12);
  assert_true(fabs(cell(f.study, "c", 4, "speedup") - 2) < 1e-12);
  assert_true(fabs(cell(f.study, "c", 4, "efficiency") - 100) < 1e-10);
  assert_true(fabs(cell(f.study, "c", 5, "speedup") - 4) < 1e-12);
  results_destroy(&results);
  end(&f);
}

static void all_failed(void **state) {
  (void)state;
  static const char *const failed[] = {"", NULL};
  kinds_fixture f = begin(CAMPAIGN);
  workflow_results results = {0};
  measure(&f, failed, perfect);
  assert_int_equal(finish(&f, &results), RIA_ERROR_MISMATCH);
  assert_non_null(strstr(ria_status_detail(), "18 of 18 measurements"));
  for (int row = 0; row < 6; row++)
    expect_text(&f, "c", row, "failed", "3 of 3: killed by signal 9");
  results_destroy(&results);
  end(&f);
}

/* A point that the step's `when` leaves out has not failed. */
static void skipped_point(void **state) {
  (void)state;
  static const char *const none[] = {NULL};
  kinds_fixture f = begin(CAMPAIGN);
  workflow_results results = {0};
  measure(&f, none, perfect);
  for (int i = 0; i < f.list.count; i++)
    if (!strncmp(f.list.task[i].id, "c/ranks=4", 9))
      set_state(&f, i, TASK_SKIPPED, "");
  assert_int_equal(finish(&f, &results), RIA_SUCCESS);
  assert_true(results_find(&results, "points")->number == 4);
  results_destroy(&results);
  end(&f);
}

/* ---- compare ---- */

static double slower(const workflow_task *task) {
  return (task->id[2] == 'a' ? 2 : 1) * (1 + 0.1 * task->repeat);
}

static void compare(const char *const *failed, const char *verdict, double runs, const char *said) {
  kinds_fixture f = begin(COMPARE);
  workflow_results results = {0};
  measure(&f, failed, slower);
  assert_int_equal(finish(&f, &results), RIA_ERROR_MISMATCH);
  if (!strstr(ria_status_detail(), said))
    fail_msg("'%s' says nothing of '%s'", ria_status_detail(), said);
  assert_string_equal(results_find(&results, "verdict")->text, verdict);
  expect_text(&f, "v", 0, "verdict", verdict);
  assert_true(cell(f.study, "v", 0, "runs") == runs && cell(f.study, "v", 1, "runs") == runs);
  results_destroy(&results);
  end(&f);
}

/* Half of six pairs is enough for a verdict, a third is not. The step fails all the same. */
static void failed_pairs(void **state) {
  (void)state;
  compare((const char *const[]){"v/b-2", "v/a-3", NULL}, "slower", 4,
          "2 pairs lack a time (v/a-3: killed by signal 9); the verdict uses the other pairs");
  compare((const char *const[]){"v/a-2", "v/b-2", "v/a-3", "v/b-6", NULL}, "slower", 3,
          "3 pairs lack a time");
  compare((const char *const[]){"v/a-", NULL}, "no verdict", 0,
          "6 pairs lack a time (v/a-1: killed by signal 9); too few pairs are left for a verdict");
  compare((const char *const[]){"v/a-1", "v/a-2", "v/b-5", "v/b-6", NULL}, "no verdict", 2,
          "too few pairs are left");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(failed_point),  cmocka_unit_test(failed_base),  cmocka_unit_test(all_failed),
      cmocka_unit_test(skipped_point), cmocka_unit_test(failed_pairs),
  };
  return cmocka_run_group_tests(tests, enter, leave);
}
