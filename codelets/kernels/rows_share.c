/* The change of a node in a step, by the cells around it and by artificial diffusion: what rows_gather,
 * rows_change and rows_smooth compute, to the bit, in one pass. The gain and weight of a listed node,
 * and with `all` of each node, are not gathered here: they are given. The gain becomes the change in place. */
#include "ria_kernel.h"

POINT_KERNEL(rows_share, "rows: change of a node by the cells around it, and artificial diffusion", "Denton (1983)")
AXES_XYZ

CELL {
  STATE(FIELD(d0, "kg/m3", "gain, then change: density")
        FIELD(d1, "kg/m2s", "gain, then change: axial momentum")
        FIELD(d2, "kg/m2s", "gain, then change: radial momentum")
        FIELD(d3, "kg/ms", "gain, then change: moment of momentum")
        FIELD(d4, "J/m3", "gain, then change: total energy"))
  INPUT(FIELD(weight, "m3/s", "volume over time step of the node, where it is given")
        FIELD(c0, "kg/s", "gain of the cell: mass")
        FIELD(c1, "N", "gain of the cell: axial momentum")
        FIELD(c2, "N", "gain of the cell: radial momentum")
        FIELD(c3, "Nm", "gain of the cell: moment of momentum")
        FIELD(c4, "W", "gain of the cell: energy")
        FIELD(pace, "m3/s", "volume over time step of the cell")
        FIELD(rho, "kg/m3", "density")
        FIELD(mx, "kg/m2s", "axial momentum")
        FIELD(mr, "kg/m2s", "radial momentum")
        FIELD(mt, "kg/ms", "moment of momentum")
        FIELD(e, "J/m3", "total energy")
        FIELD(waves, "m3/s", "speeds of waves times the sides that they cross")
        MASK(node, "1", "0 where differences may not reach the node; 2 of other listed nodes; else 1"))
  OUTPUT(FIELD(s0, "kg/m3", "diffusion: density")
         FIELD(s1, "kg/m2s", "diffusion: axial momentum")
         FIELD(s2, "kg/m2s", "diffusion: radial momentum")
         FIELD(s3, "kg/ms", "diffusion: moment of momentum")
         FIELD(s4, "J/m3", "diffusion: total energy"))
}
cell, next;

SCALAR(second, "1", "factor of first differences along an edge")
SCALAR(fourth, "1", "factor of third differences along an edge")
SWITCH(some, "the gains of listed nodes are given")
SWITCH(all, "the gains of all nodes are given")

/* Eight cells by the diagonals of the cube that they make. */
static real eighth(real a, real b, real c, real d, real e, real f, real g, real h) {
  return 0.125 * sum4(a + h, b + g, c + f, d + e);
}

/* The gain of a node along an axis: the flow through the edge above it into the node, less that through the edge below it
 * out of the node. `rate` is the factor of first differences, `third` that of third ones. */
static real along(real two_below, real below, real value, real above, real two_above, real rate_below, real rate_above,
                  real third_below, real third_above) {
  real lower = below - two_below;
  real low = value - below;
  real high = above - value;
  real higher = two_above - above;
  real bend = high - low;
  real from_above = rate_above * high - third_above * ((higher - high) - bend);
  real to_below = rate_below * low - third_below * (bend - (low - lower));
  return from_above - to_below;
}

UPDATE {
  real gathered_d0 = eighth(cell.c0, at(c0, -1, 0, 0), at(c0, 0, -1, 0), at(c0, 0, 0, -1), at(c0, -1, -1, 0),
      at(c0, -1, 0, -1), at(c0, 0, -1, -1), at(c0, -1, -1, -1));
  real gathered_d1 = eighth(cell.c1, at(c1, -1, 0, 0), at(c1, 0, -1, 0), at(c1, 0, 0, -1), at(c1, -1, -1, 0),
      at(c1, -1, 0, -1), at(c1, 0, -1, -1), at(c1, -1, -1, -1));
  real gathered_d2 = eighth(cell.c2, at(c2, -1, 0, 0), at(c2, 0, -1, 0), at(c2, 0, 0, -1), at(c2, -1, -1, 0),
      at(c2, -1, 0, -1), at(c2, 0, -1, -1), at(c2, -1, -1, -1));
  real gathered_d3 = eighth(cell.c3, at(c3, -1, 0, 0), at(c3, 0, -1, 0), at(c3, 0, 0, -1), at(c3, -1, -1, 0),
      at(c3, -1, 0, -1), at(c3, 0, -1, -1), at(c3, -1, -1, -1));
  real gathered_d4 = eighth(cell.c4, at(c4, -1, 0, 0), at(c4, 0, -1, 0), at(c4, 0, 0, -1), at(c4, -1, -1, 0),
      at(c4, -1, 0, -1), at(c4, 0, -1, -1), at(c4, -1, -1, -1));
  real gathered = eighth(cell.pace, at(pace, -1, 0, 0), at(pace, 0, -1, 0), at(pace, 0, 0, -1), at(pace, -1, -1, 0),
      at(pace, -1, 0, -1), at(pace, 0, -1, -1), at(pace, -1, -1, -1));

  bool listed = cell.node < 0.5 || cell.node > 1.5;
  bool is_given = all || (some && listed);
  real weight = is_given ? cell.weight : gathered;
  next.d0 = (is_given ? cell.d0 : gathered_d0) / weight;
  next.d1 = (is_given ? cell.d1 : gathered_d1) / weight;
  next.d2 = (is_given ? cell.d2 : gathered_d2) / weight;
  next.d3 = (is_given ? cell.d3 : gathered_d3) / weight;
  next.d4 = (is_given ? cell.d4 : gathered_d4) / weight;

  bool low_i = at(node, -1, 0, 0) > 0.5;
  bool high_i = at(node, 1, 0, 0) > 0.5;
  real below_i = low_i ? max(cell.waves, at(waves, -1, 0, 0)) : 0.0;
  real above_i = high_i ? max(cell.waves, at(waves, 1, 0, 0)) : 0.0;
  real third_below_i = high_i && at(node, -2, 0, 0) > 0.5 ? fourth * below_i : 0.0;
  real third_above_i = low_i && at(node, 2, 0, 0) > 0.5 ? fourth * above_i : 0.0;
  real rate_below_i = second * below_i;
  real rate_above_i = second * above_i;
  bool low_j = at(node, 0, -1, 0) > 0.5;
  bool high_j = at(node, 0, 1, 0) > 0.5;
  real below_j = low_j ? max(cell.waves, at(waves, 0, -1, 0)) : 0.0;
  real above_j = high_j ? max(cell.waves, at(waves, 0, 1, 0)) : 0.0;
  real third_below_j = high_j && at(node, 0, -2, 0) > 0.5 ? fourth * below_j : 0.0;
  real third_above_j = low_j && at(node, 0, 2, 0) > 0.5 ? fourth * above_j : 0.0;
  real rate_below_j = second * below_j;
  real rate_above_j = second * above_j;
  bool low_k = at(node, 0, 0, -1) > 0.5;
  bool high_k = at(node, 0, 0, 1) > 0.5;
  real below_k = low_k ? max(cell.waves, at(waves, 0, 0, -1)) : 0.0;
  real above_k = high_k ? max(cell.waves, at(waves, 0, 0, 1)) : 0.0;
  real third_below_k = high_k && at(node, 0, 0, -2) > 0.5 ? fourth * below_k : 0.0;
  real third_above_k = low_k && at(node, 0, 0, 2) > 0.5 ? fourth * above_k : 0.0;
  real rate_below_k = second * below_k;
  real rate_above_k = second * above_k;
  real share = cell.node > 0.5 ? 0.5 / weight : 0.0;

  real rho_i = along(at(rho, -2, 0, 0), at(rho, -1, 0, 0), cell.rho, at(rho, 1, 0, 0), at(rho, 2, 0, 0),
      rate_below_i, rate_above_i, third_below_i, third_above_i);
  real rho_j = along(at(rho, 0, -2, 0), at(rho, 0, -1, 0), cell.rho, at(rho, 0, 1, 0), at(rho, 0, 2, 0),
      rate_below_j, rate_above_j, third_below_j, third_above_j);
  real rho_k = along(at(rho, 0, 0, -2), at(rho, 0, 0, -1), cell.rho, at(rho, 0, 0, 1), at(rho, 0, 0, 2),
      rate_below_k, rate_above_k, third_below_k, third_above_k);
  next.s0 = share * sum3(rho_i, rho_j, rho_k);

  real mx_i = along(at(mx, -2, 0, 0), at(mx, -1, 0, 0), cell.mx, at(mx, 1, 0, 0), at(mx, 2, 0, 0),
      rate_below_i, rate_above_i, third_below_i, third_above_i);
  real mx_j = along(at(mx, 0, -2, 0), at(mx, 0, -1, 0), cell.mx, at(mx, 0, 1, 0), at(mx, 0, 2, 0),
      rate_below_j, rate_above_j, third_below_j, third_above_j);
  real mx_k = along(at(mx, 0, 0, -2), at(mx, 0, 0, -1), cell.mx, at(mx, 0, 0, 1), at(mx, 0, 0, 2),
      rate_below_k, rate_above_k, third_below_k, third_above_k);
  next.s1 = share * sum3(mx_i, mx_j, mx_k);

  real mr_i = along(at(mr, -2, 0, 0), at(mr, -1, 0, 0), cell.mr, at(mr, 1, 0, 0), at(mr, 2, 0, 0),
      rate_below_i, rate_above_i, third_below_i, third_above_i);
  real mr_j = along(at(mr, 0, -2, 0), at(mr, 0, -1, 0), cell.mr, at(mr, 0, 1, 0), at(mr, 0, 2, 0),
      rate_below_j, rate_above_j, third_below_j, third_above_j);
  real mr_k = along(at(mr, 0, 0, -2), at(mr, 0, 0, -1), cell.mr, at(mr, 0, 0, 1), at(mr, 0, 0, 2),
      rate_below_k, rate_above_k, third_below_k, third_above_k);
  next.s2 = share * sum3(mr_i, mr_j, mr_k);

  real mt_i = along(at(mt, -2, 0, 0), at(mt, -1, 0, 0), cell.mt, at(mt, 1, 0, 0), at(mt, 2, 0, 0),
      rate_below_i, rate_above_i, third_below_i, third_above_i);
  real mt_j = along(at(mt, 0, -2, 0), at(mt, 0, -1, 0), cell.mt, at(mt, 0, 1, 0), at(mt, 0, 2, 0),
      rate_below_j, rate_above_j, third_below_j, third_above_j);
  real mt_k = along(at(mt, 0, 0, -2), at(mt, 0, 0, -1), cell.mt, at(mt, 0, 0, 1), at(mt, 0, 0, 2),
      rate_below_k, rate_above_k, third_below_k, third_above_k);
  next.s3 = share * sum3(mt_i, mt_j, mt_k);

  real e_i = along(at(e, -2, 0, 0), at(e, -1, 0, 0), cell.e, at(e, 1, 0, 0), at(e, 2, 0, 0),
      rate_below_i, rate_above_i, third_below_i, third_above_i);
  real e_j = along(at(e, 0, -2, 0), at(e, 0, -1, 0), cell.e, at(e, 0, 1, 0), at(e, 0, 2, 0),
      rate_below_j, rate_above_j, third_below_j, third_above_j);
  real e_k = along(at(e, 0, 0, -2), at(e, 0, 0, -1), cell.e, at(e, 0, 0, 1), at(e, 0, 0, 2),
      rate_below_k, rate_above_k, third_below_k, third_above_k);
  next.s4 = share * sum3(e_i, e_j, e_k);
}
