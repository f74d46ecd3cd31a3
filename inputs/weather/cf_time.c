/* The time axis of a CF file: times since a date, in a calendar, to seconds since 1970. */
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "cf.h"
#include "ria/text.h"
#include "units/unit_factor.h"
#include "units/units.h"

static const double day = 86400, reform = -12219292800.0; /* 1582-10-15, s since 1970 */

/* Days by which the Gregorian calendar, continued into the past, is ahead of the Julian one, which
 * UDUNITS takes before the reform. */
static double ahead(int year, int month) {
  const int y = month <= 2 ? year - 1 : year, century = (int)floor(y / 100.0);
  return century - floor(century / 4.0) - 2;
}

/* The units of a time, number * scale + offset = s since 1970. */
static ria_status read_units(const char *path, const char *units, const char *calendar,
                             double *scale, double *offset) {
  int year, month;
  const char *since = strstr(units, "since");
  if (!since || !strncasecmp(units, "month", 5) || !strncasecmp(units, "year", 4))
    return ria_fail(RIA_ERROR_FORMAT,
                    "%s: its time has the unit '%.60s'; expected seconds, minutes, hours or days "
                    "since a date, such as 'hours since 1900-01-01'",
                    path, units);
  if (units_factor(units, "seconds since 1970-01-01 00:00:00", scale, offset) != RIA_SUCCESS)
    return ria_fail(RIA_ERROR_FORMAT,
                    "%s: its time has the unit '%.60s', which UDUNITS cannot read; expected such "
                    "as 'hours since 1900-01-01 00:00:00'",
                    path, units);
  if (!strcasecmp(calendar, "proleptic_gregorian") && *offset < reform &&
      sscanf(since, "since %d-%d", &year, &month) == 2)
    *offset -= day * ahead(year, month);
  return RIA_SUCCESS;
}

static ria_status check_calendar(const char *path, const char *calendar) {
  static const char *const known[] = {"standard", "gregorian", "proleptic_gregorian", ""};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcasecmp(calendar, known[i]))
      return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_FORMAT,
                  "%s: its calendar is '%.40s', whose dates differ from UTC; expected "
                  "'standard' or 'proleptic_gregorian': `cdo setcalendar,standard IN OUT` says so "
                  "where the dates are meant that way",
                  path, calendar);
}

static ria_status bad_times(const char *path) {
  return ria_fail(RIA_ERROR_FORMAT,
                  "%s: the times of its records do not increase; `cdo sort IN OUT` sorts them",
                  path);
}

/* Whole seconds since the start: time steps end exactly at these times, where the forcing has
 * knots. */
static ria_status convert(ria_cf_file *f, double scale, double offset, double start) {
  for (int i = 0; i < f->all; i++) {
    f->time[i] = round(f->time[i] * scale + offset - start);
    if (!isfinite(f->time[i]) || (i && !(f->time[i] > f->time[i - 1])))
      return bad_times(f->path);
  }
  return RIA_SUCCESS;
}

static void write_time(ria_text *text, const ria_cf_request *request, double t) {
  units_write_instant(text, request->start + t);
}

static ria_status not_covered(const ria_cf_file *f, const ria_cf_request *request, double last,
                              double end) {
  ria_text text = {0};
  ria_text_add(&text, "%s: its records reach from ", f->path);
  write_time(&text, request, f->time[0]);
  ria_text_add(&text, " to ");
  write_time(&text, request, last);
  ria_text_add(&text, ", but the run goes from ");
  write_time(&text, request, 0);
  ria_text_add(&text, " to ");
  write_time(&text, request, isfinite(end) ? end : 0);
  ria_text_add(&text, "; expected a file that covers it, or other 'time.start' and 'time.end'");
  const ria_status status = ria_fail(RIA_ERROR_CASE, "%s", text.data ? text.data : f->path);
  ria_text_destroy(&text);
  return status;
}

/* Intervals: the times become their starts; `last` is the end of the last interval. */
static ria_status read_bounds(ria_cf_file *f, int variable, double scale, double offset,
                              double start, double *last) {
  int number, code;
  char *name = cf_text(f->file, variable, "bounds");
  const bool some = name && nc_inq_varid(f->file, name, &number) == NC_NOERR;
  free(name);
  if (!some) {
    *last = f->time[f->all - 1] + (f->all > 1 ? f->time[f->all - 1] - f->time[f->all - 2] : 0);
    return RIA_SUCCESS;
  }
  double *bound = malloc(2 * (size_t)f->all * sizeof *bound);
  if (!bound)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the times of %s", f->path);
  const size_t from[2] = {0, 0}, count[2] = {(size_t)f->all, 2};
  code = nc_get_vara_double(f->file, number, from, count, bound);
  ria_status status = code ? cf_fail(f->path, code, "its time bounds") : RIA_SUCCESS;
  for (int i = 0; i < f->all && !code; i++) {
    f->time[i] = round(bound[2 * i] * scale + offset - start);
    *last = round(bound[2 * i + 1] * scale + offset - start);
    const double next = i + 1 < f->all ? round(bound[2 * i + 2] * scale + offset - start) : *last;
    if (status == RIA_SUCCESS && (!(*last > f->time[i]) || *last != next))
      status = ria_fail(RIA_ERROR_FORMAT,
                        "%s: the intervals of its time bounds overlap or leave gaps; expected one "
                        "after the other",
                        f->path);
  }
  free(bound);
  return status;
}

/* Find the records that cover the run. */
static ria_status choose(ria_cf_file *f, const ria_cf_request *request, double last) {
  const double end = request->end - request->start;
  int until = f->all - 1;
  f->first = 0;
  while (f->first + 1 < f->all && f->time[f->first + 1] <= 0)
    f->first++;
  while (until > f->first && f->time[until - 1] >= end)
    until--;
  if (f->time[f->first] > 0 || last < (isfinite(end) ? end : 0))
    return not_covered(f, request, last, end);
  f->records = until - f->first + 1;
  return RIA_SUCCESS;
}

static ria_status read_axis(ria_cf_file *f, const ria_cf_request *request, int variable,
                            const char *units, const char *calendar) {
  double scale = 1, offset = 0;
  RIA_TRY(check_calendar(f->path, calendar ? calendar : "standard"));
  RIA_TRY(
      read_units(f->path, units ? units : "", calendar ? calendar : "standard", &scale, &offset));
  const int code = nc_get_var_double(f->file, variable, f->time);
  if (code)
    return cf_fail(f->path, code, "its times");
  RIA_TRY(convert(f, scale, offset, request->start));
  double last = f->time[f->all - 1];
  if (request->intervals)
    RIA_TRY(read_bounds(f, variable, scale, offset, request->start, &last));
  return choose(f, request, last);
}

ria_status cf_read_times(ria_cf_file *f, const ria_cf_request *request) {
  char name[NC_MAX_NAME + 1];
  int variable;
  size_t count = 0;
  nc_inq_dim(f->file, f->time_dimension, name, &count);
  if (count < 1 || nc_inq_varid(f->file, name, &variable))
    return ria_fail(RIA_ERROR_FORMAT, "%s: its time axis '%.60s' has no records, or no times",
                    f->path, name);
  f->all = (int)count;
  f->time = malloc(count * sizeof *f->time);
  if (!f->time)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the times of %s", f->path);
  char *units = cf_text(f->file, variable, "units"),
       *calendar = cf_text(f->file, variable, "calendar");
  const ria_status status = read_axis(f, request, variable, units, calendar);
  free(units);
  free(calendar);
  return status;
}
