/* `ria compare A B`: differences of two runs, also of different resolution. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "cli/command.h"
#include "cli/errors.h"
#include "ria/number.h"
#include "ria/run_pair.h"
#include "ria/table.h"

static const char help[] =
    "usage: ria compare A B [-o FOLDER] [--no-maps]\n"
    "\n"
    "Compare two runs, which may have different resolutions: B - A. To compare two files bit by\n"
    "bit, use `ria diff`. A and B are the folders of the runs.\n"
    "\n"
    "The drawn variables of history.h5 and the components of vectors are compared at the times\n"
    "that both runs have, by date if both have a start. The comparison uses the cells of the run\n"
    "with the larger cells, where the other run covers them; each cell gets the mean of the other\n"
    "run's cells over its area. Cells that are dry in either run do not count; the table has "
    "their\n"
    "number. The common columns of gauges.csv and sections.csv are compared at the times of A; B "
    "is\n"
    "interpolated linearly between two rows.\n"
    "\n"
    "  -o FOLDER  write there (default: compare): fields and gauges, sections, each as .csv, .txt "
    "and\n"
    "             .md; times.csv with the figures of each time; maps of the differences at the "
    "last\n"
    "             time and, as FIELD-largest.png, at that of the largest difference\n"
    "  --no-maps  draw no maps\n"
    "\n"
    "Maps need gnuplot (Debian package gnuplot-nox). Exit codes: 0 done, 2 an error.\n";

/* ---- tables ---- */

enum { QUANTITY, UNIT, CELLS, BIAS, RMSE, LARGEST, X, Y, TIME, ONLY_A, ONLY_B, COLUMNS };

static void add_columns(ria_table *table, bool times) {
  if (times)
    ria_table_add_column(table, "seconds", "time (s)", 10);
  ria_table_add_column(table, "field", "field", 0);
  ria_table_add_column(table, "unit", "unit", 0);
  ria_table_add_column(table, "cells", times ? "cells" : "cells x times", 12);
  ria_table_add_column(table, "bias", "bias", 4);
  ria_table_add_column(table, "rmse", "RMSE", 4);
  ria_table_add_column(table, "largest", "largest", 4);
  ria_table_add_column(table, "x", "at x (m)", 9);
  ria_table_add_column(table, "y", "at y (m)", 9);
  ria_table_add_column(table, "largest_seconds", "at time (s)", 9);
  ria_table_add_column(table, "only_a", "only in A", 12);
  ria_table_add_column(table, "only_b", "only in B", 12);
}

static void add_figures(ria_table *table, int first, const ria_pair_quantity *quantity,
                        const ria_pair_figures *f) {
  const int row = table->rows - 1;
  const double number[COLUMNS] = {
      [CELLS] = (double)f->cells,
      [BIAS] = f->bias,
      [RMSE] = f->rmse,
      [LARGEST] = f->largest,
      [X] = f->x,
      [Y] = f->y,
      [TIME] = f->time,
      [ONLY_A] = (double)f->only_a,
      [ONLY_B] = (double)f->only_b,
  };
  ria_table_put_text(table, row, first + QUANTITY, quantity->name);
  ria_table_put_text(table, row, first + UNIT, quantity->unit);
  for (int c = CELLS; c < COLUMNS; c++)
    ria_table_put_number(table, row, first + c, number[c], NULL);
}

/* ---- fields ---- */

typedef struct {
  const char *run[2], *folder;
  bool maps;
  ria_run_pair pair;
  ria_table fields, times;
  float *difference; /* [ny][nx] */
} comparison;

/* Without gnuplot the tables are still written. */
static ria_status draw(comparison *c, int quantity, int64_t instant, const char *which) {
  char *path = NULL;
  bool drawn = false;
  if (asprintf(&path, "%s/%s-%s.png", c->folder, c->pair.quantity[quantity].name, which) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a name");
  ria_status status = ria_run_pair_draw(&c->pair, quantity, instant, c->difference, path, &drawn);
  if (status == RIA_ERROR_UNSUPPORTED) {
    fprintf(stderr, "ria compare: note: no maps: %s\n", ria_status_detail());
    c->maps = false;
    status = RIA_SUCCESS;
  } else if (status == RIA_SUCCESS && drawn) {
    puts(path);
  }
  free(path);
  return status;
}

static ria_status draw_again(comparison *c, int quantity, int64_t instant, const char *which) {
  ria_pair_figures figures;
  RIA_TRY(ria_run_pair_differ(&c->pair, quantity, instant, c->difference, &figures));
  return draw(c, quantity, instant, which);
}

static ria_status compare_quantity(comparison *c, int quantity) {
  const int64_t last = c->pair.instants - 1;
  const ria_pair_quantity *q = &c->pair.quantity[quantity];
  ria_pair_figures all = {0};
  int64_t worst = 0;
  for (int64_t i = 0; i <= last; i++) {
    ria_pair_figures now;
    RIA_TRY(ria_run_pair_differ(&c->pair, quantity, i, c->difference, &now));
    ria_pair_figures_add(&all, &now);
    if (now.cells && all.time == now.time) /* exact comparison: both are the same number */
      worst = i;
    ria_table_put_number(&c->times, ria_table_add_row(&c->times), 0, now.time, NULL);
    add_figures(&c->times, 1, q, &now);
  }
  ria_table_add_row(&c->fields);
  add_figures(&c->fields, 0, q, &all);
  if (c->maps)
    RIA_TRY(draw(c, quantity, last, "last"));
  if (c->maps && worst != last)
    RIA_TRY(draw_again(c, quantity, worst, "largest"));
  return RIA_SUCCESS;
}

static ria_status compare_fields(comparison *c) {
  const ria_run_pair *p = &c->pair;
  c->difference = malloc((size_t)(p->nx * p->ny) * sizeof *c->difference);
  if (!c->difference)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a map");
  for (int q = 0; q < p->quantities; q++)
    RIA_TRY(compare_quantity(c, q));
  ria_table_caption(&c->fields, "B - A, %lld times, %lld x %lld cells of %.6g m x %.6g m",
                    (long long)p->instants, (long long)p->nx, (long long)p->ny, p->dx, p->dy);
  RIA_TRY(ria_table_write_all(&c->fields, c->folder, "fields"));
  RIA_TRY(ria_table_write_all(&c->times, c->folder, "times"));
  return ria_table_print(&c->fields, RIA_TABLE_TEXT, stdout);
}

/* ---- series ---- */

static void fill_series(const ria_paired_series *series, ria_table *table) {
  enum { NAME, COUNT, BIAS_OF, RMSE_OF, CORRELATION, LARGEST_OF, WHEN, MOST_A, MOST_B };
  ria_table_add_column(table, "series", "series", 0);
  ria_table_add_column(table, "count", "times", 9);
  ria_table_add_column(table, "bias", "bias", 4);
  ria_table_add_column(table, "rmse", "RMSE", 4);
  ria_table_add_column(table, "correlation", "correlation", 4);
  ria_table_add_column(table, "largest", "largest", 4);
  ria_table_add_column(table, "largest_seconds", "at time (s)", 9);
  ria_table_add_column(table, "max_a", "max of A", 5);
  ria_table_add_column(table, "max_b", "max of B", 5);
  for (int c = 0; c < series->columns; c++) {
    const ria_paired_column *column = &series->column[c];
    const int row = ria_table_add_row(table);
    ria_table_put_text(table, row, NAME, column->name);
    ria_table_put_number(table, row, COUNT, column->count, NULL);
    ria_table_put_number(table, row, BIAS_OF, column->bias, NULL);
    ria_table_put_number(table, row, RMSE_OF, column->rmse, NULL);
    ria_table_put_number(table, row, CORRELATION, column->correlation, NULL);
    ria_table_put_number(table, row, LARGEST_OF, column->largest, NULL);
    ria_table_put_number(table, row, WHEN, column->time, NULL);
    ria_table_put_number(table, row, MOST_A, column->most[0], NULL);
    ria_table_put_number(table, row, MOST_B, column->most[1], NULL);
  }
}

static ria_status tell_series(const comparison *c, const char *name,
                              const ria_paired_series *series) {
  ria_table table = {0};
  if (!series->columns)
    return RIA_SUCCESS;
  fill_series(series, &table);
  ria_table_caption(&table, "%s: B - A", name);
  ria_status status = ria_table_write_all(&table, c->folder, name);
  putchar('\n');
  if (status == RIA_SUCCESS)
    status = ria_table_print(&table, RIA_TABLE_TEXT, stdout);
  ria_table_destroy(&table);
  return status;
}

/* The columns of NAME.csv that both runs have. */
static ria_status compare_series(const comparison *c, const char *name) {
  const ria_history_view *view = c->pair.view;
  char *path[2] = {NULL, NULL};
  ria_paired_series series = {0};
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < 2 && status == RIA_SUCCESS; i++)
    if (asprintf(&path[i], "%s/%s.csv", c->run[i], name) < 0)
      status = ria_fail(RIA_ERROR_MEMORY, "no memory for a name");
  if (status == RIA_SUCCESS)
    status = ria_paired_series_read(path[0], path[1],
                                    c->pair.dated ? view[1].start - view[0].start : 0, &series);
  if (status == RIA_SUCCESS)
    status = tell_series(c, name, &series);
  ria_paired_series_destroy(&series);
  free(path[0]);
  free(path[1]);
  return status;
}

/* ---- the command ---- */

/* Prints the compared grids and times. */
static void tell_grid(const comparison *c) {
  const ria_run_pair *p = &c->pair;
  const ria_history_view *coarse = &p->view[p->coarse], *fine = &p->view[!p->coarse];
  ria_printf("A: %s\nB: %s\n", c->run[0], c->run[1]);
  if (coarse->dx == fine->dx && coarse->dy == fine->dy && p->nx == fine->nx && p->ny == fine->ny)
    return;
  ria_printf("on the grid of %c: the mean of %c's cells of %.6g m x %.6g m over each cell\n",
             'A' + p->coarse, 'A' + !p->coarse, fine->dx, fine->dy);
}

static ria_status compare(comparison *c) {
  RIA_TRY(ria_run_pair_open(c->run[0], c->run[1], &c->pair));
  if (mkdir(c->folder, 0777) && errno != EEXIST)
    return ria_fail(RIA_ERROR_IO, "%s: cannot be made: %s", c->folder, strerror(errno));
  if (c->pair.view[0].has_start != c->pair.view[1].has_start)
    fputs("ria compare: note: one run has no start date, so equal times since the start are "
          "compared\n",
          stderr);
  add_columns(&c->fields, false);
  add_columns(&c->times, true);
  tell_grid(c);
  RIA_TRY(compare_fields(c));
  RIA_TRY(compare_series(c, "gauges"));
  return compare_series(c, "sections");
}

static int run(int argc, char **argv) {
  static const struct option options[] = {
      {"output", required_argument, NULL, 'o'}, {"no-maps", no_argument, NULL, 'n'}, {0}};
  comparison c = {.folder = "compare", .maps = true};
  opterr = 0;
  optind = 0;
  for (int option; (option = getopt_long(argc, argv, "o:", options, NULL)) != -1;) {
    if (option == '?')
      return command_error_option("compare", argv[optind - 1]);
    if (option == 'o')
      c.folder = optarg;
    else
      c.maps = false;
  }
  if (optind != argc - 2) {
    command_error("compare", "give the folders of two runs; `ria compare --help` tells more");
    return CLI_EXIT_ERROR;
  }
  c.run[0] = argv[optind];
  c.run[1] = argv[optind + 1];
  const ria_status status = compare(&c);
  free(c.difference);
  ria_table_destroy(&c.fields);
  ria_table_destroy(&c.times);
  ria_run_pair_close(&c.pair);
  if (status == RIA_SUCCESS)
    return CLI_EXIT_SUCCESS;
  command_error("compare", "%s", ria_status_detail());
  return CLI_EXIT_ERROR;
}

const cli_command command_compare = {.name = "compare",
                                     .summary =
                                         "compare two runs: differences of fields and series",
                                     .help = help,
                                     .run = run};
