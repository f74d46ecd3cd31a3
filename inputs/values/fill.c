#include "fill.h"
#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { BINS = 4096 };

/* How strongly a value looks like a fill value. A stronger one may lie nearer to the other values.
 */
typedef enum { NO_FILL, SHORT_FILL, MIDDLE_FILL, LONG_FILL } likeness;

/* A repeated value beyond this size cannot be a measurement. */
static const double huge = 1e10;

bool values_fill_is(double value, double declared) {
  const double most = fmax(fabs(value), fabs(declared));
  return fabs(value - declared) <= most * (most >= huge ? 1e-3 : 1e-6);
}

/* The number of nines in 99, 999.9, ...; 0 if the value has another digit. */
static int nines_of(double size) {
  static const double tenth[] = {1, 10, 100, 1000};
  if (size < 98.9)
    return 0;
  int digits = 2;
  double whole = 100; /* above `digits` nines */
  while (whole <= size && digits < 10) {
    whole *= 10;
    digits++;
  }
  for (int decimals = 0; decimals < 4; decimals++)
    if (fabs(size - (whole - 1 / tenth[decimals])) <= 1e-7 * size)
      return digits + decimals;
  return 0;
}

static bool is_limit(double value) {
  if (fabs(value) < 32767)
    return false;
  static const double limits[] = {-32768,      -32767,      32767,      65535,
                                  -2147483648, -2147483647, 2147483647, 4294967295};
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
    if (value == limits[i])
      return true;
  return false;
}

static likeness judge(double value, values_fill_type type) {
  if (fabs(value) >= huge || is_limit(value))
    return LONG_FILL;
  const int nines = nines_of(fabs(value));
  if (nines >= 4)
    return LONG_FILL;
  if (nines == 3 ||
      (type.least < type.most && value != 0 && (value == type.least || value == type.most)))
    return MIDDLE_FILL;
  return nines == 2 && value < 0 ? SHORT_FILL : NO_FILL;
}

/* The range of the values that do not look like fill values. */
typedef struct {
  double low, high;
  double widest; /* gap between these values, with a resolution of 1/BINS of the range */
} span;

/* Count a value that looks like a fill value. Only the first VALUES_FILLS are kept: if a file's
 * data look like fill values, the rule does not apply. */
static void add(double value, int *found, values_fill fill[VALUES_FILLS]) {
  for (int i = 0; i < *found; i++)
    if (fill[i].value == value) {
      fill[i].count++;
      return;
    }
  if (*found < VALUES_FILLS)
    fill[(*found)++] = (values_fill){value, 1, NAN};
}

static double widest_gap(const double *values, size_t count, values_fill_type type, const span *s) {
  bool taken[BINS] = {false};
  const double width = (s->high - s->low) / BINS;
  if (!(width > 0))
    return 0;
  for (size_t i = 0; i < count; i++) {
    if (!isfinite(values[i]) || judge(values[i], type) != NO_FILL)
      continue;
    const double bin = (values[i] - s->low) / width;
    taken[bin < BINS - 1 ? (int)bin : BINS - 1] = true;
  }
  int run = 0, longest = 0;
  for (int b = 0; b < BINS; b++) {
    run = taken[b] ? 0 : run + 1;
    longest = run > longest ? run : longest;
  }
  return longest * width;
}

static bool is_fill(values_fill *f, values_fill_type type, const span *others) {
  static const double part[] = {[SHORT_FILL] = 1.5, [MIDDLE_FILL] = 0.25, [LONG_FILL] = 0.1};
  const likeness like = judge(f->value, type);
  if (f->count < 2 && like != LONG_FILL)
    return false;
  if (!(others->low <= others->high))
    return like == LONG_FILL;
  f->next = f->value < others->low ? others->low : others->high;
  const double gap = fmax(others->low - f->value, f->value - others->high);
  return gap > 0 && gap > 2 * others->widest && gap > part[like] * (others->high - others->low);
}

int values_fill_find(const double *values, size_t count, values_fill_type type,
                     values_fill fill[VALUES_FILLS]) {
  span others = {INFINITY, -INFINITY, 0};
  int found = 0, kept = 0;
  for (size_t i = 0; i < count; i++) {
    if (!isfinite(values[i]))
      continue;
    if (judge(values[i], type) != NO_FILL) {
      add(values[i], &found, fill);
      continue;
    }
    others.low = fmin(others.low, values[i]);
    others.high = fmax(others.high, values[i]);
  }
  if (!found)
    return 0;
  others.widest = widest_gap(values, count, type, &others);
  for (int i = 0; i < found; i++)
    if (is_fill(&fill[i], type, &others))
      fill[kept++] = fill[i];
  return kept;
}

void values_fill_tell(ria_text *text, int count, const values_fill *fill, const char *thing) {
  for (int i = 0; i < count; i++) {
    ria_text_add(text, "%s%zu %s%s %s exactly %.10g", i ? " and " : "", fill[i].count, thing,
                 fill[i].count == 1 ? "" : "s", fill[i].count == 1 ? "holds" : "hold",
                 fill[i].value);
    if (i == count - 1 && !isnan(fill[i].next))
      ria_text_add(text, ", far from the next value, %.10g", fill[i].next);
  }
}
