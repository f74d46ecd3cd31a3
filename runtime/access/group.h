/** \file
 * Groups of tiles. */
#ifndef ACCESS_GROUP_H
#define ACCESS_GROUP_H

#include <starpu.h>
#include <stdbool.h>

/** Tiles that one worker computes together, in one task. A group has one piece of memory: a field
 * of the group holds this field of all its tiles, one tile after the other. Each tile is a group of
 * its own, unless the executor requests more (tile_executor.groups). */
typedef struct {
  int first, tiles; /**< tiles of the simulation */
  size_t field;     /**< reals of a field; equal to the field size in the layouts of its tiles */
  void *state, *statics;
  size_t state_bytes, statics_bytes;
  bool pinned;
  starpu_data_handle_t state_handle, statics_handle;
} tile_group;

#endif
