/* The blocks of the matrix, without the elements that are 0 by structure. */
#include "../../../kernels/ria_kernel.h"

POINT_KERNEL(bwaves_blocks_packed, "bwaves: blocks of the matrix, packed", "")
AXES_XYZ

CELL {
  INPUT(COMPONENTS(w, 6, "1", "velocities, energy a mass, speed of sound, specific volume:"))
  OUTPUT(BLOCK(a, 5, 5, "10000 11000 10100 10010 11111", "1", "block of the cell itself:")
         BLOCK(axp, 5, 5, "11000 11111 11100 11010 11111", "1", "block of the neighbour above along x:")
         BLOCK(ayp, 5, 5, "10100 11100 11111 10110 11111", "1", "block of the neighbour above along y:")
         BLOCK(azp, 5, 5, "10010 11010 10110 11111 11111", "1", "block of the neighbour above along z:")
         BLOCK(axm, 5, 5, "11000 11111 11100 11010 11111", "1", "block of the neighbour below along x:")
         BLOCK(aym, 5, 5, "10100 11100 11111 10110 11111", "1", "block of the neighbour below along y:")
         BLOCK(azm, 5, 5, "10010 11010 10110 11111 11111", "1", "block of the neighbour below along z:"))
}
cell, next;

#include "bwaves_matrix.h"
#include "bwaves_blocks.h"

UPDATE {
  set_blocks();
}
