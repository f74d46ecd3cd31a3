#include "calendar.h"
#include "ria/number.h"
#include <math.h>
#include <stdio.h>
#include <time.h>

/* Damaged files hold any number: years have four digits. */
static void split(double seconds, struct tm *date) {
  static const double first = -62167219200, last = 253402300799;
  time_t whole = (time_t)floor(fmin(fmax(seconds, first), last));
  gmtime_r(&whole, date);
}

char *history_date_iso(double seconds, char text[HISTORY_DATE_SIZE]) {
  struct tm date;
  double rounded = floor(seconds * 1000 + 0.5) / 1000;
  split(rounded, &date);
  size_t used = strftime(text, HISTORY_DATE_SIZE, "%Y-%m-%dT%H:%M:%S", &date);
  int thousandths = (int)lrint((rounded - floor(rounded)) * 1000);
  if (thousandths)
    snprintf(text + used, HISTORY_DATE_SIZE - used, ".%03dZ", thousandths);
  else
    snprintf(text + used, HISTORY_DATE_SIZE - used, "Z");
  return text;
}

char *history_date_title(double seconds, char text[HISTORY_DATE_SIZE]) {
  struct tm date;
  split(seconds + 30, &date);
  strftime(text, HISTORY_DATE_SIZE, "%Y-%m-%d %H:%M UTC", &date);
  return text;
}

char *history_elapsed_title(double seconds, char text[HISTORY_DATE_SIZE]) {
  if (seconds < 600 && seconds != floor(seconds)) {
    ria_snprintf(text, HISTORY_DATE_SIZE, "%.4g s", seconds);
    return text;
  }
  long left = lrint(seconds);
  long part[] = {left / 86400, left / 3600 % 24, left / 60 % 60, left % 60};
  static const char *const unit[] = {"d", "h", "min", "s"};
  size_t used = 0;
  int first = 0;
  while (first < 3 && !part[first])
    first++;
  /* Three units are enough: a time of a day or more has no seconds. */
  for (int u = first; u < 4 && u < first + 3; u++)
    if (part[u] || u == first)
      used += (size_t)snprintf(text + used, HISTORY_DATE_SIZE - used, "%s%ld %s", used ? " " : "",
                               part[u], unit[u]);
  return text;
}
