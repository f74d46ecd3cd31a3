/* The result of a comparison: ratio, interval, verdict; and whether it is as expected. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/statistics.h"
#include "ria/table.h"
#include "ria/text.h"
#include "steps/samples.h"
#include "compare.h"

/* A point's times of both sides; for pairs, only those with two successful runs. */
typedef struct {
  int count_a, count_b;
  double *a, *b;
  int left_out;          /* pairs (or runs, without pairs) that lack a time */
  char missing_id[1100]; /* a run without a time, and the reason */
  const char *missing_why;
  bool paired, decided; /* enough times are left for a verdict */
  ria_ratio ratio;
  ria_verdict_of_times verdict;
} outcome;

enum { RUNS = 1000 /* most runs of a side */ };

static const char no_verdict[] = "no verdict";

static const char *missing_text(const outcome *o) {
  if (o->left_out == 1)
    return o->paired ? "pair lacks a time" : "run lacks a time";
  return o->paired ? "pairs lack a time" : "runs lack a time";
}

static void id_of(const workflow_point *point, const char *step, const char *end, char id[1024]) {
  snprintf(id, 1024, "%s%s%s/%s", step, *point->label ? "/" : "", point->label, end);
}

/* Reads the times of a side's runs, NAN if missing, and the reason of the first missing one. */
static void read_side(const workflow_point *point, const samples *s, const char *side, outcome *o,
                      double *value) {
  const compare *c = point->object;
  char prefix[1024];
  id_of(point, point->step->name, side, prefix);
  samples_series(s, prefix, c->repeat, c->measure, value);
  for (int i = 0; i < c->repeat && !o->missing_why; i++)
    if (isnan(value[i])) {
      snprintf(o->missing_id, sizeof o->missing_id, "%s%d", prefix, i + 1);
      o->missing_why = samples_why(s, o->missing_id);
    }
}

/* Reads all times of an earlier study: "STEP/a-1" ... of a comparison, "STEP/1" ... of a campaign.
 * Failed runs are left out. */
static int read_previous(const workflow_point *point, const samples *s, const char *step,
                         double *value) {
  static const char *const ends[] = {"a-", ""};
  const compare *c = point->object;
  char id[1024], end[32];
  int count = 0;
  for (size_t i = 0; i < sizeof ends / sizeof *ends && !count; i++)
    for (int run = 1; run <= RUNS; run++) {
      snprintf(end, sizeof end, "%s%d", ends[i], run);
      id_of(point, step, end, id);
      if (samples_number(s, id, c->measure, &value[count]))
        count++;
      else if (!samples_has(s, id))
        break;
    }
  return count;
}

static ria_status open_previous(const workflow_point *point, const char *step, samples *s) {
  const compare *c = point->object;
  char *folder = workflow_resolve(point->step->workflow, c->previous);
  study_store *study;
  if (!folder)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for '%s'", c->previous);
  ria_status status = study_open(folder, STUDY_READ, &study);
  free(folder);
  RIA_TRY(status);
  status = samples_read(s, study, step);
  study_close(study);
  return status;
}

static ria_status read_earlier(const workflow_point *point, outcome *o) {
  const compare *c = point->object;
  const char *step = c->previous_step ? c->previous_step : point->step->name;
  samples s;
  RIA_TRY(open_previous(point, step, &s));
  o->count_b = read_previous(point, &s, step, o->b);
  samples_destroy(&s);
  if (o->count_b < 2)
    return ria_fail(RIA_ERROR_MISMATCH,
                    "%s: the study %s has %d measurement%s of '%s' in its step '%s'%s%s; at least "
                    "2 are needed",
                    point->step->name, c->previous, o->count_b, o->count_b == 1 ? "" : "s",
                    c->measure, step, *point->label ? " at " : "", point->label);
  return RIA_SUCCESS;
}

/* At least half of the requested runs must have succeeded, and at least two. */
static bool are_enough(int count, int wanted) {
  return count >= 2 && 2 * count >= wanted;
}

static ria_status read_both(const workflow_point *point, const samples *s, outcome *o) {
  const compare *c = point->object;
  read_side(point, s, "a-", o, o->a);
  if (!o->paired) {
    o->count_a = samples_known(c->repeat, o->a, o->a);
    RIA_TRY(read_earlier(point, o));
  } else {
    read_side(point, s, "b-", o, o->b);
    o->count_a = o->count_b = samples_pairs(c->repeat, o->a, o->b, o->a, o->b);
  }
  o->left_out = c->repeat - o->count_a;
  return RIA_SUCCESS;
}

static ria_status judge(const workflow_point *point, const samples *s, outcome *o) {
  const compare *c = point->object;
  *o = (outcome){.paired = !c->previous};
  o->a = calloc(RUNS, sizeof *o->a);
  o->b = calloc(RUNS, sizeof *o->b);
  if (!o->a || !o->b)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the runs of %s", point->step->name);
  RIA_TRY(read_both(point, s, o));
  o->decided = are_enough(o->count_a, c->repeat);
  if (!o->decided)
    return RIA_SUCCESS;
  RIA_TRY(o->paired
              ? ria_ratio_paired(o->count_a, o->a, o->b, c->confidence, &o->ratio)
              : ria_ratio_unpaired(o->count_a, o->a, o->count_b, o->b, c->confidence, &o->ratio));
  o->verdict = ria_ratio_verdict(&o->ratio, c->margin);
  return RIA_SUCCESS;
}

static bool is_as_expected(const compare *c, ria_verdict_of_times verdict) {
  switch ((compare_expectation)c->expect) {
  case COMPARE_FASTER:
    return verdict == RIA_FASTER;
  case COMPARE_NOT_SLOWER:
    return verdict != RIA_SLOWER;
  case COMPARE_NO_DIFFERENCE:
    return verdict == RIA_NO_DIFFERENCE;
  case COMPARE_NOT_FASTER:
    return verdict != RIA_FASTER;
  case COMPARE_SLOWER:
    return verdict == RIA_SLOWER;
  default:
    return true;
  }
}

/* ---- the table ---- */

enum {
  COLUMN_POINT,
  COLUMN_SIDE,
  COLUMN_RUNS,
  COLUMN_MEDIAN,
  COLUMN_LOWER,
  COLUMN_UPPER,
  COLUMN_RATIO,
  COLUMN_LOW,
  COLUMN_HIGH,
  COLUMN_VERDICT
};

static void add_columns(const compare *c, ria_table *t) {
  char title[128];
  snprintf(title, sizeof title, "%.100s (s)", c->measure);
  ria_table_add_column(t, "point", "point", 0);
  ria_table_add_column(t, "side", "side", 0);
  ria_table_add_column(t, "runs", "runs", 4);
  ria_table_add_column(t, "median", title, 4);
  ria_table_add_column(t, "lower_quartile", "from", 4);
  ria_table_add_column(t, "upper_quartile", "to", 4);
  ria_table_add_column(t, "ratio", "A / B", 4);
  ria_table_add_column(t, "ratio_low", "from", 4);
  ria_table_add_column(t, "ratio_high", "to", 4);
  ria_table_add_column(t, "verdict", "A is", 0);
}

static ria_status put_side(ria_table *t, int row, const char *side, const char *name, int count,
                           const double *value) {
  ria_spread spread;
  char text[160];
  snprintf(text, sizeof text, "%s%s%.140s", side, name ? ": " : "", name ? name : "");
  ria_table_put_text(t, row, COLUMN_SIDE, text);
  ria_table_put_number(t, row, COLUMN_RUNS, count, NULL);
  if (!count)
    return RIA_SUCCESS;
  RIA_TRY(ria_spread_of(count, value, &spread));
  ria_table_put_number(t, row, COLUMN_MEDIAN, spread.median, NULL);
  ria_table_put_number(t, row, COLUMN_LOWER, spread.lower, NULL);
  ria_table_put_number(t, row, COLUMN_UPPER, spread.upper, NULL);
  return RIA_SUCCESS;
}

static ria_status put_outcome(const workflow_point *point, const outcome *o, ria_table *t) {
  const compare *c = point->object;
  int a = ria_table_add_row(t), b = ria_table_add_row(t);
  ria_table_put_text(t, a, COLUMN_POINT, point->label);
  ria_table_put_text(t, b, COLUMN_POINT, point->label);
  RIA_TRY(put_side(t, a, "A", c->name_a, o->count_a, o->a));
  RIA_TRY(put_side(t, b, "B", c->name_b ? c->name_b : c->previous, o->count_b, o->b));
  if (!o->decided) {
    ria_table_put_text(t, a, COLUMN_VERDICT, no_verdict);
    return RIA_SUCCESS;
  }
  ria_table_put_number(t, a, COLUMN_RATIO, o->ratio.ratio, NULL);
  ria_table_put_number(t, a, COLUMN_LOW, o->ratio.low, NULL);
  ria_table_put_number(t, a, COLUMN_HIGH, o->ratio.high, NULL);
  ria_table_put_text(t, a, COLUMN_VERDICT, ria_verdict_text(o->verdict));
  return RIA_SUCCESS;
}

static void note_left_out(const workflow_point *point, const outcome *o, ria_table *t) {
  if (o->left_out)
    ria_table_note(t, "%s%sLeft out: %d %s (%s: %s).", point->label, *point->label ? ": " : "",
                   o->left_out, missing_text(o), o->missing_id, o->missing_why);
}

static void add_notes(const compare *c, ria_table *t) {
  ria_table_note(t,
                 "Medians of %s runs with quartiles; ratio of the medians with its %g%% bootstrap "
                 "interval.",
                 c->previous ? "unpaired" : "paired", 100 * c->confidence);
  if (c->margin > 0)
    ria_table_note(t, "Differences below %g%% do not count.", 100 * c->margin);
}

static ria_status write_table(const workflow_step *step, study_store *study, const ria_table *t) {
  char *folder = samples_folder(step, study);
  if (!folder)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the folder of %s", step->name);
  ria_status status = ria_table_write_all(t, folder, "table");
  free(folder);
  return status;
}

/* ---- results ---- */

/* With several points, `${step.verdict}` is that of the worst ratio. */
static ria_status put_results(const outcome *o, workflow_results *results) {
  const workflow_value *worst = results_find(results, "ratio");
  if (!o->decided)
    return worst ? RIA_SUCCESS : results_put_text(results, "verdict", no_verdict);
  if (worst && worst->number >= o->ratio.ratio)
    return RIA_SUCCESS;
  RIA_TRY(results_put_number(results, "ratio", o->ratio.ratio));
  RIA_TRY(results_put_number(results, "ratio_low", o->ratio.low));
  RIA_TRY(results_put_number(results, "ratio_high", o->ratio.high));
  return results_put_text(results, "verdict", ria_verdict_text(o->verdict));
}

static void add_broken(const workflow_point *point, const outcome *o, ria_text *broken) {
  static const char *const words[] = {[COMPARE_FASTER] = "faster",
                                      [COMPARE_NOT_SLOWER] = "not slower",
                                      [COMPARE_NO_DIFFERENCE] = "no difference",
                                      [COMPARE_NOT_FASTER] = "not faster",
                                      [COMPARE_SLOWER] = "slower"};
  const compare *c = point->object;
  if (o->left_out)
    ria_text_add(broken, "%s%d %s (%s: %s); %s", broken->length ? "; " : "", o->left_out,
                 missing_text(o), o->missing_id, o->missing_why,
                 o->decided ? "the verdict uses the other pairs"
                            : "too few pairs are left for a verdict");
  if (!o->decided || is_as_expected(c, o->verdict))
    return;
  ria_text_add(
      broken, "%s%s%sexpected A to be '%s' against B, and it is '%s': A / B = %.3f (%.3f to %.3f)",
      broken->length ? "; " : "", point->label, *point->label ? ": " : "", words[c->expect],
      ria_verdict_text(o->verdict), o->ratio.ratio, o->ratio.low, o->ratio.high);
}

static ria_status finish_point(const workflow_point *point, const samples *s, ria_table *t,
                               workflow_results *results, ria_text *broken) {
  outcome o = {0};
  ria_status status = point->object ? judge(point, s, &o)
                                    : ria_fail(RIA_ERROR_MISMATCH, "%s: the point %s has not run",
                                               point->step->name, point->label);
  if (status == RIA_SUCCESS)
    status = put_outcome(point, &o, t);
  if (status == RIA_SUCCESS)
    status = put_results(&o, results);
  if (status == RIA_SUCCESS) {
    note_left_out(point, &o, t);
    add_broken(point, &o, broken);
  }
  free(o.a);
  free(o.b);
  return status;
}

ria_status compare_finish(const workflow_step *step, study_store *study,
                          workflow_results *results) {
  samples s;
  ria_table table = {0};
  ria_text broken = {0};
  RIA_TRY(samples_read(&s, study, step->name));
  const compare *c = step->points ? step->point[0].object : NULL;
  ria_status status = RIA_SUCCESS;
  if (c) {
    ria_table_caption(&table, "%s: A against B", step->name);
    add_columns(c, &table);
  }
  for (int i = 0; i < step->points && status == RIA_SUCCESS; i++)
    status = finish_point(&step->point[i], &s, &table, results, &broken);
  if (c && status == RIA_SUCCESS) {
    add_notes(c, &table);
    status = write_table(step, study, &table);
  }
  if (status == RIA_SUCCESS && broken.length)
    status = ria_fail(RIA_ERROR_MISMATCH, "%s: %s", step->name, broken.data);
  ria_text_destroy(&broken);
  ria_table_destroy(&table);
  samples_destroy(&s);
  return status;
}
