/* Artificial diffusion of a node: second and fourth differences along the three axes, with
 * differences that would reach beyond the grid continued. */
#include "ria_kernel.h"

POINT_KERNEL(rows_smooth, "rows: artificial diffusion of a node",
             "SBLOCK (2011), table II: artificial diffusion")
AXES_XYZ

CELL {
  INPUT(FIELD(rho, "kg/m3", "density")
        FIELD(mx, "kg/m2s", "axial momentum")
        FIELD(mr, "kg/m2s", "radial momentum")
        FIELD(mt, "kg/ms", "moment of momentum")
        FIELD(e, "J/m3", "total energy")
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
 * `lower` and `higher`. The second difference is constant up to the end of the grid, and there is
 * none at the end itself. */
static real along(real second, real fourth, real lower_value, real low_value, real value,
                  real high_value, real higher_value, real lower, real low, real high, real higher) {
  real here = (high_value - value) - (value - low_value);
  real above = (higher_value - high_value) - (high_value - value);
  real below = (value - low_value) - (low_value - lower_value);
  real up = higher > 0.5 ? above - here : 0.0;
  real down = lower > 0.5 ? here - below : 0.0;
  real all = second * here - fourth * (up - down);
  return low > 0.5 && high > 0.5 ? all : 0.0;
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
  next.s0 = sum3(along(second, fourth, at(rho, -2, 0, 0), at(rho, -1, 0, 0), cell.rho, at(rho, 1, 0, 0), at(rho, 2,
      0, 0), lower_i, low_i, high_i, higher_i), along(second, fourth, at(rho, 0, -2, 0), at(rho, 0, -1, 0),
      cell.rho, at(rho, 0, 1, 0), at(rho, 0, 2, 0), lower_j, low_j, high_j, higher_j), along(second, fourth,
      at(rho, 0, 0, -2), at(rho, 0, 0, -1), cell.rho, at(rho, 0, 0, 1), at(rho, 0, 0, 2), lower_k, low_k, high_k,
      higher_k));
  next.s1 = sum3(along(second, fourth, at(mx, -2, 0, 0), at(mx, -1, 0, 0), cell.mx, at(mx, 1, 0, 0), at(mx, 2, 0,
      0), lower_i, low_i, high_i, higher_i), along(second, fourth, at(mx, 0, -2, 0), at(mx, 0, -1, 0), cell.mx,
      at(mx, 0, 1, 0), at(mx, 0, 2, 0), lower_j, low_j, high_j, higher_j), along(second, fourth, at(mx, 0, 0, -2),
      at(mx, 0, 0, -1), cell.mx, at(mx, 0, 0, 1), at(mx, 0, 0, 2), lower_k, low_k, high_k, higher_k));
  next.s2 = sum3(along(second, fourth, at(mr, -2, 0, 0), at(mr, -1, 0, 0), cell.mr, at(mr, 1, 0, 0), at(mr, 2, 0,
      0), lower_i, low_i, high_i, higher_i), along(second, fourth, at(mr, 0, -2, 0), at(mr, 0, -1, 0), cell.mr,
      at(mr, 0, 1, 0), at(mr, 0, 2, 0), lower_j, low_j, high_j, higher_j), along(second, fourth, at(mr, 0, 0, -2),
      at(mr, 0, 0, -1), cell.mr, at(mr, 0, 0, 1), at(mr, 0, 0, 2), lower_k, low_k, high_k, higher_k));
  next.s3 = sum3(along(second, fourth, at(mt, -2, 0, 0), at(mt, -1, 0, 0), cell.mt, at(mt, 1, 0, 0), at(mt, 2, 0,
      0), lower_i, low_i, high_i, higher_i), along(second, fourth, at(mt, 0, -2, 0), at(mt, 0, -1, 0), cell.mt,
      at(mt, 0, 1, 0), at(mt, 0, 2, 0), lower_j, low_j, high_j, higher_j), along(second, fourth, at(mt, 0, 0, -2),
      at(mt, 0, 0, -1), cell.mt, at(mt, 0, 0, 1), at(mt, 0, 0, 2), lower_k, low_k, high_k, higher_k));
  next.s4 = sum3(along(second, fourth, at(e, -2, 0, 0), at(e, -1, 0, 0), cell.e, at(e, 1, 0, 0), at(e, 2, 0, 0),
      lower_i, low_i, high_i, higher_i), along(second, fourth, at(e, 0, -2, 0), at(e, 0, -1, 0), cell.e, at(e, 0,
      1, 0), at(e, 0, 2, 0), lower_j, low_j, high_j, higher_j), along(second, fourth, at(e, 0, 0, -2), at(e, 0, 0,
      -1), cell.e, at(e, 0, 0, 1), at(e, 0, 0, 2), lower_k, low_k, high_k, higher_k));
}
