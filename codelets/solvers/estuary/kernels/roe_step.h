/* The step of roe_transport.c (see its comment), roe_transport_rough.c and roe_transport_dams.c. */
CELL {
  WATER
  FLUXES
  ROUGHNESS
  DAMS
  PREPARED(VECTOR(v, "m/s", "velocity")
           FIELD(c, "1", "tracer concentration")
           FIELD(root, "m1/2", "square root of the depth")
           FIELD(drag, "m/s", "bed stress over density and velocity")
           VECTOR(lag, "m2/s", "half of what upwinding without friction adds to the mass flux"))
}
cell, low_cell, high_cell, next, through;

FACE {
  FIELD(mass_high, "m2/s", "mass flux from the low to the high side, or 0")
  FIELD(mass_low, "m2/s", "mass flux from the high to the low side, as a number below 0, or 0")
  FIELD(tracer_high, "m2/s", "tracer flux from the low to the high side, or 0")
  FIELD(tracer_low, "m2/s", "tracer flux from the high to the low side, as a number below 0, or 0")
  FIELD(across, "m3/s2", "flux of the tangential discharge")
  FIELD(normal_low, "m3/s2", "what the low cell's normal discharge loses")
  FIELD(normal_high, "m3/s2", "what the high cell's normal discharge loses")
  FIELD(speed, "m/s", "largest wave speed, the infinity norm of D")
}
face, low_x, high_x, low_y, high_y;

#include "water_flow.h"

PREPARE {
  /* At and below `dry` UPDATE sets the discharge to zero, so the velocity is zero too. */
  real h = max(cell.h, no_depth());
  real inverse = 1.0 / h;
  cell.vx = cell.qx * inverse;
  cell.vy = cell.qy * inverse;

  cell.c = concentration(cell.hc, h, inverse);
  cell.root = sqrt(h);

  cell.drag = 0.0;
  cell.lagx = 0.0;
  cell.lagy = 0.0;
  if (has_friction()) {
    /* A face of eq. (6) includes the slope of the level, but not the friction that balances it:
     * in steady flow its mass flux would exceed q by q * drag/h * dx/2c. FLUX subtracts this. */
    cell.drag = drag_of(cell.vx, cell.vy, h);
    real slowness = (cell.drag * inverse) * (cell.root * inverse);
    cell.lagx = min(0.5, slowness * (0.25 / (sqrt(gravity) * inverse_dx))) * cell.qx;
    cell.lagy = min(0.5, slowness * (0.25 / (sqrt(gravity) * inverse_dy))) * cell.qy;
  }
}

FLUX {
  /* A front: the bed step is more than the shallower water can cover. There both sides use the
   * higher bed, each with the part of its water above that bed. */
  real level_low = low_cell.h - low_cell.depth;
  real level_high = high_cell.h - high_cell.depth;
  real shallow = min(low_cell.depth, high_cell.depth);
  real over_low = level_low + shallow;
  real over_high = level_high + shallow;
  real shallower = fmin(low_cell.h, high_cell.h);
  bool front = unlikely(shallower < fabs(high_cell.depth - low_cell.depth));
  real above_low = min(low_cell.h, max(over_low, 0.0));
  real above_high = min(high_cell.h, max(over_high, 0.0));
  real hl = front ? max(above_low, sheet(above_high, low_cell.h)) : low_cell.h;
  real hr = front ? max(above_high, sheet(above_low, high_cell.h)) : high_cell.h;
  real ql = front ? hl * low_cell.vn : low_cell.qn;
  real qr = front ? hr * high_cell.vn : high_cell.qn;
  real dh = hr - hl;
  real dq = qr - ql;

  /* Roe's state, eq. (10)-(11). Velocities are weighted by the roots of the depths; one division
   * gives the mean and 1/c. */
  real root_low = front ? sqrt(hl) : low_cell.root;
  real root_high = front ? sqrt(hr) : high_cell.root;
  real weights = root_low + root_high;
  real c2 = (0.5 * gravity) * (hl + hr);
  real c = sqrt(c2);
  real inverse = 1.0 / max(weights * c, no_product());
  real u = (root_low * low_cell.vn + root_high * high_cell.vn) * (c * inverse);
  real half = (0.5 * weights) * inverse; /* 1 / 2c */
  real slow = u - c;
  real fast = u + c;

  /* R = A dW - S dH, the row of the normal discharge; the depth's row is dq. Written with levels, so that it
   * vanishes in a lake at rest; and with velocities, which is equal for Roe's state and conserves momentum exactly. */
  real level_step = front ? dh : level_high - level_low;
  real r = fma(c2, level_step, qr * high_cell.vn - ql * low_cell.vn);

  /* Low Froude numbers (Rieper 2011): Roe's viscosity of momentum, c/2 dq, damps waves but also
   * smears currents much slower than waves. It is scaled by the face's Froude number min(1, speed /
   * c), at least 0.002, so that currents that alternate from cell to cell decay. Uses the jump of
   * the discharge: over a bed step a steady current has a jump of the velocity. */
  real swift = (fabs(low_cell.vn) + fabs(high_cell.vn)) + fabs(low_cell.vt + high_cell.vt); /* twice the speed */
  real calm = min(fma(-0.5, swift, c), (0.998 * low_froude) * c);

  /* P- R, eq. (6)-(9): the part of R along the eigenvectors (1, u - c) and (1, u + c) that runs
   * to the low side. In water slower than a sixth of its waves this is the first vector's part, no
   * rarefaction contains zero speed, and the waves are the fastest. */
  real gentle = 0.33 * c;
  bool rapid = needed(!(swift <= gentle));
  real b = half * fma(fast, dq, -r);
  real minus_h = b;
  real minus_n = fma(slow, b, 0.0); /* which is never -0 */
  minus_n = front ? minus_n : fma(0.5 * calm, dq, minus_n);
  real speed = fabs(u) + c;
  if (rapid) {
    bool tranquil = slow < 0.0 && fast >= 0.0;
    bool backward = fast < 0.0;
    b = tranquil ? b : 0.0;

    /* Entropy fix (Harten): a rarefaction that contains zero speed gets the viscosity of its spread. Computed
     * from depths, not levels; a lake at rest spreads slower than its waves run and is not changed. */
    real dv = 0.5 * (high_cell.vn - low_cell.vn);
    real dc = (0.5 * gravity) * (half * dh);
    real a = half * fma(fast, dh, -dq);
    real e1 = (0.5 * max((dv - dc) - fabs(slow), 0.0)) * a;
    real e3 = (0.5 * max((dv + dc) - fabs(fast), 0.0)) * (dh - a);
    minus_h = (backward ? dq : b) - (e1 + e3);
    minus_n = fma(slow, b - e1, backward ? r : 0.0) - fast * e3;
    minus_n = front ? minus_n : fma(0.5 * max(calm, 0.0), dq, minus_n);
    speed = max(speed, max(fabs(low_cell.vn), fabs(high_cell.vn)));
  }
  real flow = ql + minus_h;
  if (has_friction()) {
    real lag = low_cell.lagn + high_cell.lagn;
    /* The correction may not raise the flux beyond the discharge of either cell. */
    real other = b - dq;
    lag = fmax(fmin(fmax(b, other), 0.0), fmin(lag, fmax(fmin(b, other), 0.0)));
    flow = front ? flow : flow - lag;
  }
  if (has_dams()) {
    bool dammed = unlikely(crest_here() > -shallow);
    if (needed(dammed)) {
      real dam[4];
      pass_dam(dam, low_cell.h, low_cell.vn, level_low, high_cell.h, high_cell.vn, level_high, flow);
      flow = dammed ? dam[0] : flow;
      minus_n = dammed ? dam[1] : minus_n;
      r = dammed ? dam[1] + dam[2] : r;
      speed = dammed ? dam[3] : speed;
      hl = dammed ? low_cell.h : hl; /* all water takes part */
      hr = dammed ? high_cell.h : hr;
      front = front && !dammed;
    }
  }

  /* No face may take more than its share of a cell: with eq. (16) for the time step, the four
   * together leave the depth above zero, so mass is conserved without clipping. The velocity's part
   * cancels between opposite faces. Films, at or below `dry`, lose no water. Gentle water may give
   * 0.4995 (c - v) h or more, which is above 0.33 c h. Held-back water keeps its momentum. No fma
   * here: the two products of a share must round alike, or the share could fall below zero. */
  real mass = flow;
  real held = 0.0;
  if (needed(rapid || shallower <= dry || !(fabs(flow) <= shallower * gentle))) {
    real share = (0.4995 / cfl) * speed;
    real give_low = low_cell.h > dry ? low_cell.h * (share + 0.4995 * low_cell.vn) : 0.0;
    real give_high = high_cell.h > dry ? high_cell.h * (share - 0.4995 * high_cell.vn) : 0.0;
    mass = max(-give_high, min(give_low, flow));
    held = (flow - mass) * (flow > 0.0 ? low_cell.vn : high_cell.vn);
  }

  /* Momentum losses relative to the cells' own fluxes. */
  real loss_low = minus_n - held;
  real loss_high = r - loss_low;
  if (needed(front)) {
    /* Water below a front's higher bed keeps its own momentum flux there; but if it runs against
     * a step that its head v2/2g cannot climb, the step takes the same momentum from it. */
    real below_low = (low_cell.h - hl) * (low_cell.vn * low_cell.vn);
    real below_high = (high_cell.h - hr) * (high_cell.vn * high_cell.vn);
    bool stopped_low = low_cell.vn > 0.0 && low_cell.vn * low_cell.vn < (-2.0 * gravity) * over_low;
    bool stopped_high = high_cell.vn < 0.0 && high_cell.vn * high_cell.vn < (-2.0 * gravity) * over_high;
    loss_low = loss_low - (stopped_low ? -below_low : below_low);
    loss_high = loss_high - (stopped_high ? below_high : -below_high);

    /* The part of the level difference that the reconstructed depths leave out accelerates the higher side's water. */
    real pull = front ? (0.5 * gravity) * ((level_high - level_low) - dh) : 0.0;
    loss_low = loss_low + min(pull * (hl + hr), 0.0);
    loss_high = loss_high + max(pull * (hl + hr), 0.0);
    speed = max(speed, max(hl, hr) > dry ? sqrt(fabs(pull)) : 0.0);
  }

  /* The water carries the tracer and the momentum of its upwind side. */
  face.mass_high = max(mass, 0.0);
  face.mass_low = min(mass, 0.0);
  face.tracer_high = face.mass_high * low_cell.c;
  face.tracer_low = face.mass_low * high_cell.c;
  face.across = fma(face.mass_high, low_cell.vt, face.mass_low * high_cell.vt);
  face.normal_low = loss_low;
  face.normal_high = loss_high;
  face.speed = speed;
}

UPDATE {
  /* Outflow and inflow are summed separately: the tracer's sums then follow the water's term by
   * term, each no larger, and the concentration cannot leave the range of its neighbourhood. */
  real out = fma(inverse_dx, high_x.mass_high - low_x.mass_low,
                 inverse_dy * (high_y.mass_high - low_y.mass_low));
  real in = fma(inverse_dx, low_x.mass_high - high_x.mass_low,
                inverse_dy * (low_y.mass_high - high_y.mass_low));
  real in_c = fma(inverse_dx, low_x.tracer_high - high_x.tracer_low,
                  inverse_dy * (low_y.tracer_high - high_y.tracer_low));
  real stays = fma(-dt, out, cell.h);
  real h = fma(dt, in, stays);
  real hc = fma(dt, in_c, out > 0.0 ? cell.c * stays : cell.hc);
  finish(h, hc);
}

RATE {
  /* Without the waves' viscosity of momentum each axis by itself is stable up to dt c = dx/2;
   * this limits it to 0.48. With gamma 0.9 eq. (16) already ensures that if the sides differ by
   * less than an eighth; on longer cells the shorter side decides. */
  real share = max(inverse_dx, inverse_dy) / (inverse_dx + inverse_dy);
  real longer = low_froude > 0.0 ? max(1.0, (cfl / 0.48) * share) : 1.0;
  real weight = (0.5 / cfl) * longer;
  rate = fma(weight * inverse_dx, low_x.speed + high_x.speed,
             (weight * inverse_dy) * (low_y.speed + high_y.speed));
}
