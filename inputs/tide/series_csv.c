/* Reading series from CSV files. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "header.h"
#include "legal_time.h"
#include "ria/csv.h"
#include "ria/tide.h"
#include "tables.h"
#include "units/units.h"
#include "values/fill.h"

static const double hour = 3600;
static const char order[] = "time,value";
static const char *const time_names[] = {"time",  "date",  "datetime", "timestamp", "zeit",
                                         "datum", "fecha", "hora",     NULL};
static const char *const zone_names[] = {"tz", "timezone", "time_zone", "time zone", "zone", NULL};
static const tide_column columns[] = {{"time", time_names}, {"value", NULL}};

typedef struct {
  ria_csv csv;
  const ria_series_form *form;
  ria_told *told;
  int cells; /* cells of the header; 0: no header */
  tide_header_unit time, value;
  const char *value_unit; /* wanted; NULL: not known */
  /* Errors in a header's time column may concern only numbers or only dates, so they are reported
   * at the first such time. */
  char of_numbers[512], of_dates[512];
  double since; /* epoch of the numbers, from the header; NAN: time.start */
  bool utc;     /* the header says UTC */
  bool offsets; /* a date has an offset */
  bool dates;
  ria_series series;
  int *line; /* [series.count]: line of each value */
  int room;
} reader;

/* ---- the header ---- */

/* The unit of the numbers, for UDUNITS; NULL: unknown. */
static const char *unit_of(const ria_series_form *form) {
  if (form->dimension == RIA_CONCENTRATION)
    return form->scale > 0 ? "g/m3" : NULL;
  if (form->dimension == RIA_RELEASE)
    return form->scale > 0 ? "g/s" : NULL;
  const char *base = units_dimensions[form->dimension].base;
  return *base ? base : "1";
}

/* Read the epoch of the numbers: "hours since 2024-03-01 06:00:00". */
static ria_status read_since(reader *r) {
  char text[64];
  const char *since = strcasestr(r->csv.cell[0], "since ");
  if (!since || !strncasecmp(since + 6, "start", 5) || !strncasecmp(since + 6, "the start", 9))
    return RIA_SUCCESS;
  since += 6;
  snprintf(text, sizeof text, "%.*s", (int)strcspn(since, ")]}"), since);
  const size_t length = strlen(text);
  if (length > 4 && !strcasecmp(text + length - 4, " UTC"))
    text[length - 4] = '\0';
  if (units_instant(text, &r->since))
    return RIA_SUCCESS;
  return ria_csv_fail(&r->csv, 0,
                      "times since the start, or since a date such as 2024-03-01T06:00Z");
}

static void keep_complaint(char complaint[512]) {
  snprintf(complaint, 512, "%s", ria_status_detail());
}

/* "# time zone: CET" */
static void read_zone_of(reader *r, const char *comment) {
  static const char *const starts[] = {"time zone", "timezone", "time_zone", "times",
                                       "zeitzone",  "zone",     "tz"};
  char zone[TIDE_ZONE_BYTES];
  size_t i = 0;
  while (comment && i < sizeof starts / sizeof *starts &&
         strncasecmp(comment, starts[i], strlen(starts[i])) != 0)
    i++;
  if (!comment || i == sizeof starts / sizeof *starts)
    return;
  r->utc |= tide_zone_is_utc(comment);
  if (tide_zone_find(comment, zone))
    snprintf(r->of_dates, sizeof r->of_dates,
             "%s: a comment is '%.80s', but a date without an offset is UTC: write the offset "
             "behind each date, such as 2024-03-01T06:00:00+01:00, or convert the dates to UTC",
             r->csv.path, comment);
}

static void read_zone(reader *r) {
  char zone[TIDE_ZONE_BYTES];
  r->utc |= tide_zone_is_utc(r->csv.cell[0]);
  for (int c = 0; c < r->csv.cells; c++) {
    const bool names_one = c && tide_header_names(&r->csv, c, zone_names);
    if (!names_one && (c || !tide_zone_find(r->csv.cell[0], zone)))
      continue;
    snprintf(r->of_dates, sizeof r->of_dates,
             "%s:%d: column %d is '%.80s', but a date without an offset is UTC: write the offset "
             "behind each date, such as 2024-03-01T06:00:00+01:00, or convert the dates to UTC and "
             "say so in the header%s%s%s",
             r->csv.path, r->csv.line, r->csv.left + c + 1, r->csv.cell[c],
             names_one ? "" : " in place of '", names_one ? "" : zone, names_one ? "" : "'");
    return;
  }
}

/* Reject a table of masses for a tracer whose unit is not a mass. */
static ria_status check_no_mass(reader *r) {
  const char *mass = r->form->dimension == RIA_RELEASE ? "g/s" : "g/m3";
  tide_header_unit unit = {.unit = ""};
  if (tide_header_find_unit(&r->csv, 1, mass, &unit) != RIA_SUCCESS || !*unit.unit)
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_FORMAT,
                  "%s:%d: column 2 is in '%s' by its header '%.80s', but the tracer's unit is no "
                  "mass in a volume: give the tracer a unit such as mg/l, or convert the column",
                  r->csv.path, r->csv.line, unit.unit, r->csv.cell[1]);
}

static ria_status read_value_unit(reader *r) {
  if (!r->value_unit)
    return check_no_mass(r);
  RIA_TRY(tide_header_find_unit(&r->csv, 1, r->value_unit, &r->value));
  if (!*r->value.unit)
    return RIA_SUCCESS;
  r->value.scale /= r->form->scale;
  tide_header_note_unit(&r->csv, 1, r->form->scale == 1 ? r->value_unit : "the tracer's unit",
                        &r->value, r->told);
  return RIA_SUCCESS;
}

static ria_status read_header(reader *r) {
  ria_csv *csv = &r->csv;
  if (!r->cells)
    RIA_TRY(tide_header_check(csv, 2, columns, -1, &r->cells, r->told));
  read_zone(r);
  RIA_TRY(read_since(r));
  if (tide_header_find_unit(csv, 0, "s", &r->time) != RIA_SUCCESS && !r->utc)
    keep_complaint(r->of_numbers);
  else if (*r->time.unit)
    *r->of_numbers = '\0';
  return read_value_unit(r);
}

/* Use a comment as header. */
static ria_status read_comment(reader *r) {
  ria_csv lines = r->csv;
  bool found;
  ria_status status = tide_header_of_comment(&lines, &columns[0], &r->csv, &found);
  if (status == RIA_SUCCESS && found)
    status = read_header(r);
  ria_csv_close(&r->csv);
  r->csv = lines;
  return status;
}

/* Read a header line before the first value: names of columns, or units. */
static bool is_header(const reader *r) {
  double number;
  return !r->series.count && !ria_csv_like_number(&r->csv, 0) &&
         !ria_csv_number(&r->csv, 1, &number);
}

/* ---- the lines ---- */

static ria_status append(reader *r, double time, double value) {
  ria_series *s = &r->series;
  if (s->count == r->room) {
    const int more = r->room ? 2 * r->room : 64;
    double *times = realloc(s->time, (size_t)more * sizeof *times);
    s->time = times ? times : s->time;
    double *values = times ? realloc(s->value, (size_t)more * sizeof *values) : NULL;
    s->value = values ? values : s->value;
    int *lines = values ? realloc(r->line, (size_t)more * sizeof *lines) : NULL;
    if (!lines)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for a series of %d values", more);
    r->line = lines;
    r->room = more;
  }
  s->time[s->count] = time;
  s->value[s->count] = value;
  r->line[s->count++] = r->csv.line;
  return RIA_SUCCESS;
}

/* Whether a date has Z or an offset after its time of day. */
static bool has_offset(const char *date) {
  return strlen(date) > 10 && strpbrk(date + 10, "Zz+-");
}

static ria_status fail_time(const reader *r) {
  char zone[TIDE_ZONE_BYTES];
  static const char expected[] =
      "a time: seconds since the start, or a date such as 2026-03-01T06:00:00Z";
  if (!r->csv.cells || !units_like_instant(r->csv.cell[0]) ||
      !(tide_zone_find(r->csv.cell[0] + 4, zone) || tide_zone_is_utc(r->csv.cell[0] + 4)))
    return ria_csv_fail(&r->csv, 0, expected);
  return ria_csv_fail(&r->csv, 0,
                      "a date with its offset in place of a time zone: 2026-03-01T06:00:00Z, or "
                      "2026-03-01T06:00:00+01:00");
}

static ria_status read_time(reader *r, double *time) {
  if (ria_csv_number(&r->csv, 0, time)) {
    if (*r->of_numbers)
      return ria_fail(RIA_ERROR_FORMAT, "%s", r->of_numbers);
    *time = *time * r->time.scale + r->time.offset;
    if (!isnan(r->since))
      *time += r->since - r->form->start;
    return RIA_SUCCESS;
  }
  if (!r->csv.cells || !units_instant(r->csv.cell[0], time))
    return fail_time(r);
  r->dates = true;
  r->offsets |= has_offset(r->csv.cell[0]);
  if (*r->of_dates && !has_offset(r->csv.cell[0]))
    return ria_fail(RIA_ERROR_FORMAT, "%s", r->of_dates);
  *time -= r->form->start;
  return RIA_SUCCESS;
}

/* Whether dates may be local time: neither file nor dates give UTC or an offset. */
static bool may_be_local(const reader *r) {
  return r->dates && !r->offsets && !r->utc;
}

static double step_before(const ria_series *s, int i) {
  return i > 1 ? s->time[i - 1] - s->time[i - 2] : s->count > 2 ? s->time[2] - s->time[1] : 0;
}

static ria_status fail_order(const reader *r, double time) {
  const ria_series *s = &r->series;
  const double usual = step_before(s, s->count);
  const double back = s->time[s->count - 1] + usual - time; /* the change of the clocks */
  const char *where = may_be_local(r) && fabs(back - hour) < 1
                          ? tide_daylight_change(time + r->form->start, false)
                          : NULL;
  char expected[256] = "a later time than on the line before";
  if (where)
    snprintf(expected, sizeof expected,
             "a later time than on the line before; an hour is there twice, as where daylight "
             "saving time ends (%s): write local times with their offsets, such as "
             "2024-03-01T06:00:00+01:00",
             where);
  return ria_csv_fail(&r->csv, 0, expected);
}

static ria_status read_line(reader *r) {
  double time, value;
  RIA_TRY(tide_header_check_cells(&r->csv, r->cells ? r->cells : 2, r->cells > 0, order, r->told));
  RIA_TRY(read_time(r, &time));
  if (!ria_csv_number(&r->csv, 1, &value))
    return ria_csv_fail(&r->csv, 1, "a number");
  for (int f = 0; f < r->form->fills; f++)
    if (values_fill_is(value, r->form->fill[f]))
      value = NAN; /* left out, when all gaps are known */
  if (r->series.count && time <= r->series.time[r->series.count - 1])
    return fail_order(r, time);
  return append(r, time, value);
}

static ria_status read_lines(reader *r) {
  for (bool found, first = true;; first = false) {
    RIA_TRY(ria_csv_next(&r->csv, &found));
    if (!found)
      return RIA_SUCCESS;
    if (first) {
      read_zone_of(r, r->csv.about);
      read_zone_of(r, r->csv.comment);
    }
    if (first && !is_header(r))
      RIA_TRY(read_comment(r));
    RIA_TRY(is_header(r) ? read_header(r) : read_line(r));
  }
}

/* ---- the whole file ---- */

static ria_status check_fills(const reader *r) {
  values_fill fill[VALUES_FILLS];
  if (r->form->declared && !r->form->fills)
    return RIA_SUCCESS;
  const int found =
      values_fill_find(r->series.value, (size_t)r->series.count, (values_fill_type){0, 0}, fill);
  if (!found)
    return RIA_SUCCESS;
  int first = 0;
  while (r->series.value[first] != fill[0].value)
    first++;
  ria_text text = {0};
  values_fill_tell(&text, found, fill, "line");
  const ria_status status = ria_fail(
      RIA_ERROR_FORMAT,
      "%s:%d: %s: if it means that a value is missing, leave these lines out or declare it, "
      "{file: ..., nodata: %.10g}; if it is a value, {file: ..., nodata: none}",
      r->csv.path, r->line[first], text.data ? text.data : "a fill value", fill[0].value);
  ria_text_destroy(&text);
  return status;
}

/* Keep the lines with a value; *longest is the longest gap left by removed lines. */
static int compact(reader *r, double *longest) {
  ria_series *s = &r->series;
  int kept = 0;
  *longest = 0;
  for (int i = 0; i < s->count; i++) {
    if (isnan(s->value[i]))
      continue;
    if (kept && isnan(s->value[i - 1]))
      *longest = fmax(*longest, s->time[i] - s->time[kept - 1]);
    s->time[kept] = s->time[i];
    s->value[kept++] = s->value[i];
  }
  return kept;
}

/* Remove lines with a declared fill value, and note their number and the longest gap. */
static ria_status leave_out(reader *r) {
  int first = 0;
  double longest;
  while (first < r->series.count && !isnan(r->series.value[first]))
    first++;
  const int all = r->series.count, kept = compact(r, &longest);
  r->series.count = kept;
  if (!kept)
    return ria_fail(RIA_ERROR_FORMAT, "%s holds no values but its nodata", r->csv.path);
  if (kept < all)
    ria_case_complain_at(&r->told->warnings, NULL, 0, 0,
                         "%s:%d: %d line%s no data and %s left out; the longest time without a "
                         "value inside is %.6g s, which a straight line fills",
                         r->csv.path, r->line[first], all - kept,
                         all - kept > 1 ? "s have" : " has", all - kept > 1 ? "are" : "is",
                         longest);
  return RIA_SUCCESS;
}

/* Detect a missing hour, or a step one hour too short, on a date on which clocks change. */
static void warn_of_daylight(const reader *r) {
  const ria_series *s = &r->series;
  for (int i = 1; may_be_local(r) && i < s->count; i++) {
    const double usual = step_before(s, i), odd = s->time[i] - s->time[i - 1] - usual;
    const bool regular = i + 1 == s->count || fabs(s->time[i + 1] - s->time[i] - usual) < 1;
    if (!regular || fabs(fabs(odd) - hour) >= 1)
      continue;
    const double clock = odd > 0 ? s->time[i - 1] + usual : s->time[i];
    const char *where = tide_daylight_change(clock + r->form->start, odd > 0);
    if (where)
      ria_case_complain_at(&r->told->warnings, NULL, 0, 0,
                           "%s:%d: an hour %s here, as where daylight saving time %s (%s), but "
                           "dates without an offset are UTC: write local times with their "
                           "offsets, such as 2024-03-01T06:00:00+01:00",
                           r->csv.path, r->line[i], odd > 0 ? "is missing" : "too few passes",
                           odd > 0 ? "begins" : "ends", where);
  }
}

static void note_times(const reader *r) {
  if (r->dates || !*r->time.unit || (r->time.scale == 1 && isnan(r->since)))
    return;
  ria_case_complain_at(&r->told->notes, NULL, 0, 0,
                       "%s: times are converted from %s, which the header names, to s%s",
                       r->csv.path, r->time.unit,
                       isnan(r->since) ? "" : ", from the date in the header on");
}

static ria_status finish(reader *r) {
  ria_series *s = &r->series;
  if (!s->count)
    return ria_fail(RIA_ERROR_FORMAT, "%s holds no values: expected lines of %s", r->csv.path,
                    order);
  RIA_TRY(check_fills(r));
  note_times(r);
  warn_of_daylight(r);
  RIA_TRY(leave_out(r));
  for (int i = 0; i < s->count; i++)
    s->value[i] = s->value[i] * r->value.scale + r->value.offset;
  return RIA_SUCCESS;
}

ria_status tide_read_series(ria_csv *csv, const ria_series_form *form, ria_series *series,
                            ria_told *told) {
  reader r = {.csv = *csv,
              .form = form,
              .told = told,
              .time = {.scale = 1},
              .value = {.scale = 1},
              .value_unit = unit_of(form),
              .since = NAN};
  ria_status status = read_lines(&r);
  if (status == RIA_SUCCESS)
    status = finish(&r);
  *csv = r.csv;
  free(r.line);
  if (status == RIA_SUCCESS)
    *series = r.series;
  else
    ria_series_destroy(&r.series);
  return status;
}

ria_status ria_series_read_csv(const char *path, const ria_series_form *form, ria_series *series,
                               ria_told *told) {
  ria_csv csv;
  ria_status status = ria_csv_open(path, &csv);
  if (status == RIA_SUCCESS)
    status = tide_read_series(&csv, form, series, told);
  ria_csv_close(&csv);
  return status;
}
