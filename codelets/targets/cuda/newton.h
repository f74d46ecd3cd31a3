/* Newton's iteration from an approximation to the correctly rounded reciprocal, quotient and
 * square root (Markstein 1990, "Computation of elementary functions on the IBM RISC System/6000
 * processor"), for operands and results far from overflow and underflow. */
#ifndef RIA_CUDA_NEWTON_H
#define RIA_CUDA_NEWTON_H

namespace {

/* 1/x, given r within 2 in the last place of it. */
EITHER float refined_reciprocal(float x, float r) {
  return fmaf(r, fmaf(-x, r, 1.0f), r);
}

/* 1/x, given r within 2^-20 of it, relatively. */
EITHER double refined_reciprocal(double x, double r) {
  const double off = fma(-x, r, 1.0);
  const double fine = fma(r, fma(off, off, off), r);
  return fma(fine, fma(-x, fine, 1.0), fine);
}

/* a/b, given r = 1/b, correctly rounded. */
EITHER float refined_quotient(float a, float b, float r) {
  const float q = a * r;
  return fmaf(r, fmaf(-b, q, a), q);
}

EITHER double refined_quotient(double a, double b, double r) {
  const double q = a * r;
  return fma(r, fma(-b, q, a), q);
}

/* The square root of x, given r within 2^-22.9 of its inverse. */
EITHER float refined_root(float x, float r) {
  const float root = x * r, half = 0.5f * r;
  return fmaf(fmaf(-root, root, x), half, root);
}

/* Half of a number; neither the number nor its half may be zero or subnormal. */
EITHER double halved(double x) {
#ifdef __CUDA_ARCH__ /* by its exponent: the units for doubles are the bottleneck */
  return __hiloint2double(__double2hiint(x) - (1 << 20), __double2loint(x));
#else
  return 0.5 * x;
#endif
}

/* The same, given r within 2^-20. */
EITHER double refined_root(double x, double r) {
  const double off = fma(-x, r * r, 1.0);
  const double fine = fma(fma(0.375, off, 0.5), off * r, r);
  const double root = x * fine;
  return fma(fma(-root, root, x), halved(fine), root);
}

} // namespace

#endif
