#include "time_axis.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "ria/number.h"
#include "ticks.h"

enum { SPACING = 90, MINUTE = 60, HOUR = 3600, DAY = 86400 };

/* A step of whole seconds that is usual on clocks and calendars; 0: the step must be below a
 * second. */
static double step_for(double range, int most) {
  static const int steps[] = {
      1,       2,       5,        10,       15,       30,        MINUTE,    120,       300,
      600,     900,     1800,     HOUR,     2 * HOUR, 3 * HOUR,  6 * HOUR,  12 * HOUR, DAY,
      2 * DAY, 5 * DAY, 10 * DAY, 20 * DAY, 50 * DAY, 100 * DAY, 200 * DAY, 500 * DAY, 1000 * DAY};
  if (range < most / 2.)
    return 0;
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
    if (range <= (double)steps[i] * most)
      return steps[i];
  return maps_nice_above(range / most / (1000. * DAY)) * 1000. * DAY;
}

static struct tm date_of(double seconds) {
  static const double first = -62167219200, last = 253402300799; /* years of four digits */
  const time_t whole = (time_t)lrint(fmin(fmax(seconds, first), last));
  struct tm date;
  gmtime_r(&whole, &date);
  return date;
}

/* A day, with its year if that differs from the year of the date before it. */
static void write_day(const struct tm *date, const struct tm *before, char text[MAPS_TIME_TEXT]) {
  static const char *const month[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  if (before && before->tm_year == date->tm_year)
    snprintf(text, MAPS_TIME_TEXT, "%d %s", date->tm_mday, month[date->tm_mon]);
  else
    snprintf(text, MAPS_TIME_TEXT, "%d %s %d", date->tm_mday, month[date->tm_mon],
             date->tm_year + 1900);
}

static void add_date(maps_time_axis *axis, double start, double at, double step) {
  const struct tm date = date_of(start + at);
  struct tm before;
  const bool first = !axis->count;
  if (!first)
    before = date_of(start + axis->tick[axis->count - 1].at);
  char *text = axis->tick[axis->count].text, *day = axis->tick[axis->count].date;
  if (step >= DAY)
    write_day(&date, first ? NULL : &before, text);
  else {
    strftime(text, MAPS_TIME_TEXT, step < MINUTE ? "%H:%M:%S" : "%H:%M", &date);
    if (first || before.tm_yday != date.tm_yday || before.tm_year != date.tm_year)
      write_day(&date, first ? NULL : &before, day);
  }
  axis->tick[axis->count++].at = at;
}

static void lay_out_dates(double start, double from, double to, double step, maps_time_axis *axis) {
  const double last = floor((start + to) / step + 1e-9);
  snprintf(axis->label, sizeof axis->label, "Time (UTC)");
  for (double n = ceil((start + from) / step - 1e-9); n <= last && axis->count < MAPS_TIME_TICKS;
       n++)
    add_date(axis, start, n * step - start, step);
}

static void lay_out_elapsed(double from, double to, double step, int most, maps_time_axis *axis) {
  const double size = fmax(fabs(from), fabs(to)), unit = size > 5. * DAY    ? DAY
                                                         : size > 2. * HOUR ? HOUR
                                                         : size > 10 * 60   ? MINUTE
                                                                            : 1;
  maps_ticks ticks = {0};
  snprintf(axis->label, sizeof axis->label, "Time since the start (%s)",
           unit > HOUR     ? "days"
           : unit > MINUTE ? "h"
           : unit > 1      ? "min"
                           : "s");
  if (step < 1 || unit == 1) {
    maps_ticks_linear(from, to, most, &ticks);
    for (int i = 0; i < ticks.count; i++) {
      axis->tick[i].at = ticks.tick[i].at;
      ria_snprintf(axis->tick[i].text, MAPS_TIME_TEXT, "%.10g", ticks.tick[i].at);
    }
    axis->count = ticks.count;
    return;
  }
  for (double n = ceil(from / step - 1e-9); n <= to / step + 1e-9 && axis->count < MAPS_TIME_TICKS;
       n++) {
    axis->tick[axis->count].at = n * step + 0.; /* no -0 */
    ria_snprintf(axis->tick[axis->count++].text, MAPS_TIME_TEXT, "%.10g", n * step / unit + 0.);
  }
}

void maps_time_axis_layout(bool has_start, double start, double from, double to, int length,
                           maps_time_axis *axis) {
  const int room = length / SPACING, most = room < 2 ? 2 : room > 12 ? 12 : room;
  const double step = step_for(to - from, most);
  *axis = (maps_time_axis){0};
  if (has_start && step > 0)
    lay_out_dates(start, from, to, step, axis);
  else
    lay_out_elapsed(from, to, step, most, axis);
}

void maps_time_axis_script(const maps_time_axis *axis, char name, double from, double to,
                           bool texts, FILE *script) {
  ria_fprintf(script, "set %crange [%.12g:%.12g] noextend\nset %ctics (", name, from, to, name);
  for (int i = 0; i < axis->count; i++) {
    const char *date = axis->tick[i].date;
    ria_fprintf(script, "%s\"%s%s%s\" %.12g", i ? ", " : "", texts ? axis->tick[i].text : "",
                texts && *date ? "\\n" : "", texts ? date : "", axis->tick[i].at);
  }
  fputs(")\n", script);
}
