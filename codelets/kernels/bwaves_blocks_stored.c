/* The blocks of the matrix, each of 25 numbers. */
#include "ria_kernel.h"

POINT_KERNEL(bwaves_blocks_stored, "bwaves: blocks of the matrix, stored", "")
AXES_XYZ

CELL {
  INPUT(COMPONENTS(w, 6, "1", "velocities, energy a mass, speed of sound, specific volume:"))
  OUTPUT(BLOCK(a, 5, 5, "11111 11111 11111 11111 11111", "1", "block of the cell itself:")
         BLOCK(axp, 5, 5, "11111 11111 11111 11111 11111", "1", "block of the neighbour above along x:")
         BLOCK(ayp, 5, 5, "11111 11111 11111 11111 11111", "1", "block of the neighbour above along y:")
         BLOCK(azp, 5, 5, "11111 11111 11111 11111 11111", "1", "block of the neighbour above along z:")
         BLOCK(axm, 5, 5, "11111 11111 11111 11111 11111", "1", "block of the neighbour below along x:")
         BLOCK(aym, 5, 5, "11111 11111 11111 11111 11111", "1", "block of the neighbour below along y:")
         BLOCK(azm, 5, 5, "11111 11111 11111 11111 11111", "1", "block of the neighbour below along z:"))
}
cell, next;

#include "bwaves_matrix.h"

UPDATE {
  real own[5][5], xp[5][5], yp[5][5], zp[5][5], xm[5][5], ym[5][5], zm[5][5];
  real low[3], high[3];
  low[0] = of_face(0, cell.w, at(w, -1, 0, 0));
  low[1] = of_face(1, cell.w, at(w, 0, -1, 0));
  low[2] = of_face(2, cell.w, at(w, 0, 0, -1));
  high[0] = of_face(0, cell.w, at(w, 1, 0, 0));
  high[1] = of_face(1, cell.w, at(w, 0, 1, 0));
  high[2] = of_face(2, cell.w, at(w, 0, 0, 1));
  begin(own);
  within(own, 0, cell.w, low[0], high[0], kx, inverse_dx);
  within(own, 1, cell.w, low[1], high[1], ky, inverse_dy);
  within(own, 2, cell.w, low[2], high[2], kz, inverse_dz);
  beside(xp, 0, 0.5, at(w, 1, 0, 0), high[0], kx, inverse_dx);
  beside(yp, 1, 0.5, at(w, 0, 1, 0), high[1], ky, inverse_dy);
  beside(zp, 2, 0.5, at(w, 0, 0, 1), high[2], kz, inverse_dz);
  beside(xm, 0, -0.5, at(w, -1, 0, 0), low[0], kx, inverse_dx);
  beside(ym, 1, -0.5, at(w, 0, -1, 0), low[1], ky, inverse_dy);
  beside(zm, 2, -0.5, at(w, 0, 0, -1), low[2], kz, inverse_dz);
  for (int l = 0; l < 5; l++) {
    for (int m = 0; m < 5; m++) {
      next.a[l][m] = own[l][m];
      next.axp[l][m] = xp[l][m];
      next.ayp[l][m] = yp[l][m];
      next.azp[l][m] = zp[l][m];
      next.axm[l][m] = xm[l][m];
      next.aym[l][m] = ym[l][m];
      next.azm[l][m] = zm[l][m];
    }
  }
}
