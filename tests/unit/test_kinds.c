/* The kinds case, campaign and compare: their tasks, the settings that they reject, and their
 * tables of a study filled with known numbers. */
#include <math.h>
#include "kinds_fixture.h"

static bool has_argument(const workflow_task *task, const char *argument) {
  for (int i = 0; i < task->arguments; i++)
    if (!strcmp(task->argument[i], argument))
      return true;
  return false;
}

/* ---- case ---- */

static void segments(void **state) {
  (void)state;
  reading r =
      read_good("name: w\nsteps:\n  run:\n    kind: case\n    case: basin.yaml\n"
                "    resources: {ranks: 2, workers: 3}\n    depth: 4\n"
                "    segments: 25 min\n    set: {output: {every: 10 min}, dry: 0.002, title: ''}\n",
                0, NULL);
  task_list list = all_tasks(&r);
  assert_int_equal(list.count, 3);
  const workflow_task *last = &list.task[2];
  assert_string_equal(list.task[0].id, "run.1");
  assert_string_equal(last->id, "run.3");
  assert_int_equal(list.task[0].needs, 0);
  assert_string_equal(last->need[0], "run.2");
  assert_true(has_argument(&list.task[0], "1500") && has_argument(&list.task[1], "3000"));
  assert_true(has_argument(last, "--continue") && !has_argument(last, "--until"));
  assert_true(has_argument(last, "output.every=10 min") && has_argument(last, "dry=0.002"));
  assert_true(has_argument(last, "title=")); /* nothing: not an empty text */
  assert_true(has_argument(last, "time_tiling={scheme: expansion, depth: 4}"));
  assert_string_equal(list.task[0].directory, last->directory);
  assert_int_equal(last->resources.ranks, 2);
  assert_string_equal(last->environment[last->environments - 1], "STARPU_NCPU=3");
  task_list_destroy(&list);
  free_reading(&r);
}

/* A length that divides the end leaves no sliver; a longer one gives one task. */
static void whole_segments(void **state) {
  (void)state;
  static const struct {
    const char *set;
    int tasks;
  } expected[] = {{"steps.run.segments=20 min", 3},
                  {"steps.run.segments=2 h", 1},
                  {"steps.run.segments=12 min", 5}};
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    reading r = read_good("name: w\nsteps: {run: {kind: case, case: basin.yaml, segments: 1 h}}\n",
                          1, &expected[i].set);
    task_list list = all_tasks(&r);
    assert_int_equal(list.count, expected[i].tasks);
    if (list.count == 1)
      assert_string_equal(list.task[0].id, "run");
    task_list_destroy(&list);
    free_reading(&r);
  }
}

/* Keys of the case count, not only those of the step. */
static void hash_of_the_case(void **state) {
  (void)state;
  char hash[3][17];
  for (int i = 0; i < 3; i++) {
    FILE *file = fopen("changing.yaml", "w");
    assert_non_null(file);
    fprintf(file,
            "time: %d h\ngrid: {extent: [0 m, 0 m, 4 km, 4 km], cells: [40, 40]}\n"
            "bathymetry: {shape: {kind: flat, elevation: -10 m}}\n",
            i == 1 ? 2 : 1);
    fclose(file);
    reading r = read_good("name: w\nsteps: {run: {kind: case, case: changing.yaml}}\n", 0, NULL);
    task_list list = all_tasks(&r);
    memcpy(hash[i], list.task[0].hash, sizeof hash[i]);
    task_list_destroy(&list);
    free_reading(&r);
  }
  assert_string_not_equal(hash[0], hash[1]);
  assert_string_equal(hash[0], hash[2]);
}

static void bad_cases(void **state) {
  (void)state;
  EXPECT_FINDINGS(
      "name: w\nsteps:\n  a:\n    kind: case\n    case: basin.yaml\n"
      "    set: {grid.cels: 4}\n",
      "flow.yaml:5:11: steps.a.case: --set grid.cels=4: grid.cels: there is no such key");
  EXPECT_FINDINGS("name: w\nsteps:\n  a:\n    kind: case\n    case: basin.yaml\n    steps: 10\n"
                  "    segments: 1 h\n",
                  "flow.yaml:7:15: steps.a.segments: this case ends by a number of steps");
  EXPECT_FINDINGS("name: w\nsteps:\n  a:\n    kind: case\n    case: basin.yaml\n"
                  "    segments: 0.01 s\n",
                  "flow.yaml:6:15: steps.a.segments: these would be 360000 segments");
}

/* ---- campaign ---- */

static void interleaved(void **state) {
  (void)state;
  reading r = read_good(CAMPAIGN, 0, NULL);
  task_list list = all_tasks(&r);
  assert_int_equal(list.count, 18);
  /* Going back from the last task to the one before it meets every one, round by round. */
  const workflow_task *at = &list.task[17];
  for (int i = 17; i >= 0; i--) {
    assert_int_equal(at->repeat, 1 + i / 6);
    assert_int_equal(at->point->index, i % 6);
    assert_true(at->afters == (i > 0) && !at->needs);
    assert_int_equal(at->resources.ranks, (int)(atof(parameter_of(at->point, "ranks"))));
    for (int j = 0; i > 0 && j < list.count; j++)
      if (!strcmp(list.task[j].id, at->after[0])) {
        at = &list.task[j];
        break;
      }
  }
  task_list_destroy(&list);
  free_reading(&r);
}

/* Time tilings by their short names, and messages that are held back. */
static void tilings(void **state) {
  (void)state;
  static const char *const wanted[] = {"time_tiling=classic",
                                       "time_tiling={scheme: expansion, depth: 4}",
                                       "time_tiling={scheme: swept, steps: 8}"};
  reading r = read_good("name: w\nsteps:\n  c:\n    kind: campaign\n    case: basin.yaml\n"
                        "    repeat: 1\n    along: tiling\n    sweep: {product: {latency: [1e-4], "
                        "tiling: [classic, expansion-4, swept-8]}}\n",
                        0, NULL);
  task_list list = all_tasks(&r);
  assert_true(list.count >= 3);
  for (int i = 0; i < 3; i++) {
    const workflow_task *task = &list.task[i];
    bool late = false;
    for (int j = 0; j < task->environments; j++)
      late |= !strncmp(task->environment[j], "RIA_MPI_LATENCY=", 16) &&
              atof(task->environment[j] + 16) == 1e-4;
    assert_true(late);
    assert_true(has_argument(task, wanted[i]));
  }
  task_list_destroy(&list);
  free_reading(&r);
}

static void bad_campaigns(void **state) {
  (void)state;
  EXPECT_FINDINGS("name: w\nsteps:\n  c:\n    kind: campaign\n    case: basin.yaml\n"
                  "    along: depth\n    reference: {table: no-such}\n",
                  "flow.yaml:6:12: steps.c.along: the sweep has no parameter 'depth'",
                  "flow.yaml:7:24: steps.c.reference.table: there is no published table 'no-such'");
  EXPECT_FINDINGS("name: w\nsteps:\n  c:\n    kind: campaign\n    case: basin.yaml\n"
                  "    reference: {table: swsolver-table-9, where: {colour: red}}\n",
                  "flow.yaml:6:49: steps.c.reference.where: the table has no column 'colour'");
}

/* `naive` takes twice as long as `simd`; ranks scale with an efficiency of 0.8 a doubling. A
 * machine that drifts. */
static double seconds_of(const workflow_task *task) {
  double ranks = atof(parameter_of(task->point, "ranks"));
  double factor = strcmp(parameter_of(task->point, "strategy"), "naive") ? 1 : 2;
  return factor * 8 / pow(1.6, log2(ranks)) * (1 + 0.1 * task->repeat);
}

static void strong_table(void **state) {
  (void)state;
  reading r = read_good(CAMPAIGN "    reference: {table: swsolver-table-11, where: {machine: Xeon, "
                                 "precision: single}, axes: {nodes: ranks}}\n",
                        0, NULL);
  const workflow_step *step = &r.workflow->step[0];
  task_list list = all_tasks(&r);
  study_store *study = new_study(&r, &list);
  workflow_results results = {0};
  for (int i = 0; i + 1 < list.count; i++)
    put(study, "c", list.task[i].id, "step_seconds", seconds_of(&list.task[i]));
  assert_int_equal(step->kind->finish(step, study, &results), RIA_ERROR_MISMATCH);
  assert_non_null(
      strstr(ria_status_detail(), "1 of 18 measurements of 'step_seconds' are missing"));
  put(study, "c", list.task[17].id, "step_seconds", seconds_of(&list.task[17]));
  if (step->kind->finish(step, study, &results) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  static const double speedup[] = {1, 1.6, 2.56};
  for (int row = 0; row < 6; row++) {
    double ranks = cell(study, "c", row, "ranks"), up = speedup[(int)log2(ranks)];
    assert_true(fabs(cell(study, "c", row, "speedup") - up) < 1e-12 * up);
    assert_true(fabs(cell(study, "c", row, "efficiency") - 100 * up / ranks) < 1e-10);
    assert_true(fabs(cell(study, "c", row, "speedup_low") - up) < 1e-12 * up);
    assert_true(cell(study, "c", row, "published_total_seconds") == (ranks == 1   ? 318.26
                                                                     : ranks == 2 ? 157.47
                                                                                  : 80.49));
  }
  assert_true(fabs(results_find(&results, "best_speedup")->number - 2.56) < 1e-12);
  assert_true(fabs(results_find(&results, "least_efficiency")->number - 0.64) < 1e-12);
  results_destroy(&results);
  study_close(study);
  task_list_destroy(&list);
  free_reading(&r);
}

/* `ria bench` takes as many steps as it has time for, unless it is told: then its times are those
 * of that many, else of one. */
static void bench_table(void **state) {
  (void)state;
  static const char *const more[] = {"", "    steps: 90\n"};
  for (int counted = 0; counted < 2; counted++) {
    char text[512];
    snprintf(text, sizeof text,
             "name: w\nsteps:\n  c:\n    kind: campaign\n    bench: estuary\n"
             "    sweep: {workers: [1, 2]}\n    table: strong\n    repeat: 1\n%s",
             more[counted]);
    reading r = read_good(text, 0, NULL);
    const workflow_step *step = &r.workflow->step[0];
    task_list list = all_tasks(&r);
    study_store *study = new_study(&r, &list);
    workflow_results results = {0};
    assert_true(has_argument(&list.task[0], "--steps") == counted);
    assert_true(has_argument(&list.task[0], "90") == counted);
    for (int i = 0; i < 2; i++) {
      put(study, "c", list.task[i].id, "steps", 100);
      put(study, "c", list.task[i].id, "seconds", 0.5 - 0.25 * i);
      put(study, "c", list.task[i].id, "step_seconds", 50 - 25 * i);
      put(study, "c", list.task[i].id, "work_seconds", 40 - 25 * i);
      put(study, "c", list.task[i].id, "exchange_seconds", 10);
    }
    if (step->kind->finish(step, study, &results) != RIA_SUCCESS)
      fail_msg("%s", ria_status_detail());
    double unit = counted ? 1 : 0.01;
    assert_true(fabs(cell(study, "c", 1, "total_seconds") - 25 * unit) < 1e-12);
    assert_true(fabs(cell(study, "c", 1, "work_seconds") - 15 * unit) < 1e-12);
    assert_true(fabs(cell(study, "c", 1, "exchange_seconds") - 10 * unit) < 1e-12);
    assert_true(fabs(cell(study, "c", 1, "speedup") - 2) < 1e-12);
    results_destroy(&results);
    study_close(study);
    task_list_destroy(&list);
    free_reading(&r);
  }
}

/* ---- compare ---- */

static void paired(void **state) {
  (void)state;
  reading r = read_good(COMPARE, 0, NULL);
  task_list list = all_tasks(&r);
  static const char *const order[] = {"v/a-1", "v/b-1", "v/b-2", "v/a-2", "v/a-3"};
  assert_int_equal(list.count, 12);
  for (int i = 0; i < 5; i++) {
    assert_string_equal(list.task[i].id, order[i]);
    assert_int_equal(list.task[i].resources.ranks, order[i][2] == 'b' ? 2 : 0);
    if (i > 0)
      assert_string_equal(list.task[i].after[0], order[i - 1]);
  }
  assert_true(has_argument(&list.task[1], "strategy=naive"));
  task_list_destroy(&list);
  free_reading(&r);
}

/* A's time over B's, and whether what is expected holds. */
static void judge(double ratio, const char *expect, const char *verdict, bool holds) {
  char set[64];
  const char *sets = set;
  snprintf(set, sizeof set, "steps.v.expect=%s", expect);
  reading r = read_good(COMPARE, 1, &sets);
  const workflow_step *step = &r.workflow->step[0];
  task_list list = all_tasks(&r);
  study_store *study = new_study(&r, &list);
  workflow_results results = {0};
  for (int i = 0; i < list.count; i++) {
    const workflow_task *t = &list.task[i];
    double noise = 1 + 0.01 * ((i * 7) % 5), drift = 1 + 0.3 * t->repeat;
    put(study, "v", t->id, "step_seconds", (t->id[2] == 'a' ? ratio : 1) * noise * drift);
  }
  ria_status status = step->kind->finish(step, study, &results);
  assert_int_equal(status, holds ? RIA_SUCCESS : RIA_ERROR_MISMATCH);
  if (!holds)
    assert_non_null(strstr(ria_status_detail(), expect));
  assert_string_equal(results_find(&results, "verdict")->text, verdict);
  assert_true(fabs(cell(study, "v", 0, "ratio") - ratio) < 0.05 * ratio);
  results_destroy(&results);
  study_close(study);
  task_list_destroy(&list);
  free_reading(&r);
}

static void verdicts(void **state) {
  (void)state;
  judge(0.5, "faster", "faster", true);
  judge(0.5, "not slower", "faster", true);
  judge(0.5, "no difference", "faster", false);
  judge(0.5, "slower", "faster", false);
  judge(2, "slower", "slower", true);
  judge(2, "not slower", "slower", false);
  judge(1, "no difference", "no difference", true);
  judge(1, "faster", "no difference", false);
  judge(1, "anything", "no difference", true);
}

/* Against the numbers of an earlier study. */
static void earlier_study(void **state) {
  (void)state;
  reading then = read_good(COMPARE, 0, NULL);
  task_list list = all_tasks(&then);
  study_store *study = new_study(&then, &list);
  char text[PATH + 256];
  for (int i = 0; i < list.count; i++)
    put(study, "v", list.task[i].id, "step_seconds", list.task[i].id[2] == 'a' ? 2 + 0.01 * i : 9);
  snprintf(text, sizeof text,
           "name: w\nsteps:\n  now:\n    kind: compare\n    case: basin.yaml\n    repeat: 4\n"
           "    steps: 10\n    previous: {study: %s, step: v}\n    expect: not slower\n",
           study_folder(study));
  study_close(study);
  task_list_destroy(&list);
  free_reading(&then);

  reading r = read_good(text, 0, NULL);
  const workflow_step *step = &r.workflow->step[0];
  list = all_tasks(&r);
  assert_int_equal(list.count, 4);
  study = new_study(&r, &list);
  workflow_results results = {0};
  for (int i = 0; i < list.count; i++)
    put(study, "now", list.task[i].id, "step_seconds", 3 + 0.01 * i);
  assert_int_equal(step->kind->finish(step, study, &results), RIA_ERROR_MISMATCH);
  assert_non_null(strstr(ria_status_detail(), "expected A to be 'not slower'"));
  assert_string_equal(results_find(&results, "verdict")->text, "slower");
  assert_true(cell(study, "now", 1, "runs") == 6);
  results_destroy(&results);
  study_close(study);
  task_list_destroy(&list);
  free_reading(&r);
}

static void same_sides(void **state) {
  (void)state;
  EXPECT_FINDINGS("name: w\nsteps:\n  v:\n    kind: compare\n    case: basin.yaml\n",
                  "flow.yaml:4:5: steps.v: both sides are the same");
}

/* ---- results and progress of a run ---- */

static void write_file(const char *name, const char *text) {
  FILE *file = fopen(name, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static void numbers_of_a_run(void **state) {
  (void)state;
  reading r = read_good("name: w\nsteps: {run: {kind: case, case: basin.yaml, segments: 20 min}}\n",
                        0, NULL);
  task_list list = all_tasks(&r);
  const workflow_step_kind *kind = r.workflow->step[0].kind;
  workflow_results results = {0};
  double fraction;
  char text[128];
  assert_int_equal(kind->collect(&list.task[1], folder, &results), RIA_ERROR_IO);
  assert_int_equal(kind->progress(&list.task[1], folder, &fraction, text), RIA_SUCCESS);
  assert_true(fraction == -1);

  write_file("summary.json", "{\"state\": \"paused\", \"steps\": 40, \"mass\": {\"end\": 2.5},"
                             " \"balance\": {\"water\": {\"inflow\": {\"west to 200 m\": 7}},"
                             " \"tracers\": [{\"name\": \"the dye\", \"residual\": 0.125}]}}");
  write_file("arrivals.csv", "gauge,arrival_seconds,peak_concentration,peak_seconds\n"
                             "\"Vilagarcía, port\",3600,0.5,4000\nMouth,,0,0\n");
  assert_int_equal(kind->collect(&list.task[1], folder, &results), RIA_SUCCESS);
  assert_true(results_find(&results, "mass.end")->number == 2.5);
  assert_true(results_find(&results, "balance.water.inflow.west_to_200_m")->number == 7);
  assert_true(results_find(&results, "balance.tracers.the_dye.residual")->number == 0.125);
  assert_string_equal(results_find(&results, "state")->text, "paused");
  assert_true(results_find(&results, "arrival.Vilagarcía__port")->number == 3600);
  assert_string_equal(results_find(&results, "arrival.Mouth")->text, "never");

  write_file("log.txt", "2026-03-01T00:00:00Z basin: 40 x 40 cells\n"
                        "2026-03-01T00:00:01Z   3%  00:21:00 of 00:40:00  9 steps\n"
                        "2026-03-01T00:00:02Z  50%  00:30:00 of 00:40:00  12 steps\n"
                        "2026-03-01T00:00:03Z note: something else 7%\n");
  assert_int_equal(kind->progress(&list.task[1], folder, &fraction, text), RIA_SUCCESS);
  assert_true(fraction == 0.5);
  assert_string_equal(text, "00:30:00 of 00:40:00  12 steps");
  results_destroy(&results);
  task_list_destroy(&list);
  free_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(segments),         cmocka_unit_test(whole_segments),
      cmocka_unit_test(hash_of_the_case), cmocka_unit_test(bad_cases),
      cmocka_unit_test(interleaved),      cmocka_unit_test(bad_campaigns),
      cmocka_unit_test(tilings),          cmocka_unit_test(strong_table),
      cmocka_unit_test(bench_table),      cmocka_unit_test(paired),
      cmocka_unit_test(verdicts),         cmocka_unit_test(earlier_study),
      cmocka_unit_test(same_sides),       cmocka_unit_test(numbers_of_a_run),
  };
  return cmocka_run_group_tests(tests, enter, leave);
}
