#include "sweep_table.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ria/csv_table.h"
#include "ria/number.h"
#include "ria/table.h"
#include "ria/text.h"
#include "steps/samples.h"

/* A number of each point; NAN: not known. */
typedef struct {
  char *key, *title; /* owned */
  double *value;     /* [rows], owned */
} number_column;

/* Columns in the order in which the points have them. */
typedef struct {
  int rows, columns;
  number_column *column;
  bool *crowded; /* [rows] the point was oversubscribed */
  bool failed;   /* no memory */
} sheet;

static ria_status no_memory(const workflow_step *step) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory for the table of %s", step->name);
}

static number_column *column_of(sheet *s, const char *key, const char *title) {
  for (int c = 0; c < s->columns; c++)
    if (!strcmp(s->column[c].key, key))
      return &s->column[c];
  number_column *grown = realloc(s->column, (size_t)(s->columns + 1) * sizeof *grown);
  if (!grown)
    return NULL;
  s->column = grown;
  number_column *c = &grown[s->columns];
  *c = (number_column){strdup(key), strdup(title), calloc((size_t)s->rows, sizeof *c->value)};
  s->columns++;
  for (int r = 0; c->value && r < s->rows; r++)
    c->value[r] = NAN;
  return c->key && c->title && c->value ? c : NULL;
}

static void put(sheet *s, int row, const char *key, const char *title, double value) {
  number_column *column = s->failed ? NULL : column_of(s, key, title);
  s->failed |= !column;
  if (column)
    column->value[row] = value;
}

static void destroy(sheet *s) {
  for (int c = 0; c < s->columns; c++) {
    free(s->column[c].key);
    free(s->column[c].title);
    free(s->column[c].value);
  }
  free(s->column);
  free(s->crowded);
}

/* ---- results of a task ---- */

static const struct {
  const char *key, *title;
} of_all[] = {{"time", "simulated (s)"}, {"steps", "steps"}, {"wall_seconds", "took (s)"}};

/* "balance.water.residual_relative", "arrival.pier", "peak.pier". */
static bool find_title(const char *key, char title[128]) {
  static const char balance[] = "balance.", residual[] = ".residual_relative";
  const size_t length = strlen(key), begin = sizeof balance - 1, end = sizeof residual - 1;
  if (!strncmp(key, balance, begin) && ria_text_ends_in(key, residual)) {
    const char *name = key + begin;
    name = !strncmp(name, "tracers.", 8) ? name + 8 : name;
    snprintf(title, 128, "residual of %.*s", (int)(key + length - end - name), name);
    return true;
  }
  if (!strncmp(key, "arrival.", 8))
    snprintf(title, 128, "arrival at %s (s)", key + 8);
  else if (!strncmp(key, "peak.", 5))
    snprintf(title, 128, "peak at %s", key + 5);
  else
    return false;
  return true;
}

static void put_results(sheet *s, int row, const samples *from, const char *task) {
  char title[128];
  double value = 0;
  int first;
  for (size_t i = 0; i < sizeof of_all / sizeof *of_all; i++)
    if (samples_number(from, task, of_all[i].key, &value))
      put(s, row, of_all[i].key, of_all[i].title, value);
  s->crowded[row] = samples_number(from, task, "threads_per_core", &value) && value > 1;
  for (int n = samples_of_task(from, task, &first), i = first; i < first + n; i++) {
    const study_result *r = &from->results.item[from->order[i]];
    if (r->is_number && find_title(r->key, title))
      put(s, row, r->key, title, r->number);
  }
}

/* ---- gauges.csv ---- */

static bool read_number(const ria_csv_table *t, int row, int column, double *value) {
  const char *cell = ria_csv_table_cell(t, row, column);
  char *end;
  *value = ria_strtod(cell, &end);
  return *cell && !*end;
}

/* The largest or the last number of a column. */
static void put_gauge(sheet *s, int row, const ria_csv_table *t, int column, bool largest) {
  char title[256];
  double found = NAN, value;
  for (int r = 0; r < t->rows; r++)
    if (read_number(t, r, column, &value) && !(largest && found >= value))
      found = value;
  snprintf(title, sizeof title, "%s %.200s", largest ? "largest" : "last", t->column[column]);
  put(s, row, title, title, found);
}

/* Levels first. Directions have no largest value. */
static ria_status put_gauges(sheet *s, int row, const char *folder) {
  char *path = NULL;
  ria_csv_table t;
  if (asprintf(&path, "%s/gauges.csv", folder) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the gauges");
  const bool is_there = !access(path, F_OK);
  ria_status status = is_there ? ria_csv_table_read(path, &t) : RIA_SUCCESS;
  free(path);
  if (status != RIA_SUCCESS || !is_there)
    return status;
  for (int levels = 1; levels >= 0; levels--)
    for (int largest = 1; largest >= 0; largest--)
      for (int c = 0; c < t.columns; c++) {
        const char *name = t.column[c];
        const bool is_time = !strcmp(name, "time") || !strcmp(name, "seconds");
        if (!is_time && !strstr(name, " direction (") && !strstr(name, " level (") == !levels)
          put_gauge(s, row, &t, c, largest);
      }
  ria_csv_table_destroy(&t);
  return RIA_SUCCESS;
}

/* ---- points ---- */

/* The id of the last task of a point, such as its last segment. Owned; NULL: no memory. */
static char *last_task(const workflow_point *point, const samples *from) {
  char suffix[16], *id = point_task_id(point, ".1");
  if (!id || !samples_has(from, id)) {
    free(id);
    return point_task_id(point, "");
  }
  for (int n = 2;; n++) {
    snprintf(suffix, sizeof suffix, ".%d", n);
    char *next = point_task_id(point, suffix);
    if (!next || !samples_has(from, next)) {
      free(next);
      return id;
    }
    free(id);
    id = next;
  }
}

static ria_status read_point(sheet *s, int row, const workflow_point *point, const samples *from,
                             const char *task) {
  char *folder = point_folder(point);
  if (!folder)
    return no_memory(point->step);
  put_results(s, row, from, task);
  const ria_status status = put_gauges(s, row, folder);
  free(folder);
  return status;
}

/* ---- the table ---- */

static void add_columns(const workflow_step *step, const sheet *s, ria_table *t) {
  const workflow_point *first = &step->point[0];
  for (int i = first->parameters - first->swept; i < first->parameters; i++)
    ria_table_add_column(t, first->parameter[i].name, first->parameter[i].name,
                         first->parameter[i].value.is_number ? 6 : 0);
  for (int c = 0; c < s->columns; c++)
    ria_table_add_column(t, s->column[c].key, s->column[c].title, 4);
}

/* The time that a point took has a star if it was oversubscribed. */
static void put_row(const workflow_point *point, const sheet *s, int row, ria_table *t) {
  const int r = ria_table_add_row(t);
  int at = 0;
  for (int i = point->parameters - point->swept; i < point->parameters; i++, at++) {
    const workflow_value *value = &point->parameter[i].value;
    ria_table_put_text(t, r, at, value->text);
  }
  for (int c = 0; c < s->columns; c++)
    ria_table_put_number(t, r, at++, s->column[c].value[row],
                         s->crowded[row] && !strcmp(s->column[c].key, "wall_seconds") ? "*" : NULL);
}

static ria_status write_table(const workflow_step *step, study_store *study, const sheet *s,
                              const char *notes) {
  ria_table table = {.most = 100};
  bool crowded = false;
  char *folder = samples_folder(step, study);
  if (!folder)
    return no_memory(step);
  ria_table_caption(&table, "%s: results of its points", step->name);
  add_columns(step, s, &table);
  for (int p = 0; p < step->points; p++) {
    put_row(&step->point[p], s, p, &table);
    crowded |= s->crowded[p];
  }
  ria_table_note(&table, "Residual: error of the balance, divided by the largest of start, end and "
                         "flows. Largest and last: values of gauges.csv.");
  if (crowded)
    ria_table_note(&table,
                   "*: oversubscribed, with more ranks and workers than cores: they shared cores.");
  if (*notes)
    ria_table_note(&table, "%s", notes);
  const ria_status status = ria_table_write_all(&table, folder, "table");
  ria_table_destroy(&table);
  free(folder);
  return status;
}

bool case_sweep_has_table(const workflow_step *step) {
  return step->points > 1;
}

/* Reads all points; those without results are named in `notes`. */
static ria_status read_points(const workflow_step *step, const samples *from, sheet *s,
                              ria_text *notes, int *missing) {
  for (int p = 0; p < step->points; p++) {
    const workflow_point *point = &step->point[p];
    char *task = last_task(point, from);
    ria_status status = task ? RIA_SUCCESS : no_memory(step);
    if (task && samples_done(from, task))
      status = read_point(s, p, point, from, task);
    else if (task && !samples_skipped(from, task) && point->object)
      ria_text_add(notes, "%sNo results of %s: %s", (*missing)++ ? "\n" : "", point->label,
                   samples_why(from, task));
    free(task);
    RIA_TRY(status);
  }
  return s->failed || notes->failed ? no_memory(step) : RIA_SUCCESS;
}

ria_status case_sweep_finish(const workflow_step *step, study_store *study,
                             workflow_results *results) {
  (void)results;
  sheet s = {.rows = step->points, .crowded = calloc((size_t)step->points + 1, sizeof *s.crowded)};
  samples from = {0};
  ria_text notes = {0};
  int missing = 0;
  ria_status status = s.crowded ? samples_read(&from, study, step->name) : no_memory(step);
  if (status == RIA_SUCCESS)
    status = read_points(step, &from, &s, &notes, &missing);
  if (status == RIA_SUCCESS)
    status = write_table(step, study, &s, notes.data ? notes.data : "");
  if (status == RIA_SUCCESS && missing)
    status = ria_fail(RIA_ERROR_MISMATCH,
                      "%s: %d of %d points have no results, and the table has only the others; "
                      "`ria retry %s` repeats the failed runs",
                      step->name, missing, step->points, step->name);
  samples_destroy(&from);
  ria_text_destroy(&notes);
  destroy(&s);
  return status;
}
