/* Where the ticks of an axis stand, and what they say. */
#include <math.h>
#include "report.h"

double ria_axis_step(double range, int most) {
  if (!(range > 0))
    return 1;
  double raw = range / most, power = pow(10, floor(log10(raw))), digit = raw / power;
  return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

double ria_axis_time_step(double range, int most) {
  static const double steps[] = {1,   2,    5,    10,   15,    30,    60,    120,   300,    600,
                                 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800};
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
    if (range / steps[i] <= most)
      return steps[i];
  return range < most ? ria_axis_step(range, most) : 86400 * ria_axis_step(range / 86400, most);
}

void ria_report_duration(double seconds, char text[32]) {
  long long whole = llround(seconds), days = whole / 86400, hours = whole / 3600 % 24;
  long long minutes = whole / 60 % 60, rest = whole % 60;
  if (!(seconds >= 0) || seconds > 1e12)
    snprintf(text, 32, "?");
  else if (whole < 10 && fabs(seconds - (double)whole) > 0.005)
    snprintf(text, 32, "%.2g s", seconds);
  else if (days)
    snprintf(text, 32, hours ? "%lld d %lld h" : "%lld d", days, hours);
  else if (hours)
    snprintf(text, 32, minutes ? "%lld h %lld min" : "%lld h", hours, minutes);
  else if (minutes)
    snprintf(text, 32, rest ? "%lld min %lld s" : "%lld min", minutes, rest);
  else
    snprintf(text, 32, "%lld s", rest);
}
