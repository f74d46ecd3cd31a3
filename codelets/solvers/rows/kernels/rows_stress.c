/* Viscous stresses and heat flux of a cell between nodes, as fluxes through its middle: gradients
 * by Gauss from its eight nodes. The directions of velocities rotate with the angle, so gradients
 * of tangential ones are computed from angular speeds. */
#include "../../../kernels/ria_kernel.h"
#include "rows_fields.h"

POINT_KERNEL(rows_stress, "rows: viscous stresses and heat flux of a cell", "")
AXES_XYZ

CELL {
  INPUT(FIELD(rho, "kg/m3", "density")
        FIELD(vx, "m/s", "axial velocity")
        FIELD(vr, "m/s", "radial velocity")
        FIELD(swirl, "m2/s", "radius times tangential velocity")
        FIELD(p, "Pa", "pressure")
        FIELD(r, "m", "radius")
        AREAS
        FIELD(volume, "m3", "volume")
        FIELD(source, "m2", "area of the sides, radial")
        FIELD(pace, "m3/s", "volume over time step; 0: there is no cell")
        FIELD(eddy, "Pa s", "eddy viscosity, if turbulent"))
  OUTPUT(FIELD(gi1, "1", "flux through the middle of the cell across i: axial momentum")
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
         FIELD(gk4, "1", "flux through the middle of the cell across k: energy")
         FIELD(hoop, "N", "stress around the axis, on the sides of an eighth of the cell"))
}
cell, next;

SCALAR(viscosity, "Pa s", "dynamic viscosity")
SCALAR(conductivity, "W/m/K", "thermal conductivity")
SCALAR(gas, "J/kg/K", "gas constant")
SCALAR(curved, "1", "1 around an axis, 0 in a plane")
SCALAR(carries, "J/kg/K", "turbulent thermal conductivity over eddy viscosity")
SWITCH(turbulent, "with an eddy viscosity")

#include "rows_means.h"

/* The difference of a field across the cell: four nodes of the high side minus four of the low side. */
static real across(real a, real b, real c, real d, real e, real f, real g, real h) {
  return ((e + h) + (f + g)) - ((a + d) + (b + c));
}

UPDATE {
  real turn000 = cell.swirl / (cell.r * cell.r);
  real turn100 = at(swirl, 1, 0, 0) / (at(r, 1, 0, 0) * at(r, 1, 0, 0));
  real turn010 = at(swirl, 0, 1, 0) / (at(r, 0, 1, 0) * at(r, 0, 1, 0));
  real turn110 = at(swirl, 1, 1, 0) / (at(r, 1, 1, 0) * at(r, 1, 1, 0));
  real turn001 = at(swirl, 0, 0, 1) / (at(r, 0, 0, 1) * at(r, 0, 0, 1));
  real turn101 = at(swirl, 1, 0, 1) / (at(r, 1, 0, 1) * at(r, 1, 0, 1));
  real turn011 = at(swirl, 0, 1, 1) / (at(r, 0, 1, 1) * at(r, 0, 1, 1));
  real turn111 = at(swirl, 1, 1, 1) / (at(r, 1, 1, 1) * at(r, 1, 1, 1));
  real heat000 = cell.p / (cell.rho * gas);
  real heat100 = at(p, 1, 0, 0) / (at(rho, 1, 0, 0) * gas);
  real heat010 = at(p, 0, 1, 0) / (at(rho, 0, 1, 0) * gas);
  real heat110 = at(p, 1, 1, 0) / (at(rho, 1, 1, 0) * gas);
  real heat001 = at(p, 0, 0, 1) / (at(rho, 0, 0, 1) * gas);
  real heat101 = at(p, 1, 0, 1) / (at(rho, 1, 0, 1) * gas);
  real heat011 = at(p, 0, 1, 1) / (at(rho, 0, 1, 1) * gas);
  real heat111 = at(p, 1, 1, 1) / (at(rho, 1, 1, 1) * gas);
  real ix = 0.125 * (cell.aix + at(aix, 1, 0, 0));
  real ir = 0.125 * (cell.air + at(air, 1, 0, 0));
  real it = 0.125 * (cell.ait + at(ait, 1, 0, 0));
  real vx_i = across(cell.vx, at(vx, 0, 1, 0), at(vx, 0, 0, 1), at(vx, 0, 1, 1), at(vx, 1, 0, 0), at(vx, 1, 1, 0),
      at(vx, 1, 0, 1), at(vx, 1, 1, 1));
  real vr_i = across(cell.vr, at(vr, 0, 1, 0), at(vr, 0, 0, 1), at(vr, 0, 1, 1), at(vr, 1, 0, 0), at(vr, 1, 1, 0),
      at(vr, 1, 0, 1), at(vr, 1, 1, 1));
  real om_i = across(turn000, turn010, turn001, turn011, turn100, turn110, turn101, turn111);
  real th_i = across(heat000, heat010, heat001, heat011, heat100, heat110, heat101, heat111);
  real jx = 0.125 * (cell.ajx + at(ajx, 0, 1, 0));
  real jr = 0.125 * (cell.ajr + at(ajr, 0, 1, 0));
  real jt = 0.125 * (cell.ajt + at(ajt, 0, 1, 0));
  real vx_j = across(cell.vx, at(vx, 1, 0, 0), at(vx, 0, 0, 1), at(vx, 1, 0, 1), at(vx, 0, 1, 0), at(vx, 1, 1, 0),
      at(vx, 0, 1, 1), at(vx, 1, 1, 1));
  real vr_j = across(cell.vr, at(vr, 1, 0, 0), at(vr, 0, 0, 1), at(vr, 1, 0, 1), at(vr, 0, 1, 0), at(vr, 1, 1, 0),
      at(vr, 0, 1, 1), at(vr, 1, 1, 1));
  real om_j = across(turn000, turn100, turn001, turn101, turn010, turn110, turn011, turn111);
  real th_j = across(heat000, heat100, heat001, heat101, heat010, heat110, heat011, heat111);
  real kx = 0.125 * (cell.akx + at(akx, 0, 0, 1));
  real kr = 0.125 * (cell.akr + at(akr, 0, 0, 1));
  real kt = 0.125 * (cell.akt + at(akt, 0, 0, 1));
  real vx_k = across(cell.vx, at(vx, 1, 0, 0), at(vx, 0, 1, 0), at(vx, 1, 1, 0), at(vx, 0, 0, 1), at(vx, 1, 0, 1),
      at(vx, 0, 1, 1), at(vx, 1, 1, 1));
  real vr_k = across(cell.vr, at(vr, 1, 0, 0), at(vr, 0, 1, 0), at(vr, 1, 1, 0), at(vr, 0, 0, 1), at(vr, 1, 0, 1),
      at(vr, 0, 1, 1), at(vr, 1, 1, 1));
  real om_k = across(turn000, turn100, turn010, turn110, turn001, turn101, turn011, turn111);
  real th_k = across(heat000, heat100, heat010, heat110, heat001, heat101, heat011, heat111);
  real radius = mean8(cell.r, at(r, 1, 0, 0), at(r, 0, 1, 0), at(r, 0, 0, 1), at(r, 1, 1, 0), at(r, 1, 0, 1),
      at(r, 0, 1, 1), at(r, 1, 1, 1));
  real along = mean8(cell.vx, at(vx, 1, 0, 0), at(vx, 0, 1, 0), at(vx, 0, 0, 1), at(vx, 1, 1, 0), at(vx, 1, 0, 1),
      at(vx, 0, 1, 1), at(vx, 1, 1, 1));
  real outwards = mean8(cell.vr, at(vr, 1, 0, 0), at(vr, 0, 1, 0), at(vr, 0, 0, 1), at(vr, 1, 1, 0),
      at(vr, 1, 0, 1), at(vr, 0, 1, 1), at(vr, 1, 1, 1));
  real around = radius * mean8(turn000, turn100, turn010, turn001, turn110, turn101, turn011, turn111);
  real inverse = 1.0 / cell.volume;
  real vxx = inverse * sum3(ix * vx_i, jx * vx_j, kx * vx_k);
  real vxr = inverse * sum3(ir * vx_i, jr * vx_j, kr * vx_k);
  real vxt = inverse * sum3(it * vx_i, jt * vx_j, kt * vx_k);
  real vrx = inverse * sum3(ix * vr_i, jx * vr_j, kx * vr_k);
  real vrr = inverse * sum3(ir * vr_i, jr * vr_j, kr * vr_k);
  real vrt = inverse * sum3(it * vr_i, jt * vr_j, kt * vr_k);
  real omx = inverse * sum3(ix * om_i, jx * om_j, kx * om_k);
  real omr = inverse * sum3(ir * om_i, jr * om_j, kr * om_k);
  real omt = inverse * sum3(it * om_i, jt * om_j, kt * om_k);
  real thx = inverse * sum3(ix * th_i, jx * th_j, kx * th_k);
  real thr = inverse * sum3(ir * th_i, jr * th_j, kr * th_k);
  real tht = inverse * sum3(it * th_i, jt * th_j, kt * th_k);
  real spread = curved * (outwards / radius);
  real turned = radius * omt;
  real divergence = (vxx + vrr) + (turned + spread);
  real friction = turbulent ? viscosity + cell.eddy : viscosity;
  real conducts = turbulent ? conductivity + carries * cell.eddy : conductivity;
  real third = 0.66666666666666667 * divergence;
  real txx = friction * (2.0 * vxx - third);
  real trr = friction * (2.0 * vrr - third);
  real ttt = friction * (2.0 * (turned + spread) - third);
  real txr = friction * (vxr + vrx);
  real txt = friction * (radius * omx + vxt);
  real trt = friction * (radius * omr + vrt);
  real qx = conducts * thx + ((txx * along + txr * outwards) + txt * around);
  real qr = conducts * thr + ((txr * along + trr * outwards) + trt * around);
  real qt = conducts * tht + ((txt * along + trt * outwards) + ttt * around);
  bool exists = cell.pace > 0.0;
  next.gi1 = exists ? (txx * ix + txr * ir) + txt * it : 0.0;
  next.gi2 = exists ? (txr * ix + trr * ir) + trt * it : 0.0;
  next.gi3 = exists ? radius * ((txt * ix + trt * ir) + ttt * it) : 0.0;
  next.gi4 = exists ? (qx * ix + qr * ir) + qt * it : 0.0;
  next.gj1 = exists ? (txx * jx + txr * jr) + txt * jt : 0.0;
  next.gj2 = exists ? (txr * jx + trr * jr) + trt * jt : 0.0;
  next.gj3 = exists ? radius * ((txt * jx + trt * jr) + ttt * jt) : 0.0;
  next.gj4 = exists ? (qx * jx + qr * jr) + qt * jt : 0.0;
  next.gk1 = exists ? (txx * kx + txr * kr) + txt * kt : 0.0;
  next.gk2 = exists ? (txr * kx + trr * kr) + trt * kt : 0.0;
  next.gk3 = exists ? radius * ((txt * kx + trt * kr) + ttt * kt) : 0.0;
  next.gk4 = exists ? (qx * kx + qr * kr) + qt * kt : 0.0;
  next.hoop = exists ? 0.125 * (ttt * cell.source) : 0.0;
}
