/** \file
 * The strips that tiles exchange. */
#ifndef ACCESS_STRIP_H
#define ACCESS_STRIP_H

#include <stdatomic.h>
#include <starpu.h>
#include "mesh/layout.h"
#include "ria/mesh.h"
#include "ria/simulation.h"

typedef struct tile_data tile_data;

/** Data about a strip that StarPU-MPI's callbacks need for a trace. */
typedef struct {
  ria_simulation *simulation;
  int64_t tag;
  int32_t tile;         /**< number of the tile that packed it */
  bool sent;            /**< otherwise received */
  uint32_t count;       /**< number of messages so far */
  _Atomic int64_t step; /**< step of the task that packed it last */
} strip_trace;

/** Two generations of a halo strip: one is read by the present exchange, the other is written for
 * the next exchange. */
typedef struct {
  starpu_data_handle_t handle[2];
  void *memory[2];
  size_t pinned; /**< bytes of each; 0: not pinned */
  strip_trace trace[2];
} strip_buffers;

/** Cells that two tiles share: own cells of one tile, which packs them, and ghost cells of the
 * other tile. */
typedef struct {
  ria_box box;       /**< cells of this tile: own cells to pack, or ghost cells */
  int map[RIA_AXES]; /**< for packing: direction of the other tile's axes along this tile's, as in
                        ria_mesh_strip */
  turned_field *turned; /**< for packing: [nstate], source of each field of the copy; NULL: the
                           field itself. Owned */
  int64_t other;        /**< the other tile's number, */
  int owner;            /**< its rank, */
  tile_data *tile;      /**< the other tile, if this rank has it */
  strip_buffers own;    /**< memory of a strip that is packed here, or received from another rank */
  strip_buffers
      *strip;  /**< handles for packing or unpacking: own, or those of the tile that packs */
  int64_t tag; /**< tag of generation 0; generation 1 has the next tag */
} halo_strip;

/** Strips of a tile; most have at most 26, one in each direction. */
enum { MOST_STRIPS = 64 };

/** Allocate a strip's memory, zeroed. Copies between a GPU and MPI run in the background only from
 * pinned memory; strips between GPUs of a process are never copied to this memory. Errors:
 * RIA_ERROR_MEMORY. */
ria_status strip_create(strip_buffers *strip, size_t bytes, bool pin);
void strip_destroy(strip_buffers *strip);

/** Wait until a handle is not in use; NULL: returns at once. */
void handle_wait(starpu_data_handle_t handle);

#endif
