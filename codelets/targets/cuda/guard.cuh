/* Divisions and square roots without a branch. Correctly rounded ones begin with an approximation,
 * which two or three steps of Newton's make exact for all but very small and very large numbers;
 * for those a compiler adds a branch to each. Here a guard takes note of what such numbers there
 * were: one look at it tells whether many results are right, or must be computed again the long
 * way. fma inside is no contraction: what comes out is the correctly rounded result.
 * tests/conformance/test_cuda_newton.c holds the steps against every approximation that hardware may
 * begin with, tests/gpu/test_newton.c those that begin with a GPU's own. */
#ifndef RIA_CUDA_GUARD_H
#define RIA_CUDA_GUARD_H

#include "newton.h"

namespace {

/* What a GPU begins with: its approximations are off by 1 in the last place (reciprocal) or by
 * 2^-22.9 of themselves in single precision, and have some 20 right bits in double. */
DEVICE float approximate_reciprocal(float x) {
#ifdef __CUDA_ARCH__
  float r;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
  return r;
#else
  return 1 / x;
#endif
}

/* The hardware gives the upper half alone, and for 2 - 2^-52 exactly 1/2, where the true 1/2 +
 * 2^-54 is a tie: Newton's steps would stay there. Something in the lower half leads out of it. */
DEVICE double approximate_reciprocal(double x) {
#ifdef __CUDA_ARCH__
  double r;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(x));
  return __hiloint2double(__double2hiint(r), 0x40000000);
#else
  int exponent; /* most numbers are no float's */
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

/* The bits that tell a number's size, in its own order: those above all of a positive one's are a
 * negative's or NaN's. */
DEVICE unsigned size_bits(float x) {
  return (unsigned)__float_as_int(x);
}

DEVICE unsigned size_bits(double x) {
  return (unsigned)__double2hiint(x);
}

/* What grows with a number's size, and is NaN where that is: in double precision its upper half. */
DEVICE float size_of(float x) {
  return x;
}

DEVICE float size_of(double x) {
  return __int_as_float(__double2hiint(x));
}

/* The larger of two sizes, whatever the sign of `x`; NaN stays. */
DEVICE float larger_size(float largest, float x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm("{ .reg .f32 size; abs.f32 size, %1; max.NaN.f32 %0, %0, size; }" : "+f"(largest) : "f"(x));
  return largest;
#else
  const float size = fabsf(x);
  return size > largest || size != size ? size : largest;
#endif
}

/* a - share * nearer(a, b). Where the two have different signs nothing is left of the share: of
 * its upper half, that is, for with what remains, 2^-1042 at most, it changes no number. */
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

/* Numbers whose roots and remainders are all normal numbers; reciprocals and quotients have windows
 * of their own: what keeps a division by nothing finite is small, what is divided is not large. */
template <typename real> struct safe;
template <> struct safe<float> {
  enum : unsigned { LEAST = 0x0d800000u, MOST = 0x71800000u }; /* 2^-100, 2^100 */
  enum : unsigned { LEAST_OF_RECIPROCAL = 0x03800000u };       /* 2^-120, to 2^80 */
  enum : unsigned { LEAST_OF_QUOTIENT = LEAST, MOST_OF_QUOTIENT = 0x4b800000u }; /* ..2^24 */
  enum : int { TWICE = 0x00800000 }; /* what twice the size adds to size_bits */
  DEVICE_MEMBER static float any_bound() { /* what all that is usual is below */
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
      0;                /* how far above LEAST the largest operand was, 2^32 below it counting on */
  float largest = 0;    /* the largest size that was to be below a bound */
  bool unusual = false; /* whether something unlikely was so */

  DEVICE_MEMBER void look_at(real x) {
    farthest = __viaddmax_u32(size_bits(x), 0u - safe<real>::LEAST, farthest);
  }
  DEVICE_MEMBER void look_at_quotient(real x) {
    farthest = __viaddmax_u32(size_bits(x), 0u - safe<real>::LEAST_OF_QUOTIENT, farthest);
    farthest = __viaddmax_u32(
        size_bits(x), 0u - safe<real>::LEAST - (safe<real>::MOST_OF_QUOTIENT - safe<real>::MOST),
        farthest);
  }

  /* Whether all results are right. */
  DEVICE_MEMBER bool holds() const {
    return !unusual & (farthest <= safe<real>::MOST - safe<real>::LEAST) &
           (largest < size_of(safe<real>::any_bound()));
  }

  /* What a CHECK asks for. All say that it is so, in numbers because `&` joins
   * them; the guard holds only where it is. */
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

  /* a - share * minmod(a, b), of numbers that are neither infinite nor NaN. */
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

/* The same where nothing unlikely is so. It may take for unlikely what is close to that. */
template <typename real> struct guard_of_likely : guard_with_quotients<real> {
  int excess = 0; /* how much larger than another's a size was, at most */

  DEVICE_MEMBER bool holds() const {
    return guard_with_quotients<real>::holds() & (excess < safe<real>::TWICE);
  }
  DEVICE_MEMBER int negative(real x) { /* as of its opposite, which would have to be computed */
    this->farthest = __viaddmax_u32(size_bits(x), 0x80000000u - safe<real>::LEAST, this->farthest);
    return 1;
  }
  /* a <= 2 b where b is noted to be positive, a >= 2 b where it is noted to be negative: the sizes of
   * numbers of one sign are in their order, and the difference of others is below 0 or passes for large. */
  DEVICE_MEMBER int within_twice(real a, real b) {
    excess = __viaddmax_s32(static_cast<int>(size_bits(a)), static_cast<int>(0u - size_bits(b)), excess);
    return 1;
  }
};

/* None: IEEE's operations whatever the operands, with a branch each. */
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
