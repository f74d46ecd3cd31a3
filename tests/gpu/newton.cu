#include "newton.h"
#include "device.cuh"
#include "guard.cuh"

namespace {

__device__ unsigned long long random_bits(unsigned long long n) {
  unsigned long long z = (n + 1) * 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

template <typename real> struct layout;
template <> struct layout<float> {
  typedef unsigned bits;
  enum { MANTISSA = 23, ONE = 127, RANGE = 120 }; // exponents, most of them within what the guard lets pass
};
template <> struct layout<double> {
  typedef unsigned long long bits;
  enum { MANTISSA = 52, ONE = 1023, RANGE = 900 };
};

__device__ float of_bits(unsigned bits) { return __uint_as_float(bits); }
__device__ double of_bits(unsigned long long bits) { return __longlong_as_double((long long)bits); }
__device__ unsigned bits_of(float x) { return __float_as_uint(x); }
__device__ unsigned long long bits_of(double x) { return (unsigned long long)__double_as_longlong(x); }
__device__ float root_of(float x) { return sqrtf(x); }
__device__ double root_of(double x) { return sqrt(x); }

// In [1, 2): any mantissa, one near either end.
template <typename real> __device__ real mantissa(int kind, unsigned long long random) {
  typedef typename layout<real>::bits bits;
  const bits all = ((bits)1 << layout<real>::MANTISSA) - 1, low = (bits)(random & 255);
  const bits m = kind == 1 ? all - low : kind == 2 ? low : (bits)(random >> 8) & all;
  return of_bits((bits)((bits)layout<real>::ONE << layout<real>::MANTISSA | m));
}

// x times a random power of 2 that the guard lets pass.
template <typename real> __device__ real scaled(real x, unsigned long long random) {
  const int exponent = (int)(random % layout<real>::RANGE) - layout<real>::RANGE / 2;
  return x * of_bits((typename layout<real>::bits)((typename layout<real>::bits)(layout<real>::ONE + exponent)
                                                   << layout<real>::MANTISSA));
}

template <typename real> __device__ void operands(unsigned long long n, real &a, real &b) {
  typedef typename layout<real>::bits bits;
  const unsigned long long one = random_bits(4 * n), two = random_bits(4 * n + 1), more = random_bits(4 * n + 2);
  const real half_a_place = of_bits((bits)(layout<real>::ONE - layout<real>::MANTISSA - 1) << layout<real>::MANTISSA);
  const int kind = (int)(more & 7), nudge = (int)(more >> 3 & 7) - 4;
  a = mantissa<real>((int)(more >> 6) & 3, one), b = mantissa<real>((int)(more >> 8) & 3, two);
  if (kind == 4) { // a quotient close to a tie
    a = fma(b, a, b * half_a_place);
    a = of_bits(bits_of(a) + (bits)nudge);
  } else if (kind == 5) { // a root close to a tie
    a = fma(a, a, 2 * a * half_a_place);
    a = of_bits(bits_of(a) + (bits)nudge);
  }
  a = scaled(a, more >> 16), b = scaled(b, more >> 32);
  if (kind >= 6) // anything
    a = of_bits((bits)one), b = of_bits((bits)two);
}

template <typename real> __device__ void count(const struct guard<real> &guard, real got, real right, newton_tally &t) {
  t.passed += guard.holds();
  t.wrong += guard.holds() && bits_of(got) != bits_of(right);
}

template <typename real> __device__ void hold(real a, real b, newton_tally *t) {
  struct guard<real> one, two, three;
  const real reciprocal = one.reciprocal(a), root = two.root(a), quotient = three.quotient(a, b);
  count(one, reciprocal, 1 / a, t[RECIPROCAL]);
  count(two, root, root_of(a), t[ROOT]);
  count(three, quotient, a / b, t[QUOTIENT]);
}

template <typename real> __device__ bool is_number(real x) { return x - x == 0; }

// a - share * minmod(a, b): numbers of either sign, some the same, some hardly different; any share.
template <typename real> __device__ void hold_limited(unsigned long long n, real a, real b, newton_tally &t) {
  const unsigned long long random = random_bits(4 * n + 3), more = random_bits(~n);
  const real share = more & 3 ? of_bits((typename layout<real>::bits)random) : scaled(mantissa<real>(0, random), more >> 32);
  a = more >> 2 & 1 ? -a : a, b = more >> 3 & 1 ? -b : b;
  if ((more >> 4 & 7) == 0)
    b = of_bits((typename layout<real>::bits)(bits_of(a) + (more >> 7 & 3) - 1));
  struct guard<real> guard;
  const real got = guard.less_limited(a, share, b);
  const real limited = (a > 0) & (b > 0) ? (b < a ? b : a) : (a < 0) & (b < 0) ? (b > a ? b : a) : (real)0;
  const bool counts = is_number(a) & is_number(b) & is_number(share);
  t.passed += counts;
  t.wrong += counts && got != fma(-share, limited, a);
}

template <typename real> __device__ real plain_minmod(real a, real b) {
  return (a > 0) & (b > 0) ? (b < a ? b : a) : (a < 0) & (b < 0) ? (b > a ? b : a) : (real)0;
}

// minmod of three, and the larger and smaller of a number and 0: numbers of any signs, some the same.
template <typename real> __device__ void hold_nearest(unsigned long long n, real a, real b, newton_tally &t) {
  const unsigned long long random = random_bits(4 * n + 1), more = random_bits(~n + 7);
  real c = more & 1 ? of_bits((typename layout<real>::bits)random) : more & 2 ? a : (real)0.375 * (a + b);
  a = more >> 2 & 1 ? -a : a, b = more >> 3 & 1 ? -b : b, c = more >> 4 & 1 ? -c : c;
  if (!(is_number(a) & is_number(b) & is_number(c)))
    return;
  t.passed++;
  t.wrong += nearest(a, b, c) != plain_minmod(plain_minmod(a, b), c) || above_zero(a) != (a > 0 ? a : (real)0) ||
             below_zero(a) != (a < 0 ? a : (real)0);
}

template <typename real>
__global__ void try_all(bool in_order, unsigned long long numbers, newton_tally *tally) {
  newton_tally mine[NEWTON_KINDS] = {};
  const unsigned long long stride = (unsigned long long)gridDim.x * blockDim.x;
  for (unsigned long long n = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; n < numbers; n += stride) {
    real a, b;
    operands(n, a, b);
    hold_limited(n, a, b, mine[LESS_LIMITED]);
    hold_nearest(n, a, b, mine[NEAREST]);
    if (in_order)
      a = of_bits((typename layout<real>::bits)n);
    hold(a, b, mine);
  }
  for (int k = 0; k < NEWTON_KINDS; k++) {
    atomicAdd(&tally[k].passed, mine[k].passed);
    atomicAdd(&tally[k].wrong, mine[k].wrong);
  }
}

} // namespace

int newton_try(newton_operands operands, unsigned long long count, newton_tally tally[NEWTON_KINDS]) {
  enum { BLOCKS = 132 * 16, THREADS = 256 };
  newton_tally *device = nullptr;
  const size_t bytes = NEWTON_KINDS * sizeof *tally;
  int error = (int)cudaMalloc(&device, bytes);
  if (!error)
    error = (int)cudaMemset(device, 0, bytes);
  if (error)
    return error;
  if (operands == DOUBLES)
    try_all<double><<<BLOCKS, THREADS>>>(false, count, device);
  else
    try_all<float><<<BLOCKS, THREADS>>>(operands == ALL_FLOATS, count, device);
  error = (int)cudaGetLastError();
  if (!error)
    error = (int)cudaMemcpy(tally, device, bytes, cudaMemcpyDeviceToHost);
  cudaFree(device);
  return error;
}
