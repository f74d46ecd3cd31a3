/* Shallow water, high-resolution: Roe's waves, limited. One sweep along an axis.
 *
 * The scheme of Rostrup and De Sterck, "Parallel hyperbolic PDE simulation on clusters: Cell versus
 * GPU", section 2, which takes it from LeVeque, "Finite Volume Methods for Hyperbolic Problems":
 * Roe's solver (p. 481) with the limited correction of eq. (6.59)-(6.60). A face splits the jump
 * between its cells into three waves; each wave is limited by the same wave of the face that lies
 * upwind of it. docs/swsolver.md has the formulae.
 */
#include "../../../kernels/ria_kernel.h"

WAVE_KERNEL(swsolver, "second-order sweep of shallow water: Roe's waves, limited",
            "Rostrup and De Sterck (2010), section 2; LeVeque (2002), eq. (6.59)-(6.60), p. 481")
AXES_EACH

CELL {
  STATE(FIELD(h, "m", "water depth")
        VECTOR(q, "m2/s", "discharge per unit width"))
  PREPARED(VECTOR(v, "m/s", "velocity")
           FIELD(c, "m/s", "speed of waves, the square root of gravity times depth")
           FIELD(push, "m3/s2", "flux of the normal discharge")
           FIELD(carry, "m3/s2", "flux of the tangential discharge"))
}
cell, low_cell, high_cell, next;

/* The waves of a face: (1, slow, v) times strength_slow, (0, 0, 1) times strength_middle, and
 * (1, fast, v) times strength_fast, of which the middle one runs at (slow + fast)/2. */
WAVE {
  FIELD(slow, "m/s", "speed of the slower gravity wave, u - c")
  FIELD(fast, "m/s", "speed of the faster gravity wave, u + c")
  FIELD(v, "m/s", "tangential velocity of Roe's state")
  FIELD(strength_slow, "m", "depth that the slower wave carries")
  FIELD(strength_middle, "m2/s", "tangential discharge that the middle wave carries")
  FIELD(strength_fast, "m", "depth that the faster wave carries")
}
wave, before, here, after;

FACE {
  FIELD(mass, "m2/s", "twice the mass flux")
  FIELD(push, "m3/s2", "twice the flux of the normal discharge")
  FIELD(carry, "m3/s2", "twice the flux of the tangential discharge")
  FIELD(speed, "m/s", "largest wave speed")
}
face, low, high;

static real rate;
static bool valid;

SCALAR(dt, "s", "time step")
SCALAR(share, "1", "share of the time step that this sweep takes")
SCALAR(inverse_d, "1/m", "reciprocal of the cell size along the axis")
SCALAR(gravity, "m/s2", "acceleration of gravity")
SCALAR(cfl, "1", "largest Courant number of a sweep")
SWITCH(superbee, "limiter: superbee instead of minmod")
SWITCH(mc, "limiter: monotonized central instead of minmod")
SWITCH(vanleer, "limiter: van Leer's instead of minmod")

/* phi(theta) * own with theta = upwind / own, LeVeque's eq. (6.39): without that quotient, which
 * is 0/0 in water at rest. All are 0 if the two have different signs. */
static real limited(real own, real upwind) {
  bool plain = !superbee && !mc && !vanleer;
  real product = own * upwind;
  real small = min(fabs(own), fabs(upwind));
  real large = max(fabs(own), fabs(upwind));
  real found = minmod(own, upwind);
  if (superbee) {
    real size = min(2.0 * small, large);
    found = own > 0.0 ? size : -size;
  } else if (mc) {
    real size = min(0.5 * (small + large), 2.0 * small);
    found = own > 0.0 ? size : -size;
  } else if (vanleer) {
    found = 2.0 * product / (own + upwind);
  }
  return plain || product > 0.0 ? found : 0.0;
}

/* a * b, and +0 where that is a zero: the sign of a limited wave's zero ends here. */
static real signless(real a, real b) {
  return fma(a, b, 0.0);
}

PREPARE {
  real inverse = 1.0 / cell.h;
  cell.vn = cell.qn * inverse;
  cell.vt = cell.qt * inverse;
  cell.c = sqrt(gravity * cell.h);
  cell.push = fma(cell.qn, cell.vn, (0.5 * gravity) * (cell.h * cell.h));
  cell.carry = cell.qn * cell.vt;
}

WAVES {
  /* Roe's state. The velocities' weights are square roots of depths; as c, up to a factor that
   * cancels. Sums and fma are ordered so that mirrored water gives the mirrored result to the
   * bit. */
  real weights = low_cell.c + high_cell.c;
  real twice_c = sqrt((2.0 * gravity) * (low_cell.h + high_cell.h));
  real inverse = 1.0 / (weights * twice_c);
  real part = twice_c * inverse;
  real half = weights * inverse; /* 1 / 2c */
  real u = (low_cell.c * low_cell.vn + high_cell.c * high_cell.vn) * part;
  real v = (low_cell.c * low_cell.vt + high_cell.c * high_cell.vt) * part;

  real dh = high_cell.h - low_cell.h;
  real dn = high_cell.qn - low_cell.qn;
  wave.slow = fma(0.5, -twice_c, u);
  wave.fast = fma(0.5, twice_c, u);
  wave.v = v;
  wave.strength_slow = half * fma(wave.fast, dh, -dn);
  wave.strength_fast = half * fma(-wave.slow, dh, dn);
  wave.strength_middle = fma(-v, dh, high_cell.qt - low_cell.qt);
}

FLUX {
  real slow = here.slow;
  real fast = here.fast;
  real v = here.v;
  real middle = 0.5 * (slow + fast);

  /* Entropy fix (Harten and Hyman): a rarefaction that contains zero speed gets the viscosity of
   * its spread; a wave faster than its spread keeps its own, to the bit: rounding cannot change the
   * order of the compared magnitudes. */
  real slow_low = slow - (low_cell.vn - low_cell.c);
  real slow_high = (high_cell.vn - high_cell.c) - slow;
  real fast_low = fast - (low_cell.vn + low_cell.c);
  real fast_high = (high_cell.vn + high_cell.c) - fast;
  bool slow_spreads = needed(low_cell.vn - low_cell.c < 2.0 * slow || high_cell.vn - high_cell.c > 0.0);
  bool fast_spreads = needed(low_cell.vn + low_cell.c < 0.0 || high_cell.vn + high_cell.c > 2.0 * fast);
  real size_slow = slow_spreads ? max(fabs(slow), max(slow_low, slow_high)) : fabs(slow);
  real size_middle = fabs(middle);
  real size_fast = fast_spreads ? max(fabs(fast), max(fast_low, fast_high)) : fabs(fast);

  /* The upwind face's waves, projected on this face's: theta = (W' . W) / (W . W) of eq. (6.61).
   * Both gravity waves share one quotient. */
  real norm_slow = fma(slow, slow, fma(v, v, 1.0));
  real norm_fast = fma(fast, fast, fma(v, v, 1.0));
  real inverse = 1.0 / (norm_slow * norm_fast);
  bool slow_forth = unlikely(slow > 0.0);
  real slow_slow = slow_forth ? before.slow : after.slow;
  real slow_v = slow_forth ? before.v : after.v;
  real slow_strength = slow_forth ? before.strength_slow : after.strength_slow;
  bool fast_forth = likely(fast > 0.0);
  real fast_fast = fast_forth ? before.fast : after.fast;
  real fast_v = fast_forth ? before.v : after.v;
  real fast_strength = fast_forth ? before.strength_fast : after.strength_fast;
  real along_slow = slow_strength * fma(slow_slow, slow, fma(slow_v, v, 1.0));
  real along_fast = fast_strength * fma(fast_fast, fast, fma(fast_v, v, 1.0));
  real upwind_slow = along_slow * (norm_fast * inverse);
  real upwind_fast = along_fast * (norm_slow * inverse);
  real upwind_middle = middle > 0.0 ? before.strength_middle : after.strength_middle;
  real limited_slow = limited(here.strength_slow, upwind_slow);
  real limited_middle = limited(here.strength_middle, upwind_middle);
  real limited_fast = limited(here.strength_fast, upwind_fast);

  /* The difference between the mean of the cells' fluxes and the face's flux: |s| W of Roe's
   * flux, minus |s| (1 - |s| dt/dx) of the limited waves, eq. (6.60). */
  real step = dt * share * inverse_d;
  real lost_slow =
      signless(size_slow, fma(-fma(-step, size_slow, 1.0), limited_slow, here.strength_slow));
  real lost_middle =
      signless(size_middle, fma(-fma(-step, size_middle, 1.0), limited_middle, here.strength_middle));
  real lost_fast =
      signless(size_fast, fma(-fma(-step, size_fast, 1.0), limited_fast, here.strength_fast));
  real lost = lost_slow + lost_fast;

  face.mass = (low_cell.qn + high_cell.qn) - lost;
  face.push = (low_cell.push + high_cell.push) - (slow * lost_slow + fast * lost_fast);
  face.carry = (low_cell.carry + high_cell.carry) - fma(v, lost, lost_middle);
  face.speed = max(size_slow, size_fast);
}

UPDATE {
  real step = 0.5 * (dt * share * inverse_d); /* of fluxes, which faces keep doubled */
  next.h = fma(-step, high.mass - low.mass, cell.h);
  next.qn = fma(-step, high.push - low.push, cell.qn);
  next.qt = fma(-step, high.carry - low.carry, cell.qt);
}

RATE {
  rate = ((share / cfl) * inverse_d) * max(high.speed, max(low.speed, 0.0));
}

CHECK {
  /* False for NaN too. */
  valid = next.h > 0.0 && fabs(next.qn) < 1e30 && fabs(next.qt) < 1e30;
}
