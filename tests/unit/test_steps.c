/* steps.csv: written rows, and the rows kept when a run continues. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ria/steps.h"
#include "tests.h"

static const ria_program_scalar scalar[] = {{.quantity = {"residual", "1", ""}, .recorded = true},
                                            {.quantity = {"hidden", "1", ""}, .shown = true},
                                            {.quantity = {"norm", "1", ""}, .recorded = true}};
static const ria_program program = {.scalars = 3, .scalar = scalar};

typedef struct {
  char *folder, path[256], aside[280];
} fixture;

static int set_up(void **state) {
  fixture *f = calloc(1, sizeof *f);
  assert_non_null(f);
  f->folder = test_folder_create();
  snprintf(f->path, sizeof f->path, "%s/steps.csv", f->folder);
  snprintf(f->aside, sizeof f->aside, "%s.damaged-1", f->path);
  *state = f;
  return 0;
}

static int tear_down(void **state) {
  fixture *f = *state;
  test_folder_remove(f->folder);
  free(f);
  return 0;
}

static void add(ria_steps *steps, int from, int to) {
  for (int n = from; n <= to; n++) {
    const double value[] = {1.0 / n, 7, n == 3 ? NAN : -0.1 * n};
    ria_steps_add(steps,
                  &(ria_step_record){
                      .step = n, .time = 0.1 * n, .dt = 0.1, .iterations = 20 + n, .value = value});
  }
  assert_int_equal(ria_steps_write(steps), RIA_SUCCESS);
}

static char *content(const char *path) {
  char *text = calloc(1, 1 << 14);
  FILE *in = fopen(path, "r");
  assert_non_null(text);
  assert_non_null(in);
  const size_t size = fread(text, 1, (1 << 14) - 1, in);
  text[size] = '\0';
  fclose(in);
  return text;
}

static void put(const char *path, const char *text) {
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  assert_true(fputs(text, out) >= 0);
  assert_int_equal(fclose(out), 0);
}

static void expect_content(const char *path, const char *wanted) {
  char *text = content(path);
  assert_string_equal(text, wanted);
  free(text);
}

#define HEADER "step,time,dt,iterations,residual,norm\n"
#define ONE    "1,0.10000000000000001,0.10000000000000001,21,1,-0.10000000000000001\n"
#define TWO    "2,0.20000000000000001,0.10000000000000001,22,0.5,-0.20000000000000001\n"
#define THREE  "3,0.30000000000000004,0.10000000000000001,23,0.33333333333333331,nan\n"

static ria_steps_known write_three(const fixture *f) {
  ria_steps *steps;
  assert_int_equal(ria_steps_create(f->path, &program, &steps), RIA_SUCCESS);
  add(steps, 1, 1);
  add(steps, 2, 2);
  const ria_steps_known known = ria_steps_now(steps);
  add(steps, 3, 3);
  assert_int_equal(ria_steps_sync(steps), RIA_SUCCESS);
  ria_steps_destroy(steps);
  expect_content(f->path, HEADER ONE TWO THREE);
  assert_int_equal(known.bytes, strlen(HEADER ONE TWO));
  return known;
}

/* Goes on after step 2, and makes step 3 again. */
static void go_on(const fixture *f, const ria_steps_known *known, const char *wanted,
                  const char *warning) {
  ria_steps *steps;
  assert_int_equal(ria_steps_resume(f->path, &program, 2, known, &steps), RIA_SUCCESS);
  if (warning ? !strstr(ria_steps_warning(steps), warning) : *ria_steps_warning(steps) != 0)
    fail_msg("warning '%s'", ria_steps_warning(steps));
  add(steps, 3, 3);
  ria_steps_destroy(steps);
  expect_content(f->path, wanted);
}

static void a_program_without_records_has_no_file(void **state) {
  (void)state;
  const ria_program other = {.scalars = 1, .scalar = scalar + 1};
  assert_true(ria_steps_recorded(&program));
  assert_false(ria_steps_recorded(&other) || ria_steps_recorded(NULL));
}

static void each_step_is_there_once(void **state) {
  const fixture *f = *state;
  const ria_steps_known known = write_three(f);
  go_on(f, &known, HEADER ONE TWO THREE, NULL);
  put(f->path, HEADER ONE TWO "3,0.3"); /* killed */
  go_on(f, &known, HEADER ONE TWO THREE, NULL);
  go_on(f, NULL, HEADER ONE TWO THREE, NULL);
}

static void damage_is_reported(void **state) {
  const fixture *f = *state;
  const ria_steps_known known = write_three(f);
  static const struct {
    const char *text, *wanted, *warning;
  } damage[] = {{HEADER ONE, HEADER ONE THREE, "the rows of 1 of 2 steps are lost"},
                {HEADER ONE "2,x,1,1,1,1\n" THREE, HEADER ONE THREE, "1 of 2 steps"},
                {HEADER TWO ONE, HEADER TWO THREE, "1 of 2 steps"},
                {"", HEADER THREE, "2 of 2 steps"},
                {"step,time\n" ONE TWO, HEADER ONE TWO THREE, "0 of 2 steps"}};
  for (size_t i = 0; i < sizeof damage / sizeof *damage; i++)
    for (int knows = 0; knows < 2; knows++) {
      put(f->path, damage[i].text);
      go_on(f, knows ? &known : NULL, damage[i].wanted, damage[i].warning);
      expect_content(f->aside, damage[i].text);
      assert_int_equal(unlink(f->aside), 0);
    }
  /* A row that can be read, but is another one: only a checkpoint knows. */
  put(f->path, HEADER ONE "2,0.2,0.1,22,0.5,-0.3\n");
  go_on(f, &known, HEADER ONE "2,0.2,0.1,22,0.5,-0.3\n" THREE, "was damaged");
}

static void a_missing_file_is_reported(void **state) {
  const fixture *f = *state;
  const ria_steps_known known = write_three(f);
  unlink(f->path);
  go_on(f, &known, HEADER THREE, "the rows of 2 steps are lost");
  unlink(f->path);
  go_on(f, NULL, HEADER THREE, NULL); /* of an older ria */
}

static void a_folder_that_is_not_there_is_an_error(void **state) {
  (void)state;
  ria_steps *steps;
  assert_int_equal(ria_steps_create("/nowhere/steps.csv", &program, &steps), RIA_ERROR_IO);
  assert_null(steps);
}

/* A column as a file of its own: all steps, or the last one; an older file is replaced. */
static void a_column_is_a_file(void **state) {
  const fixture *f = *state;
  ria_steps *steps;
  char into[280];
  snprintf(into, sizeof into, "%s/column.out", f->folder);
  put(into, "something older\n");
  assert_int_equal(ria_steps_create(f->path, &program, &steps), RIA_SUCCESS);
  add(steps, 1, 3);
  ria_steps_destroy(steps);
  static const struct {
    ria_step_file file;
    const char *text;
  } wanted[] = {{{"column.out", "residual", false}, "1\n0.5\n0.33333333333333331\n"},
                {{"column.out", "iterations", false}, "21\n22\n23\n"},
                {{"column.out", "iterations", true}, "23\n"},
                {{"column.out", "norm", true}, "nan\n"}};
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    assert_int_equal(ria_steps_column(f->path, &wanted[i].file, into), RIA_SUCCESS);
    char *text = content(into);
    assert_string_equal(text, wanted[i].text);
    free(text);
  }
  const ria_step_file unknown = {"column.out", "norms", false};
  assert_int_equal(ria_steps_column(f->path, &unknown, into), RIA_ERROR_CORRUPT);
  assert_non_null(strstr(ria_status_detail(), "has no column 'norms' for 'column.out'"));
  assert_int_equal(ria_steps_column("/nowhere/steps.csv", &unknown, into), RIA_ERROR_IO);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_program_without_records_has_no_file),
      cmocka_unit_test_setup_teardown(each_step_is_there_once, set_up, tear_down),
      cmocka_unit_test_setup_teardown(damage_is_reported, set_up, tear_down),
      cmocka_unit_test_setup_teardown(a_missing_file_is_reported, set_up, tear_down),
      cmocka_unit_test_setup_teardown(a_column_is_a_file, set_up, tear_down),
      cmocka_unit_test(a_folder_that_is_not_there_is_an_error)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
