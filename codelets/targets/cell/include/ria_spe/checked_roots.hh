/** \file
 * Divisions and square roots. The value is correctly rounded, as on every target; the counted
 * instructions are those of an SPU: its estimate to 12 bits, then Newton iterations, in double
 * precision after one in single, and with the exponent handled separately, because the estimate is
 * single.
 */
#ifndef RIA_SPE_CHECKED_ROOTS_HH
#define RIA_SPE_CHECKED_ROOTS_HH

namespace ria_spe_checked {

typedef ria_spe_id (*executor)(ria_spe_instruction, ria_spe_id, ria_spe_id, ria_spe_id);

inline ria_spe_id divide(ria_spe_id a, ria_spe_id b, bool twofold, executor execute) {
  if (!twofold) { /* y = 1/b; (1 - b y) (a y) + a y */
    const ria_spe_id y = execute(RIA_SPE_FI, b, execute(RIA_SPE_FREST, b, 0, 0), 0);
    const ria_spe_id q = execute(RIA_SPE_FM, a, y, 0);
    return execute(RIA_SPE_FMA, execute(RIA_SPE_FNMS, b, y, 0), q, q);
  }
  const ria_spe_id exponent = execute(RIA_SPE_AND, b, 0, 0);
  const ria_spe_id mantissa = execute(RIA_SPE_SELB, b, 0, 0);
  const ria_spe_id m = execute(RIA_SPE_FRDS, mantissa, 0, 0);
  ria_spe_id y = execute(RIA_SPE_FI, m, execute(RIA_SPE_FREST, m, 0, 0), 0);
  y = execute(RIA_SPE_FMA, execute(RIA_SPE_FNMS, m, y, 0), y, y);
  y = execute(RIA_SPE_FESD, y, 0, 0);
  y = execute(RIA_SPE_SF, exponent, y, 0);
  y = execute(RIA_SPE_DFMA, execute(RIA_SPE_DFNMS, b, y, 0), y, y);
  y = execute(RIA_SPE_DFMA, execute(RIA_SPE_DFNMS, b, y, 0), y, y);
  ria_spe_id q = execute(RIA_SPE_DFM, a, y, 0);
  q = execute(RIA_SPE_DFMA, execute(RIA_SPE_DFNMS, b, q, a), y, q);
  /* by zero and by infinity */
  const ria_spe_id extreme = execute(RIA_SPE_CEQ, exponent, 0, 0);
  const ria_spe_id both = execute(RIA_SPE_SHUFB, extreme, extreme, 0);
  return execute(RIA_SPE_SELB, q, execute(RIA_SPE_DFM, a, y, 0), both);
}

inline ria_spe_id root(ria_spe_id a, bool twofold, executor execute) {
  if (!twofold) { /* y = 1/sqrt(a); s = a y; (1/2 - s y/2) s + s, and 0 for 0 */
    const ria_spe_id y = execute(RIA_SPE_FI, a, execute(RIA_SPE_FRSQEST, a, 0, 0), 0);
    const ria_spe_id s = execute(RIA_SPE_FM, a, y, 0), h = execute(RIA_SPE_FM, y, 0, 0);
    const ria_spe_id r = execute(RIA_SPE_FMA, execute(RIA_SPE_FNMS, s, h, 0), s, s);
    return execute(RIA_SPE_SELB, r, 0, execute(RIA_SPE_FCEQ, a, 0, 0));
  }
  const ria_spe_id exponent = execute(RIA_SPE_AND, a, 0, 0);
  const ria_spe_id half = execute(RIA_SPE_ROTM, exponent, 0, 0);
  const ria_spe_id mantissa = execute(RIA_SPE_SELB, a, 0, 0);
  const ria_spe_id m = execute(RIA_SPE_FRDS, mantissa, 0, 0);
  ria_spe_id y = execute(RIA_SPE_FI, m, execute(RIA_SPE_FRSQEST, m, 0, 0), 0);
  ria_spe_id s = execute(RIA_SPE_FM, m, y, 0), h = execute(RIA_SPE_FM, y, 0, 0);
  y = execute(RIA_SPE_FMA, execute(RIA_SPE_FNMS, s, h, 0), y, y);
  y = execute(RIA_SPE_FESD, y, 0, 0);
  y = execute(RIA_SPE_SF, half, y, 0);
  s = execute(RIA_SPE_DFM, a, y, 0);
  h = execute(RIA_SPE_DFM, y, 0, 0);
  for (int step = 0; step < 2; step++) {
    const ria_spe_id e = execute(RIA_SPE_DFNMS, s, h, 0);
    s = execute(RIA_SPE_DFMA, s, e, s);
    h = execute(RIA_SPE_DFMA, h, e, h);
  }
  s = execute(RIA_SPE_DFMA, execute(RIA_SPE_DFNMS, s, s, a), h, s);
  const ria_spe_id zero = execute(RIA_SPE_CEQ, exponent, 0, 0);
  const ria_spe_id both = execute(RIA_SPE_SHUFB, zero, zero, 0);
  return execute(RIA_SPE_SELB, s, 0, both);
}

} // namespace ria_spe_checked

/* With the names of simdmath.h. */
inline vec_float4 divf4(const vec_float4 &a, const vec_float4 &b, RIA_SPE_AT) {
  const ria_spe_id x = RIA_SPE_ID(a), y = RIA_SPE_ID(b);
  return {ria_spe_checked::made(), ria_spe_checked::divide(x, y, false, ria_spe_execute),
          a.v / b.v};
}
inline vec_double2 divd2(const vec_double2 &a, const vec_double2 &b, RIA_SPE_AT) {
  const ria_spe_id x = RIA_SPE_ID(a), y = RIA_SPE_ID(b);
  return {ria_spe_checked::made(), ria_spe_checked::divide(x, y, true, ria_spe_execute), a.v / b.v};
}
inline vec_float4 sqrtf4(const vec_float4 &a, RIA_SPE_AT) {
  const ria_spe_id x = RIA_SPE_ID(a);
  return {ria_spe_checked::made(), ria_spe_checked::root(x, false, ria_spe_execute),
          ria_lanes_sqrt_f32(a.v)};
}
inline vec_double2 sqrtd2(const vec_double2 &a, RIA_SPE_AT) {
  const ria_spe_id x = RIA_SPE_ID(a);
  return {ria_spe_checked::made(), ria_spe_checked::root(x, true, ria_spe_execute),
          ria_lanes_sqrt_f64(a.v)};
}
inline vec_float4 fabsf4(const vec_float4 &a, RIA_SPE_AT) {
  const ria_spe_id id = ria_spe_execute(RIA_SPE_AND, RIA_SPE_ID(a), 0, 0);
  return {ria_spe_checked::made(), id, ria_lanes_magnitude_f32(a.v)};
}
inline vec_double2 fabsd2(const vec_double2 &a, RIA_SPE_AT) {
  const ria_spe_id id = ria_spe_execute(RIA_SPE_AND, RIA_SPE_ID(a), 0, 0);
  return {ria_spe_checked::made(), id, ria_lanes_magnitude_f64(a.v)};
}

#endif
