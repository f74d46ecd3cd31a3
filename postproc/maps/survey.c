/* One pass over a history for the colour scales of its fields, the largest values of what arrives,
 * and the arrivals. These come from the variables that the run updated after every step, or else
 * from the records. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "palette.h"
#include "plot.h"
#include "ria/number.h"

/* A sample of a field's values for percentiles: a thin film on a hillside or one extreme cell must
 * not set the scale of all maps. */
enum { SAMPLE = 1 << 18 };

typedef struct {
  size_t count, stride;
  float *value;
} sample;

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

static void find_range(const float *values, size_t cells, maps_survey_field *field) {
  for (size_t c = 0; c < cells; c++) {
    const double value = (double)values[c];
    if (!isfinite(value))
      continue;
    field->low = value < field->low ? value : field->low;
    field->high = value > field->high ? value : field->high;
  }
}

static void follow_arrival(const ria_history_view *view, int64_t record, const float *values,
                           maps_survey *survey) {
  size_t cells = (size_t)(view->nx * view->ny);
  for (size_t c = 0; c < cells; c++) {
    float value = values[c];
    if (isnan(value))
      continue;
    if (isnan(survey->peak[c]) || value > survey->peak[c])
      survey->peak[c] = value;
    if (view->threshold > 0 && (double)value >= view->threshold && isnan(survey->arrived[c]))
      survey->arrived[c] = (float)(view->time[record] / 3600);
  }
}

static bool is_blank(const float *values, size_t cells) {
  bool blank = true;
  for (size_t c = 0; c < cells; c++)
    blank &= isnan(values[c]);
  return blank;
}

/* The variables of every step; `*tracked` is false if the run did not track them. */
static ria_status read_tracked(const ria_history_view *view, int f, maps_survey *survey,
                               bool *tracked) {
  const size_t cells = (size_t)(view->nx * view->ny);
  const ria_history_field *field = &view->field[f];
  const int64_t last = view->records - 1;
  if (!field->arrives || !field->peak)
    return RIA_SUCCESS;
  RIA_TRY(ria_history_view_read(view, field->peak, last, survey->peak));
  *tracked = !is_blank(survey->peak, cells);
  if (!*tracked)
    return RIA_SUCCESS;
  find_range(survey->peak, cells, &survey->field[f]);
  if (!field->arrived)
    return RIA_SUCCESS;
  RIA_TRY(ria_history_view_read(view, field->arrived, last, survey->arrived));
  for (size_t c = 0; c < cells; c++)
    survey->arrived[c] /= 3600;
  return RIA_SUCCESS;
}

static ria_status read_records(const ria_history_view *view, int f, const maps_planes *planes,
                               sample *s, maps_survey *survey) {
  const size_t cells = (size_t)(view->nx * view->ny);
  bool tracked = false;
  RIA_TRY(read_tracked(view, f, survey, &tracked));
  for (int64_t r = view->field[f].once ? view->records - 1 : 0; r < view->records; r++) {
    RIA_TRY(maps_read_planes(view, f, r, planes));
    sample_add(s, planes->values, cells, (size_t)r * 7919);
    find_range(planes->values, cells, &survey->field[f]);
    if (!view->field[f].component[0])
      for (size_t c = 0; c < cells; c++)
        survey->covered[c] |= !isnan(planes->values[c]);
    if (view->field[f].arrives && !tracked)
      follow_arrival(view, r, planes->values, survey);
  }
  qsort(s->value, s->count, sizeof *s->value, by_value);
  return RIA_SUCCESS;
}

static map_style style_of(const ria_history_view *view, int f, const sample *s, double peak,
                          const maps_survey_field *range) {
  /* A mean of layers has no extremes. */
  const bool mean =
      view->blocks && view->block[0].layers > 1 && percentile(s, 0.98) > percentile(s, 0.02);
  const double low = mean ? percentile(s, 0.02) : range->low,
               high = mean ? percentile(s, 0.98) : range->high, bottom = fabs(percentile(s, 0.002)),
               top = fabs(percentile(s, 0.998));
  map_style style = {
      .palette = MAPS_PALETTE_MAGNITUDE, .hide_below = -INFINITY, .label = view->field[f].label};
  switch (view->field[f].scale) {
  case RIA_SCALE_RANGE: {
    const double most = fmax(-low, high);
    const bool both = low < -0.05 * most && high > 0.05 * most;
    if (both)
      style.palette = MAPS_PALETTE_SIGNED; /* which shows the sign */
    style.low = both ? -most : low;
    style.high = both ? most : high;
    break;
  }
  case RIA_SCALE_SIGNED:
    style.palette = MAPS_PALETTE_SIGNED;
    style.high = fmax(bottom, top) > 1e-9 ? maps_nice_above(fmax(bottom, top)) : 1;
    style.low = -style.high;
    break;
  case RIA_SCALE_DEPTH:
    style.palette = MAPS_PALETTE_DEPTH;
    style.high = top > 1e-9 ? maps_nice_above(top) : 1;
    break;
  case RIA_SCALE_MAGNITUDE:
    style.high = top > 1e-9 ? maps_nice_above(top) : 1;
    break;
  case RIA_SCALE_TRACE:
    style.palette = MAPS_PALETTE_TRACE;
    style.high = peak > 0 ? maps_nice_above(peak) : 1;
    style.low =
        view->threshold > 0 && view->threshold < style.high ? view->threshold : style.high / 1000;
    style.logarithmic = style.high / style.low > 20;
    style.hide_below = style.low;
  }
  return style;
}

/* A field that is constant up to rounding still needs a scale. */
static void widen(maps_survey_field *range) {
  const double middle = (range->low + range->high) / 2, size = fabs(middle) > 0 ? fabs(middle) : 1;
  if (!isfinite(middle))
    range->low = -1, range->high = 1;
  else if (!(range->high - range->low > 1e-6 * fabs(middle)))
    range->low = middle - size, range->high = middle + size;
}

static ria_status survey_field(const ria_history_view *view, int f, const maps_planes *planes,
                               maps_survey *survey) {
  const size_t total = (size_t)(view->nx * view->ny) * (size_t)view->records;
  sample s = {.stride = total / SAMPLE + 1, .value = malloc((SAMPLE + 1) * sizeof *s.value)};
  maps_survey_field *field = &survey->field[f];
  *field = (maps_survey_field){.low = INFINITY, .high = -INFINITY};
  ria_status status = s.value ? read_records(view, f, planes, &s, survey)
                              : ria_fail(RIA_ERROR_MEMORY, "no memory for a survey");
  const double peak = field->high;
  widen(field);
  field->style = style_of(view, f, &s, peak, field);
  free(s.value);
  return status;
}

static void set_arrival_style(const ria_history_view *view, int f, maps_survey *s) {
  const double end = view->time[view->records - 1] / 3600;
  const ria_history_field *field = &view->field[f];
  /* A number without a unit says what it measures. */
  const bool plain = !field->unit[0] || !strcmp(field->unit, "1");
  ria_snprintf(s->arrival_label, sizeof s->arrival_label, "Hours until %s%.40s%s%g%s%.20s",
               plain ? "a " : "", plain ? field->name : "", plain ? " of " : "", view->threshold,
               plain ? "" : " ", plain ? "" : field->unit);
  s->arrival = (map_style){
      .palette = MAPS_PALETTE_TIME, .high = end > 0 ? end : 1, .label = s->arrival_label};
}

ria_status maps_survey_make(const ria_history_view *view, const maps_planes *planes,
                            maps_survey *survey) {
  const size_t cells = (size_t)(view->nx * view->ny);
  *survey = (maps_survey){.field = calloc((size_t)view->fields + 1, sizeof *survey->field),
                          .covered = calloc(cells + 1, 1),
                          .peak = malloc(cells * sizeof(float) + 1),
                          .arrived = malloc(cells * sizeof(float) + 1)};
  ria_status status = survey->field && survey->covered && survey->peak && survey->arrived
                          ? RIA_SUCCESS
                          : ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a survey", view->path);
  for (size_t c = 0; c < cells && status == RIA_SUCCESS; c++)
    survey->peak[c] = survey->arrived[c] = NAN;
  for (int f = 0; f < view->fields && status == RIA_SUCCESS; f++) {
    status = survey_field(view, f, planes, survey);
    if (view->field[f].arrives)
      set_arrival_style(view, f, survey);
  }
  if (status != RIA_SUCCESS)
    maps_survey_destroy(survey);
  return status;
}

void maps_survey_destroy(maps_survey *survey) {
  free(survey->field);
  free(survey->covered);
  free(survey->peak);
  free(survey->arrived);
  *survey = (maps_survey){0};
}
