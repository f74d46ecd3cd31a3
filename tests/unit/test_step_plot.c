/* kinds: plot and report. Their command lines, findings, and what is counted afterwards. */
#include <sys/stat.h>
#include <unistd.h>
#include "workflow_fixture.h"

static void expect_arguments(const workflow_task *task, const char *const *argument) {
  int i = 0;
  for (; argument[i]; i++) {
    assert_true(i < task->arguments);
    assert_string_equal(task->argument[i], argument[i]);
  }
  assert_int_equal(task->arguments, i);
}

#define EXPECT_ARGUMENTS(task, ...) expect_arguments(task, (const char *const[]){__VA_ARGS__, NULL})

static void one_run(void **state) {
  (void)state;
  reading r = read_good("study: /s\n"
                        "steps:\n"
                        "  maps: {kind: plot, run: '/runs/a b;$(c)', every: 0, film: false,"
                        " field: speed}\n"
                        "  page: {kind: report, needs: [maps]}\n"
                        "  other: {kind: report, file: /tmp/x.html}\n",
                        0, NULL);
  task_list list = tasks_of(&r.workflow->step[0].point[0]);
  assert_int_equal(list.count, 1);
  EXPECT_ARGUMENTS(&list.task[0], "ria", "plot", "--into", "maps", "--every", "0", "--field",
                   "speed", "--", "/runs/a b;$(c)");
  assert_string_equal(list.task[0].directory, "/s/steps/maps");
  task_list_destroy(&list);
  list = tasks_of(&r.workflow->step[1].point[0]);
  EXPECT_ARGUMENTS(&list.task[0], "ria", "report");
  task_list_destroy(&list);
  list = tasks_of(&r.workflow->step[2].point[0]);
  EXPECT_ARGUMENTS(&list.task[0], "ria", "report", "-o", "/tmp/x.html");
  task_list_destroy(&list);
  free_reading(&r);
}

/* The runs of a sweep are drawn side by side, each in a folder of its own. */
static void runs_of_a_step(void **state) {
  (void)state;
  reading r = read_good("study: /s\n"
                        "steps:\n"
                        "  week: {kind: shell, command: [x], sweep: {n: [1, 2]}}\n"
                        "  maps: {kind: plot, step: week, needs: week, rate: 2.5}\n",
                        0, NULL);
  task_list list = tasks_of(&r.workflow->step[1].point[0]);
  assert_int_equal(list.count, 2);
  assert_string_equal(list.task[0].id, "maps/n=1");
  assert_string_equal(list.task[1].id, "maps/n=2");
  EXPECT_ARGUMENTS(&list.task[1], "ria", "plot", "--into", "n=2", "--every", "1",
                   "--film=if-possible", "--rate", "2.5", "--", "/s/steps/week/n=2");
  task_list_destroy(&list);
  free_reading(&r);
}

static void findings(void **state) {
  (void)state;
  EXPECT_FINDINGS("steps:\n  a: {kind: plot}\n", "flow.yaml:2:6: steps.a.step: this is missing");
  EXPECT_FINDINGS("steps:\n  a: {kind: plot, run: ''}\n", "flow.yaml:2:24: steps.a.run");
  EXPECT_FINDINGS("steps:\n  a: {kind: plot, step: b}\n",
                  "flow.yaml:2:25: steps.a.step: there is no step 'b'");
  EXPECT_FINDINGS("steps:\n  b: {kind: shell, command: [x]}\n  a: {kind: plot, step: b}\n",
                  "flow.yaml:3:25: steps.a.step: 'b' must also stand in `needs`");
  EXPECT_FINDINGS("steps:\n  a: {kind: plot, run: x, rate: 0}\n", "flow.yaml:2:33: steps.a.rate");
  EXPECT_FINDINGS("steps:\n  a: {kind: report, file: ''}\n",
                  "flow.yaml:2:27: steps.a.file: this text is empty");
}

static void put_file(const char *folder, const char *name) {
  char path[8192];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fclose(file);
}

static void results(void **state) {
  (void)state;
  char maps[4096];
  char *folder = test_folder_create();
  snprintf(maps, sizeof maps, "%s/maps", folder);
  reading r = read_good("steps: {maps: {kind: plot, run: x}}\n", 0, NULL);
  const workflow_point *point = &r.workflow->step[0].point[0];
  task_list list = tasks_of(point);
  workflow_results found = {0};
  assert_int_equal(mkdir(maps, 0777), 0);
  put_file(maps, "level-0001.png");
  put_file(maps, "level-0002.png");
  put_file(maps, "level.mp4");
  put_file(maps, "half.png.partial");
  assert_int_equal(point->step->kind->collect(&list.task[0], folder, &found), RIA_SUCCESS);
  assert_int_equal(results_find(&found, "pictures")->number, 2);
  assert_int_equal(results_find(&found, "films")->number, 1);
  assert_string_equal(results_find(&found, "folder")->text, maps);
  results_destroy(&found);
  task_list_destroy(&list);
  free_reading(&r);
  test_folder_remove(folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_run),
      cmocka_unit_test(runs_of_a_step),
      cmocka_unit_test(findings),
      cmocka_unit_test(results),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
