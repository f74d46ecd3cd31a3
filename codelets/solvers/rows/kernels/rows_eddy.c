/* The eddy viscosity of a cell by Prandtl's mixing length. The shear is the vorticity or the rate
 * of strain, whichever is smaller: in a shear layer they are equal, in a rigid rotation there is no
 * strain, and in shocks and at stagnation points no vorticity. Near a wall without slip the length
 * is damped (van Driest) by the distance in wall units, with the stress of the cell itself instead
 * of that at the wall. Gradients as in rows_stress. */
#include "../../../kernels/ria_kernel.h"
#include "rows_fields.h"

POINT_KERNEL(rows_eddy, "rows: eddy viscosity of a cell", "Prandtl (1925); van Driest (1956)")
AXES_XYZ

CELL {
  INPUT(FIELD(rho, "kg/m3", "density")
        FIELD(vx, "m/s", "axial velocity")
        FIELD(vr, "m/s", "radial velocity")
        FIELD(swirl, "m2/s", "radius times tangential velocity")
        FIELD(r, "m", "radius")
        AREAS
        FIELD(volume, "m3", "volume")
        MASK(exists, "1", "1 where there is a cell, else 0")
        FIELD(distance, "m", "distance of the cell to the nearest wall"))
  OUTPUT(FIELD(eddy, "Pa s", "eddy viscosity"))
}
cell, next;

SCALAR(viscosity, "Pa s", "dynamic viscosity")
SCALAR(curved, "1", "1 around an axis, 0 in a plane")
SCALAR(longest, "m", "the longest mixing length, where it does not grow with the radius; else 0")
SCALAR(growth, "1", "the longest mixing length over the radius, where it grows with that; else 0")
SWITCH(damped, "the length is damped near walls")

#include "rows_means.h"

/* The difference of a field across the cell: four nodes of the high side minus four of the low side. */
static real across(real a, real b, real c, real d, real e, real f, real g, real h) {
  return ((e + h) + (f + g)) - ((a + d) + (b + c));
}

static real square(real x) {
  return x * x;
}

/* exp(-x / 26) for x >= 0, within 3e-5. */
static real decay(real x) {
  real z = x * (1.0 / 208.0);
  real series = 1.0 + z * (1.0 + z * (0.5 + z * (0.16666666666666667 + z * 0.041666666666666667)));
  real eighth = 1.0 / series;
  return square(square(square(eighth)));
}

/* One Newton iteration for the distance y in wall units. If the stress is uniform across the layer,
 * y^2 = R (1 + R (kappa damping(y))^2) with the local Reynolds number R = rho d^2 shear / mu. */
static real nearer(real y, real reynolds) {
  real left = decay(y);
  real damping = 1.0 - left;
  real half = (reynolds * reynolds) * (0.1681 * damping);
  real excess = (y * y - reynolds) - half * damping;
  real slope = 2.0 * y - half * (left * (2.0 / 26.0));
  return y - excess / slope;
}

/* The damping of the mixing length from the local Reynolds number: three iterations from a fit,
 * to 1e-4 of the viscosity. */
static real damping_of(real local) {
  real reynolds = max(local, 0.001);
  real first = sqrt(reynolds * (1.0 + 0.1681 * (reynolds * (reynolds / (reynolds + 120.0)))));
  return 1.0 - decay(nearer(nearer(nearer(first, reynolds), reynolds), reynolds));
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
  real ix = 0.125 * (cell.aix + at(aix, 1, 0, 0));
  real ir = 0.125 * (cell.air + at(air, 1, 0, 0));
  real it = 0.125 * (cell.ait + at(ait, 1, 0, 0));
  real vx_i = across(cell.vx, at(vx, 0, 1, 0), at(vx, 0, 0, 1), at(vx, 0, 1, 1), at(vx, 1, 0, 0), at(vx, 1, 1, 0),
      at(vx, 1, 0, 1), at(vx, 1, 1, 1));
  real vr_i = across(cell.vr, at(vr, 0, 1, 0), at(vr, 0, 0, 1), at(vr, 0, 1, 1), at(vr, 1, 0, 0), at(vr, 1, 1, 0),
      at(vr, 1, 0, 1), at(vr, 1, 1, 1));
  real om_i = across(turn000, turn010, turn001, turn011, turn100, turn110, turn101, turn111);
  real jx = 0.125 * (cell.ajx + at(ajx, 0, 1, 0));
  real jr = 0.125 * (cell.ajr + at(ajr, 0, 1, 0));
  real jt = 0.125 * (cell.ajt + at(ajt, 0, 1, 0));
  real vx_j = across(cell.vx, at(vx, 1, 0, 0), at(vx, 0, 0, 1), at(vx, 1, 0, 1), at(vx, 0, 1, 0), at(vx, 1, 1, 0),
      at(vx, 0, 1, 1), at(vx, 1, 1, 1));
  real vr_j = across(cell.vr, at(vr, 1, 0, 0), at(vr, 0, 0, 1), at(vr, 1, 0, 1), at(vr, 0, 1, 0), at(vr, 1, 1, 0),
      at(vr, 0, 1, 1), at(vr, 1, 1, 1));
  real om_j = across(turn000, turn100, turn001, turn101, turn010, turn110, turn011, turn111);
  real kx = 0.125 * (cell.akx + at(akx, 0, 0, 1));
  real kr = 0.125 * (cell.akr + at(akr, 0, 0, 1));
  real kt = 0.125 * (cell.akt + at(akt, 0, 0, 1));
  real vx_k = across(cell.vx, at(vx, 1, 0, 0), at(vx, 0, 1, 0), at(vx, 1, 1, 0), at(vx, 0, 0, 1), at(vx, 1, 0, 1),
      at(vx, 0, 1, 1), at(vx, 1, 1, 1));
  real vr_k = across(cell.vr, at(vr, 1, 0, 0), at(vr, 0, 1, 0), at(vr, 1, 1, 0), at(vr, 0, 0, 1), at(vr, 1, 0, 1),
      at(vr, 0, 1, 1), at(vr, 1, 1, 1));
  real om_k = across(turn000, turn100, turn010, turn110, turn001, turn101, turn011, turn111);
  real rho = mean8(cell.rho, at(rho, 1, 0, 0), at(rho, 0, 1, 0), at(rho, 0, 0, 1), at(rho, 1, 1, 0),
      at(rho, 1, 0, 1), at(rho, 0, 1, 1), at(rho, 1, 1, 1));
  real radius = mean8(cell.r, at(r, 1, 0, 0), at(r, 0, 1, 0), at(r, 0, 0, 1), at(r, 1, 1, 0), at(r, 1, 0, 1),
      at(r, 0, 1, 1), at(r, 1, 1, 1));
  real outwards = mean8(cell.vr, at(vr, 1, 0, 0), at(vr, 0, 1, 0), at(vr, 0, 0, 1), at(vr, 1, 1, 0),
      at(vr, 1, 0, 1), at(vr, 0, 1, 1), at(vr, 1, 1, 1));
  real turn = mean8(turn000, turn100, turn010, turn001, turn110, turn101, turn011, turn111);
  real inverse = 1.0 / cell.volume;
  real vxx = inverse * sum3(ix * vx_i, jx * vx_j, kx * vx_k);
  real vxr = inverse * sum3(ir * vx_i, jr * vx_j, kr * vx_k);
  real vxt = inverse * sum3(it * vx_i, jt * vx_j, kt * vx_k);
  real vrx = inverse * sum3(ix * vr_i, jx * vr_j, kx * vr_k);
  real vrr = inverse * sum3(ir * vr_i, jr * vr_j, kr * vr_k);
  real vrt = inverse * sum3(it * vr_i, jt * vr_j, kt * vr_k);
  real vtx = radius * (inverse * sum3(ix * om_i, jx * om_j, kx * om_k));
  real sheared = radius * (inverse * sum3(ir * om_i, jr * om_j, kr * om_k));
  real hoop = radius * (inverse * sum3(it * om_i, jt * om_j, kt * om_k)) + curved * (outwards / radius);
  real whirl = sheared + curved * (2.0 * turn);
  real strain = 2.0 * ((vxx * vxx + vrr * vrr) + hoop * hoop)
      + ((square(vxr + vrx) + square(vtx + vxt)) + square(sheared + vrt));
  real vorticity = (square(whirl - vrt) + square(vxt - vtx)) + square(vrx - vxr);
  real shear = sqrt(min(strain, vorticity));
  real wall = 0.41 * cell.distance;
  real local = (rho * (cell.distance * cell.distance)) * (shear / viscosity);
  real near = damped ? wall * damping_of(local) : wall;
  real mixing = min(near, longest + growth * radius);
  next.eddy = cell.exists > 0.5 ? (rho * shear) * (mixing * mixing) : 0.0;
}
