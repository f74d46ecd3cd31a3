/* The gains of a cell between nodes, and its volume over its time step: the same bits as
 * rows_flux, rows_time_step, rows_sum and rows_source, in one pass. A cell computes the fluxes
 * through its six faces, so that none is stored; both cells of a face compute the same bits. */
#include "../../../kernels/ria_kernel.h"
#include "rows_fields.h"

POINT_KERNEL(rows_gain, "rows: gains and time step of a cell, from its eight nodes", "Denton (1983)")
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
        MASK(open_k, "1", "0 where face k is a wall, else 1")
        FIELD(volume, "m3", "volume")
        MASK(exists, "1", "1 where there is a cell, else 0")
        FIELD(source, "m2", "area of the sides, radial")
        FIELD(eddy, "Pa s", "eddy viscosity, if turbulent"))
  OUTPUT(FIELD(c0, "kg/s", "gain: mass")
         FIELD(c1, "N", "gain: axial momentum")
         FIELD(c2, "N", "gain: radial momentum")
         FIELD(c3, "Nm", "gain: moment of momentum")
         FIELD(c4, "W", "gain: energy")
         FIELD(pace, "m3/s", "volume over time step"))
}
cell, next;

SCALAR(omega, "1/s", "speed of the row's rotation")
SCALAR(cfl, "1", "Courant number")
SCALAR(gamma, "1", "ratio of specific heats")
SCALAR(fixed, "s", "time step of all cells, if not local")
SCALAR(viscous, "m2/s", "4 gamma / prandtl times viscosity")
SCALAR(stirred, "1", "4 gamma over the turbulent Prandtl number")
SWITCH(local, "each cell has its own time step")
SWITCH(curved, "around an axis")
SWITCH(turbulent, "with an eddy viscosity")

#include "rows_means.h"
#include "rows_faces.h"
#include "rows_waves.h"
#include "rows_push.h"

UPDATE {
  /* The same bits as rows_time_step: one of the two parts is 0. */
  real given = 1.0 / fixed;
  real free = 1.0 / cfl;
  real pace = local ? crossed_volume() * free : cell.volume * given;
  bool exists = cell.exists > 0.5;
  next.pace = exists ? pace : 0.0;

  real low_i[5], high_i[5], low_j[5], high_j[5], low_k[5], high_k[5], gain[5];
  flux_i(low_i, 0);
  flux_i(high_i, 1);
  flux_j(low_j, 0);
  flux_j(high_j, 1);
  flux_k(low_k, 0);
  flux_k(high_k, 1);
  for (int m = 0; m < 5; m++) {
    gain[m] = sum3(low_i[m] - high_i[m], low_j[m] - high_j[m], low_k[m] - high_k[m]);
  }
  bool flows = exists && pace > 0.0; /* the fluxes are undefined where there is no cell */
  next.c0 = flows ? gain[0] : 0.0;
  next.c1 = flows ? gain[1] : 0.0;
  next.c2 = flows ? (curved ? gain[2] + mean_push() * cell.source : gain[2]) : 0.0;
  next.c3 = flows ? gain[3] : 0.0;
  next.c4 = flows ? gain[4] : 0.0;
}
