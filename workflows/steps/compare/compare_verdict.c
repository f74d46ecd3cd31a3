/* What comes of a comparison: ratio, interval, verdict; and whether it is what was expected. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "compare.h"
#include "ria/statistics.h"
#include "ria/table.h"
#include "ria/text.h"
#include "samples.h"

/* One point: both sides' times. */
typedef struct {
  int count_a, count_b;
  double *a, *b;
  bool paired;
  ria_ratio ratio;
  ria_verdict_of_times verdict;
} outcome;

static void id_of(const ria_point *point, const char *step, const char *end, char id[1024]) {
  snprintf(id, 1024, "%s%s%s/%s", step, *point->label ? "/" : "", point->label, end);
}

static ria_status read_side(const ria_point *point, const samples *s, const char *side, int count,
                            double *value) {
  const compare *c = point->object;
  char prefix[1024];
  id_of(point, point->step->name, side, prefix);
  int missing = samples_series(s, prefix, count, c->measure, value);
  if (missing)
    return ria_fail(
        RIA_ERROR_MISMATCH,
        "%s: %d of %d measurements of '%s' of side %c are missing, so there is no "
        "verdict; `ria status` tells which runs failed, and `ria retry %s` repeats them",
        point->step->name, missing, count, c->measure, *side, point->step->name);
  return RIA_SUCCESS;
}

/* As many as there are: "STEP/a-1" ... of a comparison, "STEP/1" ... of a campaign, "STEP" of a
 * case. */
static int read_previous(const ria_point *point, const samples *s, const char *step, int most,
                         double *value) {
  static const char *const ends[] = {"a-", ""};
  const compare *c = point->object;
  char id[1024];
  int count = 0;
  for (size_t i = 0; i < sizeof ends / sizeof *ends && !count; i++)
    for (; count < most; count++) {
      char end[32];
      snprintf(end, sizeof end, "%s%d", ends[i], count + 1);
      id_of(point, step, end, id);
      if (!samples_number(s, id, c->measure, &value[count]))
        break;
    }
  return count;
}

static ria_status open_previous(const ria_point *point, const char *step, samples *s) {
  const compare *c = point->object;
  char *folder = ria_workflow_resolve(point->step->workflow, c->previous);
  ria_study *study;
  if (!folder)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for '%s'", c->previous);
  ria_status status = ria_study_open(folder, RIA_STUDY_READ, &study);
  free(folder);
  RIA_TRY(status);
  status = samples_read(s, study, step);
  ria_study_close(study);
  return status;
}

static ria_status read_b(const ria_point *point, const samples *own, outcome *o) {
  const compare *c = point->object;
  enum { MOST = 1000 };
  o->b = calloc(MOST, sizeof *o->b);
  if (!o->b)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the runs of %s", point->step->name);
  o->count_b = c->repeat;
  if (!c->previous)
    return read_side(point, own, "b-", c->repeat, o->b);
  const char *step = c->previous_step ? c->previous_step : point->step->name;
  samples s;
  RIA_TRY(open_previous(point, step, &s));
  o->count_b = read_previous(point, &s, step, MOST, o->b);
  samples_destroy(&s);
  if (o->count_b < 2)
    return ria_fail(RIA_ERROR_MISMATCH,
                    "%s: the study %s has %d measurement%s of '%s' in its step '%s'%s%s; at least "
                    "2 are needed",
                    point->step->name, c->previous, o->count_b, o->count_b == 1 ? "" : "s",
                    c->measure, step, *point->label ? " at " : "", point->label);
  return RIA_SUCCESS;
}

static ria_status judge(const ria_point *point, const samples *s, outcome *o) {
  const compare *c = point->object;
  *o = (outcome){.count_a = c->repeat, .paired = !c->previous};
  o->a = calloc((size_t)c->repeat, sizeof *o->a);
  if (!o->a)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the runs of %s", point->step->name);
  RIA_TRY(read_side(point, s, "a-", c->repeat, o->a));
  RIA_TRY(read_b(point, s, o));
  RIA_TRY(o->paired
              ? ria_ratio_paired(c->repeat, o->a, o->b, c->confidence, &o->ratio)
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
  RIA_TRY(ria_spread_of(count, value, &spread));
  ria_table_put_text(t, row, COLUMN_SIDE, text);
  ria_table_put_number(t, row, COLUMN_RUNS, count, NULL);
  ria_table_put_number(t, row, COLUMN_MEDIAN, spread.median, NULL);
  ria_table_put_number(t, row, COLUMN_LOWER, spread.lower, NULL);
  ria_table_put_number(t, row, COLUMN_UPPER, spread.upper, NULL);
  return RIA_SUCCESS;
}

static ria_status put_outcome(const ria_point *point, const outcome *o, ria_table *t) {
  const compare *c = point->object;
  int a = ria_table_add_row(t), b = ria_table_add_row(t);
  ria_table_put_text(t, a, COLUMN_POINT, point->label);
  ria_table_put_text(t, b, COLUMN_POINT, point->label);
  RIA_TRY(put_side(t, a, "A", c->name_a, o->count_a, o->a));
  RIA_TRY(put_side(t, b, "B", c->name_b ? c->name_b : c->previous, o->count_b, o->b));
  ria_table_put_number(t, a, COLUMN_RATIO, o->ratio.ratio, NULL);
  ria_table_put_number(t, a, COLUMN_LOW, o->ratio.low, NULL);
  ria_table_put_number(t, a, COLUMN_HIGH, o->ratio.high, NULL);
  ria_table_put_text(t, a, COLUMN_VERDICT, ria_verdict_text(o->verdict));
  return RIA_SUCCESS;
}

static void add_notes(const compare *c, ria_table *t) {
  ria_table_note(t,
                 "Medians of %s runs with quartiles; ratio of the medians with its %g%% bootstrap "
                 "interval.",
                 c->previous ? "unpaired" : "paired", 100 * c->confidence);
  if (c->margin > 0)
    ria_table_note(t, "Differences below %g%% do not count.", 100 * c->margin);
}

static ria_status write_table(const ria_step *step, ria_study *study, const ria_table *t) {
  char *folder = NULL;
  if (asprintf(&folder, "%s/steps/%s", ria_study_folder(study), step->name) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the folder of %s", step->name);
  mkdir(folder,
        0777); /* tasks made it, unless they ran elsewhere; writing tells if it is not there */
  ria_status status = ria_table_write_all(t, folder, "table");
  free(folder);
  return status;
}

/* ---- results ---- */

/* Of several points, `${step.verdict}` is that of the worst ratio. */
static ria_status put_results(const outcome *o, ria_results *results) {
  const ria_value *worst = ria_results_find(results, "ratio");
  if (worst && worst->number >= o->ratio.ratio)
    return RIA_SUCCESS;
  RIA_TRY(ria_results_put_number(results, "ratio", o->ratio.ratio));
  RIA_TRY(ria_results_put_number(results, "ratio_low", o->ratio.low));
  RIA_TRY(ria_results_put_number(results, "ratio_high", o->ratio.high));
  return ria_results_put_text(results, "verdict", ria_verdict_text(o->verdict));
}

static void add_broken(const ria_point *point, const outcome *o, ria_text *broken) {
  static const char *const words[] = {[COMPARE_FASTER] = "faster",
                                      [COMPARE_NOT_SLOWER] = "not slower",
                                      [COMPARE_NO_DIFFERENCE] = "no difference",
                                      [COMPARE_NOT_FASTER] = "not faster",
                                      [COMPARE_SLOWER] = "slower"};
  const compare *c = point->object;
  if (is_as_expected(c, o->verdict))
    return;
  ria_text_add(
      broken, "%s%s%sexpected A to be '%s' against B, and it is '%s': A / B = %.3f (%.3f to %.3f)",
      broken->length ? "; " : "", point->label, *point->label ? ": " : "", words[c->expect],
      ria_verdict_text(o->verdict), o->ratio.ratio, o->ratio.low, o->ratio.high);
}

static ria_status finish_point(const ria_point *point, const samples *s, ria_table *t,
                               ria_results *results, ria_text *broken) {
  outcome o = {0};
  ria_status status = point->object ? judge(point, s, &o)
                                    : ria_fail(RIA_ERROR_MISMATCH, "%s: the point %s has not run",
                                               point->step->name, point->label);
  if (status == RIA_SUCCESS)
    status = put_outcome(point, &o, t);
  if (status == RIA_SUCCESS)
    status = put_results(&o, results);
  if (status == RIA_SUCCESS)
    add_broken(point, &o, broken);
  free(o.a);
  free(o.b);
  return status;
}

ria_status compare_finish(const ria_step *step, ria_study *study, ria_results *results) {
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
