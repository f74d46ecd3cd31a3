#include "cuda_newton.h"
#include "device.cuh"
#include "guard.cuh"
#include "interleaved.cuh"

float newton_reciprocal_single(float x, float r) {
  return refined_reciprocal(x, r);
}

float newton_quotient_single(float a, float b, float r) {
  return refined_quotient(a, b, r);
}

float newton_root_single(float x, float r) {
  return refined_root(x, r);
}

double newton_reciprocal_double(double x, double r) {
  return refined_reciprocal(x, r);
}

double newton_quotient_double(double a, double b, double r) {
  return refined_quotient(a, b, r);
}

double newton_root_double(double x, double r) {
  return refined_root(x, r);
}

template <typename real> static int guarded(real a, real b, real *result) {
  struct guard<real> guard;
  result[0] = guard.reciprocal(a);
  result[1] = guard.root(a);
  result[2] = guard.quotient(a, b);
  return guard.holds();
}

int newton_guarded_single(float a, float b, float result[3]) {
  return guarded(a, b, result);
}

int newton_guarded_double(double a, double b, double result[3]) {
  return guarded(a, b, result);
}

template <typename real>
static int guarded_interleaved(const real *a, const real *b, real *result) {
  guard_of_interleaved<real> guard;
  interleaved<real, 2> of, by;
  for (int i = 0; i < 2; i++)
    of.at[i] = a[i], by.at[i] = b[i];
  const interleaved<real, 2> found[] = {guard.reciprocal(of), guard.quotient(of, by),
                                        guard.root(of * of)};
  for (int i = 0; i < 6; i++)
    result[i] = found[i / 2].at[i % 2];
  return guard.holds();
}

int newton_interleaved_single(const float a[2], const float b[2], float result[6]) {
  return guarded_interleaved(a, b, result);
}

int newton_interleaved_double(const double a[2], const double b[2], double result[6]) {
  return guarded_interleaved(a, b, result);
}

template <typename real> static int checked(real positive, real small, real bound) {
  struct guard<real> guard;
  const bool said = guard.positive(positive) & guard.below(small, bound) & guard.below(0, bound);
  return said && guard.holds();
}

int newton_checked_single(float positive, float small, float bound) {
  return checked(positive, small, bound);
}

int newton_checked_double(double positive, double small, double bound) {
  return checked(positive, small, bound);
}

template <typename real> static int likely(real above, real a, real below, real b) {
  struct guard_of_likely<real> guard;
  const bool said = guard.positive(above) & guard.within_twice(a, above) & guard.negative(below) &
                    guard.within_twice(b, below);
  return said && guard.holds();
}

int newton_likely_single(float above, float a, float below, float b) {
  return likely(above, a, below, b);
}

int newton_likely_double(double above, double a, double below, double b) {
  return likely(above, a, below, b);
}
