/* Divisions and square roots without a branch. Correctly rounded ones begin with an
 * approximation, which two or three Newton iterations make exact except for very small and very
 * large numbers; for those a compiler adds a branch to each. Here a guard records whether such
 * numbers occurred: one test of it shows whether many results are right, or must be computed again
 * with IEEE operations. fma inside is no contraction: the result is correctly rounded.
 * tests/conformance/test_cuda_newton.c tests the iterations with every approximation that hardware
 * may return, tests/gpu/test_newton.c with a GPU's own. */
#ifndef RIA_CUDA_GUARD_H
#define RIA_CUDA_GUARD_H

#include "newton.h"

namespace {

/* The GPU's approximations have errors of 1 in the last place (reciprocal) or a relative 2^-22.9
 * in single precision, and about 20 correct bits in double. */
DEVICE float approximate_reciprocal(float x) {
#ifdef __CUDA_ARCH__
  float r;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
  return r;
#else
  return 1 / x;
#endif
}

/* The hardware returns only the upper half, and for 2 - 2^-52 exactly 1/2, where the true 1/2 +
 * 2^-54 is a tie: Newton's iteration would stay there. Nonzero bits in the lower half avoid
 * that. */
DEVICE double approximate_reciprocal(double x) {
#ifdef __CUDA_ARCH__
  double r;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(x));
  return __hiloint2double(__double2hiint(r), 0x40000000);
#else
  int exponent; /* most numbers are not exact floats */
  const double part = frexp(x, &exponent);
  return ldexp((double)(1 / (float)part), -exponent);
#endif
}

DEVICE float approximate_inverse_root(float x) {
#ifdef __CUDA_ARCH__
  float r;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
  return r;
#else
  return 1 / sqrtf(x);
#endif
}

DEVICE double approximate_inverse_root(double x) {
#ifdef __CUDA_ARCH__
  double r;
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(x));
  return r;
#else
  int exponent;
  const double part = frexp(x, &exponent);
  const int odd = exponent & 1;
  return ldexp((double)(1 / sqrtf((float)(odd ? 2 * part : part))), -(exponent - odd) / 2);
#endif
}

/* The bits that order numbers by size: values above those of all positive numbers belong to
 * negative ones or NaN. */
DEVICE unsigned size_bits(float x) {
  return (unsigned)__float_as_int(x);
}

DEVICE unsigned size_bits(double x) {
  return (unsigned)__double2hiint(x);
}

/* A number that grows with the size, and is NaN for NaN: in double precision its upper half. */
DEVICE float size_of(float x) {
  return x;
}

DEVICE float size_of(double x) {
  return __int_as_float(__double2hiint(x));
}

/* The larger of two sizes, whatever the sign of `x`; NaN is kept. */
DEVICE float larger_size(float largest, float x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm("{ .reg .f32 size; abs.f32 size, %1; max.NaN.f32 %0, %0, size; }" : "+f"(largest) : "f"(x));
  return largest;
#else
  const float size = fabsf(x);
  return size > largest || size != size ? size : largest;
#endif
}

/* a - share * nearer(a, b). If the two have different signs the upper half of the share is
 * cleared; the rest, 2^-1042 at most, changes no number. */
DEVICE float less_nearer(float a, float share, float b) {
  return fmaf(-share, nearer(a, b), a);
}

DEVICE double less_nearer(double a, double share, double b) {
#ifdef __CUDA_ARCH__
  double sum;
  asm("{ .reg .pred differ, less; .reg .b32 upper, lower, signs; .reg .f64 left, size_a, size_b, taken;"
      "  xor.b32 signs, %1, %2; and.b32 signs, signs, 0x80000000; setp.ne.b32 differ, signs, 0;"
      "  mov.b64 {lower, upper}, %3; selp.b32 upper, 0, upper, differ; mov.b64 left, {lower, upper};"
      "  abs.f64 size_a, %4; abs.f64 size_b, %5; setp.lt.f64 less, size_b, size_a;"
      "  selp.f64 taken, %5, %4, less; neg.f64 left, left; fma.rn.f64 %0, left, taken, %4; }"
      : "=d"(sum)
      : "r"(__double2hiint(a)), "r"(__double2hiint(b)), "d"(share), "d"(a), "d"(b));
  return sum;
#else
  return fma(-share, nearer(a, b), a);
#endif
}

/* Range of numbers whose roots and remainders are all normal numbers. Reciprocals and quotients
 * have ranges of their own: the constant that avoids a division by zero is small, numerators are
 * not large. */
template <typename real> struct safe;
template <> struct safe<float> {
  enum : unsigned { LEAST = 0x0d800000u, MOST = 0x71800000u }; /* 2^-100, 2^100 */
  enum : unsigned { LEAST_OF_RECIPROCAL = 0x03800000u };       /* 2^-120, to 2^80 */
  enum : unsigned { LEAST_OF_QUOTIENT = LEAST, MOST_OF_QUOTIENT = 0x4b800000u }; /* ..2^24 */
  enum : int { TWICE = 0x00800000 }; /* amount that a factor of 2 adds to size_bits */
  DEVICE_MEMBER static float any_bound() { /* upper bound of all usual values */
    return 0x1p99f;
  }
};
template <> struct safe<double> {
  enum : unsigned { LEAST = 0x20b00000u, MOST = 0x5f300000u }; /* 2^-500, 2^500 */
  enum : unsigned { LEAST_OF_RECIPROCAL = LEAST };
  enum : unsigned { LEAST_OF_QUOTIENT = LEAST, MOST_OF_QUOTIENT = MOST };
  enum : int { TWICE = 0x00100000 };
  DEVICE_MEMBER static double any_bound() {
    return 0x1p99;
  }
};

template <typename real> struct guard {
  unsigned farthest =
      0;                /* largest operand, relative to LEAST; up to 2^32 below it is included */
  float largest = 0;    /* largest of the sizes that must be below a bound */
  bool unusual = false; /* whether an unlikely condition held */

  DEVICE_MEMBER void look_at(real x) {
    farthest = __viaddmax_u32(size_bits(x), 0u - safe<real>::LEAST, farthest);
  }
  DEVICE_MEMBER void look_at_quotient(real x) {
    farthest = __viaddmax_u32(size_bits(x), 0u - safe<real>::LEAST_OF_QUOTIENT, farthest);
    farthest = __viaddmax_u32(
        size_bits(x), 0u - safe<real>::LEAST - (safe<real>::MOST_OF_QUOTIENT - safe<real>::MOST),
        farthest);
  }

  /* Whether all results are valid. */
  DEVICE_MEMBER bool holds() const {
    return !unusual & (farthest <= safe<real>::MOST - safe<real>::LEAST) &
           (largest < size_of(safe<real>::any_bound()));
  }

  /* Conditions of a CHECK. All return true, as numbers because `&` joins them; the guard fails if
   * one is false. */
  DEVICE_MEMBER int positive(real x) {
    look_at(x);
    return 1;
  }
  DEVICE_MEMBER int below(real x, real bound) {
    if (bound >= safe<real>::any_bound())
      largest = larger_size(largest, size_of(x));
    else
      unusual |= !(fabs(x) < bound);
    return 1;
  }
  DEVICE_MEMBER int sees(bool condition) {
    unusual |= !condition;
    return 1;
  }

  DEVICE_MEMBER real reciprocal(real x) {
    farthest = __viaddmax_u32(size_bits(x), 0u - safe<real>::LEAST_OF_RECIPROCAL, farthest);
    return refined_reciprocal(x, approximate_reciprocal(x));
  }
  DEVICE_MEMBER real quotient(real a, real b) {
    look_at_quotient(a);
    look_at_quotient(b);
    return refined_quotient(a, b, refined_reciprocal(b, approximate_reciprocal(b)));
  }
  DEVICE_MEMBER real root(real x) {
    look_at(x);
    return refined_root(x, approximate_inverse_root(x));
  }

  /* a - share * minmod(a, b), for numbers that are neither infinite nor NaN. */
  DEVICE_MEMBER real less_limited(real a, real share, real b) {
    return less_nearer(a, share, b);
  }
};

/* The same where roots of zeros are common. */
template <typename real> struct guard_with_zeros : guard<real> {
  DEVICE_MEMBER real root(real x) {
    const real from = x == 0 ? (real)1 : x;
    this->look_at(from);
    return refined_root(x, approximate_inverse_root(from));
  }
};

/* The same where quotients of zeros are common: these are divided as they stand. */
template <typename real> struct guard_with_quotients : guard<real> {
  DEVICE_MEMBER real quotient(real a, real b) {
    return a / b;
  }
};

/* Conditions that hold where nothing unlikely happens. A borderline case may count as unlikely. */
template <typename real> struct guard_of_likely : guard_with_quotients<real> {
  int excess = 0; /* largest ratio of one size to another's */

  DEVICE_MEMBER bool holds() const {
    return guard_with_quotients<real>::holds() & (excess < safe<real>::TWICE);
  }
  DEVICE_MEMBER int negative(real x) { /* the same for the negated condition, which would have to be
                                          computed */
    this->farthest = __viaddmax_u32(size_bits(x), 0x80000000u - safe<real>::LEAST, this->farthest);
    return 1;
  }
  /* a <= 2 b where b is recorded to be positive, a >= 2 b where it is recorded to be negative:
   * sizes of numbers of one sign are in their order, and the difference of others is negative or
   * counts as large. */
  DEVICE_MEMBER int within_twice(real a, real b) {
    excess = __viaddmax_s32(static_cast<int>(size_bits(a)), static_cast<int>(0u - size_bits(b)), excess);
    return 1;
  }
};

/* No guard: IEEE operations for all operands, with a branch each. */
template <typename real> struct unguarded {
  DEVICE_MEMBER bool holds() const {
    return true;
  }
  DEVICE_MEMBER int positive(real x) {
    return x > 0;
  }
  DEVICE_MEMBER int below(real x, real bound) {
    return fabs(x) < bound;
  }
  DEVICE_MEMBER int sees(bool condition) {
    return condition;
  }
  DEVICE_MEMBER real reciprocal(real x) {
    return 1 / x;
  }
  DEVICE_MEMBER real quotient(real a, real b) {
    return a / b;
  }
  DEVICE_MEMBER float root(float x) {
    return sqrtf(x);
  }
  DEVICE_MEMBER double root(double x) {
    return sqrt(x);
  }
  DEVICE_MEMBER float less_limited(float a, float share, float b) {
    return fmaf(-share, nearer(a, b), a);
  }
  DEVICE_MEMBER double less_limited(double a, double share, double b) {
    return fma(-share, nearer(a, b), a);
  }
};

} // namespace

#endif
