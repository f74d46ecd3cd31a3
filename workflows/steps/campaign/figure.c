/* With `over` and `along`: the charts as a table. FOLDER/figure has a row for each value of `over`
 * and a column for each value of `along`. With `ranges`: FOLDER/ranges has the range of each
 * speed-up, and the published one. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/line.h"
#include "ria/yaml.h"
#include "campaign.h"

enum { MOST_VALUES = 32, NAME = 96 };

static const char fastest[] = "fastest swept";

typedef struct {
  const campaign_points *points;
  const char *value[MOST_VALUES]; /* values of `along`, in the order of the rows; borrowed */
  int values;
} figure;

static const char *value_of(const figure *f, const campaign_row *row) {
  return campaign_parameter(row->point, f->points->along)->text;
}

/* Only values that were measured somewhere get a column. */
static void find_values(figure *f) {
  for (int i = 0; i < f->points->rows; i++) {
    const campaign_row *row = &f->points->row[i];
    int k = 0;
    while (k < f->values && strcmp(f->value[k], value_of(f, row)) != 0)
      k++;
    if (k == f->values && k < MOST_VALUES && row->measured)
      f->value[f->values++] = value_of(f, row);
  }
}

/* Row of a group for a value of `along`; NULL if it was not measured. */
static const campaign_row *row_of(const figure *f, int group, const char *value) {
  for (int i = 0; i < f->points->rows; i++) {
    const campaign_row *row = &f->points->row[i];
    if (row->group == group && row->measured && !strcmp(value_of(f, row), value))
      return row;
  }
  return NULL;
}

static bool is_swept(const char *variant) {
  return ria_line_is_swept(ria_line_variant_named(variant, strlen(variant)));
}

/* Whether `along` is a line's variants, of which some are swept and others are not. */
static bool has_swept(const figure *f) {
  return campaign_is_of_lines(f->points->keys) && !strcmp(f->points->along, "variant");
}

/* A group's row for a value, or for its fastest swept variant. */
static const campaign_row *find(const figure *f, int group, const char *value) {
  const campaign_row *best = NULL;
  if (value != fastest)
    return row_of(f, group, value);
  for (int k = 0; k < f->values; k++) {
    const campaign_row *row = is_swept(f->value[k]) ? row_of(f, group, f->value[k]) : NULL;
    if (row && (!best || row->spread.median < best->spread.median))
      best = row;
  }
  return best;
}

/* The speed-up of `value` over `base`; NAN if one was not measured. */
static double ratio(const figure *f, int group, const char *value, const char *base) {
  const campaign_row *row = find(f, group, value), *other = find(f, group, base);
  return row && other ? other->spread.median / row->spread.median : NAN;
}

/* ---- the figure ---- */

/* Whether a parameter distinguishes rows of the figure. */
static bool is_axis(const figure *f, const char *name) {
  const campaign *c = f->points->keys;
  return strcmp(name, f->points->along) && (!c->best_of || strcmp(name, c->best_of));
}

static void add_columns(const figure *f, ria_table *t) {
  const campaign_points *p = f->points;
  const workflow_point *first = p->row[0].point;
  char title[NAME];
  for (int i = first->parameters - first->swept; i < first->parameters; i++)
    if (is_axis(f, first->parameter[i].name))
      ria_table_add_column(t, first->parameter[i].name, first->parameter[i].name,
                           first->parameter[i].value.is_number ? 6 : 0);
  for (int k = 0; k < f->values; k++) {
    snprintf(title, sizeof title, "%.80s", f->value[k]);
    ria_table_add_column(t, title, title, 3);
  }
  if (!has_swept(f))
    return;
  ria_table_add_column(t, "fastest_swept", fastest, 0);
  for (int k = 0; k < f->values; k++) {
    if (is_swept(f->value[k]))
      continue;
    snprintf(title, sizeof title, "over %.80s", f->value[k]);
    ria_table_add_column(t, title, title, 3);
  }
}

static void put_fastest(const figure *f, int group, int r, int at, ria_table *t) {
  const campaign_row *best = find(f, group, fastest);
  const workflow_value *node = best ? campaign_parameter(best->point, "node") : NULL;
  char text[NAME];
  if (!best)
    return;
  snprintf(text, sizeof text, "%.40s, node %.20s", value_of(f, best), node ? node->text : "?");
  ria_table_put_text(t, r, at++, text);
  for (int k = 0; k < f->values; k++)
    if (!is_swept(f->value[k]))
      ria_table_put_number(t, r, at++, ratio(f, group, fastest, f->value[k]), "x");
}

static void put_group(const figure *f, int group, const workflow_point *point, ria_table *t) {
  int r = ria_table_add_row(t), at = 0;
  for (int i = point->parameters - point->swept; i < point->parameters; i++) {
    const workflow_value *value = &point->parameter[i].value;
    if (!is_axis(f, point->parameter[i].name))
      continue;
    if (value->is_number)
      ria_table_put_number(t, r, at++, value->number, NULL);
    else
      ria_table_put_text(t, r, at++, value->text);
  }
  for (int k = 0; k < f->values; k++, at++) {
    const campaign_row *row = row_of(f, group, f->value[k]);
    if (row)
      ria_table_put_number(t, r, at, campaign_time_scale(f->points) * row->spread.median, NULL);
  }
  if (has_swept(f))
    put_fastest(f, group, r, at, t);
}

static void fill_figure(const figure *f, ria_table *t) {
  const campaign_points *p = f->points;
  const bool of_step = campaign_time_scale(p) > 1;
  ria_table_caption(t, "%s: %s", p->step->name, of_step ? "microseconds a step" : "seconds");
  add_columns(f, t);
  for (int i = 0; i < p->rows; i++) {
    int j = 0;
    while (j < i && p->row[j].group != p->row[i].group)
      j++;
    if (j == i)
      put_group(f, p->row[i].group, p->row[i].point, t);
  }
  ria_table_note(t, "Medians of %d run%s%s%s%s.", p->keys->repeat, p->keys->repeat > 1 ? "s" : "",
                 p->keys->best_of ? ", of each " : "", p->keys->best_of ? p->keys->best_of : "",
                 p->keys->best_of ? " that was tried the fastest" : "");
  if (has_swept(f))
    ria_table_note(t, "over: how many times as fast as that the fastest swept variant is.");
}

/* ---- ranges ---- */

static const char *cell(const ria_csv_table *published, int row, const char *column) {
  const int at = ria_csv_table_column(published, column);
  return row < 0 || at < 0 ? "" : ria_csv_table_cell(published, row, at);
}

/* Whether a published row matches those columns in `where` that the table has. */
static bool is_wanted(const figure *f, const ria_csv_table *published, int row) {
  const ria_yaml *where = f->points->keys->where;
  for (int i = 0; where && where->kind == RIA_YAML_MAP && i < where->count; i++) {
    const int column = ria_csv_table_column(published, where->key[i]->text);
    if (column >= 0 &&
        strcmp(ria_csv_table_cell(published, row, column), where->value[i]->text) != 0)
      return false;
  }
  return true;
}

static double over_of(const figure *f, const campaign_row *row) {
  const char *name = f->points->keys->over;
  const workflow_value *over = row && name ? campaign_parameter(row->point, name) : NULL;
  if (over && !strcmp(name, "cells"))
    return row->cells;
  return over && over->is_number ? over->number : NAN;
}

typedef struct {
  double least, most, least_at, most_at;
} range;

static void widen(range *r, double x, double at) {
  if (x < r->least || (isnan(r->least) && !isnan(x))) {
    r->least = x;
    r->least_at = at;
  }
  if (x > r->most || (isnan(r->most) && !isnan(x))) {
    r->most = x;
    r->most_at = at;
  }
}

/* Whether a point has the value for any parameter. */
static bool has_value(const workflow_point *point, const char *value) {
  for (int i = point->parameters - point->swept; i < point->parameters; i++)
    if (!strcmp(point->parameter[i].value.text, value))
      return true;
  return false;
}

/* Whether two points differ only in one parameter, which is `value` for a and `base` for b. */
static bool is_pair(const workflow_point *a, const workflow_point *b, const char *value,
                    const char *base) {
  int others = 0, pairs = 0;
  for (int i = a->parameters - a->swept; i < a->parameters; i++) {
    const char *of_a = a->parameter[i].value.text;
    const workflow_value *of_b = campaign_parameter(b, a->parameter[i].name);
    if (of_b && !strcmp(of_a, value) && !strcmp(of_b->text, base))
      pairs++;
    else
      others += !of_b || strcmp(of_a, of_b->text) != 0;
  }
  return pairs == 1 && !others;
}

/* Two values of any parameter, over points with the value `where` of another parameter (empty: all
 * points). */
static void widen_by_pairs(const figure *f, const char *value, const char *base, const char *where,
                           range *r) {
  const campaign_points *p = f->points;
  for (int i = 0; i < p->rows; i++)
    for (int j = 0; j < p->rows; j++) {
      const campaign_row *a = &p->row[i], *b = &p->row[j];
      if (a->measured && b->measured && is_pair(a->point, b->point, value, base) &&
          (!*where || has_value(a->point, where)))
        widen(r, b->spread.median / a->spread.median, over_of(f, b));
    }
}

typedef struct {
  const char *key, *title;
  int digits;
  const char *mark, *published; /* range of the measured numbers; column of the published table */
} range_column;

static const range_column range_columns[] = {
    {"what", "speed-up of", 0, NULL, NULL},
    {"base", "over", 0, NULL, NULL},
    {"where", "with", 0, NULL, "where"},
    {"least", "least", 3, "x", NULL},
    {"least_at", "at", 6, NULL, NULL},
    {"most", "most", 3, "x", NULL},
    {"most_at", "at", 6, NULL, NULL},
    {"published_least", "published least", 0, NULL, "least"},
    {"published_most", "published most", 0, NULL, "most"},
    {"figure", "figure", 0, NULL, "figure"},
    {"says", "as published", 0, NULL, "says"}};
enum { RANGE_COLUMNS = sizeof range_columns / sizeof *range_columns };

/* Whether the range has places along `over`, or a column of the published table. */
static bool has_column(const figure *f, const ria_csv_table *published, const range_column *c) {
  if (!strcmp(c->title, "at"))
    return f->points->keys->over;
  return !c->published || ria_csv_table_column(published, c->published) >= 0;
}

/* Adds a row: the range of the ratio of two values' times, and the published one. */
static void put_range(const figure *f, const char *value, const char *base,
                      const ria_csv_table *published, int row, ria_table *t) {
  range found = {NAN, NAN, NAN, NAN};
  for (int g = 0; g < f->points->groups && f->points->along; g++)
    widen(&found, ratio(f, g, value, base), over_of(f, find(f, g, base)));
  if (isnan(found.least) && row >= 0)
    widen_by_pairs(f, value, base, cell(published, row, "where"), &found);
  if (isnan(found.least) && row < 0)
    return;
  const struct {
    const char *key;
    double number;
  } ours[] = {{"least", found.least},
              {"least_at", found.least_at},
              {"most", found.most},
              {"most_at", found.most_at}};
  const int r = ria_table_add_row(t);
  int at = 0;
  for (size_t c = 0; c < RANGE_COLUMNS; c++) {
    const range_column *column = &range_columns[c];
    if (!has_column(f, published, column))
      continue;
    for (size_t n = 0; n < sizeof ours / sizeof *ours; n++)
      if (!strcmp(column->key, ours[n].key))
        ria_table_put_number(t, r, at, ours[n].number, column->mark);
    const char *text = !strcmp(column->key, "what")   ? value
                       : !strcmp(column->key, "base") ? base
                       : column->published            ? cell(published, row, column->published)
                                                      : "";
    if (*text)
      ria_table_put_text(t, r, at, text);
    at++;
  }
}

/* The published row of a pair, or -1. */
static int published_row(const figure *f, const ria_csv_table *published, const char *value,
                         const char *base) {
  for (int r = 0; r < published->rows; r++)
    if (is_wanted(f, published, r) && !strcmp(cell(published, r, "what"), value) &&
        !strcmp(cell(published, r, "base"), base))
      return r;
  return -1;
}

static bool is_value(const figure *f, const char *text) {
  for (int k = 0; k < f->values; k++)
    if (!strcmp(f->value[k], text))
      return true;
  return false;
}

/* Adds every value over the base, the fastest swept variant over all others, and other published
 * pairs. */
static void fill_ranges(const figure *f, const ria_csv_table *published, ria_table *t) {
  const campaign_points *p = f->points;
  const char *base = p->keys->base ? p->keys->base : f->values ? f->value[0] : "";
  ria_table_caption(t, "%s: ranges of speed-ups", p->step->name);
  for (size_t c = 0; c < RANGE_COLUMNS; c++)
    if (has_column(f, published, &range_columns[c]))
      ria_table_add_column(t, range_columns[c].key, range_columns[c].title,
                           range_columns[c].digits);
  for (int k = 0; k < f->values; k++)
    if (strcmp(f->value[k], base) != 0)
      put_range(f, f->value[k], base, published, published_row(f, published, f->value[k], base), t);
  for (int k = 0; k < f->values && has_swept(f); k++)
    if (!is_swept(f->value[k]))
      put_range(f, fastest, f->value[k], published, -1, t);
  for (int r = 0; r < published->rows; r++) {
    const char *what = cell(published, r, "what"), *other = cell(published, r, "base");
    if (is_wanted(f, published, r) && (strcmp(other, base) != 0 || !is_value(f, what)))
      put_range(f, what, other, published, r, t);
  }
  if (p->keys->over)
    ria_table_note(t, "Of medians; at: the %s where it is so.", p->keys->over);
  else
    ria_table_note(t, "Of medians.");
  ria_table_note(t, "Published (%s): %s", p->keys->ranges, published->about);
}

/* ---- both ---- */

static ria_status write_ranges(const figure *f, const char *folder) {
  ria_csv_table published;
  ria_table table = {.most = CAMPAIGN_WIDTH};
  RIA_TRY(campaign_read_reference(f->points->step->workflow, f->points->keys->ranges, &published));
  fill_ranges(f, &published, &table);
  ria_status status = ria_table_write_all(&table, folder, "ranges");
  ria_table_destroy(&table);
  ria_csv_table_destroy(&published);
  return status;
}

static ria_status write_figure(const figure *f, const char *folder) {
  ria_table table = {.most = CAMPAIGN_WIDTH};
  fill_figure(f, &table);
  ria_status status = ria_table_write_all(&table, folder, "figure");
  ria_table_destroy(&table);
  return status;
}

ria_status campaign_write_figure(const campaign_points *p, const char *folder) {
  figure f = {.points = p};
  if (!p->rows)
    return RIA_SUCCESS;
  if (p->along)
    find_values(&f);
  if (p->keys->over && p->along)
    RIA_TRY(write_figure(&f, folder));
  return p->keys->ranges ? write_ranges(&f, folder) : RIA_SUCCESS;
}
