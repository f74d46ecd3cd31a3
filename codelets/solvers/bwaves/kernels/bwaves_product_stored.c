/* The matrix times a vector. Each component's products are summed in the order of the blocks, then the five sums. */
#include "../../../kernels/ria_kernel.h"

POINT_KERNEL(bwaves_product_stored, "bwaves: the matrix times a vector, blocks stored", "Porting the SPEC benchmark BWAVES to GPUs with CUDA Fortran, fig. 4")
AXES_XYZ
HINT(cuda, room_for_two)
FOLLOWED_BY(dot5)

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

#include "bwaves_product.h"

UPDATE {
  multiply();
}
