/** \file
 * The intrinsics as C++, where a vector is a class that reports its address. An address in the
 * local store is memory: a use is a load, an assignment a store. Any other address is a register,
 * and identifies the instruction that computed its value. So the machine records every instruction
 * with its operands, in the order of execution, from a program that is plain C.
 *
 * float and double become classes too (checked_scalar.hh), and __builtin_expect marks the end of a
 * turn of a loop. Integer arithmetic (indices and counters) is not recorded.
 */
#ifndef RIA_SPE_CHECKED_HH
#define RIA_SPE_CHECKED_HH

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <type_traits>
#include <ria_spe/lanes.h>
#include <ria_spe/machine.h>

namespace ria_spe_checked {

/* The position of the call that has this as its default argument. */
#define RIA_SPE_AT    const char *file = __builtin_FILE(), int line = __builtin_LINE()
#define RIA_SPE_ID(x) ria_spe_use(&(x), sizeof(x), file, line)

template <class E> struct lanes_of;
#define RIA_SPE_LANES(kind)                                                                        \
  template <> struct lanes_of<ria_lane_##kind> { typedef ria_lanes_##kind type; };
RIA_SPE_LANES(u8)
RIA_SPE_LANES(s8)
RIA_SPE_LANES(u16)
RIA_SPE_LANES(s16)
RIA_SPE_LANES(u32)
RIA_SPE_LANES(s32)
RIA_SPE_LANES(u64)
RIA_SPE_LANES(s64)
RIA_SPE_LANES(f32)
RIA_SPE_LANES(f64)
#undef RIA_SPE_LANES

template <class T> struct scalar {
  T s;

  scalar() {}
  scalar(const scalar &other, RIA_SPE_AT) {
    const ria_spe_id id = RIA_SPE_ID(other);
    s = other.s;
    ria_spe_make(this, sizeof *this, id);
  }
  template <class N, std::enable_if_t<std::is_arithmetic<N>::value, int> = 0> scalar(N number) {
    s = (T)number;
    ria_spe_make(this, sizeof *this, 0);
  }
  /* From the other precision. */
  template <class U, std::enable_if_t<!std::is_same<T, U>::value, int> = 0>
  scalar(const scalar<U> &other, RIA_SPE_AT) {
    const ria_spe_id id = ria_spe_execute_scalar(sizeof(T) == 8 ? RIA_SPE_FESD : RIA_SPE_FRDS,
                                                 RIA_SPE_ID(other), 0, 0);
    s = (T)other.s;
    ria_spe_make(this, sizeof *this, id);
  }
  scalar(ria_spe_id id, T value) : s(value) {
    ria_spe_make(this, sizeof *this, id);
  }
  scalar &operator=(const scalar &other) {
    const ria_spe_id id = ria_spe_use(&other, sizeof other, 0, 0);
    ria_spe_assign(this, sizeof *this, id);
    s = other.s;
    return *this;
  }
};

struct made {};

template <class E> struct vec {
  typedef E element;
  typedef typename lanes_of<E>::type lanes;
  enum { COUNT = 16 / sizeof(E) };
  lanes v;

  vec() {}
  vec(const vec &other, RIA_SPE_AT) {
    const ria_spe_id id = RIA_SPE_ID(other);
    v = other.v;
    ria_spe_make(this, sizeof *this, id);
  }
  vec(made, ria_spe_id id, lanes value) : v(value) {
    ria_spe_make(this, sizeof *this, id);
  }
  /* A literal, which a compiler keeps in a register. */
  template <class... N, std::enable_if_t<(sizeof...(N) <= COUNT) && (sizeof...(N) > 0) &&
                                             std::conjunction<std::is_arithmetic<N>...>::value,
                                         int> = 0>
  vec(N... number) : v{(E)number...} {
    ria_spe_make(this, sizeof *this, 0);
  }
  /* The same bits as another type, by a cast. Casts between elements of different sizes do not
   * exist: they would show the host's byte order. */
  template <class F, std::enable_if_t<sizeof(F) == sizeof(E), int> = 0>
  explicit vec(const vec<F> &other, RIA_SPE_AT) {
    const ria_spe_id id = RIA_SPE_ID(other);
    v = (lanes)other.v;
    ria_spe_make(this, sizeof *this, id);
  }
  vec &operator=(const vec &other) {
    const ria_spe_id id = ria_spe_use(&other, sizeof other, 0, 0);
    ria_spe_assign(this, sizeof *this, id);
    v = other.v;
    return *this;
  }
};

} // namespace ria_spe_checked

typedef ria_spe_checked::vec<uint8_t> vec_uchar16;
typedef ria_spe_checked::vec<int8_t> vec_char16;
typedef ria_spe_checked::vec<uint16_t> vec_ushort8;
typedef ria_spe_checked::vec<int16_t> vec_short8;
typedef ria_spe_checked::vec<uint32_t> vec_uint4;
typedef ria_spe_checked::vec<int32_t> vec_int4;
typedef ria_spe_checked::vec<uint64_t> vec_ullong2;
typedef ria_spe_checked::vec<int64_t> vec_llong2;
typedef ria_spe_checked::vec<float> vec_float4;
typedef ria_spe_checked::vec<double> vec_double2;
typedef ria_spe_checked::scalar<float> ria_spe_float;
typedef ria_spe_checked::scalar<double> ria_spe_double;

#include <ria_spe/checked_intrinsics.hh>
#include <ria_spe/checked_scalar.hh>
#include <ria_spe/checked_roots.hh>

#define __builtin_expect(condition, expected)                                                      \
  ria_spe_turn(!!(condition), !!(expected), __FILE__, __LINE__)
#define float ria_spe_float
#define double ria_spe_double

#endif
