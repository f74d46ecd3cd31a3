#include "ria/statistics.h"
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Quantile of sorted values, Hyndman and Fan's type 7. */
static double quantile(int count, const double *sorted, double share) {
  double at = share * (count - 1);
  int below = (int)floor(at);
  if (below >= count - 1)
    return sorted[count - 1];
  return sorted[below] + (at - below) * (sorted[below + 1] - sorted[below]);
}

static double *sorted_copy(int count, const double *value) {
  double *copy = malloc((size_t)count * sizeof *copy);
  if (!copy)
    return NULL;
  memcpy(copy, value, (size_t)count * sizeof *copy);
  qsort(copy, (size_t)count, sizeof *copy, by_value);
  return copy;
}

ria_status ria_spread_of(int count, const double *value, ria_spread *spread) {
  if (count < 1)
    return ria_fail(RIA_ERROR_ARGUMENT, "no values to take a median of");
  for (int i = 0; i < count; i++)
    if (!isfinite(value[i]))
      return ria_fail(RIA_ERROR_ARGUMENT, "value %d of %d is %g; a median needs finite values",
                      i + 1, count, value[i]);
  double *sorted = sorted_copy(count, value);
  if (!sorted)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for %d values", count);
  *spread = (ria_spread){.count = count,
                         .median = quantile(count, sorted, 0.5),
                         .lower = quantile(count, sorted, 0.25),
                         .upper = quantile(count, sorted, 0.75),
                         .least = sorted[0],
                         .most = sorted[count - 1]};
  free(sorted);
  return RIA_SUCCESS;
}

double ria_spread_relative(const ria_spread *s) {
  return s->median != 0 ? (s->upper - s->lower) / (2 * fabs(s->median)) : 0;
}

/* Steele, Lea and Flood's SplitMix64: one word of state, and every seed is valid. */
static uint64_t next_random(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/* For small counts the bias is below count / 2^32. */
static int draw(uint64_t *state, int count) {
  return (int)(((next_random(state) >> 32) * (uint64_t)count) >> 32);
}

/* Both samples, and room for one resample. */
typedef struct {
  int count_a, count_b;
  const double *a, *b;
  bool paired;
  uint64_t random;
  double *drawn_a, *drawn_b; /**< [count_a], [count_b] */
} drawing;

static double median_in_place(int count, double *value) {
  qsort(value, (size_t)count, sizeof *value, by_value);
  return quantile(count, value, 0.5);
}

static double draw_ratio(drawing *d) {
  for (int i = 0; i < d->count_a; i++) {
    int at = draw(&d->random, d->count_a);
    d->drawn_a[i] = d->a[at];
    if (d->paired)
      d->drawn_b[i] = d->b[at];
  }
  for (int i = 0; i < d->count_b && !d->paired; i++)
    d->drawn_b[i] = d->b[draw(&d->random, d->count_b)];
  return median_in_place(d->count_a, d->drawn_a) / median_in_place(d->count_b, d->drawn_b);
}

static ria_status check_side(const char *side, int count, const double *value) {
  if (count < 2)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "%s has %d measurement%s; an interval needs at least 2, and is unreliable with "
                    "fewer than 5",
                    side, count, count == 1 ? "" : "s");
  for (int i = 0; i < count; i++)
    if (!isfinite(value[i]) || value[i] <= 0)
      return ria_fail(RIA_ERROR_ARGUMENT,
                      "measurement %d of %s is %g; a ratio needs positive numbers", i + 1, side,
                      value[i]);
  return RIA_SUCCESS;
}

static ria_status bootstrap(drawing *d, double confidence, ria_ratio *ratio) {
  RIA_TRY(check_side("A", d->count_a, d->a));
  RIA_TRY(check_side("B", d->count_b, d->b));
  if (!(confidence > 0 && confidence < 1))
    return ria_fail(RIA_ERROR_ARGUMENT, "a confidence of %g; give one between 0 and 1", confidence);
  size_t values = (size_t)d->count_a + (size_t)d->count_b;
  double *room = malloc((values + RIA_RESAMPLES) * sizeof *room);
  if (!room)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for %d resamples", RIA_RESAMPLES);
  d->drawn_a = room;
  d->drawn_b = room + d->count_a;
  double *drawn = room + values;
  d->random = 20120101; /* any fixed seed */
  for (int i = 0; i < RIA_RESAMPLES; i++)
    drawn[i] = draw_ratio(d);
  qsort(drawn, RIA_RESAMPLES, sizeof *drawn, by_value);
  memcpy(d->drawn_a, d->a, (size_t)d->count_a * sizeof *d->a);
  memcpy(d->drawn_b, d->b, (size_t)d->count_b * sizeof *d->b);
  *ratio = (ria_ratio){.ratio = median_in_place(d->count_a, d->drawn_a) /
                                median_in_place(d->count_b, d->drawn_b),
                       .low = quantile(RIA_RESAMPLES, drawn, (1 - confidence) / 2),
                       .high = quantile(RIA_RESAMPLES, drawn, (1 + confidence) / 2),
                       .confidence = confidence};
  free(room);
  return RIA_SUCCESS;
}

ria_status ria_ratio_paired(int count, const double *a, const double *b, double confidence,
                            ria_ratio *ratio) {
  drawing d = {.count_a = count, .count_b = count, .a = a, .b = b, .paired = true};
  return bootstrap(&d, confidence, ratio);
}

ria_status ria_ratio_unpaired(int count_a, const double *a, int count_b, const double *b,
                              double confidence, ria_ratio *ratio) {
  drawing d = {.count_a = count_a, .count_b = count_b, .a = a, .b = b};
  return bootstrap(&d, confidence, ratio);
}

ria_verdict_of_times ria_ratio_verdict(const ria_ratio *ratio, double margin) {
  if (ratio->high < 1 - margin)
    return RIA_FASTER;
  return ratio->low > 1 + margin ? RIA_SLOWER : RIA_NO_DIFFERENCE;
}

const char *ria_verdict_text(ria_verdict_of_times verdict) {
  static const char *const text[] = {
#define TABLE_VERDICT_NAME(name, text) [name] = text,
      RIA_VERDICT_LIST(TABLE_VERDICT_NAME)
#undef TABLE_VERDICT_NAME
  };
  return text[verdict];
}
