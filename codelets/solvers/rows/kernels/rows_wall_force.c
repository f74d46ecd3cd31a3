/* Friction of walls with slip, by wall functions: the stress at a wall follows from the velocity,
 * relative to the wall, of the cell's nodes opposite to it, and from their distance (Denton's fit
 * of the skin friction). The force acts on the four nodes on the wall: an eighth of it is gained by
 * each node of the cell, and an eighth flows through the middle of the cell from each node opposite
 * to the wall to the one on it. In place. */
#include "../../../kernels/ria_kernel.h"
#include "rows_fields.h"

POINT_KERNEL(rows_wall_force, "rows: friction of walls by wall functions", "Denton (1992)")
AXES_XYZ

CELL {
  STATE(FIELD(c1, "N", "gain of the cell: axial momentum")
        FIELD(c2, "N", "gain of the cell: radial momentum")
        FIELD(c3, "Nm", "gain of the cell: moment of momentum")
        FIELD(c4, "W", "gain of the cell: energy")
        FIELD(gi1, "1", "flux through the middle of the cell across i: axial momentum")
        FIELD(gi2, "1", "flux through the middle of the cell across i: radial momentum")
        FIELD(gi3, "1", "flux through the middle of the cell across i: moment of momentum")
        FIELD(gi4, "1", "flux through the middle of the cell across i: energy")
        FIELD(gj1, "1", "flux through the middle of the cell across j: axial momentum")
        FIELD(gj2, "1", "flux through the middle of the cell across j: radial momentum")
        FIELD(gj3, "1", "flux through the middle of the cell across j: moment of momentum")
        FIELD(gj4, "1", "flux through the middle of the cell across j: energy")
        FIELD(gk1, "1", "flux through the middle of the cell across k: axial momentum")
        FIELD(gk2, "1", "flux through the middle of the cell across k: radial momentum")
        FIELD(gk3, "1", "flux through the middle of the cell across k: moment of momentum")
        FIELD(gk4, "1", "flux through the middle of the cell across k: energy"))
  INPUT(FIELD(rho, "kg/m3", "density")
        FIELD(vx, "m/s", "axial velocity")
        FIELD(vr, "m/s", "radial velocity")
        FIELD(swirl, "m2/s", "radius times tangential velocity")
        FIELD(r, "m", "radius")
        AREAS
        FIELD(volume, "m3", "volume")
        MASK(exists, "1", "1 where there is a cell, else 0")
        MASK(drags_i, "1", "1 where face i is a wall with friction, else 0")
        FIELD(along_i, "m/s", "speed of the wall along the axis")
        FIELD(turning_i, "1/s", "speed of the wall's rotation")
        MASK(drags_j, "1", "1 where face j is a wall with friction, else 0")
        FIELD(along_j, "m/s", "speed of the wall along the axis")
        FIELD(turning_j, "1/s", "speed of the wall's rotation")
        MASK(drags_k, "1", "1 where face k is a wall with friction, else 0")
        FIELD(along_k, "m/s", "speed of the wall along the axis")
        FIELD(turning_k, "1/s", "speed of the wall's rotation"))
}
cell, next;

SCALAR(viscosity, "Pa s", "dynamic viscosity")

#include "rows_means.h"

/* The logarithm of 1 <= x <= 1e9, to 1e-6: 32 times that of the 32nd root. */
static real logarithm(real x) {
  real root = sqrt(sqrt(sqrt(sqrt(sqrt(x)))));
  real t = (root - 1.0) / (root + 1.0);
  real q = t * t;
  return (64.0 * t) * (1.0 + q * (0.33333333333333333 + q * (0.2 + q * (0.14285714285714286 + q * 0.11111111111111111))));
}

/* The force of a wall over the velocity: area times skin friction times rho V / 2. */
static real grip(real rho, real speed, real distance, real area) {
  real reynolds = (rho * speed) * (distance / viscosity);
  real inverse = 1.0 / logarithm(max(reynolds, 125.0));
  real friction = inverse * (0.03177 + 0.25614 * inverse) - 0.001767;
  real turbulent = 0.5 * (friction * (rho * speed));
  return area * (reynolds > 125.0 ? turbulent : viscosity / distance);
}

static real size(real x, real r, real t) {
  return sqrt((x * x + r * r) + t * t);
}

UPDATE {
  real x_low_i = cell.aix;
  real r_low_i = cell.air;
  real t_low_i = cell.ait;
  real area_low_i = size(x_low_i, r_low_i, t_low_i);
  real lever_low_i = mean4(cell.r, at(r, 0, 1, 0), at(r, 0, 0, 1), at(r, 0, 1, 1));
  real radius_low_i = mean4(at(r, 1, 0, 0), at(r, 1, 1, 0), at(r, 1, 0, 1), at(r, 1, 1, 1));
  real vx_low_i = mean4(at(vx, 1, 0, 0), at(vx, 1, 1, 0), at(vx, 1, 0, 1), at(vx, 1, 1, 1)) - cell.along_i;
  real vr_low_i = mean4(at(vr, 1, 0, 0), at(vr, 1, 1, 0), at(vr, 1, 0, 1), at(vr, 1, 1, 1));
  real vt_low_i = mean4(at(swirl, 1, 0, 0), at(swirl, 1, 1, 0), at(swirl, 1, 0, 1), at(swirl, 1, 1,
      1)) / radius_low_i - cell.turning_i * radius_low_i;
  real across_low_i = ((vx_low_i * x_low_i + vr_low_i * r_low_i) + vt_low_i * t_low_i) / (area_low_i * area_low_i);
  real sx_low_i = vx_low_i - across_low_i * x_low_i;
  real sr_low_i = vr_low_i - across_low_i * r_low_i;
  real st_low_i = vt_low_i - across_low_i * t_low_i;
  real grip_low_i = grip(mean4(at(rho, 1, 0, 0), at(rho, 1, 1, 0), at(rho, 1, 0, 1), at(rho, 1, 1, 1)), size(sx_low_i,
      sr_low_i, st_low_i), cell.volume / area_low_i, area_low_i);
  real pull_low_i = cell.exists > 0.5 && cell.drags_i > 0.5 ? -0.125 * grip_low_i : 0.0;
  bool held_low_i = pull_low_i < 0.0;
  real f1_low_i = held_low_i ? pull_low_i * sx_low_i : 0.0;
  real f2_low_i = held_low_i ? pull_low_i * sr_low_i : 0.0;
  real f3_low_i = held_low_i ? (pull_low_i * st_low_i) * lever_low_i : 0.0;
  real f4_low_i = f1_low_i * cell.along_i + f3_low_i * cell.turning_i;
  real x_high_i = at(aix, 1, 0, 0);
  real r_high_i = at(air, 1, 0, 0);
  real t_high_i = at(ait, 1, 0, 0);
  real area_high_i = size(x_high_i, r_high_i, t_high_i);
  real lever_high_i = mean4(at(r, 1, 0, 0), at(r, 1, 1, 0), at(r, 1, 0, 1), at(r, 1, 1, 1));
  real radius_high_i = mean4(cell.r, at(r, 0, 1, 0), at(r, 0, 0, 1), at(r, 0, 1, 1));
  real vx_high_i = mean4(cell.vx, at(vx, 0, 1, 0), at(vx, 0, 0, 1), at(vx, 0, 1, 1)) - at(along_i, 1, 0, 0);
  real vr_high_i = mean4(cell.vr, at(vr, 0, 1, 0), at(vr, 0, 0, 1), at(vr, 0, 1, 1));
  real vt_high_i = mean4(cell.swirl, at(swirl, 0, 1, 0), at(swirl, 0, 0, 1), at(swirl, 0, 1,
      1)) / radius_high_i - at(turning_i, 1, 0, 0) * radius_high_i;
  real across_high_i = ((vx_high_i * x_high_i + vr_high_i * r_high_i) + vt_high_i * t_high_i) / (area_high_i * area_high_i);
  real sx_high_i = vx_high_i - across_high_i * x_high_i;
  real sr_high_i = vr_high_i - across_high_i * r_high_i;
  real st_high_i = vt_high_i - across_high_i * t_high_i;
  real grip_high_i = grip(mean4(cell.rho, at(rho, 0, 1, 0), at(rho, 0, 0, 1), at(rho, 0, 1, 1)), size(sx_high_i,
      sr_high_i, st_high_i), cell.volume / area_high_i, area_high_i);
  real pull_high_i = cell.exists > 0.5 && at(drags_i, 1, 0, 0) > 0.5 ? -0.125 * grip_high_i : 0.0;
  bool held_high_i = pull_high_i < 0.0;
  real f1_high_i = held_high_i ? pull_high_i * sx_high_i : 0.0;
  real f2_high_i = held_high_i ? pull_high_i * sr_high_i : 0.0;
  real f3_high_i = held_high_i ? (pull_high_i * st_high_i) * lever_high_i : 0.0;
  real f4_high_i = f1_high_i * at(along_i, 1, 0, 0) + f3_high_i * at(turning_i, 1, 0, 0);
  real x_low_j = cell.ajx;
  real r_low_j = cell.ajr;
  real t_low_j = cell.ajt;
  real area_low_j = size(x_low_j, r_low_j, t_low_j);
  real lever_low_j = mean4(cell.r, at(r, 0, 0, 1), at(r, 1, 0, 0), at(r, 1, 0, 1));
  real radius_low_j = mean4(at(r, 0, 1, 0), at(r, 0, 1, 1), at(r, 1, 1, 0), at(r, 1, 1, 1));
  real vx_low_j = mean4(at(vx, 0, 1, 0), at(vx, 0, 1, 1), at(vx, 1, 1, 0), at(vx, 1, 1, 1)) - cell.along_j;
  real vr_low_j = mean4(at(vr, 0, 1, 0), at(vr, 0, 1, 1), at(vr, 1, 1, 0), at(vr, 1, 1, 1));
  real vt_low_j = mean4(at(swirl, 0, 1, 0), at(swirl, 0, 1, 1), at(swirl, 1, 1, 0), at(swirl, 1, 1,
      1)) / radius_low_j - cell.turning_j * radius_low_j;
  real across_low_j = ((vx_low_j * x_low_j + vr_low_j * r_low_j) + vt_low_j * t_low_j) / (area_low_j * area_low_j);
  real sx_low_j = vx_low_j - across_low_j * x_low_j;
  real sr_low_j = vr_low_j - across_low_j * r_low_j;
  real st_low_j = vt_low_j - across_low_j * t_low_j;
  real grip_low_j = grip(mean4(at(rho, 0, 1, 0), at(rho, 0, 1, 1), at(rho, 1, 1, 0), at(rho, 1, 1, 1)), size(sx_low_j,
      sr_low_j, st_low_j), cell.volume / area_low_j, area_low_j);
  real pull_low_j = cell.exists > 0.5 && cell.drags_j > 0.5 ? -0.125 * grip_low_j : 0.0;
  bool held_low_j = pull_low_j < 0.0;
  real f1_low_j = held_low_j ? pull_low_j * sx_low_j : 0.0;
  real f2_low_j = held_low_j ? pull_low_j * sr_low_j : 0.0;
  real f3_low_j = held_low_j ? (pull_low_j * st_low_j) * lever_low_j : 0.0;
  real f4_low_j = f1_low_j * cell.along_j + f3_low_j * cell.turning_j;
  real x_high_j = at(ajx, 0, 1, 0);
  real r_high_j = at(ajr, 0, 1, 0);
  real t_high_j = at(ajt, 0, 1, 0);
  real area_high_j = size(x_high_j, r_high_j, t_high_j);
  real lever_high_j = mean4(at(r, 0, 1, 0), at(r, 0, 1, 1), at(r, 1, 1, 0), at(r, 1, 1, 1));
  real radius_high_j = mean4(cell.r, at(r, 0, 0, 1), at(r, 1, 0, 0), at(r, 1, 0, 1));
  real vx_high_j = mean4(cell.vx, at(vx, 0, 0, 1), at(vx, 1, 0, 0), at(vx, 1, 0, 1)) - at(along_j, 0, 1, 0);
  real vr_high_j = mean4(cell.vr, at(vr, 0, 0, 1), at(vr, 1, 0, 0), at(vr, 1, 0, 1));
  real vt_high_j = mean4(cell.swirl, at(swirl, 0, 0, 1), at(swirl, 1, 0, 0), at(swirl, 1, 0,
      1)) / radius_high_j - at(turning_j, 0, 1, 0) * radius_high_j;
  real across_high_j = ((vx_high_j * x_high_j + vr_high_j * r_high_j) + vt_high_j * t_high_j) / (area_high_j * area_high_j);
  real sx_high_j = vx_high_j - across_high_j * x_high_j;
  real sr_high_j = vr_high_j - across_high_j * r_high_j;
  real st_high_j = vt_high_j - across_high_j * t_high_j;
  real grip_high_j = grip(mean4(cell.rho, at(rho, 0, 0, 1), at(rho, 1, 0, 0), at(rho, 1, 0, 1)), size(sx_high_j,
      sr_high_j, st_high_j), cell.volume / area_high_j, area_high_j);
  real pull_high_j = cell.exists > 0.5 && at(drags_j, 0, 1, 0) > 0.5 ? -0.125 * grip_high_j : 0.0;
  bool held_high_j = pull_high_j < 0.0;
  real f1_high_j = held_high_j ? pull_high_j * sx_high_j : 0.0;
  real f2_high_j = held_high_j ? pull_high_j * sr_high_j : 0.0;
  real f3_high_j = held_high_j ? (pull_high_j * st_high_j) * lever_high_j : 0.0;
  real f4_high_j = f1_high_j * at(along_j, 0, 1, 0) + f3_high_j * at(turning_j, 0, 1, 0);
  real x_low_k = cell.akx;
  real r_low_k = cell.akr;
  real t_low_k = cell.akt;
  real area_low_k = size(x_low_k, r_low_k, t_low_k);
  real lever_low_k = mean4(cell.r, at(r, 1, 0, 0), at(r, 0, 1, 0), at(r, 1, 1, 0));
  real radius_low_k = mean4(at(r, 0, 0, 1), at(r, 1, 0, 1), at(r, 0, 1, 1), at(r, 1, 1, 1));
  real vx_low_k = mean4(at(vx, 0, 0, 1), at(vx, 1, 0, 1), at(vx, 0, 1, 1), at(vx, 1, 1, 1)) - cell.along_k;
  real vr_low_k = mean4(at(vr, 0, 0, 1), at(vr, 1, 0, 1), at(vr, 0, 1, 1), at(vr, 1, 1, 1));
  real vt_low_k = mean4(at(swirl, 0, 0, 1), at(swirl, 1, 0, 1), at(swirl, 0, 1, 1), at(swirl, 1, 1,
      1)) / radius_low_k - cell.turning_k * radius_low_k;
  real across_low_k = ((vx_low_k * x_low_k + vr_low_k * r_low_k) + vt_low_k * t_low_k) / (area_low_k * area_low_k);
  real sx_low_k = vx_low_k - across_low_k * x_low_k;
  real sr_low_k = vr_low_k - across_low_k * r_low_k;
  real st_low_k = vt_low_k - across_low_k * t_low_k;
  real grip_low_k = grip(mean4(at(rho, 0, 0, 1), at(rho, 1, 0, 1), at(rho, 0, 1, 1), at(rho, 1, 1, 1)), size(sx_low_k,
      sr_low_k, st_low_k), cell.volume / area_low_k, area_low_k);
  real pull_low_k = cell.exists > 0.5 && cell.drags_k > 0.5 ? -0.125 * grip_low_k : 0.0;
  bool held_low_k = pull_low_k < 0.0;
  real f1_low_k = held_low_k ? pull_low_k * sx_low_k : 0.0;
  real f2_low_k = held_low_k ? pull_low_k * sr_low_k : 0.0;
  real f3_low_k = held_low_k ? (pull_low_k * st_low_k) * lever_low_k : 0.0;
  real f4_low_k = f1_low_k * cell.along_k + f3_low_k * cell.turning_k;
  real x_high_k = at(akx, 0, 0, 1);
  real r_high_k = at(akr, 0, 0, 1);
  real t_high_k = at(akt, 0, 0, 1);
  real area_high_k = size(x_high_k, r_high_k, t_high_k);
  real lever_high_k = mean4(at(r, 0, 0, 1), at(r, 1, 0, 1), at(r, 0, 1, 1), at(r, 1, 1, 1));
  real radius_high_k = mean4(cell.r, at(r, 1, 0, 0), at(r, 0, 1, 0), at(r, 1, 1, 0));
  real vx_high_k = mean4(cell.vx, at(vx, 1, 0, 0), at(vx, 0, 1, 0), at(vx, 1, 1, 0)) - at(along_k, 0, 0, 1);
  real vr_high_k = mean4(cell.vr, at(vr, 1, 0, 0), at(vr, 0, 1, 0), at(vr, 1, 1, 0));
  real vt_high_k = mean4(cell.swirl, at(swirl, 1, 0, 0), at(swirl, 0, 1, 0), at(swirl, 1, 1,
      0)) / radius_high_k - at(turning_k, 0, 0, 1) * radius_high_k;
  real across_high_k = ((vx_high_k * x_high_k + vr_high_k * r_high_k) + vt_high_k * t_high_k) / (area_high_k * area_high_k);
  real sx_high_k = vx_high_k - across_high_k * x_high_k;
  real sr_high_k = vr_high_k - across_high_k * r_high_k;
  real st_high_k = vt_high_k - across_high_k * t_high_k;
  real grip_high_k = grip(mean4(cell.rho, at(rho, 1, 0, 0), at(rho, 0, 1, 0), at(rho, 1, 1, 0)), size(sx_high_k,
      sr_high_k, st_high_k), cell.volume / area_high_k, area_high_k);
  real pull_high_k = cell.exists > 0.5 && at(drags_k, 0, 0, 1) > 0.5 ? -0.125 * grip_high_k : 0.0;
  bool held_high_k = pull_high_k < 0.0;
  real f1_high_k = held_high_k ? pull_high_k * sx_high_k : 0.0;
  real f2_high_k = held_high_k ? pull_high_k * sr_high_k : 0.0;
  real f3_high_k = held_high_k ? (pull_high_k * st_high_k) * lever_high_k : 0.0;
  real f4_high_k = f1_high_k * at(along_k, 0, 0, 1) + f3_high_k * at(turning_k, 0, 0, 1);
  next.c1 = cell.c1 + 8.0 * sum3(f1_low_i + f1_high_i, f1_low_j + f1_high_j, f1_low_k + f1_high_k);
  next.gi1 = cell.gi1 + (f1_low_i - f1_high_i);
  next.gj1 = cell.gj1 + (f1_low_j - f1_high_j);
  next.gk1 = cell.gk1 + (f1_low_k - f1_high_k);
  next.c2 = cell.c2 + 8.0 * sum3(f2_low_i + f2_high_i, f2_low_j + f2_high_j, f2_low_k + f2_high_k);
  next.gi2 = cell.gi2 + (f2_low_i - f2_high_i);
  next.gj2 = cell.gj2 + (f2_low_j - f2_high_j);
  next.gk2 = cell.gk2 + (f2_low_k - f2_high_k);
  next.c3 = cell.c3 + 8.0 * sum3(f3_low_i + f3_high_i, f3_low_j + f3_high_j, f3_low_k + f3_high_k);
  next.gi3 = cell.gi3 + (f3_low_i - f3_high_i);
  next.gj3 = cell.gj3 + (f3_low_j - f3_high_j);
  next.gk3 = cell.gk3 + (f3_low_k - f3_high_k);
  next.c4 = cell.c4 + 8.0 * sum3(f4_low_i + f4_high_i, f4_low_j + f4_high_j, f4_low_k + f4_high_k);
  next.gi4 = cell.gi4 + (f4_low_i - f4_high_i);
  next.gj4 = cell.gj4 + (f4_low_j - f4_high_j);
  next.gk4 = cell.gk4 + (f4_low_k - f4_high_k);
}
