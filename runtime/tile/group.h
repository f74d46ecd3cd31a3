/** \file
 * Which tiles share tasks, and the memory that they share. */
#ifndef TILE_GROUP_H
#define TILE_GROUP_H

#include "access/simulation.h"

/** Put the tiles, whose places are chosen, into groups: one worker's tiles in a row. */
ria_status groups_plan(ria_simulation *simulation);
/** Their memory, zeroed, and that of their tiles in it. */
ria_status groups_create(ria_simulation *simulation);
void groups_destroy(ria_simulation *simulation);

#endif
