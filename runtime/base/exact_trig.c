/* A table gives the sine at the nearest of 512 points of a circle; the addition theorem adds the
 * rest r, |r| < 2^-7.3. Values are pairs of doubles, to be added:
 *   sin(point + r) = S + (S (cos r - 1) + C sin r)
 * Absolute errors: 2^-92 of r; 2^-75 of r^3/6 - ... in sin r; 2^-85 of cos r - 1; 2^-75 of the sum
 * of the low parts. At points other than 0 and half a turn the result is at least 2^-7.4, so these
 * are 2^-66 of it. There S is 0, and the errors shrink with r: 2^-67 of the result and 2^-92. */
#include "exact_trig.h"
#include <float.h>
#include <math.h>
#include <mpfr.h>
#include <pthread.h>

_Static_assert(FLT_EVAL_METHOD == 0, "pairs of doubles need double arithmetic without excess");

enum { POINTS = 512, QUARTER = POINTS / 4, PRECISION = 320 };

/* The largest argument: its number of points has at most 24 bits. */
static const double farthest = 1e5;
/* Error bounds: relative to the result, and absolute. */
static const double relative = 0x1p-64, absolute = 0x1p-90;

typedef struct {
  double high, low;
} pair;

static struct {
  pair sine[POINTS];
  double per_point;  /* points a radian, nearly */
  double spacing[3]; /* radians between points: 29 bits, 29 bits, the rest */
} table;
static pthread_once_t made = PTHREAD_ONCE_INIT;

/* The upper bits of `value` that fit into so many bits; they are subtracted from it. */
static double take_bits(mpfr_t value, int bits) {
  mpfr_t part;
  mpfr_init2(part, bits);
  mpfr_set(part, value, MPFR_RNDZ);
  mpfr_sub(value, value, part, MPFR_RNDN);
  const double taken = mpfr_get_d(part, MPFR_RNDN);
  mpfr_clear(part);
  return taken;
}

static void make_table(void) {
  mpfr_t spacing, value;
  mpfr_init2(spacing, PRECISION);
  mpfr_init2(value, PRECISION);
  mpfr_const_pi(spacing, MPFR_RNDN);
  mpfr_div_ui(spacing, spacing, POINTS / 2, MPFR_RNDN);
  table.per_point = 1 / mpfr_get_d(spacing, MPFR_RNDN);
  for (int k = 0; k <= QUARTER; k++) {
    mpfr_mul_ui(value, spacing, (unsigned long)k, MPFR_RNDN);
    mpfr_sin(value, value, MPFR_RNDN);
    const double high = take_bits(value, DBL_MANT_DIG), low = mpfr_get_d(value, MPFR_RNDN);
    table.sine[k] = table.sine[POINTS / 2 - k] = (pair){high, low};
    table.sine[POINTS / 2 + k] = table.sine[(POINTS - k) % POINTS] = (pair){-high, -low};
  }
  table.sine[0] = table.sine[POINTS / 2] = (pair){0, 0};
  table.spacing[0] = take_bits(spacing, 29);
  table.spacing[1] = take_bits(spacing, 29);
  table.spacing[2] = mpfr_get_d(spacing, MPFR_RNDN);
  mpfr_clear(spacing);
  mpfr_clear(value);
  mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE);
}

/* a + b (Knuth). */
static pair sum_of(double a, double b) {
  const double s = a + b, part = s - a;
  return (pair){s, (a - (s - part)) + (b - part)};
}

/* a b (Dekker, with Veltkamp's halves). */
static pair product_of(double a, double b) {
  static const double splitter = 0x1p27 + 1;
  const double p = a * b, as = splitter * a, bs = splitter * b;
  const double ah = as - (as - a), bh = bs - (bs - b), al = a - ah, bl = b - bh;
  return (pair){p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}

/* x less n points, the first two products and the first difference being exact. */
static pair rest_of(double x, double n) {
  const double first = x - n * table.spacing[0];
  const pair second = sum_of(first, -(n * table.spacing[1]));
  return sum_of(second.high, second.low - n * table.spacing[2]);
}

bool exact_trig_round(double x, int quarters, double *result) {
  if (!(fabs(x) <= farthest))
    return false;
  pthread_once(&made, make_table);
  const double n = rint(x * table.per_point);
  const int point = ((int)n + quarters * QUARTER) & (POINTS - 1);
  const pair s = table.sine[point], c = table.sine[(point + QUARTER) & (POINTS - 1)];
  const pair r = rest_of(x, n), r2 = product_of(r.high, r.high);
  const double p = r2.high;
  const double cube = r.high * p * (-1. / 6 + p * (1. / 120 + p * (-1. / 5040 + p / 362880)));
  const double sine_low = r.low + cube; /* sin r = r.high + sine_low */
  const double cosine_high = -0.5 * p;  /* cos r - 1 = cosine_high + cosine_low */
  const double cosine_low =
      -0.5 * r2.low - r.high * r.low + p * p * (1. / 24 + p * (-1. / 720 + p / 40320));
  const pair along = product_of(c.high, r.high), across = product_of(s.high, cosine_high);
  const pair first = sum_of(s.high, along.high), second = sum_of(first.high, across.high);
  const double low = ((c.high * sine_low + s.high * cosine_low) + (c.low * r.high + s.low)) +
                     ((first.low + second.low) + (along.low + across.low) + s.low * cosine_high);
  const pair sum = sum_of(second.high, low);
  const double slack = fabs(sum.high) * relative + absolute;
  *result = sum.high + (sum.low + slack);
  return *result == sum.high + (sum.low - slack);
}
