/* Convective fluxes through the three low faces of a cell between nodes, from the means of a face's
 * four nodes. The frame turns about the x axis with the row; velocities are those of the absolute
 * frame. Means are taken by the diagonals of a face, so that no bit depends on how its nodes are
 * numbered. */
#include "ria_kernel.h"

POINT_KERNEL(rows_flux, "rows: convective fluxes through the low faces of a cell", "Denton (1983)")
AXES_XYZ

CELL {
  INPUT(FIELD(rho, "kg/m3", "density")
        FIELD(mx, "kg/m2s", "axial momentum")
        FIELD(mr, "kg/m2s", "radial momentum")
        FIELD(mt, "kg/ms", "moment of momentum")
        FIELD(vx, "m/s", "axial velocity")
        FIELD(vr, "m/s", "radial velocity")
        FIELD(swirl, "m2/s", "radius times tangential velocity")
        FIELD(p, "Pa", "pressure")
        FIELD(h, "J/kg", "total enthalpy")
        FIELD(r, "m", "radius")
        FIELD(aix, "m2", "area of face i, axial")
        FIELD(air, "m2", "area of face i, radial")
        FIELD(ait, "m2", "area of face i, tangential")
        FIELD(ajx, "m2", "area of face j, axial")
        FIELD(ajr, "m2", "area of face j, radial")
        FIELD(ajt, "m2", "area of face j, tangential")
        FIELD(akx, "m2", "area of face k, axial")
        FIELD(akr, "m2", "area of face k, radial")
        FIELD(akt, "m2", "area of face k, tangential")
        MASK(open_i, "1", "0 where face i is a wall, else 1")
        MASK(open_j, "1", "0 where face j is a wall, else 1")
        MASK(open_k, "1", "0 where face k is a wall, else 1"))
  OUTPUT(FIELD(fi0, "kg/s", "mass through face i")
         FIELD(fi1, "N", "axial momentum through face i")
         FIELD(fi2, "N", "radial momentum through face i")
         FIELD(fi3, "Nm", "moment of momentum through face i")
         FIELD(fi4, "W", "energy through face i")
         FIELD(fj0, "kg/s", "mass through face j")
         FIELD(fj1, "N", "axial momentum through face j")
         FIELD(fj2, "N", "radial momentum through face j")
         FIELD(fj3, "Nm", "moment of momentum through face j")
         FIELD(fj4, "W", "energy through face j")
         FIELD(fk0, "kg/s", "mass through face k")
         FIELD(fk1, "N", "axial momentum through face k")
         FIELD(fk2, "N", "radial momentum through face k")
         FIELD(fk3, "Nm", "moment of momentum through face k")
         FIELD(fk4, "W", "energy through face k"))
}
cell, next;

SCALAR(omega, "1/s", "speed of the row's rotation")

static real mean(real a, real b, real c, real d) {
  return 0.25 * ((a + d) + (b + c));
}

UPDATE {
  real r_i = mean(cell.r, at(r, 0, 1, 0), at(r, 0, 0, 1), at(r, 0, 1, 1));
  real p_i = mean(cell.p, at(p, 0, 1, 0), at(p, 0, 0, 1), at(p, 0, 1, 1));
  real relative_i = mean(cell.mt, at(mt, 0, 1, 0), at(mt, 0, 0, 1), at(mt, 0, 1, 1)) / r_i - (omega * r_i)
      * mean(cell.rho, at(rho, 0, 1, 0), at(rho, 0, 0, 1), at(rho, 0, 1, 1));
  real mass_i = cell.open_i * ((mean(cell.mx, at(mx, 0, 1, 0), at(mx, 0, 0, 1), at(mx, 0, 1, 1)) * cell.aix
      + mean(cell.mr, at(mr, 0, 1, 0), at(mr, 0, 0, 1), at(mr, 0, 1, 1)) * cell.air) + relative_i * cell.ait);
  real turning_i = (r_i * p_i) * cell.ait;
  next.fi0 = mass_i;
  next.fi1 = mass_i * mean(cell.vx, at(vx, 0, 1, 0), at(vx, 0, 0, 1), at(vx, 0, 1, 1)) + p_i * cell.aix;
  next.fi2 = mass_i * mean(cell.vr, at(vr, 0, 1, 0), at(vr, 0, 0, 1), at(vr, 0, 1, 1)) + p_i * cell.air;
  next.fi3 = mass_i * mean(cell.swirl, at(swirl, 0, 1, 0), at(swirl, 0, 0, 1), at(swirl, 0, 1, 1)) + turning_i;
  next.fi4 = mass_i * mean(cell.h, at(h, 0, 1, 0), at(h, 0, 0, 1), at(h, 0, 1, 1)) + omega * turning_i;

  real r_j = mean(cell.r, at(r, 0, 0, 1), at(r, 1, 0, 0), at(r, 1, 0, 1));
  real p_j = mean(cell.p, at(p, 0, 0, 1), at(p, 1, 0, 0), at(p, 1, 0, 1));
  real relative_j = mean(cell.mt, at(mt, 0, 0, 1), at(mt, 1, 0, 0), at(mt, 1, 0, 1)) / r_j - (omega * r_j)
      * mean(cell.rho, at(rho, 0, 0, 1), at(rho, 1, 0, 0), at(rho, 1, 0, 1));
  real mass_j = cell.open_j * ((mean(cell.mx, at(mx, 0, 0, 1), at(mx, 1, 0, 0), at(mx, 1, 0, 1)) * cell.ajx
      + mean(cell.mr, at(mr, 0, 0, 1), at(mr, 1, 0, 0), at(mr, 1, 0, 1)) * cell.ajr) + relative_j * cell.ajt);
  real turning_j = (r_j * p_j) * cell.ajt;
  next.fj0 = mass_j;
  next.fj1 = mass_j * mean(cell.vx, at(vx, 0, 0, 1), at(vx, 1, 0, 0), at(vx, 1, 0, 1)) + p_j * cell.ajx;
  next.fj2 = mass_j * mean(cell.vr, at(vr, 0, 0, 1), at(vr, 1, 0, 0), at(vr, 1, 0, 1)) + p_j * cell.ajr;
  next.fj3 = mass_j * mean(cell.swirl, at(swirl, 0, 0, 1), at(swirl, 1, 0, 0), at(swirl, 1, 0, 1)) + turning_j;
  next.fj4 = mass_j * mean(cell.h, at(h, 0, 0, 1), at(h, 1, 0, 0), at(h, 1, 0, 1)) + omega * turning_j;

  real r_k = mean(cell.r, at(r, 1, 0, 0), at(r, 0, 1, 0), at(r, 1, 1, 0));
  real p_k = mean(cell.p, at(p, 1, 0, 0), at(p, 0, 1, 0), at(p, 1, 1, 0));
  real relative_k = mean(cell.mt, at(mt, 1, 0, 0), at(mt, 0, 1, 0), at(mt, 1, 1, 0)) / r_k - (omega * r_k)
      * mean(cell.rho, at(rho, 1, 0, 0), at(rho, 0, 1, 0), at(rho, 1, 1, 0));
  real mass_k = cell.open_k * ((mean(cell.mx, at(mx, 1, 0, 0), at(mx, 0, 1, 0), at(mx, 1, 1, 0)) * cell.akx
      + mean(cell.mr, at(mr, 1, 0, 0), at(mr, 0, 1, 0), at(mr, 1, 1, 0)) * cell.akr) + relative_k * cell.akt);
  real turning_k = (r_k * p_k) * cell.akt;
  next.fk0 = mass_k;
  next.fk1 = mass_k * mean(cell.vx, at(vx, 1, 0, 0), at(vx, 0, 1, 0), at(vx, 1, 1, 0)) + p_k * cell.akx;
  next.fk2 = mass_k * mean(cell.vr, at(vr, 1, 0, 0), at(vr, 0, 1, 0), at(vr, 1, 1, 0)) + p_k * cell.akr;
  next.fk3 = mass_k * mean(cell.swirl, at(swirl, 1, 0, 0), at(swirl, 0, 1, 0), at(swirl, 1, 1, 0)) + turning_k;
  next.fk4 = mass_k * mean(cell.h, at(h, 1, 0, 0), at(h, 0, 1, 0), at(h, 1, 1, 0)) + omega * turning_k;
}
