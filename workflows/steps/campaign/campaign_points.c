/* What was measured at each point: medians, groups, bases, and the published row beside it. */
#include <math.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include "campaign.h"
#include "ria/yaml.h"

const ria_value *campaign_parameter(const ria_point *point, const char *name) {
  for (int i = point->parameters - 1; i >= point->parameters - point->swept; i--)
    if (!strcmp(point->parameter[i].name, name))
      return &point->parameter[i].value;
  return NULL;
}

bool campaign_counts_steps(const ria_point *point) {
  return ((const campaign *)point->object)->run.steps > 0 || campaign_parameter(point, "steps");
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

static const char *choose_along(const ria_point *point, const campaign *c) {
  static const char *const usual[] = {"nodes", "ranks", "gpus", "workers"};
  if (c->along || (c->sort != CAMPAIGN_STRONG && c->sort != CAMPAIGN_WEAK))
    return c->along;
  for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
    if (campaign_parameter(point, usual[i]))
      return usual[i];
  return NULL;
}

/* `ria bench` takes as many steps as fill its time: only one step can be compared, unless their
 * number is given. summary.json calls it so, too. */
static const char one_step[] = "seconds";

static const char *choose_measure(const ria_point *point, const campaign *c) {
  if (c->measure)
    return c->measure;
  return c->path || campaign_counts_steps(point) ? "step_seconds" : one_step;
}

/* ---- measurements ---- */

typedef struct {
  const samples *samples;
  char prefix[1024];
  double *value, *known; /* [repeat] */
  int repeat;
} reader;

static ria_spread spread_of(const reader *r, const double *value) {
  ria_spread spread = {.median = NAN, .lower = NAN, .upper = NAN, .least = NAN, .most = NAN};
  int known = samples_known(r->repeat, value, r->known);
  if (known && ria_spread_of(known, r->known, &spread) != RIA_SUCCESS)
    spread.median = NAN;
  return spread;
}

static double median_of(const reader *r, const char *key) {
  samples_series(r->samples, r->prefix, r->repeat, key, r->value);
  return spread_of(r, r->value).median;
}

/* What became of the first run that gave nothing. */
static const char *why_of(const reader *r, const campaign_row *row) {
  char id[1100];
  for (int i = 0; i < r->repeat; i++) {
    if (!isnan(row->sample[i]))
      continue;
    snprintf(id, sizeof id, "%s%d", r->prefix, i + 1);
    return samples_why(r->samples, id);
  }
  return "";
}

static bool is_of_one_step(const campaign_points *p) {
  return !strcmp(p->measure, one_step);
}

static ria_status read_row(campaign_points *p, reader *r, campaign_row *row) {
  row->sample = calloc((size_t)r->repeat, sizeof *row->sample);
  if (!row->sample)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the points of %s", p->step->name);
  int missing = samples_series(r->samples, r->prefix, r->repeat, p->measure, row->sample);
  row->measured = r->repeat - missing;
  row->why = why_of(r, row);
  row->spread = spread_of(r, row->sample);
  row->steps = median_of(r, "steps");
  double steps = is_of_one_step(p) ? row->steps : 1;
  row->exchange = median_of(r, "exchange_seconds") / steps;
  row->work = median_of(r, "work_seconds") / steps;
  row->cells = median_of(r, "cells");
  row->rate = is_of_one_step(p) ? 1e-6 * row->cells / row->spread.median
                                : median_of(r, "million_cell_updates_per_second");
  p->missing += missing;
  return RIA_SUCCESS;
}

static bool is_skipped(const reader *r) {
  char id[1100];
  snprintf(id, sizeof id, "%s1", r->prefix);
  return samples_skipped(r->samples, id);
}

static ria_status read_rows(campaign_points *p) {
  int repeat = p->keys->repeat;
  reader r = {.samples = &p->samples,
              .repeat = repeat,
              .value = calloc((size_t)repeat, sizeof *r.value),
              .known = calloc((size_t)repeat, sizeof *r.known)};
  ria_status status = RIA_SUCCESS;
  if (!r.value || !r.known)
    status = ria_fail(RIA_ERROR_MEMORY, "no memory for the points of %s", p->step->name);
  for (int i = 0; i < p->step->points && status == RIA_SUCCESS; i++) {
    const ria_point *point = &p->step->point[i];
    snprintf(r.prefix, sizeof r.prefix, "%s%s%s/", p->step->name, *point->label ? "/" : "",
             point->label);
    if (is_skipped(&r))
      continue;
    campaign_row *row = &p->row[p->rows++];
    *row = (campaign_row){.point = point, .published = -1, .along = NAN};
    status = read_row(p, &r, row);
  }
  free(r.value);
  free(r.known);
  return status;
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

static bool is_better_base(const campaign_row *row, const campaign_row *base) {
  return row->measured && (!base->measured || row->along < base->along);
}

/* The least value that was measured is the base; where the axis has no numbers, the first one. */
static void find_bases(campaign_points *p) {
  for (int i = 0; i < p->rows && p->along; i++) {
    const ria_value *value = campaign_parameter(p->row[i].point, p->along);
    p->row[i].along = value && value->is_number ? value->number : NAN;
  }
  for (int i = 0; i < p->rows; i++)
    for (int j = 0; j < p->rows; j++) {
      if (p->row[j].group == p->row[i].group && is_better_base(&p->row[j], &p->row[p->row[i].base]))
        p->row[i].base = j;
    }
}

static ria_status find_speedup(const campaign_points *p, campaign_row *row, double *room) {
  const campaign_row *base = &p->row[row->base];
  double *before = room, *now = room + p->keys->repeat;
  row->speedup =
      (ria_ratio){.ratio = base->spread.median / row->spread.median, .low = NAN, .high = NAN};
  int pairs = samples_pairs(p->keys->repeat, base->sample, row->sample, before, now);
  return pairs > 1 ? ria_ratio_paired(pairs, before, now, 0.95, &row->speedup) : RIA_SUCCESS;
}

static ria_status find_speedups(campaign_points *p) {
  double *room = calloc(2 * (size_t)p->keys->repeat, sizeof *room);
  ria_status status =
      room ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for %d points", p->rows);
  for (int i = 0; i < p->rows && p->along && status == RIA_SUCCESS; i++)
    status = find_speedup(p, &p->row[i], room);
  free(room);
  return status;
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

static double published_cell(const campaign_points *p, const campaign_row *row, const char *key) {
  int column = p->has_reference ? ria_csv_table_column(&p->reference, key) : -1;
  if (column < 0 || row->published < 0)
    return NAN;
  char *end;
  const char *cell = ria_csv_table_cell(&p->reference, row->published, column);
  double number = strtod(cell, &end);
  return *cell && !*end ? number : NAN;
}

double campaign_published(const campaign_points *p, const campaign_row *row, const char *key) {
  double value = published_cell(p, row, key);
  bool is_our_mesh = p->has_reference && ria_csv_table_column(&p->reference, "cells") >= 0 &&
                     axis_of(p, row->point, "cells");
  if (!isnan(value) || strcmp(key, "rate") != 0 || !is_our_mesh)
    return value;
  return 1e-6 * row->cells * published_cell(p, row, "steps") /
         published_cell(p, row, "step_seconds");
}

/* ---- all of it ---- */

static ria_status read_all(campaign_points *p, ria_study *study) {
  RIA_TRY(samples_read(&p->samples, study, p->step->name));
  RIA_TRY(read_rows(p));
  find_groups(p);
  find_bases(p);
  RIA_TRY(find_speedups(p));
  return p->keys->reference ? read_reference(p) : RIA_SUCCESS;
}

ria_status campaign_points_read(const ria_step *step, ria_study *study, campaign_points *p) {
  const ria_point *first = step->point;
  while (first < step->point + step->points && !first->object)
    first++;
  const campaign *keys = first < step->point + step->points ? first->object : NULL;
  *p = (campaign_points){.step = step, .keys = keys};
  if (!keys)
    return ria_fail(RIA_ERROR_MISMATCH, "%s: no point of the sweep has been run", step->name);
  p->along = choose_along(first, keys);
  p->measure = choose_measure(first, keys);
  p->row = calloc((size_t)step->points, sizeof *p->row);
  ria_status status = p->row ? read_all(p, study)
                             : ria_fail(RIA_ERROR_MEMORY, "no memory for %d points", step->points);
  if (status != RIA_SUCCESS)
    campaign_points_destroy(p);
  return status;
}

void campaign_points_destroy(campaign_points *p) {
  for (int i = 0; i < p->rows && p->row; i++)
    free(p->row[i].sample);
  free(p->row);
  samples_destroy(&p->samples);
  if (p->has_reference)
    ria_csv_table_destroy(&p->reference);
  *p = (campaign_points){0};
}
