/* Campaign features for the papers' tables: rows that only the paper has, speed-ups over two bases,
 * times of a model, and speeds against peaks. */
#include <math.h>
#include "kinds_fixture.h"

/* Published speed-ups: of a value of `along`, and of other values with a third one. */
static void write_ranges(void) {
  FILE *file = fopen("ranges.csv", "w");
  assert_non_null(file);
  fputs("# paper: of nobody\nwhat,base,where,least,most,says\n2,1,,3,3.3,four cores\n"
        "single,double,,1,3,any\nsingle,double,2,1.98,1.98,two\n",
        file);
  assert_int_equal(fclose(file), 0);
}

static void finish(kinds_fixture *f) {
  const workflow_step *step = &f->r.workflow->step[0];
  if (step->kind->finish(step, f->study, &f->results) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
}

static void measure(const kinds_fixture *f, int task, const char *key, double number) {
  put(f->study, "c", f->list.task[task].id, key, number);
}

static void skip_task(const kinds_fixture *f, int i) {
  const workflow_task *t = &f->list.task[i];
  study_task row = {.id = t->id,
                    .step = (char *)"c",
                    .point = t->point->label,
                    .position = i,
                    .state = TASK_SKIPPED,
                    .needs = (char *)"",
                    .hash = (char *)t->hash,
                    .note = (char *)""};
  assert_int_equal(study_put_task(f->study, &row), RIA_SUCCESS);
}

static int rows(const kinds_fixture *f) {
  char path[PATH];
  ria_csv_table table;
  snprintf(path, sizeof path, "%s/steps/c/table.csv", study_folder(f->study));
  assert_int_equal(ria_csv_table_read(path, &table), RIA_SUCCESS);
  int count = table.rows;
  ria_csv_table_destroy(&table);
  return count;
}

static bool table_says(const kinds_fixture *f, const char *words) {
  char path[PATH], text[8192] = "";
  snprintf(path, sizeof path, "%s/steps/c/table.txt", study_folder(f->study));
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  return strstr(text, words) != NULL;
}

/* Whether the chart, if there is a gnuplot, has these words. */
static bool chart_says(const kinds_fixture *f, const char *words) {
  char path[PATH], command[PATH + 200];
  snprintf(path, sizeof path, "%s/steps/c/scaling.svg", study_folder(f->study));
  if (access(path, F_OK))
    return system("command -v gnuplot >/dev/null");
  snprintf(command, sizeof command, "grep -qF '%s' '%s'", words, path);
  return !system(command);
}

static bool has_argument(const workflow_task *task, const char *argument) {
  for (int i = 0; i < task->arguments; i++)
    if (!strcmp(task->argument[i], argument))
      return true;
  return false;
}

/* Compares relative to `expected`, which must not be 0. */
static void near(double value, double expected) {
  assert_true(fabs(value - expected) < 1e-9 * fabs(expected));
}

/* No line of the table for people is longer. */
static bool fits(const kinds_fixture *f, size_t most) {
  char path[PATH], line[4096];
  size_t longest = 0;
  snprintf(path, sizeof path, "%s/steps/c/table.txt", study_folder(f->study));
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  while (fgets(line, sizeof line, file))
    longest = strcspn(line, "\n") > longest ? strcspn(line, "\n") : longest;
  fclose(file);
  return longest <= most;
}

/* Five versions: two that run, two that only the paper has, and one that nobody has. */
static void rows_of_the_paper(void **state) {
  (void)state;
  kinds_fixture f =
      begin("name: w\nsteps:\n  c:\n    kind: campaign\n    case: basin.yaml\n"
            "    sweep: {version: [one Xeon core, GPU naive, GPU rewrite kernel, nobody's]}\n"
            "    when: \"${version == 'one Xeon core' or version == 'GPU naive'}\"\n"
            "    along: version\n    repeat: 1\n    steps: 10\n    precision: single\n"
            "    reference: {table: swsolver-table-3, where: {precision: single}}\n"
            "    note: no GPU here\n");
  const double seconds[] = {6, 1.5};
  for (int i = 0; i < 2; i++) {
    measure(&f, i, "step_seconds", seconds[i]);
    measure(&f, i, "steps", 10);
    measure(&f, i, "cells", 2e6);
    measure(&f, i, "million_cell_updates_per_second", 1); /* with what comes before and after */
    skip_task(&f, 2 + i);
  }
  finish(&f);
  assert_int_equal(rows(&f), 3);
  near(cell(f.study, "c", 1, "speedup"), 4);
  near(cell(f.study, "c", 1, "rate"), 20 / 1.5);
  near(cell(f.study, "c", 1, "published_speedup"), 12.63);
  near(cell(f.study, "c", 1, "ratio_speedup"), 4 / 12.63);
  near(cell(f.study, "c", 1, "ratio_total_seconds"),
       1.5 / cell(f.study, "c", 1, "published_total_seconds"));
  assert_true(table_says(&f, "total (s)  published   ratio"));
  assert_true(fits(&f, 100) && !table_says(&f, "oversubscribed"));
  near(cell(f.study, "c", 2, "published_total_seconds"), 8.32);
  assert_true(cell(f.study, "c", 2, "total_seconds") == 0); /* nothing */
  /* 1000 x 1000 cells and 1000 steps in 8.32 s, whatever our mesh is */
  near(cell(f.study, "c", 2, "published_rate"), 120);
  near(results_find(&f.results, "points")->number, 2);
  near(results_find(&f.results, "failed_runs")->number + 1, 1);
  assert_true(table_says(&f, "1 row not measured"));
  assert_true(table_says(&f, "no GPU here"));
  end(&f);
}

/* A base that was neither run nor published: no other row replaces it. */
static void no_base(void **state) {
  (void)state;
  kinds_fixture f = begin("name: w\nsteps:\n  c:\n    kind: campaign\n    case: basin.yaml\n"
                          "    sweep: {version: [slow, core]}\n    when: \"${version != 'slow'}\"\n"
                          "    along: version\n    repeat: 1\n    steps: 10\n    base: slow\n");
  skip_task(&f, 0);
  measure(&f, 1, "step_seconds", 4);
  finish(&f);
  assert_int_equal(rows(&f), 1);
  near(cell(f.study, "c", 0, "total_seconds"), 4);
  assert_true(cell(f.study, "c", 0, "speedup") == 0); /* nothing */
  end(&f);
}

static void two_bases(void **state) {
  (void)state;
  kinds_fixture f =
      begin("name: w\nsteps:\n  c:\n    kind: campaign\n    case: basin.yaml\n"
            "    sweep: {version: [slow, core, cores]}\n    along: version\n    repeat: 1\n"
            "    steps: 10\n    base: core\n    second_base: cores\n");
  const double seconds[] = {8, 4, 1};
  for (int i = 0; i < 3; i++)
    measure(&f, i, "step_seconds", seconds[i]);
  finish(&f);
  for (int i = 0; i < 3; i++) {
    near(cell(f.study, "c", i, "speedup"), 4 / seconds[i]);
    near(cell(f.study, "c", i, "second_speedup"), 1 / seconds[i]);
  }
  assert_true(table_says(&f, "Second speed-up: against cores."));
  assert_true(table_says(&f, "Speed-up: against core."));
  end(&f);
}

/* A model gives the time of one step; the table has the time of the requested number, marked as
 * modelled. */
static void times_of_a_model(void **state) {
  (void)state;
  kinds_fixture f = begin(
      "name: w\nsteps:\n  c:\n    kind: campaign\n    bench: estuary\n"
      "    sweep: {version: [here, there]}\n    along: version\n    repeat: 1\n    steps: 10\n"
      "    model: \"${version == 'there'}\"\n    target: \"${version == 'there' ? 'cell' : "
      "'cpu'}\"\n");
  assert_true(!has_argument(&f.list.task[0], "--model"));
  assert_true(has_argument(&f.list.task[0], "--steps"));
  assert_true(has_argument(&f.list.task[1], "bench") && has_argument(&f.list.task[1], "--model"));
  assert_true(has_argument(&f.list.task[1], "estuary") &&
              !has_argument(&f.list.task[1], "--steps"));
  assert_true(has_argument(&f.list.task[1], "target=cell"));
  measure(&f, 0, "step_seconds", 6);
  measure(&f, 1, "modelled.seconds", 0.05);
  measure(&f, 1, "modelled.cells", 1e6);
  finish(&f);
  near(cell(f.study, "c", 1, "total_seconds"), 0.5);
  near(cell(f.study, "c", 1, "speedup"), 12);
  near(cell(f.study, "c", 1, "rate"), 20);
  assert_true(table_says(&f, "measured") && table_says(&f, "model: not measured"));
  end(&f);
}

/* 200 operations and 40 bytes a cell, 50 million cells a second on two cores. */
static void speeds_and_peaks(void **state) {
  (void)state;
  static const char *const sort[] = {"roofline", "peaks"};
  for (int s = 0; s < 2; s++) {
    char text[512];
    snprintf(text, sizeof text,
             "name: w\nsteps:\n  c:\n    kind: campaign\n    bench: swsolver\n"
             "    sweep: {version: [CPU Xeon (4 Cores), GPU C2050 (Fermi architecture)]}\n"
             "    when: \"${version == 'CPU Xeon (4 Cores)'}\"\n    table: %s\n    repeat: 1\n"
             "    reference: {table: swsolver-table-6, where: {precision: single}}\n",
             sort[s]);
    kinds_fixture f = begin(text);
    const struct {
      const char *key;
      double number;
    } told[] = {{"seconds", 0.02},
                {"steps", 100},
                {"cells", 1e6},
                {"workers", 2},
                {"million_cell_updates_per_second", 50},
                {"bytes_per_second", 2e9},
                {"roofline_fraction", 0.5},
                {"cost.flops", 190},
                {"cost.divisions", 6},
                {"cost.square_roots", 4},
                {"cost.comparisons", 30},
                {"peaks.flops_per_second", 50e9},
                {"peaks.bytes_per_second", 10e9}};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
      measure(&f, 0, told[i].key, told[i].number);
    skip_task(&f, 1);
    finish(&f);
    assert_int_equal(rows(&f), 2);
    if (s == 0) {
      near(cell(f.study, "c", 0, "gflops"), 10);
      near(cell(f.study, "c", 0, "gflops_share"), 10);
      near(cell(f.study, "c", 0, "gbytes"), 2);
      near(cell(f.study, "c", 0, "gbytes_share"), 10);
      near(cell(f.study, "c", 0, "roofline_share"), 50);
      assert_true(chart_says(&f, ">1: CPU Xeon (4 Cores)<"));
      assert_true(chart_says(&f, ": measured peaks of 2 cores: 100 Gflop/s, 20 GB/s<"));
    } else {
      near(cell(f.study, "c", 0, "cell_flops"), 200);
      near(cell(f.study, "c", 0, "cell_bytes"), 40);
      near(cell(f.study, "c", 0, "intensity"), 5);
      near(cell(f.study, "c", 0, "peak_gflops"), 100);
      near(cell(f.study, "c", 0, "peak_intensity"), 5);
      near(cell(f.study, "c", 1, "published_peak_gbytes"), 144);
      assert_true(chart_says(&f, ">1: CPU Xeon (4 Cores): 100 Gflop/s, 20 GB/s<"));
      assert_true(chart_says(&f, ": published, GPU C2050 (Fermi architecture): "));
    }
    end(&f);
  }
}

/* The same operations in one pass over memory, on two GPUs: their peaks are twice one's. */
static void speeds_of_gpus(void **state) {
  (void)state;
  kinds_fixture f = begin("name: w\nsteps:\n  c:\n    kind: campaign\n    bench: swsolver\n"
                          "    sweep: {target: [cpu, cuda]}\n    table: roofline\n    repeat: 1\n");
  const struct {
    const char *key;
    double core, gpu;
  } told[] = {{"seconds", 0.02, 0.0002},
              {"steps", 100, 100},
              {"cells", 1e6, 1e6},
              {"workers", 2, 1},
              {"million_cell_updates_per_second", 50, 5000},
              {"bytes_per_second", 2e9, 100e9},
              {"roofline_fraction", 0.5, 0.75},
              {"cost.flops", 190, 190},
              {"cost.divisions", 6, 6},
              {"cost.square_roots", 4, 4},
              {"peaks.flops_per_second", 50e9, 5e12},
              {"peaks.bytes_per_second", 10e9, 1e12}};
  for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
    measure(&f, 0, told[i].key, told[i].core);
    measure(&f, 1, told[i].key, told[i].gpu);
  }
  measure(&f, 1, "gpus", 2);
  finish(&f);
  near(cell(f.study, "c", 0, "gflops_share"), 10);
  near(cell(f.study, "c", 1, "gflops"), 1000);
  near(cell(f.study, "c", 1, "gflops_share"), 10);
  near(cell(f.study, "c", 1, "gbytes_share"), 5);
  near(cell(f.study, "c", 1, "roofline_share"), 75);
  end(&f);
}

/* Numbers of a run's program beside those of a paper, with all digits. */
static void results_of_runs(void **state) {
  (void)state;
  kinds_fixture f = begin("name: w\nsteps:\n  c:\n    kind: campaign\n    case: basin.yaml\n"
                          "    sweep: {version: [ours, 'C1060, every host']}\n"
                          "    when: \"${version == 'ours'}\"\n    repeat: 1\n    steps: 10\n"
                          "    results: [program.change_norm, program.unknown]\n"
                          "    reference: {table: bwaves-table-4}\n");
  measure(&f, 0, "step_seconds", 2);
  measure(&f, 0, "steps", 10);
  measure(&f, 0, "program.change_norm", 8.02452074683891);
  skip_task(&f, 1);
  finish(&f);
  assert_int_equal(rows(&f), 2);
  assert_true(cell(f.study, "c", 0, "program.change_norm") == 8.02452074683891);
  assert_true(cell(f.study, "c", 1, "published_program.change_norm") == 18.47247154854392);
  assert_true(table_says(&f, "published program.change_norm"));
  assert_false(table_says(&f, "program.unknown"));
  end(&f);
}

/* Two schemes on two meshes, with two sizes of node each: a row a scheme and mesh, of its faster
 * node, and charts over the meshes. */
static void best_of_nodes(void **state) {
  (void)state;
  kinds_fixture f = begin("name: w\nsteps:\n  c:\n    kind: campaign\n    case: basin.yaml\n"
                          "    sweep: {product: {cells: [100x10, 200x10], scheme: [old, new], "
                          "node: [32, 64]}}\n"
                          "    along: scheme\n    base: old\n    best_of: node\n"
                          "    over: cells\n    measure: seconds\n    repeat: 1\n    steps: 10\n");
  const double seconds[] = {8, 4, 1, 2, 9, 12, 6, 3};
  for (int i = 0; i < 8; i++) {
    measure(&f, i, "cells", i < 4 ? 1000 : 2000);
    measure(&f, i, "steps", 10);
    measure(&f, i, "seconds", seconds[i]);
  }
  finish(&f);
  assert_int_equal(rows(&f), 4);
  const double best[] = {4, 1, 9, 3}, node[] = {64, 32, 32, 64}, speedup[] = {1, 4, 1, 3};
  for (int i = 0; i < 4; i++) {
    near(cell(f.study, "c", i, "total_seconds"), best[i]);
    near(cell(f.study, "c", i, "node"), node[i]);
    near(cell(f.study, "c", i, "speedup"), speedup[i]);
  }
  assert_true(table_says(&f, "Only the fastest node is shown."));
  const workflow_value *chart = results_find(&f.results, "chart");
  if (chart && !strcmp(chart->text, "times.svg")) { /* there is a gnuplot */
    char path[PATH];
    snprintf(path, sizeof path, "%s/steps/c/scaling.svg", study_folder(f.study));
    assert_int_equal(access(path, R_OK), 0);
  }
  end(&f);
}

/* A failed node is named in the row of the successful ones, and fails the step. */
static void best_of_failed_nodes(void **state) {
  (void)state;
  kinds_fixture f = begin("name: w\nsteps:\n  c:\n    kind: campaign\n    case: basin.yaml\n"
                          "    sweep: {node: [32, 64, 128]}\n    best_of: node\n    repeat: 1\n"
                          "    steps: 10\n");
  measure(&f, 1, "step_seconds", 4);
  measure(&f, 2, "step_seconds", 5);
  const workflow_step *step = &f.r.workflow->step[0];
  assert_int_equal(step->kind->finish(step, f.study, &f.results), RIA_ERROR_MISMATCH);
  assert_non_null(strstr(ria_status_detail(), "1 of 3 measurements"));
  assert_int_equal(rows(&f), 1);
  near(cell(f.study, "c", 0, "total_seconds"), 4);
  near(cell(f.study, "c", 0, "node"), 64);
  assert_true(table_says(&f, "1 of 3: "));
  end(&f);
}

/* A kernel alone: options instead of settings of a case, and its work beside its time. */
static void kernels_alone(void **state) {
  (void)state;
  write_ranges();
  kinds_fixture f = begin("name: w\nsteps:\n  c:\n    kind: campaign\n    bench: jacobi\n"
                          "    sweep: {workers: [1, 2], precision: [single, double]}\n"
                          "    cells: 9x8x7\n    strategy: simd\n    along: workers\n"
                          "    repeat: 1\n    reference: {ranges: ranges.csv}\n");
  assert_true(has_argument(&f.list.task[0], "--size") && has_argument(&f.list.task[0], "9x8x7"));
  assert_true(has_argument(&f.list.task[0], "--strategy") &&
              !has_argument(&f.list.task[0], "--set"));
  assert_true(!has_argument(&f.list.task[0], "--workers"));
  assert_true(has_argument(&f.list.task[2], "--workers"));
  const double seconds[] = {8e-6, 12e-6, 4e-6, 8e-6};
  for (int i = 0; i < 4; i++) {
    measure(&f, i, "seconds", seconds[i]);
    measure(&f, i, "steps", 100);
    measure(&f, i, "cells", 504);
    measure(&f, i, "workers", 1 + i / 2);
    measure(&f, i, "million_cell_updates_per_second", 504e-6 / seconds[i]);
    measure(&f, i, "bytes_per_second", 504 * 8 / seconds[i]);
    measure(&f, i, "cost.flops", 8);
    measure(&f, i, "cost.divisions", 0);
    measure(&f, i, "cost.square_roots", 0);
    measure(&f, i, "peaks.flops_per_second", 1e9);
    measure(&f, i, "peaks.bytes_per_second", 1e9);
    measure(&f, i, "roofline_fraction", 0.25);
  }
  finish(&f);
  near(cell(f.study, "c", 2, "speedup"), 2);
  near(cell(f.study, "c", 2, "cell_flops"), 8);
  near(cell(f.study, "c", 2, "cell_bytes"), 8);
  near(cell(f.study, "c", 2, "gflops"), 8e-9 * 504 / 4e-6);
  assert_true(table_says(&f, "one call of the kernel alone"));

  char path[PATH];
  ria_csv_table ranges;
  snprintf(path, sizeof path, "%s/steps/c/ranges.csv", study_folder(f.study));
  assert_int_equal(ria_csv_table_read(path, &ranges), RIA_SUCCESS);
  assert_int_equal(ranges.rows, 3);
  const struct {
    int row;
    const char *column;
    double number;
  } told[] = {{0, "least", 1.5}, {0, "most", 2}, {1, "least", 1.5},           {1, "most", 2},
              {2, "least", 2},   {2, "most", 2}, {2, "published_least", 1.98}};
  for (size_t i = 0; i < sizeof told / sizeof *told; i++)
    near(strtod(ria_csv_table_cell(&ranges, told[i].row,
                                   ria_csv_table_column(&ranges, told[i].column)),
                NULL),
         told[i].number);
  ria_csv_table_destroy(&ranges);
  end(&f);
}

/* A line joins points of one strategy; a point of another one gets a curve of its own. */
static void curves_of_one_thing(void **state) {
  (void)state;
  for (int others = 0; others < 2; others++) {
    kinds_fixture f =
        begin("name: w\nsteps:\n  c:\n    kind: campaign\n    case: basin.yaml\n"
              "    sweep: {workers: [1, 2, 4]}\n    table: strong\n    repeat: 1\n    steps: 10\n");
    for (int i = 0; i < 3; i++) {
      measure(&f, i, "step_seconds", 8. / (i + 1));
      put_words(f.study, "c", f.list.task[i].id, "target", "cpu");
      put_words(f.study, "c", f.list.task[i].id, "strategy", i == 2 && others ? "simd" : "blocked");
    }
    finish(&f);
    near(cell(f.study, "c", 2, "speedup"), 3);
    if (chart_says(&f, "<svg")) {
      assert_int_equal(chart_says(&f, ">cpu, blocked<"), others);
      assert_int_equal(chart_says(&f, ">cpu, simd<"), others);
    }
    end(&f);
  }
}

/* A point whose hardware is missing is named and has no row. */
static void no_empty_rows(void **state) {
  (void)state;
  for (int measured = 0; measured < 2; measured++) {
    kinds_fixture f = begin("name: w\ndefaults: {without_gpu: skip}\nsteps:\n  c:\n"
                            "    kind: campaign\n    case: basin.yaml\n"
                            "    sweep: {target: [cuda, cpu]}\n    repeat: 1\n    steps: 10\n"
                            "    when: \"${target == 'cpu'}\"\n");
    skip_task(&f, 0);
    if (measured)
      measure(&f, 1, "step_seconds", 4);
    else
      skip_task(&f, 1);
    finish(&f);
    assert_int_equal(rows(&f), 1);
    assert_true(table_says(&f, "no GPU that ria can use: 1 point (target=cuda)"));
    assert_true(table_says(&f, "none measured") == !measured);
    end(&f);
  }
}

static void bad_tables(void **state) {
  (void)state;
  EXPECT_FINDINGS(
      "name: w\nsteps:\n  c:\n    kind: campaign\n    case: basin.yaml\n"
      "    sweep: {version: [a, b]}\n    along: version\n    base: c\n    table: peaks\n",
      "flow.yaml:8:11: steps.c(version=a).base: no point of the sweep has version 'c'",
      "flow.yaml:9:12: steps.c(version=a).table: the machine's peaks need `bench`");
  EXPECT_FINDINGS(
      "name: w\nsteps:\n  c:\n    kind: campaign\n    case: basin.yaml\n"
      "    second_base: a\n    model: true\n",
      "flow.yaml:6:18: steps.c.second_base: it is a value of `along`, but `along` is not given",
      "flow.yaml:7:12: steps.c.model: only target cell can be modelled, not 'cpu'");
  EXPECT_FINDINGS(
      "name: w\nsteps:\n  c:\n    kind: campaign\n    case: basin.yaml\n"
      "    sweep: {version: [a]}\n    along: version\n    best_of: version\n    over: size\n",
      "flow.yaml:8:14: steps.c(version=a).best_of: 'version' is the parameter of the speed-ups",
      "flow.yaml:9:11: steps.c(version=a).over: the sweep has no parameter 'size'");
  EXPECT_FINDINGS(
      "name: w\nsteps:\n  c:\n    kind: campaign\n    bench: jacobi\n"
      "    steps: 10\n    tiles: 1x2\n",
      "flow.yaml:5:12: steps.c.bench: the kernel jacobi has no tiles",
      "flow.yaml:5:12: steps.c.bench: the kernel jacobi has no time.steps",
      "flow.yaml:6:12: steps.c.steps: a kernel's measurement has no number of steps; leave it out");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(rows_of_the_paper),
                                     cmocka_unit_test(no_base),
                                     cmocka_unit_test(two_bases),
                                     cmocka_unit_test(times_of_a_model),
                                     cmocka_unit_test(speeds_and_peaks),
                                     cmocka_unit_test(speeds_of_gpus),
                                     cmocka_unit_test(results_of_runs),
                                     cmocka_unit_test(best_of_nodes),
                                     cmocka_unit_test(best_of_failed_nodes),
                                     cmocka_unit_test(kernels_alone),
                                     cmocka_unit_test(curves_of_one_thing),
                                     cmocka_unit_test(no_empty_rows),
                                     cmocka_unit_test(bad_tables)};
  return cmocka_run_group_tests(tests, enter, leave);
}
