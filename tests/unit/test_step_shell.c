/* kind: shell: its tasks, and results from its output files. Also results themselves. */
#include <math.h>
#include <sys/stat.h>
#include "workflow_fixture.h"

static const char *variable_of(const workflow_task *task, const char *name) {
  const char *found = NULL;
  size_t length = strlen(name);
  for (int i = 0; i < task->environments; i++) {
    if (strncmp(task->environment[i], name, length) != 0 || task->environment[i][length] != '=')
      continue;
    if (found)
      fail_msg("%s is there twice", name);
    found = task->environment[i] + length + 1;
  }
  return found;
}

/* A script is one argument, as it is written; values reach it as variables only. */
static void scripts_are_not_touched(void **state) {
  (void)state;
  reading r = read_good("parameters: {n: \"$(touch x); '\", time-step: 3, both: 1}\n"
                        "defaults: {environment: {both: mine}}\n"
                        "steps:\n"
                        "  a:\n"
                        "    kind: shell\n"
                        "    sweep: {n: [7]}\n"
                        "    script: |\n"
                        "      echo ${n} $time_step ${b.c} `x`\n",
                        0, NULL);
  task_list list = tasks_of(&r.workflow->step[0].point[0]);
  const workflow_task *task = &list.task[0];
  assert_int_equal(r.workflow->step[0].needs, 0); /* ${b.c} is the script's */
  assert_int_equal(task->arguments, 5);
  assert_string_equal(task->argument[0], "bash");
  assert_string_equal(task->argument[4], "echo ${n} $time_step ${b.c} `x`\n");
  assert_string_equal(variable_of(task, "n"), "7");
  assert_string_equal(variable_of(task, "time_step"), "3");
  assert_string_equal(variable_of(task, "both"), "mine");
  assert_string_equal(variable_of(task, "RIA_STEP"), "a");
  assert_string_equal(variable_of(task, "RIA_POINT"), "n=7");
  task_list_destroy(&list);
  free_reading(&r);
}

static void write_file(const char *folder, const char *name, const char *text) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static void inputs_are_hashed(void **state) {
  (void)state;
  char text[5000], first[17];
  char *folder = test_folder_create();
  snprintf(text, sizeof text, "steps: {a: {kind: shell, command: [x], inputs: [%s/in]}}\n", folder);
  reading r = read_good(text, 0, NULL);
  task_list list = {0};
  assert_int_equal(point_expand(&r.workflow->step[0].point[0], &list), RIA_ERROR_IO);
  task_list_destroy(&list);
  for (int i = 0; i < 2; i++) {
    write_file(folder, "in", i ? "two" : "one");
    list = tasks_of(&r.workflow->step[0].point[0]);
    if (i)
      assert_string_not_equal(list.task[0].hash, first);
    memcpy(first, list.task[0].hash, sizeof first);
    task_list_destroy(&list);
  }
  free_reading(&r);
  r = read_good("steps: {a: {kind: shell, command: [x], inputs: [/dev/zero]}}\n", 0, NULL);
  assert_int_equal(point_expand(&r.workflow->step[0].point[0], &list), RIA_ERROR_IO);
  task_list_destroy(&list);
  free_reading(&r);
  test_folder_remove(folder);
}

static void outputs_are_results(void **state) {
  (void)state;
  char *folder = test_folder_create();
  reading r = read_good("steps: {a: {kind: shell, command: [x], outputs: [n.txt, 2-b, deep/c]}}\n",
                        0, NULL);
  task_list list = tasks_of(&r.workflow->step[0].point[0]);
  workflow_results results = {0};
  write_file(folder, "n.txt", "1.5e-7\n");
  write_file(folder, "2-b", "1 2\n");
  assert_int_equal(step_kind_find("shell")->collect(list.task, folder, &results), RIA_ERROR_IO);
  assert_non_null(strstr(ria_status_detail(), "deep/c"));
  char deep[4096];
  snprintf(deep, sizeof deep, "%s/deep", folder);
  assert_int_equal(mkdir(deep, 0777), 0);
  write_file(folder, "deep/c", "");
  assert_int_equal(step_kind_find("shell")->collect(list.task, folder, &results), RIA_SUCCESS);
  assert_true(results_find(&results, "n_txt.value")->number == 1.5e-7);
  assert_true(results_find(&results, "n_txt.bytes")->number == 7);
  assert_int_equal(strlen(results_find(&results, "_2_b.hash")->text), 16);
  assert_null(results_find(&results, "_2_b.value"));
  assert_true(results_find(&results, "c.bytes")->number == 0);
  results_destroy(&results);
  task_list_destroy(&list);
  free_reading(&r);
  test_folder_remove(folder);
}

static void results_keep_their_type(void **state) {
  (void)state;
  workflow_results results = {0};
  assert_int_equal(results_put_number(&results, "drift", 1e-7), RIA_SUCCESS);
  assert_int_equal(results_put_number(&results, "a.b", NAN), RIA_SUCCESS);
  assert_int_equal(results_put_text(&results, "verdict", "faster"), RIA_SUCCESS);
  assert_int_equal(results_put_number(&results, "drift", 2), RIA_SUCCESS);
  assert_int_equal(results_put_number(&results, "a b", 2), RIA_ERROR_ARGUMENT);
  assert_int_equal(results_put_number(&results, "", 2), RIA_ERROR_ARGUMENT);
  assert_int_equal(results.count, 3);
  assert_true(results_find(&results, "drift")->number == 2);
  assert_false(results_find(&results, "a.b")->is_number);
  assert_string_equal(results_find(&results, "verdict")->text, "faster");
  assert_null(results_find(&results, "nothing"));
  results_destroy(&results);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(scripts_are_not_touched),
      cmocka_unit_test(inputs_are_hashed),
      cmocka_unit_test(outputs_are_results),
      cmocka_unit_test(results_keep_their_type),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
