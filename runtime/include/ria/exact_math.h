/** \file
 * Elementary functions whose results are correctly rounded: the double nearest to the true value,
 * ties to even, subnormal results included. The functions of the C library differ in the last place
 * between its versions and between processors (it has variants with and without FMA). These
 * functions give the same bits everywhere.
 *
 * Host code must call these instead of those of <math.h> if its values can reach a field or a
 * record. sqrt, fma, fmod, remainder, floor, round, frexp, ldexp and the like of <math.h> are exact
 * or correctly rounded by IEEE 754 and may be used. tests/unit/exact_math_calls.sh checks that no
 * object file of ria calls the others.
 *
 * Special values are those of <math.h>; errno and floating-point exceptions are not set. All
 * functions may be called by any number of threads. Cost: sin and cos 50 ns, the others some 100
 * ns, and one call in about a hundred some 10 us.
 */
#ifndef RIA_EXACT_MATH_H
#define RIA_EXACT_MATH_H

#ifdef __cplusplus
extern "C" {
#endif

double ria_sin(double x); /**< x in radians, here and below */
double ria_cos(double x);
double ria_tan(double x);
double ria_acos(double x);
double ria_atan(double x);
double ria_atan2(double y, double x);
double ria_exp(double x);
double ria_log(double x);
double ria_log2(double x);
double ria_pow(double x, double y);
double ria_hypot(double x, double y);
double ria_cbrt(double x);

#ifdef __cplusplus
}
#endif
#endif
