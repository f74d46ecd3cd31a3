/* The C library's long double functions decide most values. They have eleven bits more than a
 * double (on x86-64; more elsewhere) and err by a few units in their last place: if value - bound
 * and value + bound round to the same double, for a generous bound on that error, that double is
 * the result. Otherwise MPFR computes it. */
#include "ria/exact_math.h"
#include <float.h>
#include <math.h>
#include <mpfr.h>
#include <stdbool.h>
#include "exact_trig.h"

/* glibc's manual gives errors of up to 6 units in the last of 64 bits, which is below 2^-61; 2^-60
 * is twice that. */
#define SLACK 0x1p-60L

enum {
  LEAST_EXPONENT = DBL_MIN_EXP - DBL_MANT_DIG + 1
}; /* exponent for 0.5 <= m < 1: of a
      subnormal */

/* Whether an approximation determines the nearest double. */
static bool is_decided(long double near, double *result) {
  const long double slack = fabsl(near) * SLACK;
  *result = (double)(near - slack);
  return LDBL_MANT_DIG >= 64 && *result == (double)(near + slack);
}

typedef int one_argument(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
typedef int two_arguments(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

/* One of `one` and `two` is not NULL. The range of exponents belongs to this thread. */
static double compute(one_argument *one, two_arguments *two, double x, double y) {
  const mpfr_exp_t least = mpfr_get_emin(), most = mpfr_get_emax();
  MPFR_DECL_INIT(first, DBL_MANT_DIG);
  MPFR_DECL_INIT(second, DBL_MANT_DIG);
  MPFR_DECL_INIT(value, DBL_MANT_DIG);
  mpfr_set_emin(LEAST_EXPONENT);
  mpfr_set_emax(DBL_MAX_EXP);
  mpfr_set_d(first, x, MPFR_RNDN);
  mpfr_set_d(second, y, MPFR_RNDN);
  const int rounding = one ? one(value, first, MPFR_RNDN) : two(value, first, second, MPFR_RNDN);
  mpfr_subnormalize(value, rounding, MPFR_RNDN); /* rounds once, not twice */
  const double result = mpfr_get_d(value, MPFR_RNDN);
  mpfr_set_emin(least);
  mpfr_set_emax(most);
  mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE); /* frees MPFR's caches of this thread, which may end
                                              without notice */
  return result;
}

double ria_sin(double x) {
  double result;
  return exact_trig_round(x, 0, &result) ? result : compute(mpfr_sin, NULL, x, 0);
}

double ria_cos(double x) {
  double result;
  return exact_trig_round(x, 1, &result) ? result : compute(mpfr_cos, NULL, x, 0);
}

double ria_tan(double x) {
  double result;
  return is_decided(tanl(x), &result) ? result : compute(mpfr_tan, NULL, x, 0);
}

double ria_acos(double x) {
  double result;
  return is_decided(acosl(x), &result) ? result : compute(mpfr_acos, NULL, x, 0);
}

double ria_atan(double x) {
  double result;
  return is_decided(atanl(x), &result) ? result : compute(mpfr_atan, NULL, x, 0);
}

double ria_atan2(double y, double x) {
  double result;
  return is_decided(atan2l(y, x), &result) ? result : compute(NULL, mpfr_atan2, y, x);
}

double ria_exp(double x) {
  double result;
  return is_decided(expl(x), &result) ? result : compute(mpfr_exp, NULL, x, 0);
}

double ria_log(double x) {
  double result;
  return is_decided(logl(x), &result) ? result : compute(mpfr_log, NULL, x, 0);
}

double ria_log2(double x) {
  double result;
  return is_decided(log2l(x), &result) ? result : compute(mpfr_log2, NULL, x, 0);
}

double ria_pow(double x, double y) {
  double result;
  return is_decided(powl(x, y), &result) ? result : compute(NULL, mpfr_pow, x, y);
}

double ria_hypot(double x, double y) {
  double result;
  return is_decided(hypotl(x, y), &result) ? result : compute(NULL, mpfr_hypot, x, y);
}

double ria_cbrt(double x) {
  double result;
  return is_decided(cbrtl(x), &result) ? result : compute(mpfr_cbrt, NULL, x, 0);
}
