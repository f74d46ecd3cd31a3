/* The table: the axes, then what the papers' tables have, then what they published. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "campaign.h"

/* One column: its number at a row. */
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
static double iterations(const campaign_points *p, const campaign_row *r) {
  (void)p;
  return r->steps;
}
static double rate(const campaign_points *p, const campaign_row *r) {
  (void)p;
  return r->rate;
}
/* The same problem, so that less time is more speed. */
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

static const table_column columns[] = {
    {"steps", "iterations", 9, NULL, iterations},
    {"exchange_seconds", "exchange (s)", 4, NULL, exchange},
    {"work_seconds", "work (s)", 4, NULL, work},
    {"total_seconds", "total (s)", 4, NULL, total},
    {"lower_quartile", "from (s)", 4, NULL, lower},
    {"upper_quartile", "to (s)", 4, NULL, upper},
    {"speedup", "speed-up", 3, "x", speedup},
    {"speedup_low", "from", 3, "x", speedup_low},
    {"speedup_high", "to", 3, "x", speedup_high},
    {"efficiency", "efficiency", 3, "%", efficiency},
    {"efficiency_low", "from", 3, "%", efficiency_low},
    {"efficiency_high", "to", 3, "%", efficiency_high},
    {"rate", "Mcell/s", 4, NULL, rate},
};
enum { COLUMNS = sizeof columns / sizeof *columns };

/* A column without a number in any row is left out. */
static bool is_used(const campaign_points *p, const table_column *c) {
  for (int i = 0; i < p->rows; i++)
    if (!isnan(c->value(p, &p->row[i])))
      return true;
  return false;
}

/* What papers publish, in the words of their tables' files, and told as they print it. */
typedef struct {
  const char *column, *key, *title;
} published_column;

static const published_column published[] = {
    {"steps", "published_steps", "published iterations"},
    {"exchange_seconds", "published_exchange_seconds", "published exchange (s)"},
    {"work_seconds", "published_work_seconds", "published work (s)"},
    {"step_seconds", "published_total_seconds", "published total (s)"},
    {"speedup", "published_speedup", "published speed-up"},
    {"efficiency", "published_efficiency", "published efficiency"},
    {"rate", "published_rate", "published Mcell/s"},
};
enum { PUBLISHED = sizeof published / sizeof *published };

static bool is_published(const campaign_points *p, const published_column *c) {
  for (int i = 0; i < p->rows; i++)
    if (!isnan(campaign_published(p, &p->row[i], c->column)))
      return true;
  return false;
}

/* To three digits: more than the numbers it follows from would be pretence. */
static void put_derived(ria_table *t, int r, int at, double value) {
  char text[32];
  snprintf(text, sizeof text, "%.3g", value);
  if (!isnan(value))
    ria_table_put_text(t, r, at, text);
}

static void put_published(const campaign_points *p, const campaign_row *row, int at, int r,
                          ria_table *t) {
  for (int c = 0; c < PUBLISHED; c++) {
    if (!is_published(p, &published[c]))
      continue;
    int column = ria_csv_table_column(&p->reference, published[c].column);
    if (column < 0)
      put_derived(t, r, at, campaign_published(p, row, published[c].column));
    else if (row->published >= 0)
      ria_table_put_text(t, r, at, ria_csv_table_cell(&p->reference, row->published, column));
    at++;
  }
}

/* "2 of 5: killed by signal 9 (Killed)"; where all is well the column is left out. */
static void put_failed(const campaign_points *p, const campaign_row *row, int r, int at,
                       ria_table *t) {
  char text[400];
  int failed = p->keys->repeat - row->measured;
  snprintf(text, sizeof text, "%d of %d: %.300s", failed, p->keys->repeat, row->why);
  if (failed)
    ria_table_put_text(t, r, at, text);
}

static void add_axes(const campaign_points *p, ria_table *t) {
  const ria_point *first = p->row[0].point;
  for (int i = first->parameters - first->swept; i < first->parameters; i++)
    ria_table_add_column(t, first->parameter[i].name, first->parameter[i].name,
                         first->parameter[i].value.is_number ? 6 : 0);
}

static void fill_row(const campaign_points *p, const campaign_row *row, const bool *used,
                     ria_table *t) {
  const ria_point *point = row->point;
  int r = ria_table_add_row(t), at = 0;
  for (int i = point->parameters - point->swept; i < point->parameters; i++, at++) {
    const ria_value *value = &point->parameter[i].value;
    if (value->is_number)
      ria_table_put_number(t, r, at, value->number, NULL);
    else
      ria_table_put_text(t, r, at, value->text);
  }
  for (int c = 0; c < COLUMNS; c++)
    if (used[c])
      ria_table_put_number(t, r, at++, columns[c].value(p, row), columns[c].mark);
  if (p->missing)
    put_failed(p, row, r, at++, t);
  put_published(p, row, at, r, t);
}

static void add_notes(const campaign_points *p, ria_table *t) {
  int found = 0;
  ria_table_note(
      t,
      "Medians of %d interleaved run%s; from and to: quartiles of the total, and the 95%% "
      "bootstrap interval of the %s.",
      p->keys->repeat, p->keys->repeat > 1 ? "s" : "",
      p->keys->sort == CAMPAIGN_WEAK ? "efficiency" : "speed-up");
  if (p->missing)
    ria_table_note(t, "Of points with failed runs: of those that succeeded.");
  if (!strcmp(p->measure, "step_seconds"))
    ria_table_note(t,
                   "Total: wall-clock time of the steps, without start and files. Work: mean time "
                   "of a worker in kernels. Exchange: the rest, packing and waiting.");
  else if (!strcmp(p->measure, "seconds"))
    ria_table_note(t,
                   "Times are of one step%s, of as many as iterations tells. Total: wall-clock "
                   "time, without start and files. Work: mean time of a worker in kernels. "
                   "Exchange: the rest, packing and waiting.",
                   p->keys->bench ? " in the made-up basin of ria bench" : "");
  else
    ria_table_note(t, "Total: the result %s.", p->measure);
  if (p->along)
    ria_table_note(
        t, "%s: against the %s %s%s%s.", p->keys->sort == CAMPAIGN_WEAK ? "Efficiency" : "Speed-up",
        isnan(p->row[0].along) ? "first" : "least", p->along,
        p->missing ? " that was measured" : "", p->groups > 1 ? ", other things equal" : "");
  for (int i = 0; i < p->rows; i++)
    found += p->row[i].published >= 0;
  if (p->has_reference && found)
    ria_table_note(t, "Published (%s): %s", p->keys->reference, p->reference.about);
  else if (p->has_reference)
    ria_table_note(t, "No row of %s is of one of these points.", p->keys->reference);
}

void campaign_fill_table(const campaign_points *p, ria_table *t) {
  static const char *const title[] = {[CAMPAIGN_STRONG] = "strong scaling",
                                      [CAMPAIGN_WEAK] = "weak scaling",
                                      [CAMPAIGN_SIZE] = "problem size",
                                      [CAMPAIGN_PLAIN] = "measurements"};
  bool used[COLUMNS];
  ria_table_caption(t, "%s: %s", p->step->name, title[p->keys->sort]);
  add_axes(p, t);
  for (int c = 0; c < COLUMNS; c++)
    if ((used[c] = is_used(p, &columns[c])))
      ria_table_add_column(t, columns[c].key, columns[c].title, columns[c].digits);
  if (p->missing)
    ria_table_add_column(t, "failed", "failed runs", 0);
  for (int c = 0; c < PUBLISHED; c++)
    if (is_published(p, &published[c]))
      ria_table_add_column(t, published[c].key, published[c].title, 6);
  for (int i = 0; i < p->rows; i++)
    fill_row(p, &p->row[i], used, t);
  add_notes(p, t);
}
