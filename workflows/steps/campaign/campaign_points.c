/* What was measured at each point: medians, groups, bases, and the published row beside it. */
#include <math.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include "campaign.h"
#include "ria/yaml.h"
#include "samples.h"

const ria_value *campaign_parameter(const ria_point *point, const char *name) {
  for (int i = point->parameters - 1; i >= point->parameters - point->swept; i--)
    if (!strcmp(point->parameter[i].name, name))
      return &point->parameter[i].value;
  return NULL;
}

static bool is_one_of(const char *name, const char *const *list) {
  for (; *list; list++)
    if (!strcmp(name, *list))
      return true;
  return false;
}

bool campaign_is_tied(const campaign_points *p, const char *parameter) {
  static const char *const size[] = {"cells", "resolution", "tiles", "steps", NULL};
  if (p->keys->sort == CAMPAIGN_SIZE && !p->along)
    return is_one_of(parameter, size);
  if (!p->along)
    return false;
  if (!strcmp(parameter, p->along))
    return true;
  if (case_run_is_machine(p->along) &&
      (case_run_is_machine(parameter) || !strcmp(parameter, "tiles")))
    return true;
  return p->keys->sort == CAMPAIGN_WEAK && is_one_of(parameter, size);
}

static const char *choose_along(const ria_step *step, const campaign *c) {
  static const char *const usual[] = {"nodes", "ranks", "gpus", "workers"};
  if (c->along || (c->sort != CAMPAIGN_STRONG && c->sort != CAMPAIGN_WEAK))
    return c->along;
  for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
    if (campaign_parameter(&step->point[0], usual[i]))
      return usual[i];
  return NULL;
}

/* ---- measurements ---- */

typedef struct {
  const samples *samples;
  const campaign_row *row;
  char prefix[1024];
  double *room; /* [repeat] */
  int repeat;
} reader;

static double median_of(const reader *r, const char *key) {
  ria_spread spread;
  if (samples_series(r->samples, r->prefix, r->repeat, key, r->room) ||
      ria_spread_of(r->repeat, r->room, &spread) != RIA_SUCCESS)
    return NAN;
  return spread.median;
}

static ria_status read_row(const campaign_points *p, const samples *s, campaign_row *row,
                           int *missing) {
  int repeat = p->keys->repeat;
  const ria_point *point = row->point;
  reader r = {.samples = s, .row = row, .repeat = repeat};
  row->sample = calloc((size_t)repeat, sizeof *row->sample);
  r.room = calloc((size_t)repeat, sizeof *r.room);
  if (!row->sample || !r.room) {
    free(r.room);
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the points of %s", p->step->name);
  }
  snprintf(r.prefix, sizeof r.prefix, "%s%s%s/", p->step->name, *point->label ? "/" : "",
           point->label);
  int lacks = samples_series(s, r.prefix, repeat, p->measure, row->sample);
  row->exchange = median_of(&r, "exchange_seconds");
  row->work = median_of(&r, "work_seconds");
  row->steps = median_of(&r, "steps");
  row->cells = median_of(&r, "cells");
  row->rate = median_of(&r, "million_cell_updates_per_second");
  free(r.room);
  *missing += lacks;
  return lacks ? RIA_SUCCESS : ria_spread_of(repeat, row->sample, &row->spread);
}

static ria_status read_rows(campaign_points *p, const samples *s) {
  int missing = 0, all = p->rows * p->keys->repeat;
  for (int i = 0; i < p->rows; i++) {
    p->row[i] = (campaign_row){.point = &p->step->point[i], .published = -1, .along = NAN};
    RIA_TRY(read_row(p, s, &p->row[i], &missing));
  }
  if (missing)
    return ria_fail(RIA_ERROR_MISMATCH,
                    "%s: %d of %d measurements of '%s' are missing, so there is no table; `ria "
                    "status` tells which runs failed, and `ria retry %s` repeats them",
                    p->step->name, missing, all, p->measure, p->step->name);
  return RIA_SUCCESS;
}

/* ---- groups and bases ---- */

static bool same_group(const campaign_points *p, const ria_point *a, const ria_point *b) {
  for (int i = a->parameters - a->swept; i < a->parameters; i++) {
    const char *name = a->parameter[i].name;
    const ria_value *other = campaign_parameter(b, name);
    if (!campaign_is_tied(p, name) &&
        (!other || strcmp(a->parameter[i].value.text, other->text) != 0))
      return false;
  }
  return true;
}

static void find_groups(campaign_points *p) {
  for (int i = 0; i < p->rows; i++) {
    int j = 0;
    while (j < i && !same_group(p, p->row[j].point, p->row[i].point))
      j++;
    p->row[i].group = j < i ? p->row[j].group : p->groups++;
    p->row[i].base = j < i ? p->row[j].base : i;
  }
}

/* The least value is the base; where the axis has no numbers, the first one. */
static void find_bases(campaign_points *p) {
  for (int i = 0; i < p->rows && p->along; i++) {
    const ria_value *value = campaign_parameter(p->row[i].point, p->along);
    p->row[i].along = value && value->is_number ? value->number : NAN;
  }
  for (int i = 0; i < p->rows; i++)
    for (int j = 0; j < p->rows; j++) {
      if (p->row[j].group != p->row[i].group)
        continue;
      int base = p->row[i].base;
      p->row[i].base = p->row[j].along < p->row[base].along ? j : base;
    }
}

static ria_status find_speedups(campaign_points *p) {
  for (int i = 0; i < p->rows && p->along; i++) {
    campaign_row *row = &p->row[i];
    const campaign_row *base = &p->row[row->base];
    row->speedup =
        (ria_ratio){.ratio = base->spread.median / row->spread.median, .low = NAN, .high = NAN};
    if (p->keys->repeat > 1)
      RIA_TRY(ria_ratio_paired(p->keys->repeat, base->sample, row->sample, 0.95, &row->speedup));
  }
  return RIA_SUCCESS;
}

double campaign_efficiency(const campaign_points *p, const campaign_row *row) {
  if (p->keys->sort != CAMPAIGN_STRONG)
    return row->speedup.ratio;
  return row->speedup.ratio * p->row[row->base].along / row->along;
}

/* ---- the published table ---- */

static bool same_value(const char *cell, const ria_value *value) {
  char *end;
  double number = strtod(cell, &end);
  return !strcmp(cell, value->text) ||
         (value->is_number && *cell && !*end && number == value->number);
}

/* The point's value of what a column of the table stands for; NULL if it is no axis. */
static const ria_value *axis_of(const campaign_points *p, const ria_point *point,
                                const char *column) {
  const ria_yaml *axes = p->keys->axes;
  if (axes && axes->kind == RIA_YAML_MAP && ria_yaml_index(axes, column) >= 0) {
    const ria_yaml *other = ria_yaml_get(axes, column);
    return ria_yaml_is_null(other) ? NULL : campaign_parameter(point, other->text);
  }
  return campaign_parameter(point, column);
}

static bool row_fits(const campaign_points *p, const ria_point *point, int row) {
  const ria_csv_table *t = &p->reference;
  const ria_yaml *where = p->keys->where;
  for (int c = 0; c < t->columns; c++) {
    const ria_value *value = axis_of(p, point, t->column[c]);
    const ria_yaml *wanted = ria_yaml_get(where, t->column[c]);
    const char *cell = ria_csv_table_cell(t, row, c);
    if ((wanted && strcmp(cell, wanted->text) != 0) ||
        (!wanted && value && !same_value(cell, value)))
      return false;
  }
  return true;
}

static ria_status find_published(campaign_points *p) {
  for (int i = 0; i < p->rows; i++)
    for (int r = 0; r < p->reference.rows; r++) {
      if (!row_fits(p, p->row[i].point, r))
        continue;
      if (p->row[i].published >= 0)
        return ria_fail(RIA_ERROR_MISMATCH,
                        "%s: rows %d and %d of %s both fit the point '%s'; `where` must choose "
                        "between them",
                        p->step->name, p->row[i].published + 1, r + 1, p->keys->reference,
                        p->row[i].point->label);
      p->row[i].published = r;
    }
  return RIA_SUCCESS;
}

static ria_status read_reference(campaign_points *p) {
  const char *name = p->keys->reference;
  char *path = strchr(name, '.') ? ria_workflow_resolve(p->step->workflow, name) : NULL;
  ria_status status =
      path ? ria_csv_table_read(path, &p->reference) : ria_reference_read(name, &p->reference);
  free(path);
  p->has_reference = status == RIA_SUCCESS;
  return status == RIA_SUCCESS ? find_published(p) : status;
}

double campaign_published(const campaign_points *p, const campaign_row *row, const char *key) {
  int column = p->has_reference ? ria_csv_table_column(&p->reference, key) : -1;
  if (column < 0 || row->published < 0)
    return NAN;
  char *end;
  const char *cell = ria_csv_table_cell(&p->reference, row->published, column);
  double number = strtod(cell, &end);
  return *cell && !*end ? number : NAN;
}

/* ---- all of it ---- */

static ria_status read_all(campaign_points *p, ria_study *study) {
  samples s;
  RIA_TRY(samples_read(&s, study, p->step->name));
  ria_status status = read_rows(p, &s);
  samples_destroy(&s);
  RIA_TRY(status);
  find_groups(p);
  find_bases(p);
  RIA_TRY(find_speedups(p));
  return p->keys->reference ? read_reference(p) : RIA_SUCCESS;
}

ria_status campaign_points_read(const ria_step *step, ria_study *study, campaign_points *p) {
  const campaign *keys = step->points ? step->point[0].object : NULL;
  *p = (campaign_points){.step = step, .keys = keys};
  if (!keys)
    return ria_fail(RIA_ERROR_MISMATCH, "%s: no point of the sweep has been run", step->name);
  p->along = choose_along(step, keys);
  p->measure = keys->measure ? keys->measure : keys->path ? "step_seconds" : "seconds";
  p->rows = step->points;
  p->row = calloc((size_t)p->rows, sizeof *p->row);
  ria_status status =
      p->row ? read_all(p, study) : ria_fail(RIA_ERROR_MEMORY, "no memory for %d points", p->rows);
  if (status != RIA_SUCCESS)
    campaign_points_destroy(p);
  return status;
}

void campaign_points_destroy(campaign_points *p) {
  for (int i = 0; i < p->rows && p->row; i++)
    free(p->row[i].sample);
  free(p->row);
  if (p->has_reference)
    ria_csv_table_destroy(&p->reference);
  *p = (campaign_points){0};
}
