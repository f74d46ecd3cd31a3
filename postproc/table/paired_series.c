/* The series of two runs, column by column. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ria/csv_table.h"
#include "ria/number.h"
#include "ria/run_pair.h"
#include "ria/skill.h"

/* Rows of a column with a value, in the order of time. */
typedef struct {
  int count;
  double *time, *value;
} samples;

static void read_column(const ria_csv_table *table, int seconds, int column, double shift,
                        samples *s) {
  s->count = 0;
  for (int row = 0; row < table->rows; row++) {
    const char *time = ria_csv_table_cell(table, row, seconds),
               *value = ria_csv_table_cell(table, row, column);
    if (!*time || !*value)
      continue;
    s->time[s->count] = ria_strtod(time, NULL) + shift;
    s->value[s->count++] = ria_strtod(value, NULL);
  }
}

/* Interpolates linearly between two rows that are at most `gap` apart; an empty cell between them
 * gives no value. Searches from `*row`, which advances with the times. NAN: no value. */
static double value_at(const samples *s, double gap, double time, int *row) {
  while (*row + 1 < s->count && s->time[*row + 1] <= time)
    ++*row;
  if (*row >= s->count || time < s->time[*row])
    return NAN;
  if (!(time > s->time[*row]))
    return s->value[*row];
  if (*row + 1 >= s->count || s->time[*row + 1] - s->time[*row] > gap)
    return NAN;
  const double share = (time - s->time[*row]) / (s->time[*row + 1] - s->time[*row]);
  return s->value[*row] + share * (s->value[*row + 1] - s->value[*row]);
}

/* The largest step between two rows of a table, plus a small tolerance. */
static double largest_gap(const ria_csv_table *table, int seconds) {
  double gap = 0;
  for (int row = 1; row < table->rows; row++)
    gap = fmax(gap, ria_strtod(ria_csv_table_cell(table, row, seconds), NULL) -
                        ria_strtod(ria_csv_table_cell(table, row - 1, seconds), NULL));
  return gap * (1 + 1e-9);
}

static bool is_direction(const char *name) {
  return strstr(name, "(degrees)") != NULL;
}

static void figure(ria_paired_column *c, const samples *pairs, const double *b) {
  ria_skill skill;
  c->count = pairs->count;
  if (ria_skill_of(pairs->count, pairs->value, b, &skill) == RIA_SUCCESS) {
    c->bias = skill.bias;
    c->rmse = skill.rmse;
    c->correlation = is_direction(c->name) ? NAN : skill.correlation;
  }
  for (int i = 0; i < pairs->count; i++) {
    const double less = b[i] - pairs->value[i];
    if (!is_direction(c->name)) {
      c->most[0] = fmax(c->most[0], pairs->value[i]); /* fmax() takes a number before NAN */
      c->most[1] = fmax(c->most[1], b[i]);
    }
    if (!(fabs(less) <= fabs(c->largest))) {
      c->largest = less;
      c->time = pairs->time[i];
    }
  }
}

/* Pairs at A's times: `a` keeps the values for which B has a value; B's values go to `found`. */
static void pair_up(samples *a, const samples *b, double gap, bool direction, double *found) {
  int kept = 0, row = 0;
  for (int i = 0; i < a->count; i++) {
    double value = value_at(b, direction ? 0 : gap, a->time[i], &row);
    if (direction)
      value = a->value[i] + remainder(value - a->value[i], 360);
    if (!isfinite(value) || !isfinite(a->value[i]))
      continue;
    a->time[kept] = a->time[i];
    a->value[kept] = a->value[i];
    found[kept++] = value;
  }
  a->count = kept;
}

typedef struct {
  ria_csv_table table[2];
  int seconds[2];
  double later, gap;
  samples rows[2];
  double *found;
} reader;

/* Some names have an apostrophe that protects them in spreadsheets. */
static const char *plain(const char *name) {
  return name + (*name == '\'');
}

static int find_column(const ria_csv_table *table, const char *name) {
  for (int c = 0; c < table->columns; c++)
    if (!strcmp(plain(table->column[c]), plain(name)))
      return c;
  return -1;
}

static ria_status add_column(reader *r, int a, int b, ria_paired_series *series) {
  ria_paired_column *c = &series->column[series->columns];
  *c = (ria_paired_column){.name = strdup(plain(r->table[0].column[a])),
                           .bias = NAN,
                           .rmse = NAN,
                           .correlation = NAN,
                           .most = {NAN, NAN},
                           .largest = NAN,
                           .time = NAN};
  if (!c->name)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a series");
  series->columns++;
  read_column(&r->table[0], r->seconds[0], a, 0, &r->rows[0]);
  read_column(&r->table[1], r->seconds[1], b, r->later, &r->rows[1]);
  pair_up(&r->rows[0], &r->rows[1], r->gap, is_direction(c->name), r->found);
  figure(c, &r->rows[0], r->found);
  return RIA_SUCCESS;
}

static ria_status add_columns(reader *r, ria_paired_series *series) {
  const ria_csv_table *a = &r->table[0], *b = &r->table[1];
  const size_t most = (size_t)(a->rows > b->rows ? a->rows : b->rows) + 1;
  bool room = (series->column = calloc((size_t)a->columns + 1, sizeof *series->column)) != NULL;
  room &= (r->found = calloc(most, sizeof *r->found)) != NULL;
  for (int i = 0; i < 2; i++) {
    room &= (r->rows[i].time = calloc(most, sizeof *r->rows[i].time)) != NULL;
    room &= (r->rows[i].value = calloc(most, sizeof *r->rows[i].value)) != NULL;
  }
  if (!room)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for series");
  r->gap = largest_gap(b, r->seconds[1]);
  for (int c = 0; c < a->columns; c++) {
    const int other = find_column(b, a->column[c]);
    if (c != r->seconds[0] && other >= 0 && strcmp(a->column[c], "time") != 0)
      RIA_TRY(add_column(r, c, other, series));
  }
  return RIA_SUCCESS;
}

static ria_status read_both(reader *r, const char *const path[2], ria_paired_series *series) {
  for (int i = 0; i < 2; i++) {
    RIA_TRY(ria_csv_table_read(path[i], &r->table[i]));
    r->seconds[i] = ria_csv_table_column(&r->table[i], "seconds");
    if (r->seconds[i] < 0)
      return ria_fail(RIA_ERROR_FORMAT, "%s: has no column 'seconds'", path[i]);
  }
  return add_columns(r, series);
}

static bool is_missing(const char *path) {
  return access(path, F_OK) && errno == ENOENT;
}

ria_status ria_paired_series_read(const char *a, const char *b, double later,
                                  ria_paired_series *series) {
  reader r = {.later = later};
  *series = (ria_paired_series){0};
  if (is_missing(a) || is_missing(b))
    return RIA_SUCCESS;
  const ria_status status = read_both(&r, (const char *const[]){a, b}, series);
  for (int i = 0; i < 2; i++) {
    ria_csv_table_destroy(&r.table[i]);
    free(r.rows[i].time);
    free(r.rows[i].value);
  }
  free(r.found);
  return status;
}

void ria_paired_series_destroy(ria_paired_series *series) {
  for (int c = 0; c < series->columns; c++)
    free(series->column[c].name);
  free(series->column);
  *series = (ria_paired_series){0};
}
