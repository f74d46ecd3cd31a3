/** \file
 * Arithmetic of both compilations of a program: 128 bits as the host's vectors.
 *
 * An element of a vector is the host's number, element 0 at the lowest address, as on an SPU. Its
 * bytes are in the host's order, which only shuffles by bytes can see: these number the bytes as an
 * SPU does, the most significant of an element first.
 */
#ifndef RIA_SPE_LANES_H
#define RIA_SPE_LANES_H

#include <math.h>
#include <stdint.h>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

typedef uint8_t ria_lane_u8;
typedef int8_t ria_lane_s8;
typedef uint16_t ria_lane_u16;
typedef int16_t ria_lane_s16;
typedef uint32_t ria_lane_u32;
typedef int32_t ria_lane_s32;
typedef uint64_t ria_lane_u64;
typedef int64_t ria_lane_s64;
typedef float ria_lane_f32;
typedef double ria_lane_f64;

/* may_alias: the local store is accessed with several types. */
#define RIA_LANES(kind)                                                                            \
  typedef ria_lane_##kind ria_lanes_##kind __attribute__((vector_size(16), may_alias))
RIA_LANES(u8);
RIA_LANES(s8);
RIA_LANES(u16);
RIA_LANES(s16);
RIA_LANES(u32);
RIA_LANES(s32);
RIA_LANES(u64);
RIA_LANES(s64);
RIA_LANES(f32);
RIA_LANES(f64);
#undef RIA_LANES

#define RIA_LANES_INLINE static inline __attribute__((always_inline, unused))

/* --- Arithmetic --------------------------------------------------------------------------------
 */

RIA_LANES_INLINE ria_lanes_f32 ria_lanes_fma_f32(ria_lanes_f32 a, ria_lanes_f32 b,
                                                 ria_lanes_f32 c) {
#if defined(__FMA__)
  return (ria_lanes_f32)_mm_fmadd_ps((__m128)a, (__m128)b, (__m128)c);
#else
  for (int i = 0; i < 4; i++)
    c[i] = __builtin_fmaf(a[i], b[i], c[i]);
  return c;
#endif
}

RIA_LANES_INLINE ria_lanes_f64 ria_lanes_fma_f64(ria_lanes_f64 a, ria_lanes_f64 b,
                                                 ria_lanes_f64 c) {
#if defined(__FMA__)
  return (ria_lanes_f64)_mm_fmadd_pd((__m128d)a, (__m128d)b, (__m128d)c);
#else
  for (int i = 0; i < 2; i++)
    c[i] = __builtin_fma(a[i], b[i], c[i]);
  return c;
#endif
}

RIA_LANES_INLINE ria_lanes_f32 ria_lanes_sqrt_f32(ria_lanes_f32 a) {
#if defined(__SSE2__)
  return (ria_lanes_f32)_mm_sqrt_ps((__m128)a);
#else
  for (int i = 0; i < 4; i++)
    a[i] = __builtin_sqrtf(a[i]);
  return a;
#endif
}

RIA_LANES_INLINE ria_lanes_f64 ria_lanes_sqrt_f64(ria_lanes_f64 a) {
#if defined(__SSE2__)
  return (ria_lanes_f64)_mm_sqrt_pd((__m128d)a);
#else
  for (int i = 0; i < 2; i++)
    a[i] = __builtin_sqrt(a[i]);
  return a;
#endif
}

RIA_LANES_INLINE ria_lanes_f32 ria_lanes_magnitude_f32(ria_lanes_f32 a) {
  return (ria_lanes_f32)((ria_lanes_u32)a & (uint32_t)0x7fffffff);
}

RIA_LANES_INLINE ria_lanes_f64 ria_lanes_magnitude_f64(ria_lanes_f64 a) {
  return (ria_lanes_f64)((ria_lanes_u64)a & (uint64_t)0x7fffffffffffffff);
}

/* An SPU's estimates have 12 correct bits; these are the exact values truncated to 12 bits, so
 * that they are the same on every host. */
RIA_LANES_INLINE ria_lanes_f32 ria_lanes_cut(ria_lanes_f32 a) {
  return (ria_lanes_f32)((ria_lanes_u32)a & (uint32_t)0xfffff000);
}

RIA_LANES_INLINE ria_lanes_f32 ria_lanes_estimate(ria_lanes_f32 a) {
  return ria_lanes_cut(1.0f / a);
}

RIA_LANES_INLINE ria_lanes_f32 ria_lanes_root_estimate(ria_lanes_f32 a) {
  return ria_lanes_cut(1.0f / ria_lanes_sqrt_f32(ria_lanes_magnitude_f32(a)));
}

/* --- Conversions -------------------------------------------------------------------------------
 */

/* 2 to the power of n, -126 <= n <= 127 */
RIA_LANES_INLINE float ria_lanes_power(int n) {
  union {
    uint32_t bits;
    float value;
  } power = {(uint32_t)(n + 127) << 23};
  return power.value;
}

RIA_LANES_INLINE ria_lanes_f32 ria_lanes_from_s32(ria_lanes_s32 a, int scale) {
  return __builtin_convertvector(a, ria_lanes_f32) * ria_lanes_power(-scale);
}

RIA_LANES_INLINE ria_lanes_f32 ria_lanes_from_u32(ria_lanes_u32 a, int scale) {
  return __builtin_convertvector(a, ria_lanes_f32) * ria_lanes_power(-scale);
}

/* Rounds towards zero; values out of range give the nearest end of the range. */
RIA_LANES_INLINE ria_lanes_s32 ria_lanes_to_s32(ria_lanes_f32 a, int scale) {
  ria_lanes_s32 r = {0};
  a *= ria_lanes_power(scale);
  for (int i = 0; i < 4; i++)
    r[i] = a[i] >= 0x1p31f ? INT32_MAX : a[i] > -0x1p31f ? (int32_t)a[i] : INT32_MIN;
  return r;
}

RIA_LANES_INLINE ria_lanes_u32 ria_lanes_to_u32(ria_lanes_f32 a, int scale) {
  ria_lanes_u32 r = {0};
  a *= ria_lanes_power(scale);
  for (int i = 0; i < 4; i++)
    r[i] = a[i] >= 0x1p32f ? UINT32_MAX : a[i] > 0 ? (uint32_t)a[i] : 0;
  return r;
}

/* Conversions from elements 0 and 2, and to them. */
RIA_LANES_INLINE ria_lanes_f64 ria_lanes_extend(ria_lanes_f32 a) {
  return (ria_lanes_f64){a[0], a[2]};
}

RIA_LANES_INLINE ria_lanes_f32 ria_lanes_round(ria_lanes_f64 a) {
  return (ria_lanes_f32){(float)a[0], 0, (float)a[1], 0};
}

/* --- Shifts of words: by counts modulo 64; 32 and more give 0 -----------------------------------
   /
 */

RIA_LANES_INLINE ria_lanes_u32 ria_lanes_count(int n) {
  return (uint32_t)n - (ria_lanes_u32){0};
}

RIA_LANES_INLINE ria_lanes_u32 ria_lanes_counts(ria_lanes_s32 n) {
  return (ria_lanes_u32)n;
}

RIA_LANES_INLINE ria_lanes_u32 ria_lanes_counts_u32(ria_lanes_u32 n) {
  return n;
}

RIA_LANES_INLINE ria_lanes_u32 ria_lanes_sl_u32(ria_lanes_u32 a, ria_lanes_u32 n) {
  n &= 63;
  return (a << (n & 31)) & (ria_lanes_u32)(n < 32);
}

RIA_LANES_INLINE ria_lanes_u32 ria_lanes_rl_u32(ria_lanes_u32 a, ria_lanes_u32 n) {
  return (a << (n & 31)) | (a >> (-n & 31));
}

/* Right, by -n. */
RIA_LANES_INLINE ria_lanes_u32 ria_lanes_rlmask_u32(ria_lanes_u32 a, ria_lanes_u32 n) {
  n = -n & 63;
  return (a >> (n & 31)) & (ria_lanes_u32)(n < 32);
}

RIA_LANES_INLINE ria_lanes_u32 ria_lanes_rlmaska_u32(ria_lanes_u32 a, ria_lanes_u32 n) {
  n = -n & 63;
  const ria_lanes_u32 all = (ria_lanes_u32)(n > 31) & 31;
  return (ria_lanes_u32)((ria_lanes_s32)a >> (ria_lanes_s32)((n & 31) | all));
}

#define RIA_LANES_SIGNED(name)                                                                     \
  RIA_LANES_INLINE ria_lanes_s32 name##_s32(ria_lanes_s32 a, ria_lanes_u32 n) {                    \
    return (ria_lanes_s32)name##_u32((ria_lanes_u32)a, n);                                         \
  }
RIA_LANES_SIGNED(ria_lanes_sl)
RIA_LANES_SIGNED(ria_lanes_rl)
RIA_LANES_SIGNED(ria_lanes_rlmask)
RIA_LANES_SIGNED(ria_lanes_rlmaska)
#undef RIA_LANES_SIGNED

RIA_LANES_INLINE ria_lanes_u32 ria_lanes_clz_u32(ria_lanes_u32 a) {
  for (int i = 0; i < 4; i++)
    a[i] = a[i] ? (uint32_t)__builtin_clz(a[i]) : 32;
  return a;
}

RIA_LANES_INLINE ria_lanes_u32 ria_lanes_clz_s32(ria_lanes_s32 a) {
  return ria_lanes_clz_u32((ria_lanes_u32)a);
}

RIA_LANES_INLINE ria_lanes_u32 ria_lanes_clz_f32(ria_lanes_f32 a) {
  return ria_lanes_clz_u32((ria_lanes_u32)a);
}

/* --- Shuffles ----------------------------------------------------------------------------------
 */

/* Byte n of an SPU is byte n ^ (bytes of an element - 1) on a little-endian host. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define RIA_LANES_FLIP(element) ((int)(element)-1)
#else
#define RIA_LANES_FLIP(element) 0
#endif

/* Byte i of the result is byte indices[i] % 32 of a and b one after the other, in the host's
 * numbers. */
RIA_LANES_INLINE ria_lanes_u8 ria_lanes_pick(ria_lanes_u8 a, ria_lanes_u8 b, ria_lanes_u8 indices) {
#if defined(__GNUC__) && !defined(__clang__)
  return __builtin_shuffle(a, b, indices);
#elif defined(__SSSE3__)
  /* The compiler turns a shuffle with constant indices into its best instruction. */
  const ria_lanes_u8 from_b = (ria_lanes_u8)((ria_lanes_s8)(indices << 3) < 0);
  const ria_lanes_u8 low = indices & 15;
  return ((ria_lanes_u8)_mm_shuffle_epi8((__m128i)a, (__m128i)low) & ~from_b) |
         ((ria_lanes_u8)_mm_shuffle_epi8((__m128i)b, (__m128i)low) & from_b);
#else
  ria_lanes_u8 r = {0};
  for (int i = 0; i < 16; i++)
    r[i] = indices[i] & 16 ? b[indices[i] & 15] : a[indices[i] & 15];
  return r;
#endif
}

/* shufb: a pattern's byte chooses one of 32, or 10xxxxxx 0x00, 110xxxxx 0xff, 111xxxxx 0x80. */
RIA_LANES_INLINE ria_lanes_u8 ria_lanes_shuffle(ria_lanes_u8 a, ria_lanes_u8 b,
                                                ria_lanes_u8 pattern, size_t element) {
  const int flip = RIA_LANES_FLIP(element);
  const ria_lanes_u8 places = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const ria_lanes_u8 asked = ria_lanes_pick(pattern, pattern, places ^ (uint8_t)flip);
  const ria_lanes_u8 picked = ria_lanes_pick(a, b, (asked ^ (uint8_t)flip) & 31);
  const ria_lanes_u8 constant = (ria_lanes_u8)((ria_lanes_s8)asked < 0);
  const ria_lanes_u8 ones = (ria_lanes_u8)((asked & 0xe0) == 0xc0);
  const ria_lanes_u8 top = (ria_lanes_u8)((asked & 0xe0) == 0xe0);
  return (picked & ~constant) | ones | (top & 0x80);
}

/* Patterns that rotate to the left by n bytes, and that shift left by n, right by -n. */
RIA_LANES_INLINE ria_lanes_u8 ria_lanes_rotation(int n) {
  const ria_lanes_u8 places = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  return (places + (uint8_t)(n & 15)) & 15;
}

RIA_LANES_INLINE ria_lanes_u8 ria_lanes_left(unsigned n) {
  const ria_lanes_u8 places = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const ria_lanes_u8 from = places + (uint8_t)(n & 31);
  return from | ((ria_lanes_u8)(from > 15) & 0x80);
}

RIA_LANES_INLINE ria_lanes_u8 ria_lanes_right(int n) {
  const ria_lanes_u8 places = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const ria_lanes_u8 from = places - (uint8_t)(-n & 31);
  return (from & 0x1f) | ((ria_lanes_u8)(from > 15) & 0x80);
}

#endif
