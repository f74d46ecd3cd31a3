/* The table: the axes, the columns of the papers' tables, and the published numbers. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "campaign.h"
#include "ria/number.h"

/* A column, which gives a number for each row. */
typedef struct {
  const char *key, *title;
  int digits;
  const char *mark;
  double (*value)(const campaign_points *, const campaign_row *);
} table_column;

static double exchange(const campaign_points *p, const campaign_row *r) {
  (void)p;
  return r->exchange;
}
static double work(const campaign_points *p, const campaign_row *r) {
  (void)p;
  return r->work;
}
static double total(const campaign_points *p, const campaign_row *r) {
  (void)p;
  return r->spread.median;
}
static double lower(const campaign_points *p, const campaign_row *r) {
  (void)p;
  return r->spread.lower;
}
static double upper(const campaign_points *p, const campaign_row *r) {
  (void)p;
  return r->spread.upper;
}
/* Times of lines are too short for seconds. */
static double microseconds(const campaign_points *p, double seconds) {
  return campaign_is_of_lines(p->keys) ? campaign_time_scale(p) * seconds : NAN;
}
static double total_us(const campaign_points *p, const campaign_row *r) {
  return microseconds(p, r->spread.median);
}
static double lower_us(const campaign_points *p, const campaign_row *r) {
  return microseconds(p, r->spread.lower);
}
static double upper_us(const campaign_points *p, const campaign_row *r) {
  return microseconds(p, r->spread.upper);
}
static double iterations(const campaign_points *p, const campaign_row *r) {
  (void)p;
  return r->steps;
}
static double rate(const campaign_points *p, const campaign_row *r) {
  (void)p;
  return r->rate;
}
/* Whether all rows solve the same problem, so that times give speed-ups. */
static bool has_speedup(const campaign_points *p) {
  return p->along && p->keys->sort != CAMPAIGN_WEAK;
}
static double speedup(const campaign_points *p, const campaign_row *r) {
  return has_speedup(p) ? r->speedup.ratio : NAN;
}
static double speedup_low(const campaign_points *p, const campaign_row *r) {
  return has_speedup(p) ? r->speedup.low : NAN;
}
static double speedup_high(const campaign_points *p, const campaign_row *r) {
  return has_speedup(p) ? r->speedup.high : NAN;
}
static double efficiency(const campaign_points *p, const campaign_row *r) {
  bool told = p->keys->sort == CAMPAIGN_STRONG || p->keys->sort == CAMPAIGN_WEAK;
  return p->along && told ? 100 * campaign_efficiency(p, r) : NAN;
}
static double efficiency_low(const campaign_points *p, const campaign_row *r) {
  return p->keys->sort == CAMPAIGN_WEAK && p->along ? 100 * r->speedup.low : NAN;
}
static double efficiency_high(const campaign_points *p, const campaign_row *r) {
  return p->keys->sort == CAMPAIGN_WEAK && p->along ? 100 * r->speedup.high : NAN;
}

/* For a table with oversubscribed points. */
static double crowding(const campaign_points *p, const campaign_row *r) {
  return campaign_is_crowded(p) ? r->threads_per_core : NAN;
}

static double second_speedup(const campaign_points *p, const campaign_row *r) {
  return p->keys->second_base ? r->second_speedup : NAN;
}
#define WORK(name, expression)                                                                     \
  static double name(const campaign_points *p, const campaign_row *r) {                            \
    return campaign_tells_work(p) ? (expression) : NAN;                                            \
  }
WORK(cell_flops, r->cost.flops)
WORK(cell_bytes, r->cost.bytes)
WORK(intensity, r->cost.flops / r->cost.bytes)
WORK(gflops, r->cost.gflops)
WORK(gflops_share, 100 * r->cost.gflops / r->cost.peak_gflops)
WORK(gbytes, r->cost.gbytes)
WORK(gbytes_share, 100 * r->cost.gbytes / r->cost.peak_gbytes)
WORK(peak_gflops, r->cost.peak_gflops)
WORK(peak_gbytes, r->cost.peak_gbytes)
WORK(peak_intensity, r->cost.peak_gflops / r->cost.peak_gbytes)
WORK(roofline_share, 100 * r->cost.roofline)

/* In the order of display; columns that do not fit are left out. */
static const table_column columns[] = {
    {"total_seconds", "total (s)", 4, NULL, total},
    {"lower_quartile", "total from (s)", 4, NULL, lower},
    {"upper_quartile", "total to (s)", 4, NULL, upper},
    {"microseconds", "a step (us)", 4, NULL, total_us},
    {"lower_microseconds", "a step from (us)", 4, NULL, lower_us},
    {"upper_microseconds", "a step to (us)", 4, NULL, upper_us},
    {"speedup", "speed-up", 3, "x", speedup},
    {"speedup_low", "speed-up from", 3, "x", speedup_low},
    {"speedup_high", "speed-up to", 3, "x", speedup_high},
    {"efficiency", "efficiency", 3, "%", efficiency},
    {"efficiency_low", "efficiency from", 3, "%", efficiency_low},
    {"efficiency_high", "efficiency to", 3, "%", efficiency_high},
    {"second_speedup", "second speed-up", 3, "x", second_speedup},
    {"rate", "Mcell/s", 4, NULL, rate},
    {"steps", "iterations", 9, NULL, iterations},
    {"exchange_seconds", "exchange (s)", 4, NULL, exchange},
    {"work_seconds", "work (s)", 4, NULL, work},
    {"cell_flops", "operations a cell", 4, NULL, cell_flops},
    {"cell_bytes", "bytes a cell", 4, NULL, cell_bytes},
    {"intensity", "operations a byte", 3, NULL, intensity},
    {"peak_gflops", "peak Gflop/s", 4, NULL, peak_gflops},
    {"peak_gbytes", "peak GB/s", 4, NULL, peak_gbytes},
    {"peak_intensity", "peak flop a byte", 3, NULL, peak_intensity},
    {"gflops", "Gflop/s", 4, NULL, gflops},
    {"gflops_share", "of the peak", 3, "%", gflops_share},
    {"gbytes", "GB/s", 4, NULL, gbytes},
    {"gbytes_share", "of the peak", 3, "%", gbytes_share},
    {"roofline_share", "of the roofline", 3, "%", roofline_share},
    {"threads_per_core", "threads a core", 3, NULL, crowding},
};
enum { COLUMNS = sizeof columns / sizeof *columns };

/* Whether a column belongs to this kind of table. Peaks have their own columns. */
static bool belongs(const campaign_points *p, const char *key) {
  static const char *const peaks[] = {"cell_flops",  "cell_bytes",  "intensity",
                                      "peak_gflops", "peak_gbytes", "peak_intensity"};
  static const char *const rates[] = {"total_seconds", "rate",   "gflops",
                                      "gflops_share",  "gbytes", "gbytes_share",
                                      "roofline_share"};
  static const char *const work[] = {"cell_flops", "cell_bytes", "intensity"};
  static const char *const of_peak[] = {"peak_gflops",  "peak_gbytes",  "peak_intensity",
                                        "gflops_share", "gbytes_share", "microseconds"};
  static const char *const seconds[] = {"total_seconds", "lower_quartile", "upper_quartile",
                                        "step_seconds"};
  const bool of_peaks = p->keys->sort == CAMPAIGN_PEAKS;
  if (!strcmp(key, "threads_per_core"))
    return true;
  for (size_t i = 0; campaign_is_of_lines(p->keys) && i < sizeof seconds / sizeof *seconds; i++)
    if (!strcmp(key, seconds[i]))
      return false;
  const bool of_kernel = campaign_is_of_kernel(p->keys);
  for (size_t i = 0; of_kernel && i < sizeof work / sizeof *work; i++)
    if (!strcmp(key, work[i]))
      return true;
  for (size_t i = 0; of_kernel && !of_peaks && i < sizeof of_peak / sizeof *of_peak; i++)
    if (!strcmp(key, of_peak[i]))
      return false;
  if (!campaign_is_roofline(p))
    return campaign_is_of_lines(p->keys) || strcmp(key, "microseconds") != 0;
  for (size_t i = 0; of_peaks && i < sizeof peaks / sizeof *peaks; i++)
    if (!strcmp(key, peaks[i]))
      return true;
  for (size_t i = 0; !of_peaks && i < sizeof rates / sizeof *rates; i++)
    if (!strcmp(key, rates[i]))
      return true;
  return false;
}

/* Whether the column has a number in any row. */
static bool is_used(const campaign_points *p, const table_column *c) {
  if (!belongs(p, c->key))
    return false;
  for (int i = 0; i < p->rows; i++)
    if (!isnan(c->value(p, &p->row[i])))
      return true;
  return false;
}

/* Published columns, by the names in the tables' files. */
typedef struct {
  const char *column, *key, *title;
} published_column;

static const published_column published[] = {
    {"steps", "published_steps", "published iterations"},
    {"exchange_seconds", "published_exchange_seconds", "published exchange (s)"},
    {"work_seconds", "published_work_seconds", "published work (s)"},
    {"step_seconds", "published_total_seconds", "published total (s)"},
    {"microseconds", "published_microseconds", "published (us)"},
    {"speedup", "published_speedup", "published speed-up"},
    {"efficiency", "published_efficiency", "published efficiency"},
    {"second_speedup", "published_second_speedup", "published second speed-up"},
    {"rate", "published_rate", "published Mcell/s"},
    {"cell_flops", "published_cell_flops", "published flops a cell"},
    {"cell_bytes", "published_cell_bytes", "published bytes a cell"},
    {"intensity", "published_intensity", "published flops a byte"},
    {"peak_gflops", "published_peak_gflops", "published peak Gflop/s"},
    {"peak_gbytes", "published_peak_gbytes", "published peak GB/s"},
    {"peak_intensity", "published_peak_intensity", "published peak flop a byte"},
    {"gflops", "published_gflops", "published Gflop/s"},
    {"gflops_share", "published_gflops_share", "published % of the peak"},
    {"gbytes", "published_gbytes", "published GB/s"},
    {"gbytes_share", "published_gbytes_share", "published % of the peak"},
    {"says", "published_says", "as published"},
};
enum { PUBLISHED = sizeof published / sizeof *published };

static bool is_of_words(const published_column *c) {
  return !strcmp(c->column, "says");
}

static bool has_words(const campaign_points *p, const campaign_row *r, const char *column) {
  const char *text = campaign_published_text(p, r, column);
  return text && *text;
}

static bool is_published(const campaign_points *p, const published_column *c) {
  const bool always = !strcmp(c->column, "step_seconds") && !campaign_is_of_lines(p->keys);
  if (!belongs(p, c->column) && !always)
    return false;
  for (int i = 0; i < p->rows; i++)
    if (is_of_words(c) ? has_words(p, &p->row[i], c->column)
                       : !isnan(campaign_published(p, &p->row[i], c->column)))
      return true;
  return false;
}

/* Results that the step names, and their published values, with all digits. */
static bool is_told(const campaign_points *p, int result) {
  for (int i = 0; i < p->rows; i++)
    if (!isnan(p->row[i].result[result]) || has_words(p, &p->row[i], p->keys->result[result]))
      return true;
  return false;
}

static void add_results(const campaign_points *p, ria_table *t) {
  char key[128], title[128];
  for (int i = 0; i < p->keys->results; i++) {
    const char *name = p->keys->result[i];
    if (!is_told(p, i))
      continue;
    ria_table_add_column(t, name, name, 0);
    snprintf(key, sizeof key, "published_%s", name);
    snprintf(title, sizeof title, "published %s", name);
    ria_table_add_column(t, key, title, 0);
    snprintf(key, sizeof key, "ratio_%s", name);
    ria_table_add_column(t, key, "ratio", 3);
  }
}

/* Returns the column behind them. */
static int put_results(const campaign_points *p, const campaign_row *row, int at, int r,
                       ria_table *t) {
  char text[32];
  for (int i = 0; i < p->keys->results; i++) {
    if (!is_told(p, i))
      continue;
    const char *theirs = campaign_published_text(p, row, p->keys->result[i]);
    char *end = NULL;
    const double number = theirs && *theirs ? ria_strtod(theirs, &end) : NAN;
    ria_snprintf(text, sizeof text, "%.15g", row->result[i]);
    if (!isnan(row->result[i]))
      ria_table_put_text(t, r, at, text);
    if (theirs && *theirs)
      ria_table_put_text(t, r, at + 1, theirs);
    if (end && !*end)
      ria_table_put_number(t, r, at + 2, row->result[i] / number, NULL);
    at += 3;
  }
  return at;
}

/* Three digits: the numbers that it is derived from have no more. */
static void put_derived(ria_table *t, int r, int at, double value) {
  char text[32];
  ria_snprintf(text, sizeof text, "%.3g", value);
  if (!isnan(value))
    ria_table_put_text(t, r, at, text);
}

/* ---- columns and rows ---- */

/* A column after the axes: a measured number, the published number, or their ratio. */
typedef struct {
  enum { OURS, THEIRS, RATIO } sort;
  const table_column *ours;
  const published_column *theirs;
} shown;

typedef struct {
  int paired, count; /* the first columns have a published counterpart */
  shown column[COLUMNS + 2 * PUBLISHED];
} layout;

/* The published counterpart of a column, and the other way round. */
static bool belong_together(const table_column *ours, const published_column *theirs) {
  return !strcmp(theirs->column, ours->key) ||
         (!strcmp(theirs->column, "step_seconds") && !strcmp(ours->key, "total_seconds"));
}

static const published_column *published_of(const campaign_points *p, const table_column *ours) {
  for (int c = 0; c < PUBLISHED; c++)
    if (belong_together(ours, &published[c]))
      return is_published(p, &published[c]) ? &published[c] : NULL;
  return NULL;
}

static bool has_ours(const campaign_points *p, const published_column *theirs) {
  for (int c = 0; c < COLUMNS; c++)
    if (belong_together(&columns[c], theirs))
      return is_used(p, &columns[c]);
  return false;
}

/* The order of columns: those with a published counterpart, other numbers, ranges of these numbers.
 */
typedef enum { PAIRED, ALONE, RANGE, RANKS_OF_COLUMNS } column_rank;

static column_rank rank_of(const campaign_points *p, const table_column *c) {
  static const char *const ends[] = {"lower_quartile",     "upper_quartile", "lower_microseconds",
                                     "upper_microseconds", "speedup_low",    "speedup_high",
                                     "efficiency_low",     "efficiency_high"};
  if (published_of(p, c))
    return PAIRED;
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (!strcmp(c->key, ends[i]))
      return RANGE;
  return ALONE;
}

/* Measured, published and ratio first; then other measured columns, then columns that are only
 * published. */
static layout layout_of(const campaign_points *p) {
  layout l = {0};
  for (int rank = PAIRED; rank < RANKS_OF_COLUMNS; rank++) {
    for (int c = 0; c < COLUMNS; c++) {
      const published_column *theirs = published_of(p, &columns[c]);
      if (!is_used(p, &columns[c]) || (int)rank_of(p, &columns[c]) != rank)
        continue;
      l.column[l.count++] = (shown){OURS, &columns[c], theirs};
      if (theirs) {
        l.column[l.count++] = (shown){THEIRS, &columns[c], theirs};
        l.column[l.count++] = (shown){RATIO, &columns[c], theirs};
      }
    }
    l.paired = rank == PAIRED ? l.count : l.paired;
  }
  for (int c = 0; c < PUBLISHED; c++)
    if (is_published(p, &published[c]) && !has_ours(p, &published[c]))
      l.column[l.count++] = (shown){THEIRS, NULL, &published[c]};
  return l;
}

static void add_shown(const layout *l, int from, int to, ria_table *t) {
  char key[64];
  for (int c = from; c < to; c++) {
    const shown *s = &l->column[c];
    if (s->sort == OURS) {
      ria_table_add_column(t, s->ours->key, s->ours->title, s->ours->digits);
    } else if (s->sort == THEIRS) {
      ria_table_add_column(t, s->theirs->key, s->ours ? "published" : s->theirs->title,
                           is_of_words(s->theirs) ? 0 : 6);
    } else {
      snprintf(key, sizeof key, "ratio_%s", s->ours->key);
      ria_table_add_column(t, key, "ratio", 3);
    }
  }
}

static bool is_crowded(const campaign_row *row) {
  return row->threads_per_core > 1;
}

bool campaign_is_crowded(const campaign_points *p) {
  for (int i = 0; i < p->rows; i++)
    if (is_crowded(&p->row[i]))
      return true;
  return false;
}

/* The suffix of a number, with a star if the point was oversubscribed. */
static const char *mark_of(const char *mark, bool starred) {
  if (!starred)
    return mark;
  return !mark ? "*" : !strcmp(mark, "%") ? "%*" : "x*";
}

/* The first measured number has the star. Returns the next column. */
static int put_shown(const campaign_points *p, const campaign_row *row, const layout *l, int from,
                     int to, int at, int r, ria_table *t) {
  for (int c = from; c < to; c++, at++) {
    const shown *s = &l->column[c];
    const double ours = s->ours ? s->ours->value(p, row) : NAN;
    const double theirs = s->theirs ? campaign_published(p, row, s->theirs->column) : NAN;
    const char *text = s->theirs ? campaign_published_text(p, row, s->theirs->column) : NULL;
    if (s->sort == OURS)
      ria_table_put_number(t, r, at, ours, mark_of(s->ours->mark, c == 0 && is_crowded(row)));
    else if (s->sort == RATIO)
      ria_table_put_number(t, r, at, ours / theirs, NULL);
    else if (text)
      ria_table_put_text(t, r, at, text);
    else
      put_derived(t, r, at, theirs);
  }
  return at;
}

/* "2 of 5: killed by signal 9 (Killed)". */
static void put_failed(const campaign_row *row, int r, int at, ria_table *t) {
  char text[400];
  snprintf(text, sizeof text, "%d of %d: %.300s", row->failed, row->runs, row->why);
  if (row->failed)
    ria_table_put_text(t, r, at, text);
}

static void add_axes(const campaign_points *p, ria_table *t) {
  const workflow_point *first = p->row[0].point;
  for (int i = first->parameters - first->swept; i < first->parameters; i++)
    ria_table_add_column(t, first->parameter[i].name, first->parameter[i].name,
                         first->parameter[i].value.is_number ? 6 : 0);
}

static void fill_row(const campaign_points *p, const campaign_row *row, const layout *l,
                     ria_table *t) {
  const workflow_point *point = row->point;
  int r = ria_table_add_row(t), at = 0;
  for (int i = point->parameters - point->swept; i < point->parameters; i++, at++) {
    const workflow_value *value = &point->parameter[i].value;
    ria_table_put_text(t, r, at, value->text);
  }
  if (campaign_has_models(p))
    ria_table_put_text(t, r, at++, row->skipped ? "" : row->modelled ? "model" : "measured");
  at = put_shown(p, row, l, 0, l->paired, at, r, t);
  at = put_results(p, row, at, r, t);
  at = put_shown(p, row, l, l->paired, l->count, at, r, t);
  put_failed(row, r, at, t);
}

void campaign_fill_table(const campaign_points *p, ria_table *t) {
  static const char *const title[] = {
      [CAMPAIGN_STRONG] = "strong scaling",    [CAMPAIGN_WEAK] = "weak scaling",
      [CAMPAIGN_SIZE] = "problem size",        [CAMPAIGN_PLAIN] = "measurements",
      [CAMPAIGN_ROOFLINE] = "speed and peaks", [CAMPAIGN_PEAKS] = "peaks"};
  const layout l = layout_of(p);
  t->most = CAMPAIGN_WIDTH;
  ria_table_caption(t, "%s: %s", p->step->name, title[p->keys->sort]);
  if (!campaign_has_rows(p)) {
    ria_table_add_column(t, "points", "points", 0);
    ria_table_put_text(t, ria_table_add_row(t), 0, "none measured");
    campaign_add_notes(p, t);
    return;
  }
  add_axes(p, t);
  if (campaign_has_models(p))
    ria_table_add_column(t, "time_is", "time is", 0);
  add_shown(&l, 0, l.paired, t);
  add_results(p, t);
  add_shown(&l, l.paired, l.count, t);
  if (p->missing)
    ria_table_keep_for_csv(t, ria_table_add_column(t, "failed", "failed runs", 0));
  for (int i = 0; i < p->rows; i++)
    if (!campaign_is_empty(&p->row[i]))
      fill_row(p, &p->row[i], &l, t);
  campaign_add_notes(p, t);
}
