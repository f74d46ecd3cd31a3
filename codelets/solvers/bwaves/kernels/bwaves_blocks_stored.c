/* The blocks of the matrix, each of 25 numbers. */
#include "../../../kernels/ria_kernel.h"

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
#include "bwaves_blocks.h"

UPDATE {
  set_blocks();
}
