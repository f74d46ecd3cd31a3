/* Calls every intrinsic once with numbers from main memory. argp: address of the numbers, envp:
 * address for the results.
 */
#include <spu_intrinsics.h>
#include <spu_mfcio.h>
#include <simdmath.h>
#include <malloc_align.h>
#include "intrinsics.h"

static void wait_for(unsigned tag) {
  mfc_write_tag_mask(1u << tag);
  mfc_read_tag_status_all();
}

static void single(const vec_float4 *in, void *at) {
  vec_float4 *out = (vec_float4 *)at;
  vec_uint4 *mask = (vec_uint4 *)at;
  const vec_float4 a = in[0], b = in[1], c = in[2];
  out[R_ADD] = spu_add(a, b);
  out[R_SUB] = spu_sub(a, b);
  out[R_MUL] = spu_mul(a, b);
  out[R_MADD] = spu_madd(a, b, c);
  out[R_MSUB] = spu_msub(a, b, c);
  out[R_NMSUB] = spu_nmsub(a, b, c);
  out[R_RE] = spu_re(a);
  out[R_RSQRTE] = spu_rsqrte(a);
  out[R_DIVF4] = divf4(a, b);
  out[R_SQRTF4] = sqrtf4(fabsf4(a));
  out[R_FABSF4] = fabsf4(a);
  mask[R_CMPGT] = spu_cmpgt(a, b);
  mask[R_CMPEQ] = spu_cmpeq(a, c);
  mask[R_CMPABSGT] = spu_cmpabsgt(a, b);
  mask[R_CMPABSEQ] = spu_cmpabseq(a, c);
  out[R_SEL] = spu_sel(a, b, spu_cmpgt(a, b));
  ((vec_int4 *)at)[R_CONVTS] = spu_convts(a, 3);
  mask[R_CONVTU] = spu_convtu(a, 2);
  out[R_SPLATS] = spu_splats(spu_extract(a, 1));
  out[R_INSERT] = spu_insert(spu_extract(b, 3), a, 2);
  out[R_PROMOTE] = spu_splats(spu_extract(spu_promote(spu_extract(c, 2), 1), 1));
  const float x = spu_extract(a, 0), y = spu_extract(b, 0);
  float z = x * y - (float)0.5;
  if (z < x)
    z = z / y + fabsf(x);
  z += fmaxf(x, y) - fminf(x, (float)2) * -y;
  out[R_SCALARS] = spu_splats(z);
}

static void twofold(const vec_double2 *in, const vec_float4 *narrow, void *at) {
  vec_double2 *out = (vec_double2 *)at;
  vec_ullong2 *mask = (vec_ullong2 *)at;
  const vec_double2 a = in[0], b = in[1], c = in[2];
  out[R_ADD_D] = spu_add(a, b);
  out[R_SUB_D] = spu_sub(a, b);
  out[R_MUL_D] = spu_mul(a, b);
  out[R_MADD_D] = spu_madd(a, b, c);
  out[R_MSUB_D] = spu_msub(a, b, c);
  out[R_NMSUB_D] = spu_nmsub(a, b, c);
  out[R_NMADD_D] = spu_nmadd(a, b, c);
  out[R_DIVD2] = divd2(a, b);
  out[R_SQRTD2] = sqrtd2(fabsd2(a));
  out[R_FABSD2] = fabsd2(a);
  mask[R_CMPGT_D] = spu_cmpgt(a, b);
  mask[R_CMPEQ_D] = spu_cmpeq(a, c);
  out[R_SEL_D] = spu_sel(a, b, spu_cmpgt(a, b));
  out[R_EXTEND] = spu_extend(narrow[0]);
  ((vec_float4 *)at)[R_ROUNDTF] = spu_roundtf(a);
  out[R_SPLATS_D] = spu_splats(spu_extract(a, 1));
  out[R_INSERT_D] = spu_insert(spu_extract(b, 1), a, 0);
  const double x = spu_extract(a, 0), y = spu_extract(b, 0);
  double z = x * y - 0.5;
  if (z >= x)
    z = z / y + fabs(x);
  z += sqrt(fabs(x)) - fmin(x, y);
  out[R_SCALARS_D] = spu_splats(z);
}

static void whole(const vec_uint4 *in, void *at) {
  vec_uint4 *out = (vec_uint4 *)at;
  const vec_uint4 a = in[0], b = in[1], c = in[2];
  ((vec_float4 *)at)[R_CONVTF_S] = spu_convtf((vec_int4)a, 5);
  ((vec_float4 *)at)[R_CONVTF_U] = spu_convtf(a, 1);
  out[R_ADD_U] = spu_add(a, b);
  out[R_SUB_U] = spu_sub(a, b);
  out[R_AND] = spu_and(a, b);
  out[R_OR] = spu_or(a, b);
  out[R_XOR] = spu_xor(a, b);
  out[R_NAND] = spu_nand(a, b);
  out[R_NOR] = spu_nor(a, b);
  out[R_EQV] = spu_eqv(a, b);
  out[R_ANDC] = spu_andc(a, b);
  out[R_ORC] = spu_orc(a, b);
  out[R_CMPGT_U] = spu_cmpgt(a, b);
  out[R_CMPGT_S] = spu_cmpgt((vec_int4)a, (vec_int4)b);
  out[R_CMPEQ_U] = spu_cmpeq(a, c);
  out[R_CNTLZ] = spu_cntlz(a);
  out[R_SL_EACH] = spu_sl(a, ((vec_uint4){0, 1, 31, 40}));
  out[R_EXTRACT] = spu_splats(spu_extract(a, 3));
  ((vec_ullong2 *)at)[R_EXTRACT_D] = spu_splats(spu_extract(((const vec_ullong2 *)in)[0], 1));
  for (int n = 0; n < SHIFTS; n++) {
    out[R_SHIFTS + 4 * n] = spu_sl(a, n);
    out[R_SHIFTS + 4 * n + 1] = spu_rl(a, n);
    out[R_SHIFTS + 4 * n + 2] = spu_rlmask(a, -n);
    out[R_SHIFTS + 4 * n + 3] = (vec_uint4)spu_rlmaska((vec_int4)a, -n);
  }
  for (int n = 0; n < TURNS; n++) {
    out[R_TURNS + 3 * n] = spu_rlqwbyte(a, n);
    out[R_TURNS + 3 * n + 1] = spu_slqwbyte(a, (unsigned)n);
    out[R_TURNS + 3 * n + 2] = spu_rlmaskqwbyte(a, -n);
  }
}

static void shuffles(const void *from, void *at) {
  const vec_uchar16 *bytes = (const vec_uchar16 *)from + IN_U32;
  const vec_uint4 *words = (const vec_uint4 *)from + IN_U32;
  const vec_double2 *doubles = (const vec_double2 *)from + IN_F64;
  for (int n = 0; n < PATTERNS; n++) {
    const vec_uchar16 pattern = ((const vec_uchar16 *)from)[IN_PATTERN + n];
    ((vec_uchar16 *)at)[R_SHUFFLES + 3 * n] = spu_shuffle(bytes[0], bytes[1], pattern);
    ((vec_uint4 *)at)[R_SHUFFLES + 3 * n + 1] = spu_shuffle(words[0], words[1], pattern);
    ((vec_double2 *)at)[R_SHUFFLES + 3 * n + 2] = spu_shuffle(doubles[0], doubles[1], pattern);
  }
  const vec_uchar16 after = {4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19};
  static const vec_uchar16 across = {8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23};
  const vec_uchar16 mixed = {31, 0, 128, 192, 224, 7, 255, 223, 16, 1, 2, 159, 96, 97, 40, 63};
  ((vec_uint4 *)at)[R_FIXED_SHUFFLES] = spu_shuffle(words[0], words[1], after);
  ((vec_double2 *)at)[R_FIXED_SHUFFLES + 1] = spu_shuffle(doubles[0], doubles[1], across);
  ((vec_uchar16 *)at)[R_FIXED_SHUFFLES + 2] = spu_shuffle(bytes[0], bytes[1], mixed);
}

int main(unsigned long long spe, unsigned long long argp, unsigned long long envp) {
  (void)spe;
  vec_float4 *in = (vec_float4 *)_malloc_align(16 * IN_COUNT, 7);
  vec_float4 *out = (vec_float4 *)_malloc_align(16 * R_COUNT, 7);
  const unsigned tag = mfc_tag_reserve();
  mfc_get(in, argp, 16 * IN_COUNT, tag, 0, 0);
  wait_for(tag);
  single(in + IN_F32, out);
  twofold((const vec_double2 *)in + IN_F64, in + IN_F32, out);
  whole((const vec_uint4 *)in + IN_U32, out);
  shuffles(in, out);
  mfc_put(out, envp, 16 * R_COUNT, tag, 0, 0);
  wait_for(tag);
  mfc_tag_release(tag);
  return 0;
}
