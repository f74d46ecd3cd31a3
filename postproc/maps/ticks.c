#include "ticks.h"
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "ria/number.h"

enum { STEPS = 4 };
static const double steps[STEPS + 1] = {1, 2, 2.5, 5, 10};

double maps_nice_above(double value) {
  const double power = pow(10, floor(log10(value)));
  for (int i = 0; i < STEPS; i++)
    if (steps[i] * power >= value * (1 - 1e-9))
      return steps[i] * power;
  return 10 * power;
}

double maps_nice_step(double range, int parts) {
  const double most = range / parts, power = pow(10, floor(log10(most)));
  double step = power;
  for (int i = 1; i <= STEPS; i++)
    if (steps[i] * power <= most * (1 + 1e-9))
      step = steps[i] * power;
  return step;
}

void maps_nice_range(double *low, double *high, int parts) {
  const double step = maps_nice_above((*high - *low) / parts);
  *low = floor(*low / step + 1e-6) * step;
  *high = ceil(*high / step - 1e-6) * step;
}

/* "x 10^n" in Unicode. */
static void write_power(int n, char text[MAPS_TICK_SIZE]) {
  static const char *const digit[] = {
      "\342\201\260", "\302\271",     "\302\262",     "\302\263",     "\342\201\264",
      "\342\201\265", "\342\201\266", "\342\201\267", "\342\201\270", "\342\201\271"};
  char number[8];
  snprintf(number, sizeof number, "%d", n);
  snprintf(text, MAPS_TICK_SIZE, "\303\22710");
  for (const char *c = number; *c; c++)
    strcat(text, *c == '-' ? "\342\201\273" : digit[*c - '0']);
}

/* Digits behind the point that `step` needs. */
static int decimals_of(double step) {
  int decimals = 0;
  for (double rest = step; decimals < 12 && fabs(rest - round(rest)) > 1e-6 * rest; decimals++)
    rest *= 10;
  return decimals;
}

/* The shared power of ten, a multiple of three; 0 for numbers that are read easily. */
static int power_of(double size) {
  const int power = size > 0 ? (int)floor(log10(size) + 1e-9) : 0;
  return power >= 5 || power <= -4 ? (int)floor(power / 3.) * 3 : 0;
}

void maps_ticks_linear(double low, double high, int most, maps_ticks *t) {
  double step = maps_nice_above((high - low) / most);
  const double slack = 1e-6 * (high - low);
  while (floor((high + slack) / step) - ceil((low - slack) / step) + 1 > most)
    step = maps_nice_above(step * 1.01);
  const int power = power_of(fmax(fabs(low), fabs(high)));
  const double factor = pow(10, power);
  const int decimals = decimals_of(step / factor);
  *t = (maps_ticks){0};
  if (power)
    write_power(power, t->factor);
  const double last = floor((high + slack) / step);
  for (double n = ceil((low - slack) / step); n <= last && t->count < MAPS_TICKS; n++) {
    t->tick[t->count].at = n * step + 0.; /* no -0 */
    ria_snprintf(t->tick[t->count++].text, MAPS_TICK_SIZE, "%.*f", decimals,
                 n == 0 ? 0 : n * step / factor);
  }
}

static void add_logarithmic(maps_ticks *t, double at) {
  if (t->count == MAPS_TICKS)
    return;
  const int power = (int)floor(log10(at) + 1e-9);
  const double mantissa = at / pow(10, power);
  char *text = t->tick[t->count].text;
  t->tick[t->count++].at = at;
  if (power >= -4 && power < 5) {
    ria_snprintf(text, MAPS_TICK_SIZE, "%.4g", at);
    return;
  }
  write_power(power, text);
  if (mantissa < 1.001 && mantissa > 0.999)
    memmove(text, text + 2, strlen(text + 2) + 1); /* without the sign of multiplication */
  else {
    char whole[2 * MAPS_TICK_SIZE];
    ria_snprintf(whole, sizeof whole, "%.3g%s", mantissa, text);
    snprintf(text, MAPS_TICK_SIZE, "%.31s", whole);
  }
}

void maps_ticks_logarithmic(double low, double high, int most, maps_ticks *t) {
  static const double dense[] = {1, 2, 5};
  const int first = (int)floor(log10(low)), last = (int)ceil(log10(high));
  const bool sparse = last - first >= 3;
  const int stride = sparse && last - first + 1 > most ? (last - first) / most + 1 : 1;
  *t = (maps_ticks){0};
  add_logarithmic(t, low);
  for (int p = first; p <= last; p += stride)
    for (int d = 0; d < (sparse ? 1 : 3); d++) {
      const double at = dense[d] * pow(10, p);
      if (at > low * pow(high / low, 0.6 / most) && at <= high * (1 + 1e-9))
        add_logarithmic(t, at);
    }
}
