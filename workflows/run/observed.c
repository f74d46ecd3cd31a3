#include "observed.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ria/csv_table.h"
#include "ria/number.h"
#include "ria/plot.h"
#include "ria/table.h"
#include "ria/tide.h"

enum { QUANTITIES = 2, CONSTITUENTS = 20 };

static const struct {
  const char *name, *unit;
  size_t offset; /* offset of its series in ria_case_observed */
} quantity[QUANTITIES] = {{"level", "m", offsetof(ria_case_observed, level)},
                          {"speed", "m/s", offsetof(ria_case_observed, speed)}};

static const ria_series *series_of(const ria_case_gauge *gauge, int q) {
  return (const ria_series *)((const char *)&gauge->observed + quantity[q].offset);
}

/* ---- pairs ---- */

/* The column of gauges.csv; -1: there is none. Some names have an apostrophe that protects them in
 * spreadsheets. */
static int column_of(const ria_csv_table *table, const char *gauge, int q) {
  char wanted[512];
  snprintf(wanted, sizeof wanted, "%s %s (%s)", gauge, quantity[q].name, quantity[q].unit);
  const int found = ria_csv_table_column(table, wanted);
  if (found >= 0)
    return found;
  snprintf(wanted, sizeof wanted, "'%s %s (%s)", gauge, quantity[q].name, quantity[q].unit);
  return ria_csv_table_column(table, wanted);
}

static double number(const ria_csv_table *table, int row, int column) {
  const char *text = ria_csv_table_cell(table, row, column);
  return *text ? ria_strtod(text, NULL) : NAN;
}

/* The value of a column at a time, interpolated linearly between two rows. Searches from `*row`,
 * which advances with the times. NAN outside of the rows, and next to an empty cell. */
static double value_at(const ria_csv_table *table, int seconds, int column, double time, int *row) {
  while (*row + 1 < table->rows && number(table, *row + 1, seconds) <= time)
    ++*row;
  const double before = number(table, *row, seconds), low = number(table, *row, column);
  if (time == before)
    return low;
  if (time < before || *row + 1 >= table->rows)
    return NAN;
  const double after = number(table, *row + 1, seconds), high = number(table, *row + 1, column);
  return low + (time - before) / (after - before) * (high - low);
}

static ria_status pair_up(const ria_csv_table *table, int column, const ria_series *series,
                          run_agreement *a) {
  const int seconds = ria_csv_table_column(table, "seconds");
  const size_t most = (size_t)series->count;
  int row = 0;
  a->time = calloc(most, sizeof *a->time);
  a->observed = calloc(most, sizeof *a->observed);
  a->computed = calloc(most, sizeof *a->computed);
  if (!a->time || !a->observed || !a->computed)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for what was observed");
  for (int i = 0; i < series->count && table->rows; i++) {
    const double value = value_at(table, seconds, column, series->time[i], &row);
    if (!isfinite(value))
      continue;
    a->time[a->count] = series->time[i];
    a->observed[a->count] = series->value[i];
    a->computed[a->count++] = value;
  }
  return RIA_SUCCESS;
}

/* ---- the tide ---- */

static ria_status find_tide(const ria_case *c, run_agreement *a) {
  const double length = a->time[a->count - 1] - a->time[0];
  double mean, *epoch = malloc((size_t)a->count * sizeof *epoch);
  for (int i = 0; i < 2; i++)
    a->tide[i] = calloc(CONSTITUENTS, sizeof *a->tide[i]);
  if (!epoch || !a->tide[0] || !a->tide[1]) {
    free(epoch);
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the analysis of a tide");
  }
  for (int i = 0; i < a->count; i++)
    epoch[i] = c->time.start + a->time[i];
  a->constituents = ria_tide_choose(length, CONSTITUENTS, a->tide[0]);
  ria_tide_choose(length, CONSTITUENTS, a->tide[1]);
  bool apart = a->constituents && a->count > 2 * a->constituents;
  for (int i = 0; i < 2 && apart; i++)
    apart = ria_tide_analyse(a->count, epoch, i ? a->computed : a->observed, a->constituents,
                             a->tide[i], &mean) == RIA_SUCCESS;
  if (!apart)
    a->constituents = 0; /* too few values, or times that do not separate the constituents */
  free(epoch);
  return RIA_SUCCESS;
}

/* ---- tables ---- */

static ria_status write_table(const run_folder *folder, const char *name, ria_table *table) {
  char *text = NULL;
  size_t bytes = 0;
  FILE *out = open_memstream(&text, &bytes);
  if (!out)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for %s", name);
  ria_status status = ria_table_print(table, RIA_TABLE_CSV, out);
  if (fclose(out) && status == RIA_SUCCESS)
    status = ria_fail(RIA_ERROR_MEMORY, "no memory for %s", name);
  if (status == RIA_SUCCESS)
    status = run_folder_write(folder, name, text);
  free(text);
  return status;
}

static int add_row_of(ria_table *table, const run_agreement *a) {
  const int row = ria_table_add_row(table);
  ria_table_put_text(table, row, 0, a->gauge);
  ria_table_put_text(table, row, 1, a->quantity);
  return row;
}

static void add_columns(ria_table *table, int count, const char *const *key) {
  for (int i = 0; i < count; i++)
    ria_table_add_column(table, key[i], key[i], 6);
}

static ria_status write_pairs(const run_folder *folder, const run_observed *all) {
  static const char *const keys[] = {"gauge", "quantity", "seconds", "observed", "computed"};
  ria_table table = {0};
  add_columns(&table, 5, keys);
  for (int n = 0; n < all->count; n++) {
    const run_agreement *a = &all->agreement[n];
    for (int i = 0; i < a->count; i++) {
      const int row = add_row_of(&table, a);
      ria_table_put_number(&table, row, 2, a->time[i], NULL);
      ria_table_put_number(&table, row, 3, a->observed[i], NULL);
      ria_table_put_number(&table, row, 4, a->computed[i], NULL);
    }
  }
  const ria_status status = write_table(folder, "observed.csv", &table);
  ria_table_destroy(&table);
  return status;
}

static ria_status write_agreement(const run_folder *folder, const run_observed *all) {
  static const char *const keys[] = {"gauge", "quantity",    "unit",  "values",    "bias",
                                     "rmse",  "correlation", "skill", "efficiency"};
  ria_table table = {0};
  add_columns(&table, 9, keys);
  for (int n = 0; n < all->count; n++) {
    const run_agreement *a = &all->agreement[n];
    const ria_skill *s = &a->skill;
    const double value[] = {s->count, s->bias, s->rmse, s->correlation, s->skill, s->efficiency};
    const int row = add_row_of(&table, a);
    ria_table_put_text(&table, row, 2, a->unit);
    for (int i = 0; i < 6; i++)
      ria_table_put_number(&table, row, 3 + i, value[i], NULL);
  }
  const ria_status status = write_table(folder, "agreement.csv", &table);
  ria_table_destroy(&table);
  return status;
}

static ria_status write_constituents(const run_folder *folder, const run_observed *all) {
  static const char *const keys[] = {
      "gauge",           "quantity",        "constituent",      "degrees_an_hour",
      "observed_metres", "computed_metres", "observed_degrees", "computed_degrees"};
  ria_table table = {0};
  add_columns(&table, 8, keys);
  for (int n = 0; n < all->count; n++) {
    const run_agreement *a = &all->agreement[n];
    for (int i = 0; i < a->constituents; i++) {
      const ria_constituent *o = &a->tide[0][i], *c = &a->tide[1][i];
      const int row = add_row_of(&table, a);
      const double value[] = {ria_tide_speed(o->name), o->amplitude, c->amplitude, o->phase,
                              c->phase};
      ria_table_put_text(&table, row, 2, o->name);
      for (int k = 0; k < 5; k++)
        ria_table_put_number(&table, row, 3 + k, value[k], NULL);
    }
  }
  const bool some = table.rows > 0;
  char path[RUN_PATH];
  run_folder_join(folder, "constituents.csv", path);
  ria_status status = RIA_SUCCESS;
  if (some)
    status = write_table(folder, "constituents.csv", &table);
  else
    unlink(path); /* file of an earlier end of this run */
  ria_table_destroy(&table);
  return status;
}

/* ---- the comparison ---- */

/* "RMSE 0.05 m, bias +0.01 m, correlation 0.998, skill 0.999"; a constant series has no
 * correlation. */
static void agreement_text(const run_agreement *a, char *text, size_t size) {
  const ria_skill *s = &a->skill;
  int length =
      ria_snprintf(text, size, "RMSE %.3g %s, bias %+.3g %s", s->rmse, a->unit, s->bias, a->unit);
  if (isfinite(s->correlation))
    length +=
        ria_snprintf(text + length, size - (size_t)length, ", correlation %.3f", s->correlation);
  if (isfinite(s->skill))
    ria_snprintf(text + length, size - (size_t)length, ", skill %.3f", s->skill);
}

static void tell(run_log *log, const run_agreement *a) {
  char text[256];
  if (a->count < 2) {
    run_log_warn(log,
                 "%s: %d observed values of its %s are at times of gauges.csv when the gauge is "
                 "wet; at least 2 are needed to compare",
                 a->gauge, a->count, a->quantity);
    return;
  }
  agreement_text(a, text, sizeof text);
  run_log_info(log, "%s: %s compared with %d observed values: %s", a->gauge, a->quantity, a->count,
               text);
}

static ria_status compare(const ria_case *c, const ria_csv_table *table, int gauge, int q,
                          run_agreement *a) {
  *a = (run_agreement){
      .gauge = c->gauge[gauge].name, .quantity = quantity[q].name, .unit = quantity[q].unit};
  const int column = column_of(table, a->gauge, q);
  if (column < 0)
    return ria_fail(RIA_ERROR_FORMAT,
                    "gauges.csv has no %s of '%s' to compare with what was "
                    "observed",
                    a->quantity, a->gauge);
  RIA_TRY(pair_up(table, column, series_of(&c->gauge[gauge], q), a));
  if (a->count >= 2)
    RIA_TRY(ria_skill_of(a->count, a->observed, a->computed, &a->skill));
  if (a->count >= 2 && !q && c->time.has_start)
    return find_tide(c, a);
  return RIA_SUCCESS;
}

static ria_status compare_all(const ria_case *c, const run_folder *folder, run_log *log,
                              run_observed *all) {
  char path[RUN_PATH];
  ria_csv_table table;
  run_folder_join(folder, "gauges.csv", path);
  RIA_TRY(ria_csv_table_read(path, &table));
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < c->gauges && status == RIA_SUCCESS; i++)
    for (int q = 0; q < QUANTITIES && status == RIA_SUCCESS; q++) {
      if (!series_of(&c->gauge[i], q)->count)
        continue;
      status = compare(c, &table, i, q, &all->agreement[all->count++]);
      if (status == RIA_SUCCESS)
        tell(log, &all->agreement[all->count - 1]);
    }
  ria_csv_table_destroy(&table);
  return status;
}

ria_status run_observed_compare(const ria_case *c, const run_folder *folder, run_log *log,
                                run_observed *all) {
  int asked = 0;
  *all = (run_observed){0};
  for (int i = 0; i < c->gauges; i++)
    for (int q = 0; q < QUANTITIES; q++)
      asked += series_of(&c->gauge[i], q)->count > 0;
  if (!asked)
    return RIA_SUCCESS;
  all->agreement = calloc((size_t)asked, sizeof *all->agreement);
  if (!all->agreement)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for what was observed");
  RIA_TRY(compare_all(c, folder, log, all));
  RIA_TRY(write_pairs(folder, all));
  RIA_TRY(write_agreement(folder, all));
  return write_constituents(folder, all);
}

/* maps/observed-GAUGE.png; for a speed, "-speed" follows the gauge. */
static void picture_path(const run_folder *folder, const run_agreement *a, char path[RUN_PATH]) {
  char name[512];
  snprintf(name, sizeof name, "maps/observed-%s%s.png", a->gauge,
           strcmp(a->quantity, "level") ? "-speed" : "");
  for (char *p = name + strlen("maps/"); *p; p++)
    *p = *p == '/' ? '-' : *p;
  run_folder_join(folder, name, path);
}

typedef struct {
  char path[RUN_PATH], agreement[256];
} picture_texts;

static ria_observed_plot plot_of(const ria_case *c, const run_agreement *a,
                                 const picture_texts *texts) {
  return (ria_observed_plot){.path = texts->path,
                             .gauge = a->gauge,
                             .quantity = a->quantity,
                             .unit = a->unit,
                             .agreement = texts->agreement,
                             .has_start = c->time.has_start,
                             .start = c->time.start,
                             .count = a->count,
                             .time = a->time,
                             .observed = a->observed,
                             .computed = a->computed};
}

ria_status run_observed_draw(const ria_case *c, const run_folder *folder, const run_observed *all) {
  ria_observed_plot *plot = calloc((size_t)all->count + 1, sizeof *plot);
  picture_texts *texts = calloc((size_t)all->count + 1, sizeof *texts);
  ria_status status =
      plot && texts ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for what was observed");
  int count = 0;
  for (int i = 0; i < all->count && status == RIA_SUCCESS; i++) {
    const run_agreement *a = &all->agreement[i];
    if (a->count < 2)
      continue;
    picture_path(folder, a, texts[count].path);
    agreement_text(a, texts[count].agreement, sizeof texts[count].agreement);
    plot[count] = plot_of(c, a, &texts[count]);
    count++;
  }
  if (status == RIA_SUCCESS)
    status = ria_plot_observed(count, plot);
  free(plot);
  free(texts);
  return status;
}

static json_t *constituents_json(const run_agreement *a) {
  json_t *list = json_array();
  for (int i = 0; i < a->constituents; i++) {
    const ria_constituent *o = &a->tide[0][i], *c = &a->tide[1][i];
    json_array_append_new(list,
                          json_pack("{s:s, s:f, s:f, s:f, s:f}", "name", o->name, "observed_metres",
                                    o->amplitude, "computed_metres", c->amplitude,
                                    "observed_degrees", o->phase, "computed_degrees", c->phase));
  }
  return list;
}

/* JSON has no NAN. */
static json_t *number_or_null(double value) {
  return isfinite(value) ? json_real(value) : json_null();
}

json_t *run_observed_json(const run_observed *all) {
  if (!all->count)
    return NULL;
  json_t *list = json_array();
  for (int i = 0; i < all->count; i++) {
    const run_agreement *a = &all->agreement[i];
    const ria_skill *s = &a->skill;
    json_t *o = json_pack("{s:s, s:s, s:s, s:i}", "gauge", a->gauge, "quantity", a->quantity,
                          "unit", a->unit, "values", a->count);
    const struct {
      const char *key;
      double value;
    } of[] = {{"bias", s->bias},
              {"rmse", s->rmse},
              {"correlation", s->correlation},
              {"skill", s->skill},
              {"efficiency", s->efficiency}};
    for (size_t k = 0; k < sizeof of / sizeof *of && a->count >= 2; k++)
      json_object_set_new(o, of[k].key, number_or_null(of[k].value));
    if (a->constituents)
      json_object_set_new(o, "constituents", constituents_json(a));
    json_array_append_new(list, o);
  }
  return list;
}

void run_observed_destroy(run_observed *all) {
  for (int i = 0; i < all->count; i++) {
    run_agreement *a = &all->agreement[i];
    free(a->time);
    free(a->observed);
    free(a->computed);
    free(a->tide[0]);
    free(a->tide[1]);
  }
  free(all->agreement);
  *all = (run_observed){0};
}
