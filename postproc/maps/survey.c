/* One pass over a history for the ranges of colour scales, the largest concentrations and the
 * arrivals. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "palette.h"
#include "plot.h"

/* A sample of a field's values for percentiles: a thin film on a hillside or one extreme cell must
 * not set the scale of all maps. */
enum { SAMPLE = 1 << 18 };

typedef struct {
  size_t count, stride;
  float *value;
} sample;

static ria_status sample_begin(const ria_history_view *view, sample *s) {
  size_t total = (size_t)(view->nx * view->ny) * (size_t)(view->records ? view->records : 1);
  *s = (sample){.stride = total / SAMPLE + 1, .value = malloc((SAMPLE + 1) * sizeof *s->value)};
  return s->value ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for a survey");
}

static void sample_add(sample *s, const float *values, size_t cells, size_t offset) {
  for (size_t c = offset % s->stride; c < cells && s->count < SAMPLE; c += s->stride)
    if (!isnan(values[c]))
      s->value[s->count++] = values[c];
}

static int by_value(const void *a, const void *b) {
  const float *p = a, *q = b;
  return (*p > *q) - (*p < *q);
}

static double percentile(const sample *s, double part) {
  return s->count ? (double)s->value[(size_t)(part * (double)(s->count - 1))] : 0;
}

typedef struct {
  float *values, *u, *v;
  sample level, speed;
  double peak;
} work;

static void free_work(work *w) {
  free(w->values);
  free(w->u);
  free(w->v);
  free(w->level.value);
  free(w->speed.value);
}

static void follow_tracer(const ria_history_view *view, int64_t record, const float *values,
                          ria_survey *survey, double *peak) {
  size_t cells = (size_t)(view->nx * view->ny);
  for (size_t c = 0; c < cells; c++) {
    float value = values[c];
    if (isnan(value))
      continue;
    if (isnan(survey->peak[c]) || value > survey->peak[c])
      survey->peak[c] = value;
    if (value > *peak)
      *peak = value;
    if (view->threshold > 0 && (double)value >= view->threshold && isnan(survey->arrived[c]))
      survey->arrived[c] = (float)(view->time[record] / 3600);
  }
}

static ria_status read_records(const ria_history_view *view, work *w, ria_survey *survey) {
  size_t cells = (size_t)(view->nx * view->ny);
  for (int64_t r = 0; r < view->records; r++) {
    RIA_TRY(ria_history_view_read(view, "level", r, w->values));
    sample_add(&w->level, w->values, cells, (size_t)r * 7919);
    for (size_t c = 0; c < cells; c++)
      survey->floods[c] |= !isnan(w->values[c]);
    RIA_TRY(ria_read_velocity(view, r, w->u, w->v, w->values));
    sample_add(&w->speed, w->values, cells, (size_t)r * 7919);
    if (view->has_tracer) {
      RIA_TRY(ria_history_view_read(view, "concentration", r, w->values));
      follow_tracer(view, r, w->values, survey, &w->peak);
    }
  }
  qsort(w->level.value, w->level.count, sizeof(float), by_value);
  qsort(w->speed.value, w->speed.count, sizeof(float), by_value);
  return RIA_SUCCESS;
}

static void set_styles(const ria_history_view *view, const work *w, ria_survey *s) {
  enum { LEVEL, SPEED, CONCENTRATION, ARRIVAL };
  double low = fabs(percentile(&w->level, 0.002)), high = fabs(percentile(&w->level, 0.998));
  double level = low > high ? low : high, speed = percentile(&w->speed, 0.998);
  level = level > 1e-9 ? ria_nice_above(level) : 1;
  s->level = (ria_map_style){
      .palette = RIA_PALETTE_LEVEL, .low = -level, .high = level, .hide_below = -INFINITY};
  snprintf(s->label[LEVEL], sizeof s->label[0], "Water level (m)");
  s->speed = (ria_map_style){.palette = RIA_PALETTE_SPEED,
                             .high = speed > 1e-9 ? ria_nice_above(speed) : 1,
                             .hide_below = -INFINITY};
  snprintf(s->label[SPEED], sizeof s->label[0], "Speed (m/s)");
  double top = w->peak > 0 ? ria_nice_above(w->peak) : 1;
  double least = view->threshold > 0 && view->threshold < top ? view->threshold : top / 1000;
  s->concentration = (ria_map_style){.palette = RIA_PALETTE_CONCENTRATION,
                                     .low = least,
                                     .high = top,
                                     .logarithmic = top / least > 20,
                                     .hide_below = least};
  const char *name = view->tracer_name ? view->tracer_name : "tracer";
  const char *unit = view->tracer_unit && view->tracer_unit[0] ? view->tracer_unit : "1";
  snprintf(s->label[CONCENTRATION], sizeof s->label[0], "Concentration of %.40s (%.20s)", name,
           unit);
  double end = view->records ? view->time[view->records - 1] / 3600 : 1;
  s->arrival = (ria_map_style){.palette = RIA_PALETTE_TIME, .high = end > 0 ? end : 1};
  bool plain = !strcmp(unit, "1"); /* a number without a unit says what it measures */
  snprintf(s->label[ARRIVAL], sizeof s->label[0], "Hours until %s%g%s%.20s",
           plain ? "a concentration of " : "", view->threshold, plain ? "" : " ",
           plain ? "" : unit);
  ria_map_style *style[] = {&s->level, &s->speed, &s->concentration, &s->arrival};
  for (int i = 0; i < 4; i++)
    style[i]->label = s->label[i];
}

ria_status ria_survey_make(const ria_history_view *view, ria_survey *survey) {
  size_t cells = (size_t)(view->nx * view->ny);
  *survey = (ria_survey){0};
  work w = {.values = malloc(cells * sizeof(float)),
            .u = malloc(cells * sizeof(float)),
            .v = malloc(cells * sizeof(float))};
  survey->floods = calloc(cells, 1);
  if (view->has_tracer) {
    survey->peak = malloc(cells * sizeof(float));
    survey->arrived = malloc(cells * sizeof(float));
  }
  ria_status status = RIA_SUCCESS;
  if (!w.values || !w.u || !w.v || !survey->floods ||
      (view->has_tracer && (!survey->peak || !survey->arrived)))
    status = ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a survey", view->path);
  if (status == RIA_SUCCESS)
    status = sample_begin(view, &w.level);
  if (status == RIA_SUCCESS)
    status = sample_begin(view, &w.speed);
  if (status == RIA_SUCCESS) {
    for (size_t c = 0; c < cells && view->has_tracer; c++)
      survey->peak[c] = survey->arrived[c] = NAN;
    status = read_records(view, &w, survey);
  }
  if (status == RIA_SUCCESS)
    set_styles(view, &w, survey);
  else
    ria_survey_destroy(survey);
  free_work(&w);
  return status;
}

void ria_survey_destroy(ria_survey *survey) {
  free(survey->floods);
  free(survey->peak);
  free(survey->arrived);
  *survey = (ria_survey){0};
}
