/** \file
 * The intrinsics as plain vector code of the host.
 */
#ifndef RIA_SPE_FAST_H
#define RIA_SPE_FAST_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <ria_spe/lanes.h>

typedef ria_lanes_u8 vec_uchar16;
typedef ria_lanes_s8 vec_char16;
typedef ria_lanes_u16 vec_ushort8;
typedef ria_lanes_s16 vec_short8;
typedef ria_lanes_u32 vec_uint4;
typedef ria_lanes_s32 vec_int4;
typedef ria_lanes_u64 vec_ullong2;
typedef ria_lanes_s64 vec_llong2;
typedef ria_lanes_f32 vec_float4;
typedef ria_lanes_f64 vec_double2;

#define RIA_SPE_INLINE static inline __attribute__((always_inline, unused))

/* One function for each type, and a choice by the type of the first argument. */
#define RIA_SPE_EVERY(X)                                                                           \
  X(vec_uchar16, u8)                                                                               \
  X(vec_char16, s8)                                                                                \
  X(vec_ushort8, u16)                                                                              \
  X(vec_short8, s16)                                                                               \
  X(vec_uint4, u32)                                                                                \
  X(vec_int4, s32)                                                                                 \
  X(vec_ullong2, u64)                                                                              \
  X(vec_llong2, s64)                                                                               \
  X(vec_float4, f32)                                                                               \
  X(vec_double2, f64)
#define RIA_SPE_OF(name, x)                                                                        \
  _Generic((x), vec_uchar16                                                                        \
           : name##_u8, vec_char16                                                                 \
           : name##_s8, vec_ushort8                                                                \
           : name##_u16, vec_short8                                                                \
           : name##_s16, vec_uint4                                                                 \
           : name##_u32, vec_int4                                                                  \
           : name##_s32, vec_ullong2                                                               \
           : name##_u64, vec_llong2                                                                \
           : name##_s64, vec_float4                                                                \
           : name##_f32, vec_double2                                                               \
           : name##_f64)

/* --- Arithmetic --------------------------------------------------------------------------------
 */

#define spu_add(a, b) ((a) + (b))
#define spu_sub(a, b) ((a) - (b))
#define spu_mul(a, b) ((a) * (b))

/* a * b + c, a * b - c, c - a * b, -(a * b + c), rounded once */
#define spu_madd(a, b, c)                                                                          \
  _Generic((a), vec_float4 : ria_lanes_fma_f32, vec_double2 : ria_lanes_fma_f64)(a, b, c)
#define spu_msub(a, b, c)  spu_madd(a, b, -(c))
#define spu_nmsub(a, b, c) spu_madd(-(a), b, c)
#define spu_nmadd(a, b, c) (-spu_madd(a, b, c))

#define spu_re(a)     ria_lanes_estimate(a)
#define spu_rsqrte(a) ria_lanes_root_estimate(a)

/* --- Conversions -------------------------------------------------------------------------------
 */

#define spu_convtf(a, scale)                                                                       \
  _Generic((a), vec_int4 : ria_lanes_from_s32, vec_uint4 : ria_lanes_from_u32)(a, scale)
#define spu_convts(a, scale) ria_lanes_to_s32(a, scale)
#define spu_convtu(a, scale) ria_lanes_to_u32(a, scale)
#define spu_extend(a)        ria_lanes_extend(a)
#define spu_roundtf(a)       ria_lanes_round(a)

/* --- Comparison and selection ------------------------------------------------------------------
 */

#define spu_cmpeq(a, b)                                                                            \
  ((__typeof__(_Generic((a), vec_char16                                                            \
                        : (vec_uchar16){0}, vec_uchar16                                            \
                        : (vec_uchar16){0}, vec_short8                                             \
                        : (vec_ushort8){0}, vec_ushort8                                            \
                        : (vec_ushort8){0}, vec_int4                                               \
                        : (vec_uint4){0}, vec_uint4                                                \
                        : (vec_uint4){0}, vec_float4                                               \
                        : (vec_uint4){0}, vec_double2                                              \
                        : (vec_ullong2){0})))((a) == (b)))
#define spu_cmpgt(a, b)    ((__typeof__(spu_cmpeq(a, a)))((a) > (b)))
#define spu_cmpabseq(a, b) spu_cmpeq(ria_spe_magnitude(a), ria_spe_magnitude(b))
#define spu_cmpabsgt(a, b) spu_cmpgt(ria_spe_magnitude(a), ria_spe_magnitude(b))

#define ria_spe_magnitude(a)                                                                       \
  _Generic((a), vec_float4 : ria_lanes_magnitude_f32, vec_double2 : ria_lanes_magnitude_f64)(a)

/* b where a bit of the mask is 1, else a */
#define spu_sel(a, b, mask) RIA_SPE_OF(ria_spe_sel, a)(a, b, (ria_lanes_u8)(mask))

/* --- Bits --------------------------------------------------------------------------------------
 */

#define spu_and(a, b)  RIA_SPE_OF(ria_spe_and, a)(a, b)
#define spu_or(a, b)   RIA_SPE_OF(ria_spe_or, a)(a, b)
#define spu_xor(a, b)  RIA_SPE_OF(ria_spe_xor, a)(a, b)
#define spu_nand(a, b) RIA_SPE_OF(ria_spe_nand, a)(a, b)
#define spu_nor(a, b)  RIA_SPE_OF(ria_spe_nor, a)(a, b)
#define spu_eqv(a, b)  RIA_SPE_OF(ria_spe_eqv, a)(a, b)
#define spu_andc(a, b) RIA_SPE_OF(ria_spe_andc, a)(a, b)
#define spu_orc(a, b)  RIA_SPE_OF(ria_spe_orc, a)(a, b)

/* --- Shifts and rotations of the elements, and of the whole ------------------------------------
 */

#define RIA_SPE_WORD(name, a, n) _Generic((a), vec_int4 : name##_s32, vec_uint4 : name##_u32)(a, n)
#define RIA_SPE_COUNTS(n)                                                                          \
  _Generic((n), vec_int4                                                                           \
           : ria_lanes_counts, vec_uint4                                                           \
           : ria_lanes_counts_u32, default                                                         \
           : ria_lanes_count)(n)
#define spu_sl(a, n)      RIA_SPE_WORD(ria_lanes_sl, a, RIA_SPE_COUNTS(n))
#define spu_rl(a, n)      RIA_SPE_WORD(ria_lanes_rl, a, RIA_SPE_COUNTS(n))
#define spu_rlmask(a, n)  RIA_SPE_WORD(ria_lanes_rlmask, a, RIA_SPE_COUNTS(n))
#define spu_rlmaska(a, n) RIA_SPE_WORD(ria_lanes_rlmaska, a, RIA_SPE_COUNTS(n))
#define spu_cntlz(a)                                                                               \
  _Generic((a), vec_int4                                                                           \
           : ria_lanes_clz_s32, vec_uint4                                                          \
           : ria_lanes_clz_u32, vec_float4                                                         \
           : ria_lanes_clz_f32)(a)

#define spu_rlqwbyte(a, n)     RIA_SPE_OF(ria_spe_rlqwbyte, a)(a, n)
#define spu_slqwbyte(a, n)     RIA_SPE_OF(ria_spe_slqwbyte, a)(a, n)
#define spu_rlmaskqwbyte(a, n) RIA_SPE_OF(ria_spe_rlmaskqwbyte, a)(a, n)

/* --- Elements ----------------------------------------------------------------------------------
 */

#define spu_shuffle(a, b, pattern) RIA_SPE_OF(ria_spe_shuffle, a)(a, b, pattern)
#define spu_extract(a, i)          ((a)[(i) & (int)(sizeof(a) / sizeof((a)[0]) - 1)])
#define spu_insert(s, a, i)        RIA_SPE_OF(ria_spe_insert, a)(s, a, i)
#define spu_splats(s)                                                                              \
  _Generic((s), unsigned char                                                                      \
           : ria_spe_splats_u8, signed char                                                        \
           : ria_spe_splats_s8, unsigned short                                                     \
           : ria_spe_splats_u16, short                                                             \
           : ria_spe_splats_s16, unsigned                                                          \
           : ria_spe_splats_u32, int                                                               \
           : ria_spe_splats_s32, unsigned long long                                                \
           : ria_spe_splats_u64, long long                                                         \
           : ria_spe_splats_s64, unsigned long                                                     \
           : ria_spe_splats_u64, long                                                              \
           : ria_spe_splats_s64, float                                                             \
           : ria_spe_splats_f32, double                                                            \
           : ria_spe_splats_f64)(s)
/* The other elements are undefined there, and the same here. */
#define spu_promote(s, i) ((void)(i), spu_splats(s))

#define RIA_SPE_DEFINE(vector, kind)                                                               \
  RIA_SPE_INLINE vector ria_spe_sel_##kind(vector a, vector b, ria_lanes_u8 mask) {                \
    return (vector)(((ria_lanes_u8)a & ~mask) | ((ria_lanes_u8)b & mask));                         \
  }                                                                                                \
  RIA_SPE_INLINE vector ria_spe_and_##kind(vector a, vector b) {                                   \
    return (vector)((ria_lanes_u8)a & (ria_lanes_u8)b);                                            \
  }                                                                                                \
  RIA_SPE_INLINE vector ria_spe_or_##kind(vector a, vector b) {                                    \
    return (vector)((ria_lanes_u8)a | (ria_lanes_u8)b);                                            \
  }                                                                                                \
  RIA_SPE_INLINE vector ria_spe_xor_##kind(vector a, vector b) {                                   \
    return (vector)((ria_lanes_u8)a ^ (ria_lanes_u8)b);                                            \
  }                                                                                                \
  RIA_SPE_INLINE vector ria_spe_nand_##kind(vector a, vector b) {                                  \
    return (vector) ~((ria_lanes_u8)a & (ria_lanes_u8)b);                                          \
  }                                                                                                \
  RIA_SPE_INLINE vector ria_spe_nor_##kind(vector a, vector b) {                                   \
    return (vector) ~((ria_lanes_u8)a | (ria_lanes_u8)b);                                          \
  }                                                                                                \
  RIA_SPE_INLINE vector ria_spe_eqv_##kind(vector a, vector b) {                                   \
    return (vector) ~((ria_lanes_u8)a ^ (ria_lanes_u8)b);                                          \
  }                                                                                                \
  RIA_SPE_INLINE vector ria_spe_andc_##kind(vector a, vector b) {                                  \
    return (vector)((ria_lanes_u8)a & ~(ria_lanes_u8)b);                                           \
  }                                                                                                \
  RIA_SPE_INLINE vector ria_spe_orc_##kind(vector a, vector b) {                                   \
    return (vector)((ria_lanes_u8)a | ~(ria_lanes_u8)b);                                           \
  }                                                                                                \
  RIA_SPE_INLINE vector ria_spe_shuffle_##kind(vector a, vector b, ria_lanes_u8 pattern) {         \
    return (vector)ria_lanes_shuffle((ria_lanes_u8)a, (ria_lanes_u8)b, pattern, sizeof a[0]);      \
  }                                                                                                \
  RIA_SPE_INLINE vector ria_spe_rlqwbyte_##kind(vector a, int n) {                                 \
    return (vector)ria_lanes_shuffle((ria_lanes_u8)a, (ria_lanes_u8)a, ria_lanes_rotation(n),      \
                                     sizeof a[0]);                                                 \
  }                                                                                                \
  RIA_SPE_INLINE vector ria_spe_slqwbyte_##kind(vector a, unsigned n) {                            \
    return (vector)ria_lanes_shuffle((ria_lanes_u8)a, (ria_lanes_u8)a, ria_lanes_left(n),          \
                                     sizeof a[0]);                                                 \
  }                                                                                                \
  RIA_SPE_INLINE vector ria_spe_rlmaskqwbyte_##kind(vector a, int n) {                             \
    return (vector)ria_lanes_shuffle((ria_lanes_u8)a, (ria_lanes_u8)a, ria_lanes_right(n),         \
                                     sizeof a[0]);                                                 \
  }                                                                                                \
  RIA_SPE_INLINE vector ria_spe_insert_##kind(ria_lane_##kind s, vector a, int i) {                \
    a[i & (int)(sizeof a / sizeof a[0] - 1)] = s;                                                  \
    return a;                                                                                      \
  }                                                                                                \
  RIA_SPE_INLINE vector ria_spe_splats_##kind(ria_lane_##kind s) {                                 \
    return s - (vector){0};                                                                        \
  }
RIA_SPE_EVERY(RIA_SPE_DEFINE)
#undef RIA_SPE_DEFINE

#endif
