/* The step of muscl_transport.c (see its comment), muscl_transport_rough.c and muscl_transport_dams.c. */
CELL {
  WATER
  FLUXES
  ROUGHNESS /* before `side`: kernels of sides read only the first statics */
  DAMS
  ALONG_MAP
  PREPARED(FIELD(level, "m", "water level")
           VECTOR(v, "m/s", "velocity")
           FIELD(c, "1", "tracer concentration")
           FIELD(inverse, "1/m", "reciprocal of the depth")
           FIELD(drag, "m/s", "bed stress over density and velocity"))
  SLOPED(FIELD(half, "1", "half of the weight of the bed's slope: 0.5: second order; 0: first order")
         VECTOR(rise, "m", "level: from the centre to the face on the high side")
         VECTOR(along, "m/s", "velocity along the axis: the same")
         VECTOR(across, "m/s", "velocity across the axis: the same")
         VECTOR(richer, "1", "concentration: the same")
         FIELD(deep, "m", "depth half a step on")
         FIELD(surface, "m", "level half a step on")
         VECTOR(mid, "m/s", "velocity half a step on")
         FIELD(drift, "1", "concentration: what half a step changes at the centre")
         FIELD(room, "1", "how far a concentration that leaves may differ from the cell's"))
}
cell, low_x_cell, high_x_cell, low_y_cell, high_y_cell, low_cell, high_cell, next, through;

FACE {
  FIELD(mass_high, "m2/s", "mass flux from the low to the high side, or 0")
  FIELD(mass_low, "m2/s", "mass flux from the high to the low side, as a number below 0, or 0")
  FIELD(tracer_high, "m2/s", "tracer flux from the low to the high side, or 0")
  FIELD(tracer_low, "m2/s", "tracer flux from the high to the low side, as a number below 0, or 0")
  FIELD(extra_high, "m2/s", "of it, what is more than the low cell's concentration")
  FIELD(extra_low, "m2/s", "of it, what is more than the high cell's concentration")
  FIELD(across, "m3/s2", "flux of the tangential discharge")
  FIELD(normal_low, "m3/s2", "what the low cell's normal discharge loses")
  FIELD(normal_high, "m3/s2", "what the high cell's normal discharge loses")
  FIELD(speed, "m/s", "largest wave speed")
}
face, low_x, high_x, low_y, high_y;

#include "water_flow.h"

SCALAR(sharpness, "1", "of the limiter of water: 0.5 minmod, 1 monotonized central, between them generalized")

/* The smoothing that the level needs for a step of dt sum c/dx = cfl, and the largest dt c/dx
 * along an axis with that smoothing (von Neumann: 0.28 without smoothing, 0.56 with 1). */
static real smoothing_needed(void) { return max((cfl - 0.45) * (1.0 / 0.6), 0.0); }
static real longest_along_axis(void) { return 0.27 + 0.24 * smoothing_needed(); }

/* A mass flux carries off its product with `difference`, the value at the face less the cell's. This is the
 * part of the product that would move the rest of the cell's share by more than eight differences. */
static real excess(real mass, real stays, real difference) {
  real most = (8.0 * stays) * fabs(difference);
  return mass * difference - max(-most, min(most, mass * difference));
}

PREPARE {
  real h = max(cell.h, no_depth());
  real inverse = 1.0 / h;
  cell.level = cell.h - cell.depth;
  cell.inverse = inverse;
  cell.vx = cell.qx * inverse;
  cell.vy = cell.qy * inverse;

  cell.c = concentration(cell.hc, h, inverse);

  cell.drag = 0.0;
  if (has_friction()) cell.drag = drag_of(cell.vx, cell.vy, h);
}

SLOPES {
  /* The bed's largest step to a neighbour, and the range of the concentration in this cell and
   * its neighbours. Most cells and their neighbours are deeper than that step and touch no side;
   * the values of `needed(still)` are computed for the other cells only. */
  real step = fmax(fmax(fabs(cell.depth - low_x_cell.depth), fabs(high_x_cell.depth - cell.depth)),
                   fmax(fabs(cell.depth - low_y_cell.depth), fabs(high_y_cell.depth - cell.depth)));
  real least = fmin(fmin(fmin(low_x_cell.c, high_x_cell.c), fmin(low_y_cell.c, high_y_cell.c)), cell.c);
  real most = fmax(fmax(fmax(low_x_cell.c, high_x_cell.c), fmax(low_y_cell.c, high_y_cell.c)), cell.c);
  bool beside = cell.side != 0.0;
  real deeper = step + dry;
  bool still = unlikely(beside || !(cell.h > deeper && low_x_cell.h > deeper && high_x_cell.h > deeper &&
                                  low_y_cell.h > deeper && high_y_cell.h > deeper));

  /* Factor of the slopes. 0 (first order) in dry cells, at sides with prescribed outside water (slopes on one
   * side of a face alone would let currents that alternate from cell to cell grow), and in films, shallower than
   * a fortieth of the bed's largest step to a neighbour, where the velocity is mostly rounding error. 1 from
   * twice that depth on. Towards shores above the water the level has no slope, but the bed of `half` is used. */
  real smooth = 1.0;
  real thick = 1.0;
  if (needed(still)) {
    thick = cell.h > dry && !beside ? max(min(fma(-0.05, step * cell.inverse, 2.0), 1.0), 0.0) : 0.0;
    bool shore = (low_x_cell.h <= dry && low_x_cell.level > cell.level) ||
                 (high_x_cell.h <= dry && high_x_cell.level > cell.level) ||
                 (low_y_cell.h <= dry && low_y_cell.level > cell.level) ||
                 (high_y_cell.h <= dry && high_y_cell.level > cell.level);
    smooth = shore ? 0.0 : thick;
  }
  cell.half = 0.5 * thick;

  real rise_x = high_x_cell.level - low_x_cell.level;
  real rise_y = high_y_cell.level - low_y_cell.level;
  real along_x = high_x_cell.vx - low_x_cell.vx;
  real along_y = high_y_cell.vy - low_y_cell.vy;

  /* Where the flow is critical one of its waves is stationary, and upwinding does not damp that
   * wave. Minmod does; sharper limiters leave a sawtooth behind the crest of a bump. First order in
   * a hydraulic jump, where the level rises downstream by a fifth of the depth and the velocity
   * falls: limiters that switch from step to step would keep the jump from becoming steady. */
  real fast = fma(cell.vx, cell.vx, cell.vy * cell.vy);
  real sharp = sharpness;
  real share = 0.25 / sharpness;
  real even = 1.0;
  real steep = fmax(fabs(rise_x), fabs(rise_y));
  if (needed(unlikely(!(fast <= (0.25 * gravity) * cell.h && steep <= 0.1 * cell.h)))) {
    real away = min(fabs(fma(fast * cell.inverse, 2.0 / gravity, -2.0)), 1.0);
    sharp = fma(away, sharpness - 0.5, 0.5);
    share = 0.25 / sharp;
    real climb = max(cell.vx > 0.0 ? rise_x : -rise_x, cell.vy > 0.0 ? rise_y : -rise_y) * cell.inverse;
    real slower = -min(fabs(cell.vx) * along_x, fabs(cell.vy) * along_y);
    even = max(fma(-10.0, climb, 2.001), slower <= 0.4 * fast ? 1.0 : 2.0 - 2.5 * (slower / fast));
    even = max(min(even, 1.0), 0.0);
  }

  /* Half-slopes: minmod of `sharp` times the differences to the two neighbours, and of a quarter
   * of their sum. If the three agree, half of the slope. */
  real weight = (smooth * even) * sharp;
  real across_x = high_x_cell.vy - low_x_cell.vy;
  real across_y = high_y_cell.vx - low_y_cell.vx;
  cell.risex = weight * minmod3(cell.level - low_x_cell.level, high_x_cell.level - cell.level, share * rise_x);
  cell.risey = weight * minmod3(cell.level - low_y_cell.level, high_y_cell.level - cell.level, share * rise_y);
  cell.alongx = weight * minmod3(cell.vx - low_x_cell.vx, high_x_cell.vx - cell.vx, share * along_x);
  cell.alongy = weight * minmod3(cell.vy - low_y_cell.vy, high_y_cell.vy - cell.vy, share * along_y);
  cell.acrossx = weight * minmod3(cell.vy - low_x_cell.vy, high_x_cell.vy - cell.vy, share * across_x);
  cell.acrossy = weight * minmod3(cell.vx - low_y_cell.vx, high_y_cell.vx - cell.vx, share * across_y);
  if (has_friction()) {
    if (needed(still)) {
      /* Next to such a side the level has the slope that balances friction at the cell's own
       * velocity, because the difference to a ghost cell is no slope. The ghost cell has the
       * mirrored slope, so the side adds no jump. Limited to a quarter of the depth and twice the
       * velocity's head. */
      real steep = beside && cell.h > dry ? cell.drag * cell.inverse : 0.0;
      real pull = -max(cell.side, -1.0) * steep;
      real farthest = min(0.25 * cell.h, fast * (1.0 / gravity));
      real lean_x = (pull * cell.vx) * (0.5 / (gravity * inverse_dx));
      real lean_y = (pull * cell.vy) * (0.5 / (gravity * inverse_dy));
      cell.risex = cell.risex + max(-farthest, min(farthest, lean_x));
      cell.risey = cell.risey + max(-farthest, min(farthest, lean_y));
    }
  }

  /* Half a time step, by central differences. Limited differences would leave some waves
   * undamped: those with a limited level and an unlimited velocity, or the reverse. Not applied
   * where a step of the bed may separate the water. */
  real ahead = still ? 0.0 : even;
  real tx = ahead * (0.25 * dt * inverse_dx);
  real ty = ahead * (0.25 * dt * inverse_dy);
  real flow_x = tx * cell.vx;
  real flow_y = ty * cell.vy;
  real lost = fma(cell.h, fma(tx, along_x, ty * along_y),
                  fma(flow_x, high_x_cell.h - low_x_cell.h, flow_y * (high_y_cell.h - low_y_cell.h)));
  cell.deep = cell.h - lost;
  cell.surface = cell.level - lost;
  cell.midx = fma(-(gravity * tx), rise_x, fma(-flow_y, across_y, fma(-flow_x, along_x, cell.vx)));
  cell.midy = fma(-(gravity * ty), rise_y, fma(-flow_x, across_x, fma(-flow_y, along_y, cell.vy)));
  if (has_friction()) {
    /* 1 / (1 + slowing), to second order. Only where the slope pulls too, which it balances in steady flow. */
    real slowing = min((still ? 0.0 : 0.5 * dt) * (cell.drag * cell.inverse), 1.0);
    real kept = fma(-slowing, fma(-0.5, slowing, 1.0), 1.0);
    cell.midx = cell.midx * kept;
    cell.midy = cell.midy * kept;
  }
  /* Concentrations at outflow stay between those of the cell and its neighbours, with a margin
   * larger than rounding. */
  real room = fmax(fma(-1e-6, most, fmin(cell.c - least, most - cell.c)), 0.0);
  if (needed(still)) room = smooth > 0.0 ? room : 0.0;
  cell.richerx = fmax(-room, fmin(room, minmod3(cell.c - low_x_cell.c, high_x_cell.c - cell.c,
                                                0.25 * (high_x_cell.c - low_x_cell.c))));
  cell.richery = fmax(-room, fmin(room, minmod3(cell.c - low_y_cell.c, high_y_cell.c - cell.c,
                                                0.25 * (high_y_cell.c - low_y_cell.c))));
  real unspent = room - fmax(fabs(cell.richerx), fabs(cell.richery));
  real drift = -4.0 * fma(flow_x, cell.richerx, flow_y * cell.richery);
  cell.drift = fmax(-unspent, fmin(unspent, drift));
  cell.room = room;
}

FLUX {
  /* The water on either side of the face, over a bed that is half way between the cells'. */
  real bend = high_cell.depth - low_cell.depth;
  real half_dh = 0.5 * (high_cell.h - low_cell.h);
  real level_low = low_cell.surface + low_cell.risen;
  real level_high = high_cell.surface - high_cell.risen;
  real depth_low = low_cell.deep + minmod(half_dh, fma(low_cell.half, bend, low_cell.risen));
  real depth_high = high_cell.deep - minmod(half_dh, fma(high_cell.half, bend, high_cell.risen));
  real depth_step = depth_high - depth_low;
  real level_step = level_high - level_low;
  real vl = low_cell.midn + low_cell.alongn;
  real vr = high_cell.midn - high_cell.alongn;
  real tl = low_cell.midt + low_cell.acrossn;
  real tr = high_cell.midt - high_cell.acrossn;

  /* A front: the bed step is more than the shallower water can cover, or a side is dry. There
   * both sides use the higher bed, each with the part of its water above that bed. */
  bool front = unlikely(!(fmin(depth_low, depth_high) >= fabs(depth_step - level_step)));
  real shallow = min(depth_low - level_low, depth_high - level_high);
  real over_low = level_low + shallow;
  real over_high = level_high + shallow;
  real whole_low = front ? max(depth_low, 0.0) : depth_low;
  real whole_high = front ? max(depth_high, 0.0) : depth_high;
  real above_low = min(whole_low, max(over_low, 0.0));
  real above_high = min(whole_high, max(over_high, 0.0));
  real hl = front ? max(above_low, sheet(above_high, whole_low)) : depth_low;
  real hr = front ? max(above_high, sheet(above_low, whole_high)) : depth_high;
  real ql = hl * vl;
  real qr = hr * vr;
  real dh = front ? hr - hl : depth_step;
  real dq = qr - ql;

  /* Roe's velocity (the mean weighted by the roots of the depths, written with the root of their product) and
   * 1/c, by one division. */
  real both = hl + hr;
  real c2 = (0.5 * gravity) * both;
  real c = sqrt(c2);
  real mean = sqrt(hl * hr);
  real weights = fma(2.0, mean, both);
  real inverse = 1.0 / fma(weights, c, no_product());
  real u = fma(mean, vl + vr, ql + qr) * (c * inverse);
  real half = (0.5 * weights) * inverse; /* 1 / 2c */
  real slow = u - c;
  real fast = u + c;

  real push = c2 * (front ? dh : level_step);
  real r = fma(qr, vr, fma(-ql, vl, push));

  /* As in roe_transport.c: low Froude numbers, the part that runs to the low side, and gentle water. A
   * two-hundredth of the waves' viscosity is kept, which damps currents that alternate from cell to cell. */
  real swift = (fabs(vl) + fabs(vr)) + fabs(tl + tr);
  real calm = fmin(fma(-0.5, swift, c), (0.995 * low_froude) * c);
  real gentle = 0.33 * c;
  bool rapid = needed(!(swift <= gentle && fabs(low_cell.vn) <= gentle && fabs(high_cell.vn) <= gentle));
  real b = half * fma(fast, dq, -r);
  real minus_h = b;
  real minus_n = slow * b;
  minus_n = front ? minus_n : fma(0.5 * calm, dq, minus_n);

  /* Where the level is resolved, it gets the waves' viscosity that momentum does not get here: its jump
   * counts for more, but at most for the whole difference between the cells. Otherwise long steps let
   * waves of five to twenty cells grow. The term is of the order of dx^3, and does not affect currents. */
  real bent = minmod(level_step, low_cell.risen + high_cell.risen);
  real smoothed = front ? 0.0 : (0.5 * smoothing_needed()) * (max(calm, 0.0) * bent);
  real speed = fabs(u) + c;
  if (rapid) {
    bool tranquil = slow < 0.0 && fast >= 0.0;
    bool backward = fast < 0.0;
    b = tranquil ? b : 0.0;

    /* Entropy fix (Harten): a rarefaction that contains zero speed gets the viscosity of its spread. */
    real dv = 0.5 * (vr - vl);
    real dc = (0.5 * gravity) * (half * dh);
    real a = half * fma(fast, dh, -dq);
    real e1 = (0.5 * max((dv - dc) - fabs(slow), 0.0)) * a;
    real e3 = (0.5 * max((dv + dc) - fabs(fast), 0.0)) * (dh - a);
    minus_h = (backward ? dq : b) - (e1 + e3);
    minus_n = fma(slow, b - e1, backward ? r : 0.0) - fast * e3;
    minus_n = front ? minus_n : fma(0.5 * max(calm, 0.0), dq, minus_n);
    speed = max(speed, max(max(fabs(low_cell.vn), fabs(high_cell.vn)), max(fabs(vl), fabs(vr))));
  }
  minus_n = fma(-u, smoothed, minus_n);
  real flow = (ql + minus_h) - smoothed;
  real into_low = fma(ql, vl, minus_n); /* the momentum that crosses the face, without that of held-back water */
  if (has_dams()) {
    bool dammed = unlikely(crest_here() > -shallow);
    if (needed(dammed)) {
      real dam[4];
      pass_dam(dam, whole_low, vl, level_low, whole_high, vr, level_high, flow);
      flow = dammed ? dam[0] : flow;
      into_low = dammed ? fma(whole_low * vl, vl, dam[1]) : into_low;
      push = dammed ? into_low + fma(-(whole_high * vr), vr, dam[2]) : push;
      speed = dammed ? dam[3] : speed;
      hl = dammed ? whole_low : hl; /* all water takes part */
      hr = dammed ? whole_high : hr;
      front = front && !dammed;
    }
  }
  /* No face may take more than its share of a cell, nor so much tracer or momentum that the rest
   * of the share leaves the range of its neighbourhood. Gentle water may give 0.33 c h or more,
   * twice its actual flux. A face next to a dry cell passes this test only without flow. */
  real giving = 0.5 * (fmin(low_cell.h, high_cell.h) - dry);
  real mass = flow;
  real held = 0.0;
  real held_across = 0.0;
  real more_low = low_cell.drift + low_cell.richern;
  real more_high = high_cell.drift - high_cell.richern;
  real extra_high = fmax(flow, 0.0) * more_low;
  real extra_low = fmin(flow, 0.0) * more_high;
  if (needed(rapid || !(fabs(flow) <= giving * gentle))) {
    real share = (0.4995 / cfl) * speed;
    real give_low = low_cell.h > dry ? low_cell.h * (share + 0.4995 * low_cell.vn) : 0.0;
    real give_high = high_cell.h > dry ? high_cell.h * (share - 0.4995 * high_cell.vn) : 0.0;
    mass = max(-give_high, min(give_low, flow));
    held = (flow - mass) * (flow > 0.0 ? vl : vr);
    real stays_low = max(give_low - max(mass, 0.0), 0.0);
    real stays_high = max(give_high + min(mass, 0.0), 0.0);
    held = held + (excess(max(mass, 0.0), stays_low, vl - low_cell.vn) +
                   excess(min(mass, 0.0), stays_high, vr - high_cell.vn));
    held_across = excess(max(mass, 0.0), stays_low, tl - low_cell.vt) +
                  excess(min(mass, 0.0), stays_high, tr - high_cell.vt);
    real most_low = low_cell.room * stays_low;
    real most_high = high_cell.room * stays_high;
    extra_high = max(-most_low, min(most_low, max(mass, 0.0) * more_low));
    extra_low = max(-most_high, min(most_high, min(mass, 0.0) * more_high));
  }

  /* Momentum that crosses the face, and the pressure between the face and the centres. */
  real carried = into_low - held;
  real half_low = (0.5 * gravity) * (whole_low + low_cell.deep);
  real half_high = (0.5 * gravity) * (whole_high + high_cell.deep);
  real loss_low = fma(half_low, low_cell.risen, carried);
  real loss_high = fma(half_high, high_cell.risen, push - carried);
  if (needed(front)) {
    /* Where water below a front's higher bed runs against a step that its head v2/2g cannot
     * climb, the step reflects it. */
    real below_low = 2.0 * ((whole_low - hl) * (vl * vl));
    real below_high = 2.0 * ((whole_high - hr) * (vr * vr));
    bool stopped_low = vl > 0.0 && vl * vl < (-2.0 * gravity) * over_low;
    bool stopped_high = vr < 0.0 && vr * vr < (-2.0 * gravity) * over_high;
    loss_low = loss_low + (stopped_low ? below_low : 0.0);
    loss_high = loss_high - (stopped_high ? below_high : 0.0);

    /* The part of the level difference that the reconstructed depths leave out accelerates the higher side's water. */
    real pull = front ? (0.5 * gravity) * (level_step - dh) : 0.0;
    loss_low = loss_low + min(pull * (hl + hr), 0.0);
    loss_high = loss_high + max(pull * (hl + hr), 0.0);
    speed = max(speed, max(hl, hr) > dry ? sqrt(fabs(pull)) : 0.0);
  }

  /* The water carries the values of its upwind side. */
  face.mass_high = fmax(mass, 0.0);
  face.mass_low = fmin(mass, 0.0);
  face.tracer_high = fma(face.mass_high, low_cell.c, extra_high);
  face.tracer_low = fma(face.mass_low, high_cell.c, extra_low);
  face.extra_high = extra_high;
  face.extra_low = extra_low;
  face.across = fma(face.mass_high, tl, face.mass_low * tr) - held_across;
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
  real extra = fma(inverse_dx, high_x.extra_high - low_x.extra_low,
                   inverse_dy * (high_y.extra_high - low_y.extra_low));
  real stays = fma(-dt, out, cell.h);
  real h = fma(dt, in, stays);
  real stays_c = fma(-dt, extra, out > 0.0 ? cell.c * stays : cell.hc);
  real hc = fma(dt, in_c, stays_c);
  finish(h, hc);
}

RATE {
  /* As in roe_transport.c. */
  real share = max(inverse_dx, inverse_dy) / (inverse_dx + inverse_dy);
  real longer = low_froude > 0.0 ? max(1.0, (cfl / longest_along_axis()) * share) : 1.0;
  real weight = (0.5 / cfl) * longer;
  rate = fma(weight * inverse_dx, low_x.speed + high_x.speed,
             (weight * inverse_dy) * (low_y.speed + high_y.speed));
}
