/* Several numbers side by side; an operation is applied to all of them before the next begins. A
 * lane's points each have one long chain of divisions and roots, which a compiler does not
 * interleave by itself. The bits are those of one number after the other. */
#ifndef RIA_CUDA_INTERLEAVED_H
#define RIA_CUDA_INTERLEAVED_H

#include "guard.cuh"

namespace {

template <typename T, int n> struct interleaved {
  enum { count = n };
  T at[n];
};

/* The result type of an operation on interleaved values. */
template <typename... T> struct kind_of {};
template <typename T, int n, typename... more> struct kind_of<interleaved<T, n>, more...> {
  typedef interleaved<T, n> type;
};
template <typename T, typename... more> struct kind_of<T, more...> : kind_of<more...> {};

/* The i-th number, or a number that is the same for all. */
template <typename T, int n> DEVICE T nth(const interleaved<T, n> &of, int i) {
  return of.at[i];
}
DEVICE float nth(float of, int) {
  return of;
}
DEVICE double nth(double of, int) {
  return of;
}

#define OF_TWO(name, operation)                                                                    \
  template <typename A, typename B> DEVICE typename kind_of<A, B>::type name(A a, B b) {           \
    typename kind_of<A, B>::type made;                                                             \
    UNROLL for (int i = 0; i < made.count; i++) {                                                  \
      const auto x = nth(a, i), y = nth(b, i);                                                     \
      made.at[i] = operation;                                                                      \
    }                                                                                              \
    return made;                                                                                   \
  }
#define COMPARED(name, operation)                                                                  \
  template <typename A, typename B>                                                                \
  DEVICE interleaved<bool, kind_of<A, B>::type::count> name(A a, B b) {                            \
    interleaved<bool, kind_of<A, B>::type::count> made;                                            \
    UNROLL for (int i = 0; i < made.count; i++) made.at[i] = nth(a, i) operation nth(b, i);        \
    return made;                                                                                   \
  }

DEVICE float least_of(float x, float y) {
  return x < y ? x : y;
}
DEVICE float most_of(float x, float y) {
  return x > y ? x : y;
}
DEVICE double least_of(double x, double y) {
  return lesser(x, y);
}
DEVICE double most_of(double x, double y) {
  return greater(x, y);
}

OF_TWO(operator+, x + y)
OF_TWO(operator-, x - y)
OF_TWO(operator*, x *y)
OF_TWO(operator&, x &y)
OF_TWO(operator|, x | y)
OF_TWO(min, least_of(x, y))
OF_TWO(max, most_of(x, y))
OF_TWO(either_min, least_of(x, y))
OF_TWO(either_max, most_of(x, y))
OF_TWO(minmod, most_of(least_of(y, x), least_of(most_of(y, x), 0)))
COMPARED(operator<, <)
COMPARED(operator<=, <=)
COMPARED(operator>, >)
COMPARED(operator>=, >=)
COMPARED(operator==, ==)
COMPARED(operator!=, !=)

template <typename T, int n> DEVICE interleaved<T, n> operator-(interleaved<T, n> of) {
  UNROLL for (int i = 0; i < n; i++) of.at[i] = -of.at[i];
  return of;
}
template <int n> DEVICE interleaved<bool, n> operator!(interleaved<bool, n> of) {
  UNROLL for (int i = 0; i < n; i++) of.at[i] = !of.at[i];
  return of;
}
template <int n> DEVICE interleaved<double, n> fabs(interleaved<double, n> of) {
  UNROLL for (int i = 0; i < n; i++) of.at[i] = ::fabs(of.at[i]);
  return of;
}
template <int n> DEVICE interleaved<float, n> fabsf(interleaved<float, n> of) {
  UNROLL for (int i = 0; i < n; i++) of.at[i] = ::fabsf(of.at[i]);
  return of;
}

template <typename A, typename B, typename C>
DEVICE typename kind_of<A, B, C>::type fma(A a, B b, C c) {
  typename kind_of<A, B, C>::type made;
  UNROLL for (int i = 0; i < made.count; i++) made.at[i] = ::fma(nth(a, i), nth(b, i), nth(c, i));
  return made;
}
template <typename A, typename B, typename C>
DEVICE typename kind_of<A, B, C>::type fmaf(A a, B b, C c) {
  typename kind_of<A, B, C>::type made;
  UNROLL for (int i = 0; i < made.count; i++) made.at[i] = ::fmaf(nth(a, i), nth(b, i), nth(c, i));
  return made;
}

template <int n, typename A, typename B>
DEVICE auto select(interleaved<bool, n> which, A a, B b) -> interleaved<decltype(nth(a, 0)), n> {
  interleaved<decltype(nth(a, 0)), n> made;
  UNROLL for (int i = 0; i < n; i++) made.at[i] = which.at[i] ? nth(a, i) : nth(b, i);
  return made;
}

/* Newton iterations (newton.h), each step for all numbers. */
template <int n>
DEVICE interleaved<float, n> refined_reciprocal(interleaved<float, n> x, interleaved<float, n> r) {
  return fmaf(r, fmaf(-x, r, 1.0f), r);
}
template <int n>
DEVICE interleaved<double, n> refined_reciprocal(interleaved<double, n> x,
                                                 interleaved<double, n> r) {
  const auto off = fma(-x, r, 1.0);
  const auto fine = fma(r, fma(off, off, off), r);
  return fma(fine, fma(-x, fine, 1.0), fine);
}
template <int n>
DEVICE interleaved<float, n> refined_quotient(interleaved<float, n> a, interleaved<float, n> b,
                                              interleaved<float, n> r) {
  const auto q = a * r;
  return fmaf(r, fmaf(-b, q, a), q);
}
template <int n>
DEVICE interleaved<double, n> refined_quotient(interleaved<double, n> a, interleaved<double, n> b,
                                               interleaved<double, n> r) {
  const auto q = a * r;
  return fma(r, fma(-b, q, a), q);
}
template <int n>
DEVICE interleaved<float, n> refined_root(interleaved<float, n> x, interleaved<float, n> r) {
  const auto root = x * r, half = 0.5f * r;
  return fmaf(fmaf(-root, root, x), half, root);
}
template <int n>
DEVICE interleaved<double, n> refined_root(interleaved<double, n> x, interleaved<double, n> r) {
  const auto off = fma(-x, r * r, 1.0);
  const auto fine = fma(fma(0.375, off, 0.5), off * r, r);
  const auto root = x * fine;
  auto half = fine;
  UNROLL for (int i = 0; i < n; i++) half.at[i] = halved(fine.at[i]);
  return fma(fma(-root, root, x), half, root);
}

/* A guard for which zeros are usual operands (as where the flow is at rest), and numbers of
 * either sign: Newton's iteration works for both. */
template <typename real> struct guard_of_interleaved : guard<real> {
  template <int n> DEVICE_MEMBER interleaved<real, n> reciprocal(interleaved<real, n> x) {
    interleaved<real, n> from, r;
    UNROLL for (int i = 0; i < n; i++) from.at[i] = x.at[i] == 0 ? (real)1 : x.at[i];
    UNROLL for (int i = 0; i < n; i++) r.at[i] = approximate_reciprocal(from.at[i]);
    UNROLL for (int i = 0; i < n; i++) this->farthest = __viaddmax_u32(
        size_bits(::fabs(from.at[i])), 0u - safe<real>::LEAST_OF_RECIPROCAL, this->farthest);
    interleaved<real, n> found = refined_reciprocal(from, r);
    UNROLL for (int i = 0; i < n; i++) found.at[i] =
        x.at[i] == 0 ? copysign((real)INFINITY, x.at[i]) : found.at[i];
    return found;
  }
  template <int n>
  DEVICE_MEMBER interleaved<real, n> quotient(interleaved<real, n> a, interleaved<real, n> b) {
    interleaved<real, n> from, r;
    UNROLL for (int i = 0; i < n; i++) from.at[i] = a.at[i] == 0 ? b.at[i] : a.at[i];
    UNROLL for (int i = 0; i < n; i++) r.at[i] = approximate_reciprocal(b.at[i]);
    UNROLL for (int i = 0; i < n; i++) {
      this->look_at_quotient(::fabs(from.at[i]));
      this->look_at_quotient(::fabs(b.at[i]));
    }
    interleaved<real, n> found = refined_quotient(from, b, refined_reciprocal(b, r));
    const interleaved<real, n> none = a * b; /* with the sign that the quotient has */
    UNROLL for (int i = 0; i < n; i++) found.at[i] = a.at[i] == 0 ? none.at[i] : found.at[i];
    return found;
  }
  template <int n> DEVICE_MEMBER interleaved<real, n> root(interleaved<real, n> x) {
    interleaved<real, n> r;
    UNROLL for (int i = 0; i < n; i++) {
      const real from = x.at[i] == 0 ? (real)1 : x.at[i];
      this->look_at(from);
      r.at[i] = approximate_inverse_root(from);
    }
    return refined_root(x, r);
  }
};

#undef OF_TWO
#undef COMPARED

} // namespace

#endif
