/* Reads the measurements at each point: medians, groups, bases and speed-ups. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tasks/gpu_need.h"
#include "campaign.h"
#include "ria/number.h"

const workflow_value *campaign_parameter(const workflow_point *point, const char *name) {
  for (int i = point->parameters - 1; i >= point->parameters - point->swept; i--)
    if (!strcmp(point->parameter[i].name, name))
      return &point->parameter[i].value;
  return NULL;
}

double campaign_cells(const campaign_row *row) {
  double nx, ny;
  const workflow_value *cells = campaign_parameter(row->point, "cells");
  if (!row->skipped || !cells || ria_sscanf(cells->text, "%lfx%lf", &nx, &ny) != 2)
    return row->cells;
  return nx * ny;
}

bool campaign_counts_steps(const workflow_point *point) {
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
  if (p->keys->best_of && !strcmp(parameter, p->keys->best_of))
    return true;
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

static const char *choose_along(const workflow_point *point, const campaign *c) {
  static const char *const usual[] = {"nodes", "ranks", "gpus", "workers"};
  if (c->along || (c->sort != CAMPAIGN_STRONG && c->sort != CAMPAIGN_WEAK))
    return c->along;
  for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
    if (campaign_parameter(point, usual[i]))
      return usual[i];
  return NULL;
}

/* `ria bench` makes as many steps as fit in its time, so only the time of one step can be compared,
 * unless the number of steps is given. summary.json uses the same name. */
static const char one_step[] = "seconds";

static const char *choose_measure(const workflow_point *point, const campaign *c) {
  if (c->measure || campaign_is_of_lines(c))
    return c->measure ? c->measure : one_step;
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

/* Why the first failed run gave no time. */
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

/* Target, strategy and device, from the first run that gave a time. */
static void read_thing(const reader *r, campaign_row *row) {
  char id[1100];
  int i = 0;
  while (i + 1 < r->repeat && isnan(row->sample[i]))
    i++;
  snprintf(id, sizeof id, "%s%d", r->prefix, i + 1);
  row->target = samples_text(r->samples, id, "target");
  row->strategy = samples_text(r->samples, id, "strategy");
  row->device = samples_text(r->samples, id, "device");
}

bool campaign_one_thing(const campaign_row *a, const campaign_row *b) {
  return !strcmp(a->target, b->target) && !strcmp(a->strategy, b->strategy) &&
         !strcmp(a->device, b->device);
}

static bool is_of_one_step(const campaign_points *p) {
  return !strcmp(p->measure, one_step);
}

double campaign_time_scale(const campaign_points *p) {
  return is_of_one_step(p) ? 1e6 : 1;
}

/* Cell updates a second by the measured time; if that is not a time of steps, by the computing time
 * of the run. */
static double rate_of(const campaign_points *p, const reader *r, const campaign_row *row) {
  if (is_of_one_step(p))
    return 1e-6 * row->cells / row->spread.median;
  if (!strcmp(p->measure, "step_seconds"))
    return 1e-6 * row->cells * row->steps / row->spread.median;
  return median_of(r, "million_cell_updates_per_second");
}

static double bench_number(void *context, const char *key) {
  return median_of(context, key);
}

static bool is_skipped(const reader *r) {
  char id[1100];
  snprintf(id, sizeof id, "%s1", r->prefix);
  return samples_skipped(r->samples, id);
}

/* The steps of a point, from its runs or from the workflow. */
static double steps_of(const campaign_row *row) {
  const workflow_value *swept = campaign_parameter(row->point, "steps");
  const int given = ((const campaign *)row->point->object)->run.steps;
  return swept ? swept->number : given > 0 ? given : NAN;
}

/* Reads a model's time, which is that of one step. */
static void read_model(const campaign_points *p, reader *r, campaign_row *row) {
  row->steps = steps_of(row);
  row->cells = median_of(r, "modelled.cells");
  const double steps = is_of_one_step(p) || isnan(row->steps) ? 1 : row->steps;
  for (int i = 0; i < r->repeat; i++)
    row->sample[i] *= steps;
  row->spread = spread_of(r, row->sample);
  row->rate = 1e-6 * row->cells * steps / row->spread.median;
  row->exchange = row->work = NAN;
}

static ria_status read_row(campaign_points *p, reader *r, campaign_row *row) {
  row->sample = calloc((size_t)r->repeat, sizeof *row->sample);
  if (!row->sample)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the points of %s", p->step->name);
  const bool of_line = campaign_is_of_lines(row->point->object);
  char key[CAMPAIGN_LINE_KEY];
  row->modelled = ((const campaign *)row->point->object)->model;
  row->skipped = is_skipped(r);
  const char *measure = row->modelled ? "modelled.seconds"
                        : of_line     ? campaign_line_key(row->point, key)
                                      : p->measure;
  int missing = samples_series(r->samples, r->prefix, r->repeat, measure, row->sample);
  row->measured = r->repeat - missing;
  row->why = why_of(r, row);
  read_thing(r, row);
  row->spread = spread_of(r, row->sample);
  row->steps = median_of(r, "steps");
  row->threads_per_core = median_of(r, "threads_per_core");
  double steps = is_of_one_step(p) ? row->steps : 1;
  row->exchange = median_of(r, "exchange_seconds") / steps;
  row->work = median_of(r, "work_seconds") / steps;
  row->cells = of_line ? campaign_line_points(row->point) : median_of(r, "cells");
  row->rate = rate_of(p, r, row);
  for (int i = 0; i < p->keys->results && i < CAMPAIGN_RESULTS; i++)
    row->result[i] = row->modelled ? NAN : median_of(r, p->keys->result[i]);
  if (row->modelled)
    read_model(p, r, row);
  if (campaign_tells_work(p))
    row->cost = campaign_work_of(bench_number, r, row->modelled);
  row->runs = row->skipped ? 0 : r->repeat;
  row->failed = row->skipped ? 0 : missing;
  p->missing += row->failed;
  return RIA_SUCCESS;
}

/* The prefix of the ids of a point's runs. */
static void find_prefix(reader *r, const workflow_point *point) {
  const workflow_step *step = point->step;
  const char *label = step->point[point->index].label;
  snprintf(r->prefix, sizeof r->prefix, "%s%s%s/", step->name, *label ? "/" : "", label);
}

/* Whether a row is shown as not measured because it needs a GPU and the step says `skip`. */
static bool is_left_out(const workflow_point *point) {
  return point->step->without_gpu == WITHOUT_GPU_SKIP && gpu_need_of(point);
}

/* Reads the points of lines, and allocates their rows. */
static ria_status read_lines(campaign_points *p) {
  reader r = {.samples = &p->samples};
  for (int i = 0; i < p->step->points; i++) {
    const workflow_point *point = &p->step->point[i];
    find_prefix(&r, point);
    if (point->object && !is_skipped(&r))
      RIA_TRY(campaign_lines_of(&p->samples, r.prefix, point, &p->lines));
  }
  if (!p->lines.count && is_left_out(p->step->point))
    return RIA_SUCCESS;
  if (!p->lines.count)
    return ria_fail(RIA_ERROR_MISMATCH, "%s: no point of the sweep has been run", p->step->name);
  free(p->row);
  p->row = calloc((size_t)p->lines.count + 1, sizeof *p->row);
  return p->row ? RIA_SUCCESS
                : ria_fail(RIA_ERROR_MEMORY, "no memory for %d points", p->lines.count);
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
  const bool of_lines = campaign_is_of_lines(p->keys);
  const int points = of_lines ? p->lines.count : p->step->points;
  for (int i = 0; i < points && status == RIA_SUCCESS; i++) {
    const workflow_point *point = of_lines ? &p->lines.point[i] : &p->step->point[i];
    find_prefix(&r, point);
    if (!point->object)
      continue; /* skipped before its keys were known */
    campaign_row *row = &p->row[p->rows++];
    *row = (campaign_row){.point = point, .published = -1, .along = NAN};
    status = read_row(p, &r, row);
  }
  free(r.value);
  free(r.known);
  return status;
}

/* ---- groups and bases ---- */

bool campaign_same(const campaign_points *p, const workflow_point *a, const workflow_point *b,
                   campaign_apart apart) {
  for (int i = a->parameters - a->swept; i < a->parameters; i++) {
    const char *name = a->parameter[i].name;
    const workflow_value *other = campaign_parameter(b, name);
    if (!apart(p, name) && (!other || strcmp(a->parameter[i].value.text, other->text) != 0))
      return false;
  }
  return true;
}

static bool is_best_of(const campaign_points *p, const char *parameter) {
  return !strcmp(parameter, p->keys->best_of);
}

/* Whether row a is better than row b: a row that ran before one that did not, a measured one before
 * a failed one, else the faster one. */
static bool is_better(const campaign_row *a, const campaign_row *b) {
  if (a->skipped != b->skipped)
    return b->skipped;
  if (isnan(a->spread.median) || isnan(b->spread.median))
    return isnan(b->spread.median) && !isnan(a->spread.median);
  return a->spread.median < b->spread.median;
}

/* Keeps the better row in `kept`, and adds up the failures of both. */
static void take_better(campaign_row *kept, campaign_row *other) {
  const int runs = kept->runs + other->runs, failed = kept->failed + other->failed;
  const char *why = kept->failed ? kept->why : other->why;
  if (is_better(other, kept)) {
    campaign_row swapped = *kept;
    *kept = *other;
    *other = swapped;
  }
  free(other->sample);
  kept->runs = runs;
  kept->failed = failed;
  kept->why = why;
}

/* Keeps the best of the rows that differ only in `best_of`, at the index of the first. */
static void keep_best(campaign_points *p) {
  int kept = 0;
  for (int i = 0; i < p->rows; i++) {
    campaign_row *row = &p->row[i];
    int j = 0;
    while (j < kept && !campaign_same(p, p->row[j].point, row->point, is_best_of))
      j++;
    if (j == kept) {
      p->row[kept++] = *row;
      continue;
    }
    take_better(&p->row[j], row);
  }
  p->rows = kept;
}

static void find_groups(campaign_points *p) {
  for (int i = 0; i < p->rows; i++) {
    int j = 0;
    while (j < i && !campaign_same(p, p->row[j].point, p->row[i].point, campaign_is_tied))
      j++;
    p->row[i].group = j < i ? p->row[j].group : p->groups++;
    p->row[i].base = j < i ? p->row[j].base : i;
  }
}

/* Drops skipped rows without published numbers. */
static void drop_empty(campaign_points *p) {
  int kept = 0;
  for (int i = 0; i < p->rows; i++) {
    campaign_row *row = &p->row[i];
    if (campaign_is_empty(row) && !is_left_out(row->point))
      free(row->sample);
    else
      p->row[kept++] = *row;
  }
  p->rows = kept;
}

/* The row that `base` names was neither run nor published. */
enum { NO_BASE = -1 };

/* Whether the row is the one that `base` or `second_base` names. */
static bool is_named(const campaign_points *p, const campaign_row *row, const char *value) {
  return !strcmp(campaign_parameter(row->point, p->along)->text, value);
}

static bool is_better_base(const campaign_row *row, const campaign_row *base) {
  return row->measured && (!base->measured || row->along < base->along);
}

/* The base is the smallest measured value; for an axis of texts, the first one. */
static void find_bases(campaign_points *p) {
  for (int i = 0; i < p->rows && p->along; i++) {
    const workflow_value *value = campaign_parameter(p->row[i].point, p->along);
    p->row[i].along = value && value->is_number ? value->number : NAN;
  }
  for (int i = 0; i < p->rows && p->keys->base; i++)
    p->row[i].base = NO_BASE;
  for (int i = 0; i < p->rows; i++)
    for (int j = 0; j < p->rows; j++) {
      if (p->row[j].group == p->row[i].group &&
          (p->keys->base ? is_named(p, &p->row[j], p->keys->base)
                         : is_better_base(&p->row[j], &p->row[p->row[i].base])))
        p->row[i].base = j;
    }
}

static double second_speedup(const campaign_points *p, const campaign_row *row) {
  for (int j = 0; j < p->rows && p->keys->second_base; j++)
    if (p->row[j].group == row->group && is_named(p, &p->row[j], p->keys->second_base))
      return p->row[j].spread.median / row->spread.median;
  return NAN;
}

static ria_status find_speedup(const campaign_points *p, campaign_row *row, double *room) {
  double *before = room, *now = room + p->keys->repeat;
  row->speedup = (ria_ratio){.ratio = NAN, .low = NAN, .high = NAN};
  row->second_speedup = second_speedup(p, row);
  if (row->base == NO_BASE)
    return RIA_SUCCESS;
  const campaign_row *base = &p->row[row->base];
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
  if (p->keys->sort != CAMPAIGN_STRONG || row->base == NO_BASE)
    return row->speedup.ratio;
  return row->speedup.ratio * p->row[row->base].along / row->along;
}

/* ---- reading ---- */

static ria_status read_all(campaign_points *p, study_store *study) {
  RIA_TRY(samples_read(&p->samples, study, p->step->name));
  if (campaign_is_of_lines(p->keys))
    RIA_TRY(read_lines(p));
  RIA_TRY(read_rows(p));
  if (p->keys->best_of)
    keep_best(p);
  RIA_TRY(campaign_find_published(p));
  drop_empty(p);
  find_groups(p);
  find_bases(p);
  return find_speedups(p);
}

bool campaign_is_empty(const campaign_row *row) {
  return row->skipped && row->published < 0;
}

bool campaign_is_roofline(const campaign_points *p) {
  return p->keys->sort == CAMPAIGN_ROOFLINE || p->keys->sort == CAMPAIGN_PEAKS;
}

bool campaign_tells_work(const campaign_points *p) {
  return campaign_is_roofline(p) || campaign_is_of_kernel(p->keys);
}

bool campaign_has_models(const campaign_points *p) {
  for (int i = 0; i < p->rows; i++)
    if (p->row[i].modelled && !p->row[i].skipped)
      return true;
  return false;
}

ria_status campaign_points_read(const workflow_step *step, study_store *study, campaign_points *p) {
  const workflow_point *first = step->point;
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
  campaign_lines_destroy(&p->lines);
  samples_destroy(&p->samples);
  if (p->has_reference)
    ria_csv_table_destroy(&p->reference);
  *p = (campaign_points){0};
}
