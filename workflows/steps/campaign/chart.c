/* The chart: speed-up, efficiency, or speed over the size, with a curve for each group; for an axis
 * of texts, speeds at its values; and the roofline. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/chart.h"
#include "ria/number.h"
#include "ria/text.h"
#include "campaign.h"

enum { SORTS = 3, ROOM = 4, MOST_GROUPS = 4, LABEL = 12 };

/* Each of these has its own peaks. */
typedef enum { CORES, GPUS, MODEL, MACHINES } machine;

/* The source of a curve's numbers. */
typedef enum { MEASURED, MODELLED, PUBLISHED } source;

typedef struct {
  const campaign_points *points;
  double *room;          /* ROOM numbers for each row and two more, for each curve */
  ria_curve *curve;      /* at most one for each row and source, and the roofs */
  char **name;           /* the same number */
  char (*label)[LABEL];  /* the same number; of a roofline */
  double right;          /* where roofs end */
  const char **category; /* [rows] the different values, borrowed */
  int curves, categories;
  bool speedups; /* at categories draw speed-ups, because only these are published */
} drawing;

/* Whether the axis has texts, which are drawn as categories unless there are too many groups. */
static bool has_categories(const campaign_points *p) {
  return p->along && !campaign_is_roofline(p) && isnan(p->row[0].along) && p->groups <= MOST_GROUPS;
}

static const char *category_of(const campaign_points *p, const campaign_row *r) {
  return campaign_parameter(r->point, p->along)->text;
}

static double x_of(const drawing *d, const campaign_row *r, source from) {
  const campaign_points *p = d->points;
  if (p->keys->sort == CAMPAIGN_ROOFLINE && from == PUBLISHED)
    return campaign_published(p, r, "gflops") / campaign_published(p, r, "gbytes");
  if (p->keys->sort == CAMPAIGN_ROOFLINE)
    return r->cost.flops / r->cost.bytes;
  for (int i = 0; i < d->categories; i++)
    if (!strcmp(d->category[i], category_of(p, r)))
      return i;
  return p->along ? r->along : p->keys->sort == CAMPAIGN_SIZE ? campaign_cells(r) : NAN;
}

/* Whether speed-ups are published, and no speeds. */
static bool has_speedups_alone(const campaign_points *p) {
  bool speedups = false, rates = false;
  for (int i = 0; i < p->rows; i++) {
    speedups |= !isnan(campaign_published(p, &p->row[i], "speedup"));
    rates |= !isnan(campaign_published(p, &p->row[i], "rate"));
  }
  return speedups && !rates;
}

/* The y value of a row and its error bar. */
static void y_of(const drawing *d, const campaign_row *r, double y[3]) {
  const campaign_points *p = d->points;
  double scale;
  if (p->keys->sort == CAMPAIGN_ROOFLINE) {
    y[0] = y[1] = y[2] = r->cost.gflops;
    return;
  }
  if (!p->along || (d->categories && !d->speedups)) {
    scale = r->rate * r->spread.median;
    y[0] = r->rate;
    y[1] = scale / r->spread.upper;
    y[2] = scale / r->spread.lower;
    return;
  }
  scale = p->keys->sort == CAMPAIGN_WEAK ? 100 : 1;
  y[0] = scale * r->speedup.ratio;
  y[1] = isnan(r->speedup.low) ? y[0] : scale * r->speedup.low;
  y[2] = isnan(r->speedup.high) ? y[0] : scale * r->speedup.high;
}

static double published_y(const drawing *d, const campaign_row *r) {
  const campaign_points *p = d->points;
  if (p->keys->sort == CAMPAIGN_ROOFLINE)
    return campaign_published(p, r, "gflops");
  if (d->categories && !d->speedups)
    return campaign_published(p, r, "rate");
  if (p->along && p->keys->sort == CAMPAIGN_WEAK)
    return 100 * campaign_published(p, r, "efficiency");
  if (p->along)
    return campaign_published(p, r, "speedup");
  return campaign_published(p, r, "rate");
}

/* Whether another row with equal parameters, except for those that `apart` ignores, was computed
 * with another target or strategy. */
static bool has_other_things(const campaign_points *p, const campaign_row *row,
                             campaign_apart apart) {
  for (int i = 0; i < p->rows; i++)
    if (!isnan(p->row[i].spread.median) && p->row[i].modelled == row->modelled &&
        campaign_same(p, row->point, p->row[i].point, apart) &&
        !campaign_one_thing(row, &p->row[i]))
      return true;
  return false;
}

char *campaign_name(const campaign_points *p, const campaign_row *row, const char *whose,
                    campaign_apart apart) {
  const workflow_point *point = row->point;
  ria_text text = {0};
  ria_text_add(&text, "%s", whose);
  for (int i = point->parameters - point->swept; i < point->parameters; i++) {
    const workflow_value *value = &point->parameter[i].value;
    if (apart(p, point->parameter[i].name))
      continue;
    ria_text_add(&text, "%s", text.length ? ", " : "");
    if (isdigit((unsigned char)*value->text)) /* words need no name */
      ria_text_add(&text, "%s ", point->parameter[i].name);
    ria_text_add(&text, "%s", value->text);
  }
  const char *const thing[] = {row->target, row->strategy, row->device};
  for (int i = 0; i < 3 && strcmp(whose, "published") && has_other_things(p, row, apart); i++)
    if (*thing[i])
      ria_text_add(&text, "%s%s", text.length ? ", " : "", thing[i]);
  if (!text.length)
    ria_text_add(&text, "%s", p->step->name);
  return ria_text_take(&text);
}

/* On a roofline each row is a point of its own. */
static bool is_alone(const campaign_points *p, const char *parameter) {
  (void)p;
  (void)parameter;
  return false;
}

static char *name_of(const drawing *d, const campaign_row *row, source from) {
  const campaign_points *p = d->points;
  const char *const whose[] = {
      [MEASURED] = d->categories || campaign_has_models(p) ? "measured" : "",
      [MODELLED] = "model",
      [PUBLISHED] = "published",
  };
  return campaign_name(p, row, whose[from], campaign_is_roofline(p) ? is_alone : campaign_is_tied);
}

/* Whether both rows are on one curve: a line joins points of one thing only. Categories have no
 * lines. */
static bool belong_together(const drawing *d, const campaign_row *a, const campaign_row *b,
                            source from) {
  if (campaign_is_roofline(d->points))
    return a == b;
  return a->group == b->group &&
         (from == PUBLISHED || d->categories ||
          (a->modelled == b->modelled && (a->modelled || campaign_one_thing(a, b))));
}

/* Writes "3" into the curve's label and in front of its name. */
static void number_curve(drawing *d) {
  ria_curve *curve = &d->curve[d->curves];
  char *name = NULL, *label = d->label[d->curves];
  snprintf(label, LABEL, "%d", d->curves + 1);
  if (d->name[d->curves] && asprintf(&name, "%s: %s", label, d->name[d->curves]) >= 0) {
    free(d->name[d->curves]);
    curve->name = d->name[d->curves] = name;
  }
  curve->label = label;
}

/* Adds the curve that starts with row `first`, if it has numbers, which are stored at `room`.
 * Returns the next free place. */
static double *add_curve(drawing *d, int first, source from, double *room) {
  const campaign_points *p = d->points;
  double *x = room, *y = x + p->rows, *low = y + p->rows, *high = low + p->rows;
  char **name = &d->name[d->curves];
  int count = 0;
  for (int i = first; i < p->rows; i++) {
    const campaign_row *row = &p->row[i];
    double at[3] = {published_y(d, row), NAN, NAN};
    if (from != PUBLISHED)
      y_of(d, row, at);
    if (!belong_together(d, &p->row[first], row, from) ||
        (from != PUBLISHED && row->modelled != (from == MODELLED)) ||
        !(x_of(d, row, from) >= (d->categories ? 0 : 1e-300)) || !(at[0] > 0))
      continue;
    if (!*name)
      *name = name_of(d, row, from);
    x[count] = x_of(d, row, from);
    y[count] = at[0];
    low[count] = at[1];
    high[count++] = at[2];
  }
  if (!count)
    return room;
  const bool alone = campaign_is_roofline(p);
  d->curve[d->curves] = (ria_curve){.name = *name,
                                    .count = count,
                                    .x = x,
                                    .y = y,
                                    .low = from == MEASURED && !alone ? low : NULL,
                                    .high = from == MEASURED && !alone ? high : NULL,
                                    .published = from == PUBLISHED,
                                    .modelled = from == MODELLED,
                                    .points = alone};
  if (alone)
    number_curve(d);
  d->curves++;
  return high + p->rows;
}

static double *add_curves(drawing *d, source from, double *room) {
  const campaign_points *p = d->points;
  for (int i = 0; i < p->rows; i++) {
    int j = 0;
    while (j < i && !belong_together(d, &p->row[j], &p->row[i], from))
      j++;
    if (j == i)
      room = add_curve(d, i, from, room);
  }
  return room;
}

static void describe(const drawing *d, ria_chart *chart) {
  const campaign_points *p = d->points;
  campaign_sort sort = (campaign_sort)p->keys->sort;
  chart->x_label = p->along ? p->along : "cells";
  chart->log_x = true;
  if (campaign_is_roofline(p)) {
    chart->x_label = "operations a byte";
    chart->y_label = "billion operations a second";
    chart->log_y = true;
    chart->round_tics = true;
    return;
  }
  if (d->categories) {
    chart->category = d->category;
    chart->categories = d->categories;
    chart->log_y = true;
  }
  if (d->categories && d->speedups) {
    chart->y_label = "speed-up";
    return;
  }
  if (!p->along || d->categories) {
    chart->y_label = "million cell updates a second";
    /* published machines may be much slower */
    chart->log_y |= p->has_reference;
    return;
  }
  chart->y_label = sort == CAMPAIGN_WEAK ? "efficiency (%)" : "speed-up";
  chart->ideal = sort == CAMPAIGN_WEAK     ? RIA_IDEAL_ONE
                 : sort == CAMPAIGN_STRONG ? RIA_IDEAL_LINEAR
                                           : RIA_IDEAL_NONE;
  chart->log_y = sort == CAMPAIGN_STRONG;
}

static ria_status draw(const drawing *d, const char *folder) {
  static const char *const ending[] = {"png", "svg"};
  char title[300];
  ria_chart chart = {.title = title, .curves = d->curves, .curve = d->curve};
  snprintf(title, sizeof title, "%.200s: %.90s", d->points->step->workflow->name,
           d->points->step->name);
  describe(d, &chart);
  for (int i = 0; i < 2; i++) {
    char *path = NULL;
    if (asprintf(&path, "%s/scaling.%s", folder, ending[i]) < 0)
      return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", folder);
    ria_status status = ria_chart_draw(&chart, path);
    free(path);
    RIA_TRY(status);
  }
  return RIA_SUCCESS;
}

static void list_categories(drawing *d) {
  const campaign_points *p = d->points;
  for (int i = 0; i < p->rows && has_categories(p); i++) {
    int k = 0;
    while (k < d->categories && strcmp(d->category[k], category_of(p, &p->row[i])) != 0)
      k++;
    d->category[k] = category_of(p, &p->row[i]);
    d->categories += k == d->categories;
  }
  d->speedups = d->categories && has_speedups_alone(p);
}

/* A machine's peaks in 1e9 a second. */
typedef struct {
  double gflops, gbytes;
} peaks;

static peaks peaks_of(const campaign_points *p, const campaign_row *r, source from) {
  if (from == PUBLISHED)
    return (peaks){campaign_published(p, r, "peak_gflops"),
                   campaign_published(p, r, "peak_gbytes")};
  if (r->skipped || r->modelled != (from == MODELLED))
    return (peaks){NAN, NAN};
  return (peaks){r->cost.peak_gflops, r->cost.peak_gbytes};
}

/* Adds a roof: the lower limit of memory and arithmetic over the range of intensities. It takes six
 * numbers at `room`. Adds no roof if a peak is unknown. The name gets the peaks. */
static double *add_roof(drawing *d, peaks peak, source from, char *whose, double *room) {
  enum { LEFT = 4 }; /* a quarter of an operation a byte */
  double *x = room, *y = x + 3;
  char *name = NULL;
  const bool known = peak.gflops > 0 && peak.gbytes > 0 && whose;
  if (known &&
      ria_asprintf(&name, "%s: %.4g Gflop/s, %.4g GB/s", whose, peak.gflops, peak.gbytes) < 0)
    name = NULL;
  free(whose);
  if (!known)
    return room;
  x[0] = 1. / LEFT;
  x[1] = fmax(peak.gflops / peak.gbytes, x[0]);
  x[2] = d->right;
  y[0] = fmin(peak.gbytes / LEFT, peak.gflops);
  y[1] = y[2] = peak.gflops;
  d->name[d->curves] = name;
  d->curve[d->curves] = (ria_curve){.name = name,
                                    .count = 3,
                                    .x = x,
                                    .y = y,
                                    .published = from == PUBLISHED,
                                    .modelled = from == MODELLED,
                                    .bare = d->points->keys->sort == CAMPAIGN_ROOFLINE,
                                    .line = true};
  number_curve(d);
  d->curves++;
  return room + 6;
}

/* All roofs end at one place, beyond their ridges. */
static void find_right(drawing *d) {
  const campaign_points *p = d->points;
  d->right = 32;
  for (int i = 0; i < p->rows; i++)
    for (int from = MEASURED; from <= PUBLISHED; from++) {
      const peaks peak = peaks_of(p, &p->row[i], (source)from);
      if (peak.gflops > 0 && peak.gbytes > 0)
        d->right = fmax(d->right, 2 * peak.gflops / peak.gbytes);
    }
}

static machine machine_of(const campaign_row *r) {
  return r->modelled ? MODEL : r->cost.on_gpu ? GPUS : CORES;
}

/* The row of a machine with the highest peak of arithmetic; NULL: there is none. */
static const campaign_row *highest_of(const campaign_points *p, machine m) {
  const campaign_row *best = NULL;
  for (int i = 0; i < p->rows; i++) {
    const campaign_row *r = &p->row[i];
    const bool counts = !r->skipped && machine_of(r) == m && r->cost.peak_gflops > 0;
    if (counts && (!best || r->cost.peak_gflops > best->cost.peak_gflops))
      best = r;
  }
  return best;
}

static char *name_machine(const campaign_row *r, machine m) {
  char *name = NULL;
  if (m == MODEL)
    return strdup("peaks of the model");
  if (ria_asprintf(&name, "measured peaks of %g %s%s", r->cost.parts, m == GPUS ? "GPU" : "core",
                   r->cost.parts > 1 ? "s" : "") < 0)
    return NULL;
  return name;
}

/* Adds a roof for each machine that was measured or modelled. */
static void add_common_roofs(drawing *d, double *room) {
  for (int m = 0; m < MACHINES; m++) {
    const campaign_row *r = highest_of(d->points, (machine)m);
    if (r)
      room = add_roof(d, (peaks){r->cost.peak_gflops, r->cost.peak_gbytes}, MEASURED,
                      name_machine(r, (machine)m), room);
  }
}

/* Adds all roofs, ours and the published ones. */
static void add_roofs(drawing *d, double *room) {
  const campaign_points *p = d->points;
  for (int from = MEASURED; from <= PUBLISHED; from++)
    for (int i = 0; i < p->rows; i++)
      room = add_roof(d, peaks_of(p, &p->row[i], (source)from), (source)from,
                      name_of(d, &p->row[i], (source)from), room);
}

static ria_status draw_all(drawing *d, const char *folder, bool *drawn) {
  double *room = d->room;
  list_categories(d);
  find_right(d);
  if (d->points->keys->sort == CAMPAIGN_PEAKS)
    add_roofs(d, room);
  for (int from = MEASURED; from <= PUBLISHED && d->points->keys->sort != CAMPAIGN_PEAKS; from++)
    room = add_curves(d, (source)from, room);
  *drawn = d->curves > 0;
  if (d->curves && d->points->keys->sort == CAMPAIGN_ROOFLINE)
    add_common_roofs(d, room);
  return *drawn ? draw(d, folder) : RIA_SUCCESS;
}

ria_status campaign_draw(const campaign_points *p, const char *folder, bool *drawn) {
  /* At most each row has a curve or a roof for each source. */
  const size_t rows = (size_t)p->rows, curves = SORTS * rows + MACHINES;
  drawing d = {.points = p,
               .room = calloc(ROOM * curves * (rows + 2), sizeof *d.room),
               .curve = calloc(curves, sizeof *d.curve),
               .name = calloc(curves, sizeof *d.name),
               .label = calloc(curves, sizeof *d.label),
               .category = calloc(rows, sizeof *d.category)};
  *drawn = false;
  ria_status status =
      d.room && d.curve && d.name && d.label && d.category
          ? draw_all(&d, folder, drawn)
          : ria_fail(RIA_ERROR_MEMORY, "no memory for a chart of %d points", p->rows);
  for (size_t c = 0; c < curves && d.name; c++)
    free(d.name[c]);
  free(d.name);
  free(d.label);
  free(d.curve);
  free(d.room);
  free(d.category);
  return status;
}
