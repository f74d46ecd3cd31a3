/* Artificial diffusion of a node: second and fourth differences along the three axes, continued
 * where they would reach beyond the grid: no second difference goes through its end, and the
 * fourth one is a third difference beside the end. */
#include "ria_kernel.h"

POINT_KERNEL(rows_smooth, "rows: artificial diffusion of a node", "SBLOCK (2011), table II: artificial diffusion")
AXES_XYZ

CELL {
  INPUT(FIELD(rho, "kg/m3", "density")
        FIELD(mx, "kg/m2s", "axial momentum")
        FIELD(mr, "kg/m2s", "radial momentum")
        FIELD(mt, "kg/ms", "moment of momentum")
        FIELD(e, "J/m3", "total energy")
        FIELD(weight, "1", "mean of the Courant numbers around")
        FIELD(node, "1", "1 where differences may reach the node, else 0"))
  OUTPUT(FIELD(s0, "kg/m3", "diffusion: density")
         FIELD(s1, "kg/m2s", "diffusion: axial momentum")
         FIELD(s2, "kg/m2s", "diffusion: radial momentum")
         FIELD(s3, "kg/ms", "diffusion: moment of momentum")
         FIELD(s4, "J/m3", "diffusion: total energy"))
}
cell, next;

SCALAR(second, "1", "factor of second differences")
SCALAR(fourth, "1", "factor of fourth differences")

/* Along an axis, from two nodes below to two above, of which `low` and `high` are there, and
 * `lower` and `higher`. */
static real along(real two_below, real below, real value, real above, real two_above, real lower, real low,
                  real high, real higher) {
  real up = high > 0.5 ? above - value : 0.0;
  real down = low > 0.5 ? value - below : 0.0;
  real here = up - down;
  real after = (two_above - above) - (above - value);
  real before = (value - below) - (below - two_below);
  real rise = higher > 0.5 ? after - here : 0.0;
  real fall = lower > 0.5 ? here - before : 0.0;
  real bend = low > 0.5 && high > 0.5 ? rise - fall : 0.0;
  return second * here - fourth * bend;
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
  real weight = cell.node > 0.5 ? 0.5 * cell.weight : 0.0;

  real rho_i = along(at(rho, -2, 0, 0), at(rho, -1, 0, 0), cell.rho, at(rho, 1, 0, 0), at(rho, 2, 0, 0), lower_i,
      low_i, high_i, higher_i);
  real rho_j = along(at(rho, 0, -2, 0), at(rho, 0, -1, 0), cell.rho, at(rho, 0, 1, 0), at(rho, 0, 2, 0), lower_j,
      low_j, high_j, higher_j);
  real rho_k = along(at(rho, 0, 0, -2), at(rho, 0, 0, -1), cell.rho, at(rho, 0, 0, 1), at(rho, 0, 0, 2), lower_k,
      low_k, high_k, higher_k);
  next.s0 = weight * sum3(rho_i, rho_j, rho_k);

  real mx_i = along(at(mx, -2, 0, 0), at(mx, -1, 0, 0), cell.mx, at(mx, 1, 0, 0), at(mx, 2, 0, 0), lower_i, low_i,
      high_i, higher_i);
  real mx_j = along(at(mx, 0, -2, 0), at(mx, 0, -1, 0), cell.mx, at(mx, 0, 1, 0), at(mx, 0, 2, 0), lower_j, low_j,
      high_j, higher_j);
  real mx_k = along(at(mx, 0, 0, -2), at(mx, 0, 0, -1), cell.mx, at(mx, 0, 0, 1), at(mx, 0, 0, 2), lower_k, low_k,
      high_k, higher_k);
  next.s1 = weight * sum3(mx_i, mx_j, mx_k);

  real mr_i = along(at(mr, -2, 0, 0), at(mr, -1, 0, 0), cell.mr, at(mr, 1, 0, 0), at(mr, 2, 0, 0), lower_i, low_i,
      high_i, higher_i);
  real mr_j = along(at(mr, 0, -2, 0), at(mr, 0, -1, 0), cell.mr, at(mr, 0, 1, 0), at(mr, 0, 2, 0), lower_j, low_j,
      high_j, higher_j);
  real mr_k = along(at(mr, 0, 0, -2), at(mr, 0, 0, -1), cell.mr, at(mr, 0, 0, 1), at(mr, 0, 0, 2), lower_k, low_k,
      high_k, higher_k);
  next.s2 = weight * sum3(mr_i, mr_j, mr_k);

  real mt_i = along(at(mt, -2, 0, 0), at(mt, -1, 0, 0), cell.mt, at(mt, 1, 0, 0), at(mt, 2, 0, 0), lower_i, low_i,
      high_i, higher_i);
  real mt_j = along(at(mt, 0, -2, 0), at(mt, 0, -1, 0), cell.mt, at(mt, 0, 1, 0), at(mt, 0, 2, 0), lower_j, low_j,
      high_j, higher_j);
  real mt_k = along(at(mt, 0, 0, -2), at(mt, 0, 0, -1), cell.mt, at(mt, 0, 0, 1), at(mt, 0, 0, 2), lower_k, low_k,
      high_k, higher_k);
  next.s3 = weight * sum3(mt_i, mt_j, mt_k);

  real e_i = along(at(e, -2, 0, 0), at(e, -1, 0, 0), cell.e, at(e, 1, 0, 0), at(e, 2, 0, 0), lower_i, low_i,
      high_i, higher_i);
  real e_j = along(at(e, 0, -2, 0), at(e, 0, -1, 0), cell.e, at(e, 0, 1, 0), at(e, 0, 2, 0), lower_j, low_j,
      high_j, higher_j);
  real e_k = along(at(e, 0, 0, -2), at(e, 0, 0, -1), cell.e, at(e, 0, 0, 1), at(e, 0, 0, 2), lower_k, low_k,
      high_k, higher_k);
  next.s4 = weight * sum3(e_i, e_j, e_k);
}
