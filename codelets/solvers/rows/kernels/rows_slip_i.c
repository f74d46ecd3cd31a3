/* A wall with slip across axis i: the momentum normal to it, in the frame of the row, is removed.
 * The normal is that of the wall's faces around the node. */
#include "../../../kernels/ria_kernel.h"

POINT_KERNEL(rows_slip_i, "rows: wall with slip, across i", "")
AXES_XYZ

CELL {
  STATE(FIELD(mx, "kg/m2s", "axial momentum")
        FIELD(mr, "kg/m2s", "radial momentum")
        FIELD(mt, "kg/ms", "moment of momentum"))
  INPUT(FIELD(r, "m", "radius")
        FIELD(ax, "m2", "area of face i, axial")
        FIELD(ar, "m2", "area of face i, radial")
        FIELD(at_, "m2", "area of face i, tangential")
        MASK(open, "1", "0 where face i is a wall, else 1")
        MASK(slides, "1", "0 on inflows and outflows, else 1")
        FIELD(rho, "kg/m3", "density"))
}
cell, next;

SCALAR(omega, "1/s", "speed of the row's rotation")

UPDATE {
  real wall1 = 1.0 - at(open, 0, -1, 0);
  real wall2 = 1.0 - at(open, 0, 0, -1);
  real wall3 = 1.0 - at(open, 0, -1, -1);
  real nx = ((1.0 - cell.open) * cell.ax + wall3 * at(ax, 0, -1, -1)) + (wall1 * at(ax, 0, -1, 0) + wall2 *
      at(ax, 0, 0, -1));
  real nr = ((1.0 - cell.open) * cell.ar + wall3 * at(ar, 0, -1, -1)) + (wall1 * at(ar, 0, -1, 0) + wall2 *
      at(ar, 0, 0, -1));
  real nt = ((1.0 - cell.open) * cell.at_ + wall3 * at(at_, 0, -1, -1)) + (wall1 * at(at_, 0, -1, 0) + wall2
      * at(at_, 0, 0, -1));

  real tangential = cell.mt / cell.r - (omega * cell.r) * cell.rho;
  real across = cell.slides * ((cell.mx * nx + cell.mr * nr) + tangential * nt) / ((nx * nx + nr * nr) + nt * nt);
  next.mx = cell.mx - across * nx;
  next.mr = cell.mr - across * nr;
  next.mt = cell.mt - (across * nt) * cell.r;
}
