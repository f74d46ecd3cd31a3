/* How many tiles a grid is cut into where the case leaves it open. */
#ifndef RIA_RUN_TILES_H
#define RIA_RUN_TILES_H

#include "ria/case.h"

/* Sets tiles_x and tiles_y of the model's grid, for the workers of all ranks. With GPUs that is one
 * tile each, or where tiles are staged so many that three of them fit into a GPU. Sets scheme and
 * depth, too, where the case leaves them open. */
void ria_choose_tiles(const ria_case *the_case, const ria_runtime *runtime, ria_model *model);

/* Bytes of the tiles of all ranks together on GPUs, or a little more. */
double ria_tiles_bytes(const ria_model *model);

#endif
