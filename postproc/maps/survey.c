/* One pass over a history for the colour scales of its fields, and for the largest values and
 * arrivals of the followed field. These come from the variables that the run updated after every
 * step, or else from the records. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "palette.h"
#include "plot.h"
#include "ria/number.h"
#include "ticks.h"

/* A sample of a field's values for percentiles: a thin film on a hillside or one extreme cell must
 * not set the scale of all maps. */
enum { SAMPLE = 1 << 18 };

/* Flags of a cell: some record has a value, some record has none; likewise for water deeper than a
 * film. */
enum { HAS = 1, LACKS = 2, HAS_DEEP = 4, LACKS_DEEP = 8 };

static void note_cover(const float *values, size_t cells, unsigned char has, unsigned char lacks,
                       maps_survey *survey) {
  for (size_t c = 0; c < cells; c++)
    survey->covered[c] |= isnan(values[c]) ? lacks : has;
}

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
      survey->arrived[c] = (float)view->time[record];
  }
}

void maps_drop_films(const ria_history_view *view, float *level) {
  for (ria_global c = 0; view->ground && c < view->nx * view->ny; c++)
    if ((double)level[c] + view->ground[c] < MAPS_FILM)
      level[c] = NAN;
}

/* The spread of a record's values: its median, and the larger distance of its 10 % and 90 %
 * quantiles from it. */
static ria_status follow_median(const float *values, size_t cells, int64_t record,
                                maps_survey_field *field) {
  enum { OF_RECORD = 1 << 12 };
  sample s = {.stride = cells / OF_RECORD + 1, .value = malloc((OF_RECORD + 1) * sizeof *s.value)};
  if (!s.value)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a survey");
  sample_add(&s, values, cells, 0);
  qsort(s.value, s.count, sizeof *s.value, by_value);
  const double median = percentile(&s, 0.5);
  field->median[record] = (float)median;
  field->spread[record] = (float)fmax(percentile(&s, 0.9) - median, median - percentile(&s, 0.1));
  free(s.value);
  return RIA_SUCCESS;
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
  return ria_history_view_read(view, field->arrived, last, survey->arrived);
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
      note_cover(planes->values, cells, HAS, LACKS, survey);
    if (view->field[f].arrives && !tracked)
      follow_arrival(view, r, planes->values, survey);
    if (survey->field[f].median) {
      maps_drop_films(view, planes->values);
      note_cover(planes->values, cells, HAS_DEEP, LACKS_DEEP, survey);
      RIA_TRY(follow_median(planes->values, cells, r, &survey->field[f]));
    }
  }
  qsort(s->value, s->count, sizeof *s->value, by_value);
  return RIA_SUCCESS;
}

/* Round steps of a level's scale on each side of the median. */
enum { STEPS = 3 };

/* A tide lifts all water by metres, while the level within a map differs by centimetres; a scale
 * for the whole run would show each map in one colour. Each map then has a scale of the same span
 * around its own median. Returns half of that span, or 0. */
static double half_span(int64_t records, maps_survey_field *field) {
  enum { FLAT = 4 }; /* movement of the median in half spans, at least */
  double low = INFINITY, high = -INFINITY;
  if (!field->median)
    return 0;
  for (int64_t r = 0; r < records; r++) {
    low = fmin(low, (double)field->median[r]);
    high = fmax(high, (double)field->median[r]);
  }
  qsort(field->spread, (size_t)records, sizeof *field->spread, by_value);
  const double usual = (double)field->spread[records / 2],
               half = fmax(2 * usual, (high - low) / 200);
  return high - low > FLAT * half && half > 1e-9 ? STEPS * maps_nice_above(half / STEPS) : 0;
}

/* From `-half` to `half` round the median of each map. */
static void set_centred_scale(const char *label, double half, maps_survey_field *field,
                              map_style *style) {
  style->palette = MAPS_PALETTE_SIGNED;
  style->low = -half, style->high = half;
  style->over = style->under = true;
  snprintf(field->label, sizeof field->label, "%.80s, around the median of this map", label);
  style->label = field->label;
  field->centred = true;
}

static void set_fixed_scale(double bottom, double top, map_style *style) {
  style->palette = MAPS_PALETTE_SIGNED;
  if (bottom < 0 && top > 0 && fmin(-bottom, top) > 0.2 * fmax(-bottom, top)) {
    style->high = fmax(-bottom, top);
    style->low = -style->high;
    maps_nice_range(&style->low, &style->high, 6);
  } else if (top - bottom > 1e-9) { /* 0 is not a special value */
    style->palette = MAPS_PALETTE_MAGNITUDE;
    style->low = bottom, style->high = top;
    maps_nice_range(&style->low, &style->high, 6);
  } else {
    style->low = bottom - 1, style->high = top + 1;
  }
}

static void set_level_scale(int64_t records, bool once, double bottom, double top,
                            maps_survey_field *field, map_style *style) {
  const double half = once ? 0 : half_span(records, field);
  if (half > 0)
    set_centred_scale(style->label, half, field, style);
  else
    set_fixed_scale(bottom, top, style);
}

static void set_magnitude_scale(double top, map_style *style) {
  style->high = top > 1e-9 ? top : 1;
  maps_nice_range(&style->low, &style->high, 6);
}

static void set_range_scale(double low, double high, map_style *style) {
  const double most = fmax(-low, high);
  const bool both = low < -0.05 * most && high > 0.05 * most;
  if (both)
    style->palette = MAPS_PALETTE_SIGNED; /* diverging: shows the sign */
  style->low = both ? -most : low;
  style->high = both ? most : high;
  maps_nice_range(&style->low, &style->high, 6);
}

static void set_trace_scale(const ria_history_view *view, int f, double peak,
                            maps_survey_field *field, map_style *style) {
  const char *unit = view->field[f].unit;
  style->palette = MAPS_PALETTE_TRACE;
  style->high = peak > 0 ? maps_nice_above(peak) : 1;
  style->low =
      view->threshold > 0 && view->threshold < style->high ? view->threshold : style->high / 1000;
  style->logarithmic = style->high / style->low > 20;
  style->hide_below = style->low;
  ria_snprintf(field->hidden, sizeof field->hidden, "below %.4g%s%.20s", style->low,
               strcmp(unit, "1") ? " " : "", strcmp(unit, "1") ? unit : "");
  style->hidden = field->hidden;
}

/* Whether values lie beyond the ends of the scale. */
static void note_extremes(const maps_survey_field *field, map_style *style) {
  style->over |= field->high > style->high * (1 + 1e-6);
  style->under |= field->low < style->low - 1e-6 * fabs(style->low);
}

static map_style style_of(const ria_history_view *view, int f, const sample *s, double peak,
                          maps_survey_field *field) {
  /* A mean of layers has no extremes. */
  const bool mean =
      view->blocks && view->block[0].layers > 1 && percentile(s, 0.98) > percentile(s, 0.02);
  const double bottom = percentile(s, 0.002), top = percentile(s, 0.998);
  map_style style = {
      .palette = MAPS_PALETTE_MAGNITUDE, .hide_below = -INFINITY, .label = view->field[f].label};
  field->bottom = bottom, field->top = top;
  switch (view->field[f].scale) {
  case RIA_SCALE_RANGE:
    set_range_scale(mean ? percentile(s, 0.02) : field->low,
                    mean ? percentile(s, 0.98) : field->high, &style);
    break;
  case RIA_SCALE_SIGNED:
    set_level_scale(view->records, view->field[f].once, bottom, top, field, &style);
    break;
  case RIA_SCALE_DEPTH:
    style.palette = MAPS_PALETTE_DEPTH;
    set_magnitude_scale(top, &style);
    break;
  case RIA_SCALE_MAGNITUDE:
    set_magnitude_scale(top, &style);
    break;
  case RIA_SCALE_TRACE:
    set_trace_scale(view, f, peak, field, &style);
    return style;
  }
  note_extremes(field, &style);
  return style;
}

map_style maps_survey_style(const maps_survey_field *field, int64_t record) {
  map_style style = field->style;
  if (!field->centred)
    return style;
  const double step = style.high / STEPS,
               centre = round((double)field->median[record] / step) * step;
  style.low += centre;
  style.high += centre;
  return style;
}

/* A field that is constant up to rounding still needs a scale. */
static void widen(maps_survey_field *range) {
  const double middle = (range->low + range->high) / 2, size = fabs(middle) > 0 ? fabs(middle) : 1;
  if (!isfinite(middle))
    range->low = -1, range->high = 1;
  else if (!(range->high - range->low > fmax(1e-6 * fabs(middle), 1e-290)))
    range->low = middle - size, range->high = middle + size;
}

/* Nearly all arrows are at most COMMON pixels long; the legend has one of a round size. */
static void set_arrow(double common, maps_survey_field *field) {
  enum { COMMON = 30 };
  common = common > 1e-9 ? common : 1;
  field->arrow = maps_nice_step(common, 1);
  field->arrow_length = COMMON * field->arrow / common;
}

static ria_status survey_field(const ria_history_view *view, int f, const maps_planes *planes,
                               maps_survey *survey) {
  const size_t total = (size_t)(view->nx * view->ny) * (size_t)view->records;
  sample s = {.stride = total / SAMPLE + 1, .value = malloc((SAMPLE + 1) * sizeof *s.value)};
  maps_survey_field *field = &survey->field[f];
  *field = (maps_survey_field){.low = INFINITY, .high = -INFINITY};
  if (view->field[f].scale == RIA_SCALE_SIGNED && !maps_plot_is_line(view) && !view->blocks)
    field->median = calloc(2 * (size_t)view->records, sizeof *field->median);
  field->spread = field->median ? field->median + view->records : NULL;
  ria_status status = s.value ? read_records(view, f, planes, &s, survey)
                              : ria_fail(RIA_ERROR_MEMORY, "no memory for a survey");
  const double peak = field->high;
  widen(field);
  field->style = style_of(view, f, &s, peak, field);
  set_arrow(percentile(&s, 0.95), field);
  free(s.value);
  return status;
}

/* ---- scales that fields share ---- */

/* The field with maps of all records that has the same scale and unit as the field `once`; -1:
 * none. */
static int find_recorded(const ria_history_view *view, int once) {
  const ria_history_field *a = &view->field[once];
  const bool shares = a->once && (a->scale == RIA_SCALE_SIGNED || a->scale == RIA_SCALE_DEPTH);
  for (int f = 0; f < view->fields && shares; f++) {
    const ria_history_field *b = &view->field[f];
    if (!b->once && b->scale == a->scale && !b->component[0] && !strcmp(a->unit, b->unit))
      return f;
  }
  return -1;
}

/* Gives the largest levels the span of the records, around their own median; wider if they differ
 * by more than the records do. */
static void share_span(const ria_history_view *view, int once, const maps_survey_field *recorded,
                       maps_survey_field *largest) {
  const double spread = (double)largest->spread[view->records - 1];
  const double half = fmax(recorded->style.high, STEPS * maps_nice_above(2 * spread / STEPS));
  set_centred_scale(view->field[once].label, half, largest, &largest->style);
}

static void share_range(ria_scale scale, maps_survey_field *recorded, maps_survey_field *largest) {
  maps_survey_field *const both[] = {recorded, largest};
  const double bottom = fmin(recorded->bottom, largest->bottom),
               top = fmax(recorded->top, largest->top);
  for (int i = 0; i < 2; i++) {
    map_style *style = &both[i]->style;
    style->over = style->under = false;
    if (scale == RIA_SCALE_SIGNED)
      set_fixed_scale(bottom, top, style);
    else
      set_magnitude_scale(top, style);
    note_extremes(both[i], style);
  }
}

static void share_scales(const ria_history_view *view, maps_survey *survey) {
  for (int f = 0; f < view->fields; f++) {
    const int other = find_recorded(view, f);
    if (other < 0)
      continue;
    maps_survey_field *recorded = &survey->field[other], *largest = &survey->field[f];
    if (recorded->centred && largest->spread)
      share_span(view, f, recorded, largest);
    else if (!recorded->centred)
      share_range(view->field[f].scale, recorded, largest);
  }
}

/* Arrivals are read in hours, those of a long run in days. */
static void set_arrival_style(const ria_history_view *view, int f, maps_survey *s) {
  enum { HOUR = 3600, DAY = 86400 };
  const double end = view->time[view->records - 1], unit = end > 5. * DAY ? DAY : HOUR;
  const size_t cells = (size_t)(view->nx * view->ny);
  const ria_history_field *field = &view->field[f];
  /* A number without a unit is labelled with its quantity. */
  const bool plain = !field->unit[0] || !strcmp(field->unit, "1");
  double latest = 0;
  for (size_t c = 0; c < cells; c++) {
    s->arrived[c] /= (float)unit;
    latest = fmax(latest, isnan(s->arrived[c]) ? 0 : (double)s->arrived[c]);
  }
  ria_snprintf(s->arrival_label, sizeof s->arrival_label, "%s until %s%.40s%s%g%s%.20s",
               unit > HOUR ? "Days" : "Hours", plain ? "a " : "", plain ? field->name : "",
               plain ? " of " : "", view->threshold, plain ? "" : " ", plain ? "" : field->unit);
  s->arrival = (map_style){.palette = MAPS_PALETTE_TIME,
                           .high = latest > 0 ? latest : 1,
                           .label = s->arrival_label,
                           .hidden = "not reached"};
  maps_nice_range(&s->arrival.low, &s->arrival.high, 7);
}

/* Sets the covered cells. */
static void finish_cover(const ria_history_view *view, maps_survey *survey) {
  for (int f = 0; f < view->fields && !survey->tidal; f++)
    if (survey->field[f].centred && !view->field[f].once && view->ground) {
      survey->tidal = true;
      survey->level = f;
    }
  const int has = survey->tidal ? HAS_DEEP : HAS, lacks = survey->tidal ? LACKS_DEEP : LACKS;
  for (ria_global c = 0; c < view->nx * view->ny; c++) {
    survey->flats |= (survey->covered[c] & (has | lacks)) == (has | lacks);
    survey->covered[c] = (survey->covered[c] & has) != 0;
  }
}

ria_status maps_survey_make(const ria_history_view *view, const maps_planes *planes,
                            maps_survey *survey) {
  const size_t cells = (size_t)(view->nx * view->ny);
  *survey = (maps_survey){.field = calloc((size_t)view->fields + 1, sizeof *survey->field),
                          .fields = view->fields,
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
  if (status == RIA_SUCCESS)
    share_scales(view, survey);
  if (status == RIA_SUCCESS)
    finish_cover(view, survey);
  if (status != RIA_SUCCESS)
    maps_survey_destroy(survey);
  return status;
}

void maps_survey_destroy(maps_survey *survey) {
  for (int f = 0; survey->field && f < survey->fields; f++)
    free(survey->field[f].median);
  free(survey->field);
  free(survey->covered);
  free(survey->peak);
  free(survey->arrived);
  *survey = (maps_survey){0};
}
