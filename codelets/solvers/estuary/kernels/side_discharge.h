/* The ghost cells of water_discharge.c (see its comment) and of its variants. */
#include "../../../kernels/inverse_cube_root.h"
#include "water_lean.h"

/* The prescribed discharge per unit width into the domain. */
static real asked(void);

SCALAR(quarter_cell, "m", "quarter of a cell across the side, of first order; 0: the mass flux does not lag")
SCALAR(height, "m", "depth of the inflow where positive; 0: taken from inside")

/* The share of a cell's discharge that roe_step.h subtracts from the face's flux because of friction. */
static real lag(real h, real speed) {
  return min(0.5, quarter_cell * bed_drag(speed, h) / (h * sqrt(gravity * h)));
}

/* The inward mass flux that roe_step.h and muscl_step.h compute between the ghost cell (depth hl, discharge ql) and
 * the edge cell (hr, qr). `lift_l` and `lift_r` raise their levels at the face. */
static real passed(real hl, real ql, real lift_l, real hr, real qr, real lift_r) {
  real half_dh = 0.5 * (hr - hl);
  real low = hl + minmod(half_dh, lift_l);
  real high = hr - minmod(half_dh, -lift_r);
  real vl = ql / hl;
  real vr = hr > dry ? qr / hr : 0.0;
  real root_l = sqrt(low);
  real root_r = sqrt(high);
  real c = sqrt((0.5 * gravity) * (low + high));
  real u = (root_l * vl + root_r * vr) / (root_l + root_r);
  real dq = high * vr - low * vl;
  real r = high * vr * vr - low * vl * vl + c * c * ((hr + lift_r) - (hl + lift_l));
  real b = u < c ? 0.5 * ((u + c) * dq - r) / c : 0.0;
  real dh = high - low;
  real dv = 0.5 * (vr - vl);
  real dc = 0.25 * gravity * dh / c;
  real a = 0.5 * ((u + c) * dh - dq) / c;
  real spread = 0.5 * (max((dv - dc) - fabs(u - c), 0.0) * a + max((dv + dc) - fabs(u + c), 0.0) * (dh - a));
  real taken = lag(hl, fabs(vl)) * ql + lag(max(hr, dry), fabs(vr)) * qr;
  real more = minmod(b, b - dq);
  return low * vl + b - spread - max(min(more, 0.0), min(taken, max(more, 0.0)));
}

GHOST {
  real wanted = asked();
  real cube = wanted * wanted / gravity; /* of the critical depth */
  real root = inverse_cube_root(max(cube, 8e-7));
  real critical = cube * root * root;
  bool brings = height > 0.0;
  real h = brings ? height : max(max(edge.h, critical), 2.0 * dry);
  real c = sqrt(gravity * h);
  real v = wanted / h;
  real inside = -(outward * edge.qn);
  real wet_h = max(edge.h, dry);
  real lift = edge.h > dry ? fall(wet_h, inside / wet_h, edge.qt / wet_h) : 0.0;
  real before = wanted;
  real passes = passed(h, before, fall(h, v, 0.0), edge.h, inside, lift);
  real slope = max(min((c + v) / (2.0 * c), 1.0), 0.4);
  real most = 4.0 * fma(h, c, fabs(wanted)); /* where films of water meet, the secant method may find no zero */
  real q = before + (wanted - passes) / slope;
  for (int turn = 0; turn < 5; turn++) {
    real now = passed(h, q, fall(h, q / h, 0.0), edge.h, inside, lift);
    real way = q - before;
    slope = fabs(way) > 1e-6 * fabs(wanted) ? max(min((now - passes) / way, 1.2), 0.4) : slope;
    before = q;
    passes = now;
    q = max(min(q + (wanted - now) / slope, most), -most);
  }
  real deep = mirrored_depth(h); /* with the velocity of the first layer */
  real deeper = deep / h;
  ghost.h = deep;
  ghost.qn = -(outward * q) * deeper;
  ghost.qt = 0.0;
  ghost.hc = deep * outside;
}
