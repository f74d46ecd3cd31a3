/* The matrix times a vector. Each component's products are summed in the order of the blocks, then the five sums. */
#include "ria_kernel.h"

POINT_KERNEL(bwaves_product_stored, "bwaves: the matrix times a vector, blocks stored", "Porting the SPEC benchmark BWAVES to GPUs with CUDA Fortran, fig. 4")
AXES_XYZ

CELL {
  INPUT(COMPONENTS(x, 5, "1", "vector:")
        BLOCK(a, 5, 5, "11111 11111 11111 11111 11111", "1", "block of the cell itself:")
        BLOCK(axp, 5, 5, "11111 11111 11111 11111 11111", "1", "block of the neighbour above along x:")
        BLOCK(ayp, 5, 5, "11111 11111 11111 11111 11111", "1", "block of the neighbour above along y:")
        BLOCK(azp, 5, 5, "11111 11111 11111 11111 11111", "1", "block of the neighbour above along z:")
        BLOCK(axm, 5, 5, "11111 11111 11111 11111 11111", "1", "block of the neighbour below along x:")
        BLOCK(aym, 5, 5, "11111 11111 11111 11111 11111", "1", "block of the neighbour below along y:")
        BLOCK(azm, 5, 5, "11111 11111 11111 11111 11111", "1", "block of the neighbour below along z:"))
  OUTPUT(COMPONENTS(y, 5, "1", "the matrix times it:"))
}
cell, next;

UPDATE {
  for (int l = 0; l < 5; l++) {
    real s[5];
    for (int m = 0; m < 5; m++) {
      s[m] = fma_sparse(cell.a[l][m], cell.x[m], 0.0);
      s[m] = fma_sparse(cell.axp[l][m], at(x[m], 1, 0, 0), s[m]);
      s[m] = fma_sparse(cell.ayp[l][m], at(x[m], 0, 1, 0), s[m]);
      s[m] = fma_sparse(cell.azp[l][m], at(x[m], 0, 0, 1), s[m]);
      s[m] = fma_sparse(cell.axm[l][m], at(x[m], -1, 0, 0), s[m]);
      s[m] = fma_sparse(cell.aym[l][m], at(x[m], 0, -1, 0), s[m]);
      s[m] = fma_sparse(cell.azm[l][m], at(x[m], 0, 0, -1), s[m]);
    }
    next.y[l] = (((s[0] + s[1]) + s[2]) + s[3]) + s[4];
  }
}
