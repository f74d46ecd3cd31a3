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

/** What StarPU-MPI's callbacks need to know of a strip, for a trace. */
typedef struct {
  ria_simulation *simulation;
  int64_t tag;
  int32_t tile;         /**< that packed it: its number */
  bool sent;            /**< else received */
  uint32_t count;       /**< messages so far */
  _Atomic int64_t step; /**< of the task that packed it last */
} strip_trace;

/** Two generations of a halo strip: what one exchange reads, the next one writes. */
typedef struct {
  starpu_data_handle_t handle[2];
  void *memory[2];
  size_t pinned; /**< bytes of each, 0: not pinned */
  strip_trace trace[2];
} strip_buffers;

/** Cells that two tiles share: own cells of one, which packs them, and ghost cells of the other. */
typedef struct {
  ria_box box;          /**< of the tile that holds this: own cells that it packs, or ghost cells */
  int map[RIA_AXES];    /**< of cells to pack: how the other tile's axes run along these, as of
                           ria_mesh_strip */
  turned_field *turned; /**< of cells to pack: [nstate], what each field of the copy is made of;
                                 NULL: of itself. Owned */
  int64_t other;        /**< the other tile's number, */
  int owner;            /**< its rank, */
  tile_data *tile;      /**< and itself, if it is ours */
  strip_buffers own;    /**< memory of what is packed here, or received from another rank */
  strip_buffers *strip; /**< what is packed or unpacked: own, or that of the tile that packs */
  int64_t tag;          /**< of generation 0; the next one is generation 1's */
} halo_strip;

/** Strips of a tile; most have at most 26, one in each direction. */
enum { MOST_STRIPS = 64 };

/** Memory of a strip, zeroed. Strips that travel between a GPU and MPI do so in the background only
 * from pinned memory; between GPUs of a process they never come here. Errors: RIA_ERROR_MEMORY. */
ria_status strip_create(strip_buffers *strip, size_t bytes, bool pin);
void strip_destroy(strip_buffers *strip);

/** Wait until nothing uses a handle; NULL: there is nothing to wait for. */
void handle_wait(starpu_data_handle_t handle);

#endif
