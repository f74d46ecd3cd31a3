/** \file
 * A scalar: an SPU has no scalar registers and computes it in a vector's first element. A load
 * counts as a load of 16 bytes and a rotation, a store as a load, a shuffle and a store.
 */
#ifndef RIA_SPE_CHECKED_SCALAR_HH
#define RIA_SPE_CHECKED_SCALAR_HH

namespace ria_spe_checked {

/* float and double as elements become classes; integers stay. */
template <class E> using element_of = std::conditional_t<real<E>, scalar<E>, E>;

/* A condition that is not yet branched on. */
struct outcome {
  bool value;
  ria_spe_id id;
  explicit operator bool() const {
    return ria_spe_branch(value, id);
  }
};

#define RIA_SPE_SCALAR(symbol, single, twofold)                                                    \
  template <class T> inline scalar<T> symbol##_scalars(const scalar<T> &a, const scalar<T> &b) {   \
    const ria_spe_id x = ria_spe_use(&a, sizeof a, 0, 0), y = ria_spe_use(&b, sizeof b, 0, 0);     \
    return {ria_spe_execute_scalar(sizeof(T) == 4 ? single : twofold, x, y, 0),                    \
            (T)symbol(a.s, b.s)};                                                                  \
  }
template <class T> inline T add(T a, T b) {
  return a + b;
}
template <class T> inline T subtract(T a, T b) {
  return a - b;
}
template <class T> inline T multiply(T a, T b) {
  return a * b;
}
RIA_SPE_SCALAR(add, RIA_SPE_FA, RIA_SPE_DFA)
RIA_SPE_SCALAR(subtract, RIA_SPE_FS, RIA_SPE_DFS)
RIA_SPE_SCALAR(multiply, RIA_SPE_FM, RIA_SPE_DFM)

ria_spe_id divide(ria_spe_id a, ria_spe_id b, bool twofold,
                  ria_spe_id (*execute)(ria_spe_instruction, ria_spe_id, ria_spe_id, ria_spe_id));
ria_spe_id root(ria_spe_id a, bool twofold,
                ria_spe_id (*execute)(ria_spe_instruction, ria_spe_id, ria_spe_id, ria_spe_id));

template <class T> inline scalar<T> divide_scalars(const scalar<T> &a, const scalar<T> &b) {
  const ria_spe_id x = ria_spe_use(&a, sizeof a, 0, 0), y = ria_spe_use(&b, sizeof b, 0, 0);
  return {divide(x, y, sizeof(T) == 8, ria_spe_execute_scalar), a.s / b.s};
}

/* Any arithmetic operand: a number, or a type that converts to one. */
#define RIA_SPE_OPERATOR(symbol, name)                                                             \
  template <class T> inline scalar<T> operator symbol(const scalar<T> &a, const scalar<T> &b) {    \
    return name##_scalars(a, b);                                                                   \
  }                                                                                                \
  template <class T, class N, std::enable_if_t<std::is_arithmetic<N>::value, int> = 0>             \
  inline scalar<T> operator symbol(const scalar<T> &a, N b) {                                      \
    return name##_scalars(a, scalar<T>(b));                                                        \
  }                                                                                                \
  template <class T, class N, std::enable_if_t<std::is_arithmetic<N>::value, int> = 0>             \
  inline scalar<T> operator symbol(N a, const scalar<T> &b) {                                      \
    return name##_scalars(scalar<T>(a), b);                                                        \
  }                                                                                                \
  template <class T, class B> inline scalar<T> &operator symbol##=(scalar<T> &a, const B &b) {     \
    return a = a symbol b;                                                                         \
  }
RIA_SPE_OPERATOR(+, add)
RIA_SPE_OPERATOR(-, subtract)
RIA_SPE_OPERATOR(*, multiply)
RIA_SPE_OPERATOR(/, divide)

template <class T> inline scalar<T> operator-(const scalar<T> &a) {
  return {ria_spe_execute_scalar(RIA_SPE_XOR, ria_spe_use(&a, sizeof a, 0, 0), 0, 0), -a.s};
}

/* a > b, and comparisons derived from it */
template <class T>
inline outcome compare(const scalar<T> &a, const scalar<T> &b, bool value,
                       ria_spe_instruction single, ria_spe_instruction twofold) {
  const ria_spe_id x = ria_spe_use(&a, sizeof a, 0, 0), y = ria_spe_use(&b, sizeof b, 0, 0);
  return {value, ria_spe_execute_scalar(sizeof(T) == 4 ? single : twofold, x, y, 0)};
}
#define RIA_SPE_RELATION(symbol, single, twofold)                                                  \
  template <class T> inline outcome operator symbol(const scalar<T> &a, const scalar<T> &b) {      \
    return compare(a, b, a.s symbol b.s, single, twofold);                                         \
  }                                                                                                \
  template <class T, class N, std::enable_if_t<std::is_arithmetic<N>::value, int> = 0>             \
  inline outcome operator symbol(const scalar<T> &a, N b) {                                        \
    return a symbol scalar<T>(b);                                                                  \
  }                                                                                                \
  template <class T, class N, std::enable_if_t<std::is_arithmetic<N>::value, int> = 0>             \
  inline outcome operator symbol(N a, const scalar<T> &b) {                                        \
    return scalar<T>(a) symbol b;                                                                  \
  }
RIA_SPE_RELATION(<, RIA_SPE_FCGT, RIA_SPE_DFCGT)
RIA_SPE_RELATION(>, RIA_SPE_FCGT, RIA_SPE_DFCGT)
RIA_SPE_RELATION(<=, RIA_SPE_FCGT, RIA_SPE_DFCGT)
RIA_SPE_RELATION(>=, RIA_SPE_FCGT, RIA_SPE_DFCGT)
RIA_SPE_RELATION(==, RIA_SPE_FCEQ, RIA_SPE_DFCEQ)
RIA_SPE_RELATION(!=, RIA_SPE_FCEQ, RIA_SPE_DFCEQ)

template <class T> inline scalar<T> magnitude(const scalar<T> &a) {
  return {ria_spe_execute_scalar(RIA_SPE_AND, ria_spe_use(&a, sizeof a, 0, 0), 0, 0),
          std::fabs(a.s)};
}
template <class T> inline scalar<T> square_root(const scalar<T> &a) {
  const ria_spe_id x = ria_spe_use(&a, sizeof a, 0, 0);
  return {root(x, sizeof(T) == 8, ria_spe_execute_scalar), std::sqrt(a.s)};
}
/* a * b + c, rounded once. */
template <class T>
inline scalar<T> multiply_add(const scalar<T> &a, const scalar<T> &b, const scalar<T> &c) {
  const ria_spe_id x = ria_spe_use(&a, sizeof a, 0, 0), y = ria_spe_use(&b, sizeof b, 0, 0);
  const ria_spe_id z = ria_spe_use(&c, sizeof c, 0, 0);
  return {ria_spe_execute_scalar(sizeof(T) == 4 ? RIA_SPE_FMA : RIA_SPE_DFMA, x, y, z),
          std::fma(a.s, b.s, c.s)};
}
/* Compare and select. */
template <class T> inline scalar<T> either(const scalar<T> &a, const scalar<T> &b, T value) {
  const ria_spe_id x = ria_spe_use(&a, sizeof a, 0, 0), y = ria_spe_use(&b, sizeof b, 0, 0);
  const ria_spe_id which =
      ria_spe_execute_scalar(sizeof(T) == 4 ? RIA_SPE_FCGT : RIA_SPE_DFCGT, x, y, 0);
  return {ria_spe_execute_scalar(RIA_SPE_SELB, x, y, which), value};
}

} // namespace ria_spe_checked

inline ria_spe_float fabsf(const ria_spe_float &a) {
  return ria_spe_checked::magnitude(a);
}
inline ria_spe_double fabs(const ria_spe_double &a) {
  return ria_spe_checked::magnitude(a);
}
inline ria_spe_float sqrtf(const ria_spe_float &a) {
  return ria_spe_checked::square_root(a);
}
inline ria_spe_double sqrt(const ria_spe_double &a) {
  return ria_spe_checked::square_root(a);
}
inline ria_spe_float fmaf(const ria_spe_float &a, const ria_spe_float &b, const ria_spe_float &c) {
  return ria_spe_checked::multiply_add(a, b, c);
}
inline ria_spe_double fma(const ria_spe_double &a, const ria_spe_double &b,
                          const ria_spe_double &c) {
  return ria_spe_checked::multiply_add(a, b, c);
}
inline ria_spe_float fminf(const ria_spe_float &a, const ria_spe_float &b) {
  return ria_spe_checked::either(a, b, std::fmin(a.s, b.s));
}
inline ria_spe_float fmaxf(const ria_spe_float &a, const ria_spe_float &b) {
  return ria_spe_checked::either(a, b, std::fmax(a.s, b.s));
}
inline ria_spe_double fmin(const ria_spe_double &a, const ria_spe_double &b) {
  return ria_spe_checked::either(a, b, std::fmin(a.s, b.s));
}
inline ria_spe_double fmax(const ria_spe_double &a, const ria_spe_double &b) {
  return ria_spe_checked::either(a, b, std::fmax(a.s, b.s));
}

/* --- Between vectors and numbers ---------------------------------------------------------------
 */

/* A scalar is in element 0; another element is rotated there. */
template <class E>
inline ria_spe_checked::element_of<E> spu_extract(const ria_spe_checked::vec<E> &a, int i,
                                                  RIA_SPE_AT) {
  i &= (int)ria_spe_checked::vec<E>::COUNT - 1;
  ria_spe_id id = RIA_SPE_ID(a);
  if (i)
    id = ria_spe_execute(RIA_SPE_ROTQBY, id, 0, 0);
  if constexpr (ria_spe_checked::real<E>)
    return {id, a.v[i]};
  else
    return a.v[i];
}

template <class E>
inline ria_spe_checked::vec<E> spu_insert(const ria_spe_checked::element_of<E> &s,
                                          const ria_spe_checked::vec<E> &a, int i, RIA_SPE_AT) {
  ria_spe_id from = 0;
  typename ria_spe_checked::vec<E>::lanes v;
  if constexpr (ria_spe_checked::real<E>)
    from = RIA_SPE_ID(s);
  const ria_spe_id id = ria_spe_execute(RIA_SPE_SHUFB, from, RIA_SPE_ID(a), 0);
  v = a.v;
  if constexpr (ria_spe_checked::real<E>)
    v[i & (int)(ria_spe_checked::vec<E>::COUNT - 1)] = s.s;
  else
    v[i & (int)(ria_spe_checked::vec<E>::COUNT - 1)] = s;
  return {ria_spe_checked::made(), id, v};
}

/* From a number known at compile time: a constant. From a variable: a shuffle. */
template <class T, std::enable_if_t<std::is_arithmetic<T>::value, int> = 0>
inline auto spu_splats(T s) {
  typedef std::conditional_t<
      std::is_floating_point<T>::value, T,
      std::conditional_t<
          sizeof(T) == 8, std::conditional_t<std::is_signed<T>::value, int64_t, uint64_t>,
          std::conditional_t<sizeof(T) == 4,
                             std::conditional_t<std::is_signed<T>::value, int32_t, uint32_t>, T>>>
      E;
  typedef typename ria_spe_checked::vec<E>::lanes lanes;
  return ria_spe_checked::vec<E>(ria_spe_checked::made(), 0, (E)s - lanes{});
}
template <class T>
inline ria_spe_checked::vec<T> spu_splats(const ria_spe_checked::scalar<T> &s, RIA_SPE_AT) {
  typedef typename ria_spe_checked::vec<T>::lanes lanes;
  const ria_spe_id id = ria_spe_execute(RIA_SPE_SHUFB, RIA_SPE_ID(s), 0, 0);
  return {ria_spe_checked::made(), id, s.s - lanes{}};
}

template <class T>
inline ria_spe_checked::vec<T> spu_promote(const ria_spe_checked::scalar<T> &s, int i, RIA_SPE_AT) {
  typedef typename ria_spe_checked::vec<T>::lanes lanes;
  ria_spe_id id = RIA_SPE_ID(s);
  if (i)
    id = ria_spe_execute(RIA_SPE_ROTQBY, id, 0, 0);
  return {ria_spe_checked::made(), id, s.s - lanes{}};
}

#endif
