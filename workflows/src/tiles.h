/* How many tiles a grid is cut into where the case leaves it open. */
#ifndef RIA_TILES_H
#define RIA_TILES_H

#include "ria/case.h"

/* Sets tiles_x and tiles_y of the grid for so many workers on all ranks together. */
void ria_choose_tiles(const ria_case *the_case, int workers, ria_grid *grid);

#endif
