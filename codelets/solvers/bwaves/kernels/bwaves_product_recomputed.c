/* The matrix times a vector; the blocks are computed where they are used. */
#include "../../../kernels/ria_kernel.h"

POINT_KERNEL(bwaves_product_recomputed, "bwaves: the matrix times a vector, blocks recomputed", "Porting the SPEC benchmark BWAVES to GPUs with CUDA Fortran, fig. 4")
AXES_XYZ
HINT(cuda, room_for_two)
HINT(cuda, read_late, double)
FOLLOWED_BY(dot5)

CELL {
  INPUT(COMPONENTS(x, 5, "1", "vector:")
        COMPONENTS(w, 6, "1", "velocities, energy a mass, speed of sound, specific volume:"))
  OUTPUT(COMPONENTS(y, 5, "1", "the matrix times it:"))
}
cell, next;

#include "bwaves_matrix.h"

/* Adds a block's products. */
static void multiply(real s[5][5], const real b[5][5], const real x[5]) {
  for (int l = 0; l < 5; l++) {
    for (int m = 0; m < 5; m++) {
      s[l][m] = fma_sparse(b[l][m], x[m], s[l][m]);
    }
  }
}

UPDATE {
  real s[5][5], b[5][5];
  real low[3], high[3];
  face_waves(low, high);
  for (int l = 0; l < 5; l++) {
    for (int m = 0; m < 5; m++) {
      s[l][m] = 0.0;
    }
  }
  diagonal(b, low, high);
  multiply(s, b, cell.x);
  beside(b, 0, 0.5, at(w, 1, 0, 0), high[0]);
  multiply(s, b, at(x, 1, 0, 0));
  beside(b, 1, 0.5, at(w, 0, 1, 0), high[1]);
  multiply(s, b, at(x, 0, 1, 0));
  beside(b, 2, 0.5, at(w, 0, 0, 1), high[2]);
  multiply(s, b, at(x, 0, 0, 1));
  beside(b, 0, -0.5, at(w, -1, 0, 0), low[0]);
  multiply(s, b, at(x, -1, 0, 0));
  beside(b, 1, -0.5, at(w, 0, -1, 0), low[1]);
  multiply(s, b, at(x, 0, -1, 0));
  beside(b, 2, -0.5, at(w, 0, 0, -1), low[2]);
  multiply(s, b, at(x, 0, 0, -1));
  for (int l = 0; l < 5; l++) {
    next.y[l] = (((s[l][0] + s[l][1]) + s[l][2]) + s[l][3]) + s[l][4];
  }
}
