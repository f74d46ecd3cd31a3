/* Artificial diffusion of a node: what flows along the edges to its six neighbours by first and
 * third differences, as second and fourth differences in all, times the larger of the two nodes'
 * waves. What leaves a node arrives at its neighbour. Nothing flows along edges that end outside of the grid, and nothing by third
 * differences that reach outside. */
#include "ria_kernel.h"

POINT_KERNEL(rows_smooth, "rows: artificial diffusion of a node", "SBLOCK (2011), table II: artificial diffusion")
AXES_XYZ

CELL {
  INPUT(FIELD(rho, "kg/m3", "density")
        FIELD(mx, "kg/m2s", "axial momentum")
        FIELD(mr, "kg/m2s", "radial momentum")
        FIELD(mt, "kg/ms", "moment of momentum")
        FIELD(e, "J/m3", "total energy")
        FIELD(waves, "m3/s", "speeds of waves times the sides that they cross")
        FIELD(weight, "m3/s", "volume over time step")
        FIELD(node, "1", "1 where differences may reach the node, else 0"))
  OUTPUT(FIELD(s0, "kg/m3", "diffusion: density")
         FIELD(s1, "kg/m2s", "diffusion: axial momentum")
         FIELD(s2, "kg/m2s", "diffusion: radial momentum")
         FIELD(s3, "kg/ms", "diffusion: moment of momentum")
         FIELD(s4, "J/m3", "diffusion: total energy"))
}
cell, next;

SCALAR(second, "1", "factor of first differences along an edge")
SCALAR(fourth, "1", "factor of third differences along an edge")

/* What flows along an edge from `above` to `value`, and beside them the nodes `below` and `two_above`. Those other than
 * `value` are there where their mark, behind `rate`, is 1. */
static real flow(real below, real value, real above, real two_above, real rate, real low, real high, real higher) {
  real rise = above - value;
  real bend = ((two_above - above) - rise) - (rise - (value - below));
  real third = low > 0.5 && higher > 0.5 ? bend : 0.0;
  return high > 0.5 ? rate * (second * rise - fourth * third) : 0.0;
}

/* What a node gains along an axis, through the edge above it and the one below it. */
static real along(real two_below, real below, real value, real above, real two_above, real rate_below, real rate_above,
                  real lower, real low, real high, real higher) {
  real from_above = flow(below, value, above, two_above, rate_above, low, high, higher);
  real from_below = flow(above, value, below, two_below, rate_below, high, low, lower);
  return from_above + from_below;
}

UPDATE {
  real lower_i = at(node, -2, 0, 0);
  real low_i = at(node, -1, 0, 0);
  real high_i = at(node, 1, 0, 0);
  real higher_i = at(node, 2, 0, 0);
  real lower_j = at(node, 0, -2, 0);
  real low_j = at(node, 0, -1, 0);
  real high_j = at(node, 0, 1, 0);
  real higher_j = at(node, 0, 2, 0);
  real lower_k = at(node, 0, 0, -2);
  real low_k = at(node, 0, 0, -1);
  real high_k = at(node, 0, 0, 1);
  real higher_k = at(node, 0, 0, 2);
  real below_i = max(cell.waves, at(waves, -1, 0, 0));
  real above_i = max(cell.waves, at(waves, 1, 0, 0));
  real below_j = max(cell.waves, at(waves, 0, -1, 0));
  real above_j = max(cell.waves, at(waves, 0, 1, 0));
  real below_k = max(cell.waves, at(waves, 0, 0, -1));
  real above_k = max(cell.waves, at(waves, 0, 0, 1));
  real share = cell.node > 0.5 ? 0.5 / cell.weight : 0.0;

  real rho_i = along(at(rho, -2, 0, 0), at(rho, -1, 0, 0), cell.rho, at(rho, 1, 0, 0), at(rho, 2, 0, 0), below_i,
      above_i, lower_i, low_i, high_i, higher_i);
  real rho_j = along(at(rho, 0, -2, 0), at(rho, 0, -1, 0), cell.rho, at(rho, 0, 1, 0), at(rho, 0, 2, 0), below_j,
      above_j, lower_j, low_j, high_j, higher_j);
  real rho_k = along(at(rho, 0, 0, -2), at(rho, 0, 0, -1), cell.rho, at(rho, 0, 0, 1), at(rho, 0, 0, 2), below_k,
      above_k, lower_k, low_k, high_k, higher_k);
  next.s0 = share * sum3(rho_i, rho_j, rho_k);

  real mx_i = along(at(mx, -2, 0, 0), at(mx, -1, 0, 0), cell.mx, at(mx, 1, 0, 0), at(mx, 2, 0, 0), below_i,
      above_i, lower_i, low_i, high_i, higher_i);
  real mx_j = along(at(mx, 0, -2, 0), at(mx, 0, -1, 0), cell.mx, at(mx, 0, 1, 0), at(mx, 0, 2, 0), below_j,
      above_j, lower_j, low_j, high_j, higher_j);
  real mx_k = along(at(mx, 0, 0, -2), at(mx, 0, 0, -1), cell.mx, at(mx, 0, 0, 1), at(mx, 0, 0, 2), below_k,
      above_k, lower_k, low_k, high_k, higher_k);
  next.s1 = share * sum3(mx_i, mx_j, mx_k);

  real mr_i = along(at(mr, -2, 0, 0), at(mr, -1, 0, 0), cell.mr, at(mr, 1, 0, 0), at(mr, 2, 0, 0), below_i,
      above_i, lower_i, low_i, high_i, higher_i);
  real mr_j = along(at(mr, 0, -2, 0), at(mr, 0, -1, 0), cell.mr, at(mr, 0, 1, 0), at(mr, 0, 2, 0), below_j,
      above_j, lower_j, low_j, high_j, higher_j);
  real mr_k = along(at(mr, 0, 0, -2), at(mr, 0, 0, -1), cell.mr, at(mr, 0, 0, 1), at(mr, 0, 0, 2), below_k,
      above_k, lower_k, low_k, high_k, higher_k);
  next.s2 = share * sum3(mr_i, mr_j, mr_k);

  real mt_i = along(at(mt, -2, 0, 0), at(mt, -1, 0, 0), cell.mt, at(mt, 1, 0, 0), at(mt, 2, 0, 0), below_i,
      above_i, lower_i, low_i, high_i, higher_i);
  real mt_j = along(at(mt, 0, -2, 0), at(mt, 0, -1, 0), cell.mt, at(mt, 0, 1, 0), at(mt, 0, 2, 0), below_j,
      above_j, lower_j, low_j, high_j, higher_j);
  real mt_k = along(at(mt, 0, 0, -2), at(mt, 0, 0, -1), cell.mt, at(mt, 0, 0, 1), at(mt, 0, 0, 2), below_k,
      above_k, lower_k, low_k, high_k, higher_k);
  next.s3 = share * sum3(mt_i, mt_j, mt_k);

  real e_i = along(at(e, -2, 0, 0), at(e, -1, 0, 0), cell.e, at(e, 1, 0, 0), at(e, 2, 0, 0), below_i,
      above_i, lower_i, low_i, high_i, higher_i);
  real e_j = along(at(e, 0, -2, 0), at(e, 0, -1, 0), cell.e, at(e, 0, 1, 0), at(e, 0, 2, 0), below_j,
      above_j, lower_j, low_j, high_j, higher_j);
  real e_k = along(at(e, 0, 0, -2), at(e, 0, 0, -1), cell.e, at(e, 0, 0, 1), at(e, 0, 0, 2), below_k,
      above_k, lower_k, low_k, high_k, higher_k);
  next.s4 = share * sum3(e_i, e_j, e_k);
}
