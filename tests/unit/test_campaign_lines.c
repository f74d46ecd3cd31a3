/* Campaigns of `ria bench SOLVER --line`: one run gives many measurements. They give a table as for
 * a sweep, the charts' numbers, and ranges compared with those of the paper. */
#include <math.h>
#include "kinds_fixture.h"

#define LINES                                                                                      \
  "name: w\nsteps:\n  c:\n    kind: campaign\n    bench: heat\n"                                   \
  "    line: {points: '64,128', node: '32,64', variant: 'shared,packed,launch,graph'}\n"           \
  "    best_of: node\n    over: points\n    along: variant\n    base: launch\n"                    \
  "    second_base: graph\n    steps: 100\n    repeat: 3\n"

/* A cell of a table of the step, for people or as a number. */
static char *text_of(const kinds_fixture *f, const char *name, int row, const char *column,
                     char found[64]) {
  char path[PATH];
  ria_csv_table table;
  snprintf(path, sizeof path, "%s/steps/c/%s.csv", study_folder(f->study), name);
  if (ria_csv_table_read(path, &table) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  assert_true(row < table.rows && ria_csv_table_column(&table, column) >= 0);
  snprintf(found, 64, "%s", ria_csv_table_cell(&table, row, ria_csv_table_column(&table, column)));
  ria_csv_table_destroy(&table);
  return found;
}

static void says(const kinds_fixture *f, const char *name, int row, const char *column,
                 const char *expected) {
  char found[64];
  assert_string_equal(text_of(f, name, row, column, found), expected);
}

static void tells(const kinds_fixture *f, const char *name, int row, const char *column,
                  double expected) {
  char found[64];
  const double number = atof(text_of(f, name, row, column, found));
  if (!(fabs(number - expected) < 1e-9 * fabs(expected)))
    fail_msg("%s of row %d of %s: %s, not %g", column, row, name, found, expected);
}

static int rows(const kinds_fixture *f, const char *name) {
  char path[PATH];
  ria_csv_table table;
  snprintf(path, sizeof path, "%s/steps/c/%s.csv", study_folder(f->study), name);
  assert_int_equal(ria_csv_table_read(path, &table), RIA_SUCCESS);
  const int count = table.rows;
  ria_csv_table_destroy(&table);
  return count;
}

static void measure(const kinds_fixture *f, int task, const char *variant, int points, int node,
                    double seconds) {
  char key[64];
  snprintf(key, sizeof key, "step_seconds.%s.p%d.n%d", variant, points, node);
  put(f->study, "c", f->list.task[task].id, key, seconds);
}

/* A run of both lines: launch takes 8 us, graph 4, shared 2, packed 1 in nodes of 32 points; twice
 * as much in others, and three times as much of the larger line. */
static void run(const kinds_fixture *f, int task, double factor) {
  static const char *const variant[] = {"launch", "graph", "shared", "packed"};
  static const double us[] = {8, 4, 2, 1};
  for (int v = 0; v < 4; v++)
    for (int p = 0; p < 2; p++)
      for (int n = 0; n < 2; n++)
        measure(f, task, variant[v], 64 << p, 32 << n,
                factor * 1e-6 * us[v] * (p ? 3 : 1) * (n ? 2 : 1));
}

static const char *argument_after(const workflow_task *task, const char *option) {
  for (int i = 0; i + 1 < task->arguments; i++)
    if (!strcmp(task->argument[i], option))
      return task->argument[i + 1];
  return "";
}

static void one_process_a_repeat(void **state) {
  (void)state;
  kinds_fixture f = begin(LINES);
  assert_int_equal(f.list.count, 3);
  const workflow_task *task = &f.list.task[1];
  assert_string_equal(task->argument[1], "bench");
  assert_string_equal(argument_after(task, "--points"), "64,128");
  assert_string_equal(argument_after(task, "--node"), "32,64");
  assert_string_equal(argument_after(task, "--variant"), "shared,packed,launch,graph");
  assert_string_equal(argument_after(task, "--steps"), "100");
  assert_string_equal(argument_after(task, "--line"), "--each");
  assert_int_equal(task->afters, 1); /* never beside another */
  end(&f);
}

static void as_if_swept(void **state) {
  (void)state;
  kinds_fixture f = begin(LINES);
  for (int i = 0; i < 3; i++)
    run(&f, i, i == 1 ? 1 : 2); /* the median is the slower */
  const workflow_step *step = &f.r.workflow->step[0];
  assert_int_equal(step->kind->finish(step, f.study, &f.results), RIA_SUCCESS);
  assert_int_equal(rows(&f, "table"), 8);
  /* In the order in which the program knows variants. */
  says(&f, "table", 0, "variant", "shared");
  says(&f, "table", 1, "variant", "packed");
  says(&f, "table", 2, "variant", "launch");
  tells(&f, "table", 1, "node", 32);
  tells(&f, "table", 1, "microseconds", 2);
  tells(&f, "table", 1, "lower_microseconds", 1.5);
  tells(&f, "table", 1, "speedup", 8);
  tells(&f, "table", 1, "second_speedup", 4);
  tells(&f, "table", 5, "points", 128);
  tells(&f, "table", 5, "microseconds", 6);
  tells(&f, "table", 5, "rate", 128 / 6.0);
  assert_int_equal(rows(&f, "figure"), 2);
  tells(&f, "figure", 0, "points", 64);
  tells(&f, "figure", 0, "packed", 2);
  tells(&f, "figure", 1, "graph", 24);
  says(&f, "figure", 1, "fastest_swept", "packed, node 32");
  tells(&f, "figure", 1, "over launch", 8);
  tells(&f, "figure", 1, "over graph", 4);
  assert_true(results_find(&f.results, "points")->number == 8);
  end(&f);
}

/* The paper's value of a pair is in the same row as ours; a pair that was not measured is listed
 * too.
 */
static void ranges(void **state) {
  (void)state;
  FILE *file = fopen("said.csv", "w");
  assert_non_null(file);
  fputs("# of a test\nfigure,equation,what,base,least,most,says\n7,heat,shared,launch,2,9,\"2, or "
        "9\"\n8,other,shared,launch,5,6,no\n7,heat,shared,graph,1,2,x\n7,heat,register,launch,3,4,"
        "y\n",
        file);
  fclose(file);
  kinds_fixture f = begin(LINES "    reference: {ranges: said.csv, where: {equation: heat}}\n");
  for (int i = 0; i < 3; i++)
    run(&f, i, 1);
  for (int i = 0; i < 3; i++) /* on larger lines shared is nearly as slow as classic */
    measure(&f, i, "shared", 256, 32, 5e-6), measure(&f, i, "launch", 256, 32, 7e-6);
  const workflow_step *step = &f.r.workflow->step[0];
  assert_int_equal(step->kind->finish(step, f.study, &f.results), RIA_SUCCESS);
  says(&f, "ranges", 0, "what", "shared");
  tells(&f, "ranges", 0, "least", 1.4);
  tells(&f, "ranges", 0, "least_at", 256);
  tells(&f, "ranges", 0, "most", 4);
  tells(&f, "ranges", 0, "most_at", 64);
  tells(&f, "ranges", 0, "published_least", 2);
  says(&f, "ranges", 0, "says", "2, or 9");
  says(&f, "ranges", 1, "what", "packed");
  says(&f, "ranges", 1, "says", "");
  says(&f, "ranges", 3, "what", "fastest swept");
  tells(&f, "ranges", 3, "least", 1.4);
  tells(&f, "ranges", 3, "most", 8);
  says(&f, "ranges", 4, "base", "graph");
  says(&f, "ranges", 5, "base", "graph"); /* shared over graph, which is published */
  tells(&f, "ranges", 5, "most", 2);
  says(&f, "ranges", 6, "what", "register"); /* which was not run */
  says(&f, "ranges", 6, "least", "");
  tells(&f, "ranges", 6, "published_most", 4);
  assert_int_equal(rows(&f, "ranges"), 7);
  end(&f);
}

/* The paper's own code, in microseconds. */
static void beside_theirs(void **state) {
  (void)state;
  kinds_fixture f = begin("name: w\nsteps:\n  c:\n    kind: campaign\n    bench: euler\n"
                          "    line: {points: 2^11, node: '64'}\n    along: variant\n"
                          "    base: launch\n    repeat: 1\n"
                          "    reference: {table: swept-study, where: {equation: euler}}\n");
  measure(&f, 0, "launch", 2048, 64, 5e-6);
  measure(&f, 0, "shared", 2048, 64, 4e-6);
  const workflow_step *step = &f.r.workflow->step[0];
  assert_int_equal(step->kind->finish(step, f.study, &f.results), RIA_SUCCESS);
  tells(&f, "table", 0, "published_microseconds", 10.7);
  tells(&f, "table", 1, "published_microseconds", 10.2);
  tells(&f, "table", 0, "speedup", 1.25);
  end(&f);
}

/* A failed run is reported at each point that other runs measured; if all failed, it is reported
 * once. */
static void failed_runs(void **state) {
  (void)state;
  kinds_fixture f = begin(LINES);
  run(&f, 0, 1);
  run(&f, 2, 1);
  const workflow_step *step = &f.r.workflow->step[0];
  assert_int_equal(step->kind->finish(step, f.study, &f.results), RIA_ERROR_MISMATCH);
  assert_non_null(strstr(ria_status_detail(), "16 of 48 measurements"));
  tells(&f, "table", 1, "microseconds", 1);
  end(&f);
  f = begin(LINES);
  assert_int_equal(f.r.workflow->step[0].kind->finish(&f.r.workflow->step[0], f.study, &f.results),
                   RIA_ERROR_MISMATCH);
  assert_non_null(strstr(ria_status_detail(), "3 of 3 measurements"));
  assert_int_equal(rows(&f, "table"), 1);
  end(&f);
}

/* The rows that `ria bench` writes, of which one was refused, become results. */
static void rows_of_a_run(void **state) {
  (void)state;
  kinds_fixture f = begin(LINES);
  FILE *file = fopen("bench.json", "w");
  assert_non_null(file);
  fputs("{\"name\": \"heat\", \"device\": \"a GPU\", \"steps\": 100, \"rows\": [{\"points\": 64, "
        "\"scheme\": \"swept\", \"variant\": \"packed\", \"node\": 32, \"step_seconds\": 2e-7},"
        "{\"points\": 64, \"scheme\": \"swept\", \"variant\": \"shared\", \"refused\": \"no\"}]}",
        file);
  fclose(file);
  const workflow_task *task = &f.list.task[0];
  workflow_results found = {0};
  assert_int_equal(task->point->step->kind->collect(task, ".", &found), RIA_SUCCESS);
  const workflow_value *time = results_find(&found, "step_seconds.packed.p64.n32");
  assert_true(time && time->is_number && fabs(time->number - 2e-7) < 1e-20);
  assert_string_equal(results_find(&found, "device")->text, "a GPU");
  assert_null(results_find(&found, "step_seconds.shared.p64.n32"));
  results_destroy(&found);
  end(&f);
}

static void bad_lines(void **state) {
  (void)state;
  EXPECT_FINDINGS("name: w\nsteps:\n  c:\n    kind: campaign\n    bench: heat\n"
                  "    line: {points: many, node: '0', variant: fast}\n    measure: seconds\n",
                  "flow.yaml:6:20: steps.c.line.points: --points many; give numbers",
                  "flow.yaml:6:32: steps.c.line.node: --node 0; give points of a node",
                  "flow.yaml:6:46: steps.c.line.variant: --variant fast; give all, or some of",
                  "flow.yaml:7:14: steps.c.measure: `line` always measures the time of one step");
  EXPECT_FINDINGS("name: w\nsteps:\n  c:\n    kind: campaign\n    bench: heat\n"
                  "    line: {variant: 'packed,graph'}\n    along: variant\n    base: launch\n"
                  "    second_base: slow\n    sweep: {node: [32]}\n",
                  "flow.yaml:6:11: steps.c(node=32).line: the sweep has `node` too",
                  "flow.yaml:8:11: steps.c(node=32).base: line.variant leaves out 'launch'",
                  "flow.yaml:9:18: steps.c(node=32).second_base: expected one of the variants");
  EXPECT_FINDINGS("name: w\nsteps:\n  c:\n    kind: campaign\n    case: basin.yaml\n"
                  "    line: {}\n    table: size\n",
                  "flow.yaml:6:11: steps.c.line: `line` needs `bench`",
                  "flow.yaml:7:12: steps.c.table: `line` needs `table: plain`");
  EXPECT_FINDINGS(
      "name: w\nsteps:\n  c:\n    kind: campaign\n    bench: heat\n    line: {}\n"
      "    along: variant\n    reference: {ranges: nothing, where: {a: b}}\n",
      "flow.yaml:8:25: steps.c.reference.ranges: there is no published table 'nothing'");
  EXPECT_FINDINGS("name: w\nsteps:\n  c:\n    kind: campaign\n    bench: heat\n    line: {}\n"
                  "    reference: {where: {a: b}}\n",
                  "flow.yaml:7:16: steps.c.reference: give `table` or `ranges`");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(one_process_a_repeat),
                                     cmocka_unit_test(as_if_swept),
                                     cmocka_unit_test(ranges),
                                     cmocka_unit_test(beside_theirs),
                                     cmocka_unit_test(failed_runs),
                                     cmocka_unit_test(rows_of_a_run),
                                     cmocka_unit_test(bad_lines)};
  return cmocka_run_group_tests(tests, enter, leave);
}
