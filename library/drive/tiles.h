/* Chooses the number of tiles if the case does not give it. */
#ifndef DRIVE_TILES_H
#define DRIVE_TILES_H

#include "ria/case.h"

/* Sets the tiles of the model's grid for the workers of all ranks. With GPUs: one tile
 * per GPU, or for staged tiles so many that three of them fit into a GPU. Also sets scheme and
 * depth if the case does not give them. */
void drive_choose_tiles(const ria_case *the_case, const ria_runtime *runtime, ria_model *model);

/* The same for a model of blocks, whose mesh this is. */
void drive_choose_block_tiles(const ria_case *the_case, const ria_runtime *runtime,
                              ria_model *model, ria_mesh *mesh);

/* Cuts each block along one axis in proportion to its cells, into about `wanted` tiles in all: the
 * last axis that is long enough. Blocks whose tiles the case gives stay as they are. If the parts,
 * which are ranks, or their workers or GPUs, are not balanced then, cuts several blocks into more
 * tiles. */
void drive_cut_blocks(const ria_case *the_case, const ria_model *model, int parts, double wanted,
                      ria_mesh *mesh);

/* The largest imbalance of parts that needs no more tiles: most / mean - 1. */
#define DRIVE_BALANCED 0.05
double drive_imbalance(const ria_mesh_loads *loads);

/* An upper estimate of the bytes of all ranks' tiles on GPUs. */
double drive_tiles_bytes(const ria_model *model);

#endif
