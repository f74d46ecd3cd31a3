/* Runs a short version of every case below inputs/cases/ with `ria run`, and compares the hashes of
 * the fields in the checkpoint with field_hashes.csv. Some runs are repeated with other tiles,
 * ranks, time tilings, strategies and targets. tests/conformance/test_cuda_cases.c does the same
 * runs with the kernels of the target cuda.
 *
 * --record, called in the root of the checkout, records the hashes anew. */
#include "field_hashes.h"
#include "tests.h"

#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_OPTIONS = 8, MOST_ARGUMENTS = 64 };

static char *folder;
static short_runs *runs;

static void show(const char *path) {
  char line[512];
  FILE *file = fopen(path, "r");
  while (file && fgets(line, sizeof line, file))
    print_error("  %s", line);
  if (file)
    fclose(file);
}

/* Calls `ria` with these arguments, with its output in the file `log`. */
static bool call(const char *const *argument, const char *log) {
  const char *bin = getenv("RIA_BIN_DIR");
  char ria[512];
  int ended = 0;
  snprintf(ria, sizeof ria, "%s/ria", bin ? bin : "build/bin");
  const pid_t child = fork();
  assert_true(child >= 0);
  if (!child) {
    const int output = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (output >= 0 && dup2(output, 1) >= 0 && dup2(output, 2) >= 0)
      execv(ria, (char *const *)argument);
    _exit(127);
  }
  assert_true(waitpid(child, &ended, 0) == child);
  return WIFEXITED(ended) && !WEXITSTATUS(ended);
}

/* Runs a case with more options (NULL at the end) and hashes its checkpoint. Prints the log and
 * returns false if the run fails. */
static bool compute(const short_run *run, const char *const *option, state_hashes *state) {
  char path[512], text[512], results[512], log[520], pattern[560];
  const char *set[SHORT_RUN_SETS],
      *argument[MOST_ARGUMENTS] = {"ria",       "run",   short_run_path(run, path, sizeof path),
                                   "-o",        results, "--overwrite",
                                   "--workers", "1"};
  int count = 8;
  snprintf(results, sizeof results, "%s/run", folder);
  snprintf(log, sizeof log, "%s/log", folder);
  for (int s = short_run_sets(run, text, set), i = 0; i < s; i++) {
    argument[count++] = "--set";
    argument[count++] = set[i];
  }
  argument[count++] = "--set";
  argument[count++] = "output.maps=false";
  for (; *option; option++)
    argument[count++] = *option;
  const bool done = call(argument, log);
  glob_t found = {0};
  snprintf(pattern, sizeof pattern, "%s/checkpoints/*.h5", results);
  const bool one = done && !glob(pattern, 0, NULL, &found) && found.gl_pathc == 1;
  if (one)
    state_hashes_read(found.gl_pathv[0], state);
  if (!one) {
    print_error("%s, %s precision, %s: %s\n", run->the_case, run->precision, run->settings,
                done ? "the run has left no checkpoint, or several" : "the run failed");
    show(log);
  }
  globfree(&found);
  return one;
}

static const char *const no_option[] = {NULL};

/* ---- the list has every case ---- */

static size_t above; /* length of the path of inputs/cases/, with its slash */
static int cases, missing;

static bool is_listed(const char *name, const char *precision) {
  for (int r = 0; r < runs->count; r++)
    if (!strcmp(runs->run[r].the_case, name) && !strcmp(runs->run[r].precision, precision))
      return true;
  return false;
}

static int look_up(const char *path, const struct stat *info, int kind, struct FTW *walk) {
  (void)info, (void)walk;
  static const char *const precision[] = {"single", "double"};
  const char *dot = strrchr(path, '.'), *name = path + above;
  if (kind != FTW_F || !dot || strcmp(dot, ".yaml"))
    return 0;
  cases++;
  for (int p = 0; p < 2; p++)
    if (!is_listed(name, precision[p])) {
      missing++;
      print_error(
          "inputs/cases/%s has no run in %s precision in tests/validation/field_hashes.csv: add "
          "the line '%s,grid.cells=24x16,%s,12,,' there, with settings that make the run "
          "short, then call build/tests/validation_test_field_hashes --record\n",
          name, precision[p], name, precision[p]);
    }
  return 0;
}

static void test_every_case_is_listed(void **state) {
  (void)state;
  char path[512];
  above = strlen(short_run_path(&(short_run){0}, path, sizeof path));
  assert_int_equal(nftw(path, look_up, 16, FTW_PHYS), 0);
  assert_true(cases > 0);
  assert_int_equal(missing, 0);
}

/* ---- the runs ---- */

static int try(const short_run *run, const char *const *option, const char *how,
               state_hashes *got) {
  return compute(run, option, got) ? short_run_compare(run, got, how) : 1;
}

static const char *const plane[] = {"--tiles", "2x2", NULL};
static const char *const line[] = {"--tiles", "3x1", NULL};

/* The first settings of each case are also run in several tiles. */
static void test_fields_are_as_recorded(void **state) {
  (void)state;
  int wrong = 0;
  for (int r = 0; r < runs->count; r++) {
    const short_run *run = &runs->run[r], *first = run;
    state_hashes got = {0};
    wrong += try(run, no_option, "1 tile", &got);
    while (first > runs->run && !strcmp(first[-1].the_case, run->the_case))
      first--;
    if (!strcmp(run->settings, first->settings))
      wrong +=
          try(run, got.rows > 1 ? plane : line, got.rows > 1 ? "2x2 tiles" : "3x1 tiles", &got);
  }
  assert_int_equal(wrong, 0);
}

/* Other ways to compute the same numbers. */
static const struct {
  const char *the_case, *settings, *precision, *option[MOST_OPTIONS];
} ways[] = {
    {"arousa/arousa.yaml", "grid.resolution=400m", "single", {"-n", "2", "--tiles", "2x3"}},
    {"arousa/arousa.yaml",
     "grid.resolution=400m numerics.order=1",
     "single",
     {"--tiles", "2x2", "--set", "time_tiling={scheme: swept, steps: 8}"}},
    {"bwaves/bwaves.yaml",
     "grid.cells=9x8x7",
     "double",
     {"-n", "4", "--oversubscribe", "--tiles", "4x4x3", "--set", "linear.matrix=packed"}},
    {"bwaves/bwaves.yaml",
     "grid.cells=9x8x7",
     "single",
     {"-n", "2", "--tiles", "3x2x2", "--set", "linear.matrix=stored"}},
    {"bwaves/bwaves.yaml", "grid.cells=9x8x7", "double", {"--strategy", "reference"}},
    {"bwaves/bwaves.yaml",
     "grid.cells=9x8x7 linear.matrix=single",
     "double",
     {"-n", "2", "--tiles", "3x2x2", "--strategy", "naive"}},
    {"bwaves/bwaves.yaml", "grid.cells=9x8x7", "single", {"--strategy", "naive"}},
    {"column/column.yaml",
     "grid.cells=28x20 grid.periodic=xy",
     "double",
     {"--tiles", "2x3", "--set", "time_tiling={scheme: expansion, depth: 2}"}},
    {"thacker-planar/thacker-planar.yaml",
     "grid.cells=28x20",
     "double",
     {"--tiles", "2x1", "--set", "time_tiling={scheme: swept, steps: 4}"}},
    {"tidal-flat/tidal-flat.yaml", "grid.resolution=200m", "double", {"--strategy", "reference"}},
    {"euler/blast.yaml",
     "grid.cells=28x20",
     "single",
     {"--tiles", "1x2", "--set", "time_tiling={scheme: expansion, depth: 2}"}},
    {"euler/blast-blocks.yaml", "", "double", {"-n", "4", "--oversubscribe", "--tiles", "2x3"}},
    {"euler/blast-blocks.yaml",
     "",
     "single",
     {"-n", "2", "--tiles", "2x2", "--set", "time_tiling={scheme: expansion, depth: 2}"}},
    {"euler/blast-blocks.yaml", "", "double", {"--strategy", "naive", "--tiles", "1x2"}},
    {"heat/heat.yaml",
     "grid.cells=64x1",
     "double",
     {"-n", "2", "--tiles", "3x1", "--set", "time_tiling={scheme: swept, steps: 8}"}},
    {"heat/box.yaml",
     "grid.cells=14x10x6",
     "single",
     {"-n", "2", "--tiles", "3x2x2", "--set", "time_tiling={scheme: expansion, depth: 2}"}},
    {"heat/box.yaml",
     "grid.cells=14x10x6 grid.periodic=xz",
     "double",
     {"--tiles", "3x2x2", "--set", "time_tiling={scheme: expansion, depth: 3}"}},
    {"heat/box.yaml", "grid.cells=14x10x6", "double", {"--strategy", "reference"}},
    {"heat/block.yaml",
     "grid.cells=11x12x13",
     "single",
     {"--tiles", "1x1x2", "--set", "time_tiling={scheme: expansion, depth: 4}"}},
    {"heat/block.yaml",
     "grid.cells=11x12x13",
     "double",
     {"-n", "2", "--tiles", "1x2x2", "--set", "time_tiling={scheme: expansion, depth: 3}"}},
    {"heat/block.yaml", "grid.cells=11x12x13", "double", {"--strategy", "blocked"}},
    {"heat/block.yaml", "grid.cells=15x12x13 grid.periodic=x", "double", {"--strategy", "blocked"}},
    {"heat/block.yaml",
     "grid.cells=15x12x13 grid.periodic=x",
     "double",
     {"--set", "time_tiling={scheme: expansion, depth: 4}"}},
    {"heat/block.yaml",
     "grid.cells=15x12x13 grid.periodic=x",
     "double",
     {"-n", "2", "--tiles", "1x2x2", "--set", "time_tiling={scheme: expansion, depth: 3}"}},
    {"heat/block.yaml",
     "grid.cells=15x12x13 grid.periodic=xyz",
     "single",
     {"--tiles", "2x1x1", "--set", "time_tiling={scheme: expansion, depth: 5}"}},
    {"heat/box.yaml", "grid.cells=14x10x6", "double", {"--strategy", "naive", "--tiles", "2x1x3"}},
    {"heat/two-blocks.yaml", "", "double", {"-n", "4", "--oversubscribe", "--tiles", "3x2x2"}},
    {"heat/two-blocks.yaml",
     "",
     "single",
     {"-n", "2", "--tiles", "2x2x2", "--set", "time_tiling={scheme: expansion, depth: 2}"}},
    {"kuramoto/kuramoto.yaml",
     "grid.cells=64x1",
     "single",
     {"--tiles", "2x1", "--set", "time_tiling={scheme: expansion, depth: 4}"}},
    {"poisson/poisson.yaml",
     "grid.cells=14x10x6",
     "double",
     {"-n", "4", "--oversubscribe", "--tiles", "3x2x2"}},
    {"poisson/poisson.yaml",
     "grid.cells=14x10x6",
     "single",
     {"-n", "2", "--tiles", "3x2x2", "--strategy", "naive"}},
    {"poisson/poisson.yaml", "grid.cells=14x10x6", "double", {"--strategy", "reference"}},
    /* Blocks are unequal, so a rank's tiles are not contiguous. */
    {"rows/passage.yaml",
     "time.steps=12",
     "single",
     {"-n", "3", "--oversubscribe", "--tiles", "2x2x1"}},
    {"rows/turbine.yaml", "time.steps=12", "double", {"-n", "2", "--tiles", "2x2x2"}},
    {"rows/turbine.yaml",
     "time.steps=12",
     "single",
     {"-n", "3", "--oversubscribe", "--tiles", "2x2x2"}},
    {"rows/sliding.yaml",
     "time.steps=4",
     "double",
     {"-n", "4", "--oversubscribe", "--tiles", "2x3x2"}},
    {"rows/sliding.yaml", "time.steps=4", "single", {"-n", "2", "--tiles", "1x2x3"}},
    {"swsolver/swsolver.yaml", "grid.cells=28x20", "single", {"--target", "cell"}},
};

static const short_run *run_of(size_t way) {
  for (int r = 0; r < runs->count; r++)
    if (!strcmp(runs->run[r].the_case, ways[way].the_case) &&
        !strcmp(runs->run[r].settings, ways[way].settings) &&
        !strcmp(runs->run[r].precision, ways[way].precision))
      return &runs->run[r];
  fail_msg("field_hashes.csv has no run of %s in %s precision with %s", ways[way].the_case,
           ways[way].precision, ways[way].settings);
  return NULL;
}

static void test_other_ways_change_nothing(void **state) {
  (void)state;
  int wrong = 0;
  for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
    char how[128] = "";
    state_hashes got;
    for (int o = 0; ways[w].option[o]; o++)
      snprintf(how + strlen(how), sizeof how - strlen(how), "%s%s", o ? " " : "",
               ways[w].option[o]);
    wrong += try(run_of(w), ways[w].option, how, &got);
  }
  assert_int_equal(wrong, 0);
}

/* ---- recording ---- */

static void test_record(void **state) {
  (void)state;
  int changed = 0, fields = 0;
  for (int r = 0; r < runs->count; r++) {
    short_run *run = &runs->run[r];
    state_hashes got;
    assert_true(compute(run, no_option, &got));
    assert_true(got.steps == run->recorded.steps);
    changed += short_run_compare(run, &got, "1 tile");
    fields += got.count;
    run->recorded = got;
  }
  short_runs_write(runs);
  print_message("%d runs, %d hashes, %d of them new or changed\n", runs->count, fields, changed);
}

static int begin(void **state) {
  (void)state;
  folder = test_folder_create();
  runs = short_runs_read();
  return 0;
}

static int end(void **state) {
  (void)state;
  test_folder_remove(folder);
  short_runs_free(runs);
  return 0;
}

int main(int argc, char **argv) {
  const struct CMUnitTest record[] = {cmocka_unit_test(test_record)};
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_case_is_listed),
                                     cmocka_unit_test(test_fields_are_as_recorded),
                                     cmocka_unit_test(test_other_ways_change_nothing)};
  if (argc == 2 && !strcmp(argv[1], "--record"))
    return cmocka_run_group_tests(record, begin, end);
  return cmocka_run_group_tests(tests, begin, end);
}
