/* newton.h of the CUDA target, for C. */
#ifndef CUDA_NEWTON_H
#define CUDA_NEWTON_H

#ifdef __cplusplus
extern "C" {
#endif

float newton_reciprocal_single(float x, float r);
float newton_quotient_single(float a, float b, float r);
float newton_root_single(float x, float r);
double newton_reciprocal_double(double x, double r);
double newton_quotient_double(double a, double b, double r);
double newton_root_double(double x, double r);

/* guard.cuh in the executor: whether the guard holds for a number, and the result. */
int newton_guarded_single(float a, float b, float result[3]);
int newton_guarded_double(double a, double b, double result[3]);

/* interleaved.cuh: of both numbers 1 / a, a / b and the root of a's square. */
int newton_interleaved_single(const float a[2], const float b[2], float result[6]);
int newton_interleaved_double(const double a[2], const double b[2], double result[6]);

/* The same of a CHECK: whether a guard that was asked for positive > 0 and |small| < bound holds.
 */
int newton_checked_single(float positive, float small, float bound);
int newton_checked_double(double positive, double small, double bound);

/* Whether the guard of likely code holds that requires above > 0, a <= 2 above, below < 0 and
 * b >= 2 below. */
int newton_likely_single(float above, float a, float below, float b);
int newton_likely_double(double above, double a, double below, double b);

#ifdef __cplusplus
}
#endif
#endif
