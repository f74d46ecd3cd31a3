/* Two runs side by side: fields of different grids and starts, and series. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "../../workflows/cli/command.h"
#include "ria/run_pair.h"
#include "tests.h"

extern const cli_command command_compare;

enum { MOST = 24 * 16, FIELDS = 2 };

static const ria_quantity fields[FIELDS] = {{"s", "kg/m3", "salinity"}, {"m", "kg", "mass"}};

typedef struct {
  char *folder, run[2][256];
  ria_run_pair pair;
} fixture;

/* A run of `records`, 10 s apart, on a grid of nx x ny cells over 12 m x 8 m from (x0, 2). */
typedef struct {
  int nx, ny, records;
  double x0, start, offset, slope;
  bool dated;
} run;

/* Linear in space, so that a mean over an area is the value in its middle. No value below x = 3. */
static double value_of(const run *r, double x, double y, double time) {
  return x < 3 ? NAN : r->offset + r->slope * time + 0.5 * x - 0.25 * y;
}

static int set_up(void **state) {
  fixture *f = calloc(1, sizeof *f);
  assert_non_null(f);
  f->folder = test_folder_create();
  for (int i = 0; i < 2; i++) {
    snprintf(f->run[i], sizeof f->run[i], "%s/%c", f->folder, 'a' + i);
    assert_int_equal(mkdir(f->run[i], 0777), 0);
  }
  *state = f;
  return 0;
}

static int tear_down(void **state) {
  fixture *f = *state;
  ria_run_pair_close(&f->pair);
  test_folder_remove(f->folder);
  free(f);
  return 0;
}

static void write_run(const fixture *f, int which, const run *r) {
  char path[300];
  double values[FIELDS][MOST];
  ria_shown shown;
  ria_history *history;
  ria_show_fields(FIELDS, fields, &shown);
  snprintf(path, sizeof path, "%s/history.h5", f->run[which]);
  const ria_history_description of = {
      .path = path,
      .comm = MPI_COMM_SELF,
      .grid = {.cells = {r->nx, r->ny},
               .origin = {r->x0, 2},
               .spacing = {12. / r->nx, 8. / r->ny},
               .tiles = {1, 1}},
      .precision = RIA_DOUBLE,
      .shown = &shown,
      .has_start = r->dated,
      .start = r->start,
  };
  if (ria_history_create(&of, &history) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  const ria_snapshot_tile tile = {.n = {r->nx, r->ny, 1}, .values = {values[0], values[1]}};
  for (int t = 0; t < r->records; t++) {
    for (int c = 0; c < r->nx * r->ny; c++) {
      values[0][c] = value_of(r, r->x0 + (c % r->nx + 0.5) * 12 / r->nx,
                              2 + (c / r->nx + 0.5) * 8 / r->ny, 10 * t);
      values[1][c] = 7;
    }
    assert_int_equal(ria_history_append(history, 10 * t, 1, &tile), RIA_SUCCESS);
  }
  ria_history_destroy(history);
}

static void open_pair(fixture *f) {
  if (ria_run_pair_open(f->run[0], f->run[1], &f->pair) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
}

static void check_refusal(fixture *f, const char *says) {
  assert_int_equal(ria_run_pair_open(f->run[0], f->run[1], &f->pair), RIA_ERROR_MISMATCH);
  if (!strstr(ria_status_detail(), says))
    fail_msg("'%s' does not say '%s'", ria_status_detail(), says);
}

/* Whichever is the finer one, by a whole or a broken factor: B is 2 + t / 1000 s more than A. */
static void check_grids(fixture *f, int a, int b) {
  write_run(f, 0, &(run){.nx = 3 * a, .ny = 2 * a, .records = 5});
  write_run(f, 1, &(run){.nx = 3 * b, .ny = 2 * b, .records = 3, .offset = 2, .slope = 1e-3});
  open_pair(f);
  const int least = a < b ? a : b;
  float difference[MOST];
  ria_pair_figures sum = {0}, now;
  assert_int_equal(f->pair.coarse, b < a);
  assert_int_equal(f->pair.nx, 3 * least);
  assert_int_equal(f->pair.ny, 2 * least);
  assert_int_equal(f->pair.instants, 3);
  assert_int_equal(f->pair.quantities, FIELDS);
  for (int i = 0; i < 3; i++) {
    assert_int_equal(ria_run_pair_differ(&f->pair, 0, i, difference, &now), RIA_SUCCESS);
    assert_true(fabs(now.bias - 2 - i / 100.) < 1e-6 && fabs(now.rmse - 2 - i / 100.) < 1e-6);
    assert_true(fabs(now.largest - 2 - i / 100.) < 1e-5);
    assert_int_equal(now.cells + now.only_a + now.only_b, 3 * least / 4 * 3 * 2 * least);
    for (int c = 0; c < 6 * least * least; c++)
      assert_true(isnan(difference[c]) || fabs((double)difference[c] - 2 - i / 100.) < 1e-5);
    ria_pair_figures_add(&sum, &now);
  }
  assert_true(fabs(sum.bias - 2.01) < 1e-6 &&
              fabs(sum.rmse - sqrt((4 + 2.01 * 2.01 + 2.02 * 2.02) / 3)) < 1e-6);
  assert_true(sum.time == 20 && sum.cells == 3 * now.cells);
  assert_int_equal(ria_run_pair_differ(&f->pair, 1, 0, difference, &now), RIA_SUCCESS);
  assert_true(now.bias == 0 && now.rmse == 0 && now.largest == 0);
  assert_int_equal(now.cells, 6 * least * least);
  ria_run_pair_close(&f->pair);
}

static void test_grids(void **state) {
  check_grids(*state, 4, 4);
  check_grids(*state, 4, 8);
  check_grids(*state, 8, 4);
}

/* Cells of 1.5 m and 1 m: each of the former is one and a half of the latter. */
static void test_broken_factor(void **state) {
  fixture *f = *state;
  float difference[MOST];
  ria_pair_figures now;
  write_run(f, 0, &(run){.nx = 12, .ny = 8, .records = 1});
  write_run(f, 1, &(run){.nx = 8, .ny = 8, .records = 1});
  open_pair(f);
  assert_int_equal(f->pair.coarse, 1);
  assert_int_equal(ria_run_pair_differ(&f->pair, 0, 0, difference, &now), RIA_SUCCESS);
  assert_int_equal(now.cells, 6 * 8);
  assert_int_equal(now.only_a + now.only_b, 0);
  /* The mean of 1 m at x + 0.5 and half of x + 1.25 is a twelfth of a metre from the middle. */
  for (int c = 0; c < 64; c++)
    assert_true(isnan(difference[c]) || fabs(fabs((double)difference[c]) - 0.5 / 12) < 1e-6);
}

/* Only half of B's grid is in A's, and B starts 20 s later: dates decide. */
static void test_overlap(void **state) {
  fixture *f = *state;
  float difference[MOST];
  ria_pair_figures now;
  write_run(f, 0,
            &(run){.nx = 12, .ny = 8, .records = 4, .dated = true, .start = 1000, .slope = 1});
  write_run(f, 1,
            &(run){.nx = 12,
                   .ny = 8,
                   .records = 4,
                   .dated = true,
                   .start = 1020,
                   .x0 = 6,
                   .slope = 1,
                   .offset = 20});
  open_pair(f);
  assert_int_equal(f->pair.nx, 6);
  assert_true(f->pair.x0 == 6 && f->pair.y0 == 2);
  assert_int_equal(f->pair.instants, 2);
  assert_true(f->pair.instant[0].time == 20 && f->pair.instant[1].record[1] == 1);
  assert_int_equal(ria_run_pair_differ(&f->pair, 0, 1, difference, &now), RIA_SUCCESS);
  assert_true(now.largest == 0 && now.cells == 48);
}

static void test_refusals(void **state) {
  fixture *f = *state;
  write_run(f, 0, &(run){.nx = 12, .ny = 8, .records = 3, .dated = true, .start = 1000});
  write_run(f, 1, &(run){.nx = 12, .ny = 8, .records = 3, .dated = true, .start = 1030});
  check_refusal(f, "they do not overlap in time");
  ria_run_pair_close(&f->pair);
  write_run(f, 1, &(run){.nx = 12, .ny = 8, .records = 3, .dated = true, .start = 1005});
  check_refusal(f, "run both with the same output.every");
  ria_run_pair_close(&f->pair);
  write_run(f, 1, &(run){.nx = 12, .ny = 8, .records = 3, .x0 = 12});
  check_refusal(f, "no cell of the coarser grid is in both");
}

static void write_table(const fixture *f, int which, const char *name, const char *text) {
  char path[300];
  snprintf(path, sizeof path, "%s/%s.csv", f->run[which], name);
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs(text, out);
  fclose(out);
}

static void write_series(const fixture *f, int which, const char *text) {
  write_table(f, which, "gauges", text);
}

static ria_paired_series read_series(const fixture *f, double later) {
  char path[2][300];
  ria_paired_series series;
  for (int i = 0; i < 2; i++)
    snprintf(path[i], sizeof path[i], "%s/gauges.csv", f->run[i]);
  if (ria_paired_series_read(path[0], path[1], later, &series) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  return series;
}

/* B is 1 more, at other times; its third row is dry. Directions do not differ by 350 degrees. */
static void test_series(void **state) {
  fixture *f = *state;
  ria_paired_series series = read_series(f, 0);
  assert_int_equal(series.columns, 0);
  write_series(f, 0,
               "seconds,\"P level (m)\",\"P way (degrees)\",\"Q level "
               "(m)\"\n0,0,355,1\n10,1,5,1\n20,2,5,1\n30,3,5,1\n40,4,5,1\n");
  write_series(
      f, 1,
      "seconds,\"'P level (m)\",\"P way "
      "(degrees)\"\n-5,0.5,5\n0,1,5\n5,1.5,5\n10,2,355\n15,2.5,5\n20,,5\n25,3.5,5\n35,4.5,5\n");
  series = read_series(f, 0);
  assert_int_equal(series.columns, 2);
  const ria_paired_column *level = &series.column[0], *way = &series.column[1];
  assert_string_equal(level->name, "P level (m)");
  assert_int_equal(level->count, 4); /* not at 40, where B has ended */
  assert_true(fabs(level->bias - 1) < 1e-12 && fabs(level->rmse - 1) < 1e-12);
  assert_true(level->most[0] == 3 && fabs(level->most[1] - 4) < 1e-12);
  assert_int_equal(way->count, 3);
  assert_true(way->bias == 0 && fabs(way->rmse - sqrt(200. / 3)) < 1e-12);
  assert_true(isnan(way->most[0]));
  ria_paired_series_destroy(&series);
  series = read_series(f, 30);
  assert_int_equal(series.column[0].count, 2); /* at 30 and 40 */
  ria_paired_series_destroy(&series);
}

/* The command writes tables, and a map of each field that differs. */
static void test_command(void **state) {
  fixture *f = *state;
  char into[300], path[400], line[200] = "";
  write_run(f, 0, &(run){.nx = 12, .ny = 8, .records = 3, .slope = 1e-3});
  write_run(f, 1, &(run){.nx = 24, .ny = 16, .records = 3, .offset = 0.5});
  write_series(f, 0, "seconds,\"P level (m)\"\n0,0\n10,1\n");
  write_series(f, 1, "seconds,\"P level (m)\"\n0,1\n10,3\n");
  write_table(f, 0, "sections", "seconds,\"mouth water (m3/s)\"\n0,5\n10,6\n");
  write_table(f, 1, "sections", "seconds,\"mouth water (m3/s)\"\n0,4\n10,8\n");
  snprintf(into, sizeof into, "%s/into", f->folder);
  char *arguments[] = {"compare", f->run[0], f->run[1], "-o", into, NULL};
  assert_int_equal(command_compare.run(5, arguments), CLI_EXIT_SUCCESS);
  snprintf(path, sizeof path, "%s/gauges.csv", into);
  FILE *in = fopen(path, "r");
  assert_non_null(in);
  assert_non_null(fgets(line, sizeof line, in));
  assert_string_equal(line,
                      "series,count,bias,rmse,correlation,largest,largest_seconds,max_a,max_b\n");
  assert_non_null(fgets(line, sizeof line, in));
  fclose(in);
  assert_true(!strncmp(line, "\"P level (m)\",2,1.5,", 20) ||
              !strncmp(line, "P level (m),2,1.5,", 18));
  const struct {
    const char *file;
    int missing;
  } expected[] = {{"fields.csv", 0}, {"sections.csv", 0}, {"sections.md", 0},   {"times.csv", 0},
                  {"fields.txt", 0}, {"s-last.png", 0},   {"s-largest.png", 0}, {"m-last.png", -1}};
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    snprintf(path, sizeof path, "%s/%s", into, expected[i].file);
    assert_int_equal(access(path, F_OK), expected[i].missing);
  }
  char *wrong[] = {"compare", f->run[0], NULL};
  assert_int_equal(command_compare.run(2, wrong), CLI_EXIT_ERROR);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {TEST(test_grids),   TEST(test_broken_factor),
                                     TEST(test_overlap), TEST(test_refusals),
                                     TEST(test_series),  TEST(test_command)};
  MPI_Init(NULL, NULL);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failed;
}
