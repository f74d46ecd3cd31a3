/* Convective fluxes through the three low faces of a cell between nodes, from the means of a
 * face's four nodes. The frame rotates about the x axis with the row; velocities are absolute.
 * Means are summed by the diagonals of a face, so that no bit depends on the numbering of its
 * nodes. */
#include "../../../kernels/ria_kernel.h"
#include "rows_fields.h"

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
        AREAS
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

#include "rows_means.h"
#include "rows_faces.h"

UPDATE {
  real i[5], j[5], k[5];
  flux_i(i, 0);
  flux_j(j, 0);
  flux_k(k, 0);
  next.fi0 = i[0];
  next.fi1 = i[1];
  next.fi2 = i[2];
  next.fi3 = i[3];
  next.fi4 = i[4];
  next.fj0 = j[0];
  next.fj1 = j[1];
  next.fj2 = j[2];
  next.fj3 = j[3];
  next.fj4 = j[4];
  next.fk0 = k[0];
  next.fk1 = k[1];
  next.fk2 = k[2];
  next.fk3 = k[3];
  next.fk4 = k[4];
}
