/** \file
 * The intrinsics of checked.hh. Each names its SPU instruction and has the operands in the SPU's
 * order; the operands are checked before the value is computed.
 */
#ifndef RIA_SPE_CHECKED_INTRINSICS_HH
#define RIA_SPE_CHECKED_INTRINSICS_HH

namespace ria_spe_checked {

template <class E> constexpr bool real = std::is_floating_point<E>::value;
template <class E> constexpr bool twice = sizeof(E) == 8 && real<E>;
template <class E> using if_real = std::enable_if_t<real<E>, int>;
template <class E> using if_word = std::enable_if_t<sizeof(E) == 4 && !real<E>, int>;

/* The mask type of a comparison. */
template <class E>
using mask_of = vec<
    std::conditional_t<sizeof(E) == 8, uint64_t,
                       std::conditional_t<sizeof(E) == 4, uint32_t,
                                          std::conditional_t<sizeof(E) == 2, uint16_t, uint8_t>>>>;

/* The instruction for a type: single, double or integer. */
template <class E>
constexpr ria_spe_instruction choose(ria_spe_instruction f, ria_spe_instruction d,
                                     ria_spe_instruction i) {
  return twice<E> ? d : real<E> ? f : i;
}

} // namespace ria_spe_checked

/* Two operands and a result of one type. */
#define RIA_SPE_BINARY(name, condition, instruction, expression)                                   \
  template <class E, condition = 0>                                                                \
  inline ria_spe_checked::vec<E> name(const ria_spe_checked::vec<E> &a,                            \
                                      const ria_spe_checked::vec<E> &b, RIA_SPE_AT) {              \
    using namespace ria_spe_checked;                                                               \
    typedef typename vec<E>::lanes lanes;                                                          \
    const ria_spe_id id = ria_spe_execute(instruction, RIA_SPE_ID(a), RIA_SPE_ID(b), 0);           \
    return {made(), id, (lanes)(expression)};                                                      \
  }
#define RIA_SPE_REAL std::enable_if_t<ria_spe_checked::real<E>, int>
#define RIA_SPE_ANY  std::enable_if_t<(sizeof(E) > 0), int>
#define RIA_SPE_WORD std::enable_if_t<sizeof(E) == 4 && !ria_spe_checked::real<E>, int>

RIA_SPE_BINARY(spu_add, RIA_SPE_ANY, choose<E>(RIA_SPE_FA, RIA_SPE_DFA, RIA_SPE_A), a.v + b.v)
RIA_SPE_BINARY(spu_sub, RIA_SPE_ANY, choose<E>(RIA_SPE_FS, RIA_SPE_DFS, RIA_SPE_SF), a.v - b.v)
RIA_SPE_BINARY(spu_mul, RIA_SPE_REAL, choose<E>(RIA_SPE_FM, RIA_SPE_DFM, RIA_SPE_MPY), a.v *b.v)
#define RIA_SPE_BYTES(x) ((ria_lanes_u8)(x).v)
RIA_SPE_BINARY(spu_and, RIA_SPE_ANY, RIA_SPE_AND, RIA_SPE_BYTES(a) & RIA_SPE_BYTES(b))
RIA_SPE_BINARY(spu_or, RIA_SPE_ANY, RIA_SPE_OR, RIA_SPE_BYTES(a) | RIA_SPE_BYTES(b))
RIA_SPE_BINARY(spu_xor, RIA_SPE_ANY, RIA_SPE_XOR, RIA_SPE_BYTES(a) ^ RIA_SPE_BYTES(b))
RIA_SPE_BINARY(spu_nand, RIA_SPE_ANY, RIA_SPE_NAND, ~(RIA_SPE_BYTES(a) & RIA_SPE_BYTES(b)))
RIA_SPE_BINARY(spu_nor, RIA_SPE_ANY, RIA_SPE_NOR, ~(RIA_SPE_BYTES(a) | RIA_SPE_BYTES(b)))
RIA_SPE_BINARY(spu_eqv, RIA_SPE_ANY, RIA_SPE_EQV, ~(RIA_SPE_BYTES(a) ^ RIA_SPE_BYTES(b)))
RIA_SPE_BINARY(spu_andc, RIA_SPE_ANY, RIA_SPE_ANDC, RIA_SPE_BYTES(a) & ~RIA_SPE_BYTES(b))
RIA_SPE_BINARY(spu_orc, RIA_SPE_ANY, RIA_SPE_ORC, RIA_SPE_BYTES(a) | ~RIA_SPE_BYTES(b))

#define RIA_SPE_MULTIPLY_ADD(name, single, twofold, x, y, z, sign)                                 \
  inline vec_float4 name(const vec_float4 &a, const vec_float4 &b, const vec_float4 &c,            \
                         RIA_SPE_AT) {                                                             \
    const ria_spe_id id = ria_spe_execute(single, RIA_SPE_ID(a), RIA_SPE_ID(b), RIA_SPE_ID(c));    \
    return {ria_spe_checked::made(), id, sign ria_lanes_fma_f32(x a.v, y b.v, z c.v)};             \
  }                                                                                                \
  inline vec_double2 name(const vec_double2 &a, const vec_double2 &b, const vec_double2 &c,        \
                          RIA_SPE_AT) {                                                            \
    const ria_spe_id id = ria_spe_execute(twofold, RIA_SPE_ID(a), RIA_SPE_ID(b), RIA_SPE_ID(c));   \
    return {ria_spe_checked::made(), id, sign ria_lanes_fma_f64(x a.v, y b.v, z c.v)};             \
  }
RIA_SPE_MULTIPLY_ADD(spu_madd, RIA_SPE_FMA, RIA_SPE_DFMA, +, +, +, +)
RIA_SPE_MULTIPLY_ADD(spu_msub, RIA_SPE_FMS, RIA_SPE_DFMS, +, +, -, +)
RIA_SPE_MULTIPLY_ADD(spu_nmsub, RIA_SPE_FNMS, RIA_SPE_DFNMS, -, +, +, +)
/* Only double precision has it; in single it is two instructions. */
inline vec_double2 spu_nmadd(const vec_double2 &a, const vec_double2 &b, const vec_double2 &c,
                             RIA_SPE_AT) {
  const ria_spe_id id = ria_spe_execute(RIA_SPE_DFNMA, RIA_SPE_ID(a), RIA_SPE_ID(b), RIA_SPE_ID(c));
  return {ria_spe_checked::made(), id, -ria_lanes_fma_f64(a.v, b.v, c.v)};
}

#define RIA_SPE_ESTIMATE(name, instruction, lanes)                                                 \
  inline vec_float4 name(const vec_float4 &a, RIA_SPE_AT) {                                        \
    const ria_spe_id x = RIA_SPE_ID(a);                                                            \
    const ria_spe_id id =                                                                          \
        ria_spe_execute(RIA_SPE_FI, x, ria_spe_execute(instruction, x, 0, 0), 0);                  \
    return {ria_spe_checked::made(), id, lanes(a.v)};                                              \
  }
RIA_SPE_ESTIMATE(spu_re, RIA_SPE_FREST, ria_lanes_estimate)
RIA_SPE_ESTIMATE(spu_rsqrte, RIA_SPE_FRSQEST, ria_lanes_root_estimate)

#define RIA_SPE_CONVERT(name, from, to, instruction, lanes)                                        \
  inline to name(const from &a, int scale, RIA_SPE_AT) {                                           \
    const ria_spe_id id = ria_spe_execute(instruction, RIA_SPE_ID(a), 0, 0);                       \
    return {ria_spe_checked::made(), id, lanes(a.v, scale)};                                       \
  }
RIA_SPE_CONVERT(spu_convtf, vec_int4, vec_float4, RIA_SPE_CSFLT, ria_lanes_from_s32)
RIA_SPE_CONVERT(spu_convtf, vec_uint4, vec_float4, RIA_SPE_CUFLT, ria_lanes_from_u32)
RIA_SPE_CONVERT(spu_convts, vec_float4, vec_int4, RIA_SPE_CFLTS, ria_lanes_to_s32)
RIA_SPE_CONVERT(spu_convtu, vec_float4, vec_uint4, RIA_SPE_CFLTU, ria_lanes_to_u32)
inline vec_double2 spu_extend(const vec_float4 &a, RIA_SPE_AT) {
  const ria_spe_id id = ria_spe_execute(RIA_SPE_FESD, RIA_SPE_ID(a), 0, 0);
  return {ria_spe_checked::made(), id, ria_lanes_extend(a.v)};
}
inline vec_float4 spu_roundtf(const vec_double2 &a, RIA_SPE_AT) {
  const ria_spe_id id = ria_spe_execute(RIA_SPE_FRDS, RIA_SPE_ID(a), 0, 0);
  return {ria_spe_checked::made(), id, ria_lanes_round(a.v)};
}

#define RIA_SPE_COMPARE(name, condition, single, twofold, whole, x, relation, y)                   \
  template <class E, condition = 0>                                                                \
  inline ria_spe_checked::mask_of<E> name(const ria_spe_checked::vec<E> &a,                        \
                                          const ria_spe_checked::vec<E> &b, RIA_SPE_AT) {          \
    using namespace ria_spe_checked;                                                               \
    typedef typename mask_of<E>::lanes lanes;                                                      \
    const ria_spe_id id =                                                                          \
        ria_spe_execute(choose<E>(single, twofold, whole), RIA_SPE_ID(a), RIA_SPE_ID(b), 0);       \
    return {made(), id, (lanes)(x(a.v) relation y(b.v))};                                          \
  }
inline ria_lanes_f32 ria_spe_magnitude(ria_lanes_f32 a) {
  return ria_lanes_magnitude_f32(a);
}
inline ria_lanes_f64 ria_spe_magnitude(ria_lanes_f64 a) {
  return ria_lanes_magnitude_f64(a);
}
RIA_SPE_COMPARE(spu_cmpeq, RIA_SPE_ANY, RIA_SPE_FCEQ, RIA_SPE_DFCEQ, RIA_SPE_CEQ, , ==, )
RIA_SPE_COMPARE(spu_cmpgt, RIA_SPE_ANY, RIA_SPE_FCGT, RIA_SPE_DFCGT,
                std::is_signed<E>::value ? RIA_SPE_CGT : RIA_SPE_CLGT, , >, )
RIA_SPE_COMPARE(spu_cmpabseq, RIA_SPE_REAL, RIA_SPE_FCMEQ, RIA_SPE_DFCEQ, RIA_SPE_CEQ,
                ria_spe_magnitude, ==, ria_spe_magnitude)
RIA_SPE_COMPARE(spu_cmpabsgt, RIA_SPE_REAL, RIA_SPE_FCMGT, RIA_SPE_DFCGT, RIA_SPE_CGT,
                ria_spe_magnitude, >, ria_spe_magnitude)

template <class E, class M>
inline ria_spe_checked::vec<E> spu_sel(const ria_spe_checked::vec<E> &a,
                                       const ria_spe_checked::vec<E> &b,
                                       const ria_spe_checked::vec<M> &mask, RIA_SPE_AT) {
  static_assert(sizeof(M) == sizeof(E), "the mask has elements of another size");
  const ria_spe_id id =
      ria_spe_execute(RIA_SPE_SELB, RIA_SPE_ID(a), RIA_SPE_ID(b), RIA_SPE_ID(mask));
  return {ria_spe_checked::made(), id,
          (typename ria_spe_checked::vec<E>::lanes)((RIA_SPE_BYTES(a) & ~RIA_SPE_BYTES(mask)) |
                                                    (RIA_SPE_BYTES(b) & RIA_SPE_BYTES(mask)))};
}

/* By one count, or a count an element. */
#define RIA_SPE_SHIFT(name, instruction, compute)                                                  \
  template <class E, RIA_SPE_WORD = 0>                                                             \
  inline ria_spe_checked::vec<E> name(const ria_spe_checked::vec<E> &a, int n, RIA_SPE_AT) {       \
    const ria_spe_id id = ria_spe_execute(instruction, RIA_SPE_ID(a), 0, 0);                       \
    return {                                                                                       \
        ria_spe_checked::made(), id,                                                               \
        (typename ria_spe_checked::vec<E>::lanes)compute((ria_lanes_u32)a.v, ria_lanes_count(n))}; \
  }                                                                                                \
  template <class E, class N, RIA_SPE_WORD = 0>                                                    \
  inline ria_spe_checked::vec<E> name(const ria_spe_checked::vec<E> &a,                            \
                                      const ria_spe_checked::vec<N> &n, RIA_SPE_AT) {              \
    static_assert(sizeof(N) == 4, "a count for each word");                                        \
    const ria_spe_id id = ria_spe_execute(instruction, RIA_SPE_ID(a), RIA_SPE_ID(n), 0);           \
    return {                                                                                       \
        ria_spe_checked::made(), id,                                                               \
        (typename ria_spe_checked::vec<E>::lanes)compute((ria_lanes_u32)a.v, (ria_lanes_u32)n.v)}; \
  }
RIA_SPE_SHIFT(spu_sl, RIA_SPE_SHL, ria_lanes_sl_u32)
RIA_SPE_SHIFT(spu_rl, RIA_SPE_ROT, ria_lanes_rl_u32)
RIA_SPE_SHIFT(spu_rlmask, RIA_SPE_ROTM, ria_lanes_rlmask_u32)
RIA_SPE_SHIFT(spu_rlmaska, RIA_SPE_ROTMA, ria_lanes_rlmaska_u32)

template <class E> inline vec_uint4 spu_cntlz(const ria_spe_checked::vec<E> &a, RIA_SPE_AT) {
  static_assert(sizeof(E) == 4, "zeros of words are counted");
  const ria_spe_id id = ria_spe_execute(RIA_SPE_CLZ, RIA_SPE_ID(a), 0, 0);
  return {ria_spe_checked::made(), id, ria_lanes_clz_u32((ria_lanes_u32)a.v)};
}

template <class E>
inline ria_spe_checked::vec<E> spu_shuffle(const ria_spe_checked::vec<E> &a,
                                           const ria_spe_checked::vec<E> &b,
                                           const vec_uchar16 &pattern, RIA_SPE_AT) {
  const ria_spe_id id =
      ria_spe_execute(RIA_SPE_SHUFB, RIA_SPE_ID(a), RIA_SPE_ID(b), RIA_SPE_ID(pattern));
  return {ria_spe_checked::made(), id,
          (typename ria_spe_checked::vec<E>::lanes)ria_lanes_shuffle(
              RIA_SPE_BYTES(a), RIA_SPE_BYTES(b), pattern.v, sizeof(E))};
}

#define RIA_SPE_QUADWORD(name, pattern)                                                            \
  template <class E>                                                                               \
  inline ria_spe_checked::vec<E> name(const ria_spe_checked::vec<E> &a, int n, RIA_SPE_AT) {       \
    const ria_spe_id id = ria_spe_execute(RIA_SPE_ROTQBY, RIA_SPE_ID(a), 0, 0);                    \
    return {ria_spe_checked::made(), id,                                                           \
            (typename ria_spe_checked::vec<E>::lanes)ria_lanes_shuffle(                            \
                RIA_SPE_BYTES(a), RIA_SPE_BYTES(a), pattern, sizeof(E))};                          \
  }
RIA_SPE_QUADWORD(spu_rlqwbyte, ria_lanes_rotation(n))
RIA_SPE_QUADWORD(spu_slqwbyte, ria_lanes_left((unsigned)n))
RIA_SPE_QUADWORD(spu_rlmaskqwbyte, ria_lanes_right(n))

#endif
