/** \file
 * Groups of tiles. */
#ifndef ACCESS_GROUP_H
#define ACCESS_GROUP_H

#include <starpu.h>
#include <stdbool.h>

/** Tiles that one worker computes together, in one task. Their memory is one piece: a field of the
 * group holds that field of all its tiles, one tile after the other. Unless the executor asks for
 * more (tile_executor.groups), each tile is a group. */
typedef struct {
  int first, tiles; /**< of the simulation's */
  size_t field;     /**< reals of a field; the layouts of its tiles have it, too */
  void *state, *statics;
  size_t state_bytes, statics_bytes;
  bool pinned;
  starpu_data_handle_t state_handle, statics_handle;
} tile_group;

#endif
