/** \file
 * Swept time tiling: space-time cut along the cone of what a tile can compute on its own.
 *
 * A window of steps is cut into an even number of layers. In the first one each tile computes what
 * its own cells alone decide, less at every tier (an application of a stage): up-triangles, in two
 * dimensions up-pyramids. What is missing between them is computed around the sides of tiles, more
 * at every tier, and in two dimensions around their corners; then all cells have one time. The
 * second layer is the first one with tiles whose centres are those corners, so that what fills the
 * gaps of the first and what begins the second is one task: a diamond, an octahedron. It ends on
 * the tiles again. No cell is computed twice, and neighbours hear of each other once a layer (along
 * each axis that is cut). Magee and Niemeyer, "Accelerating solutions of one-dimensional unsteady
 * PDEs with GPU-based swept time-space decomposition" (2018), section 4; Alhubail and Wang, "The
 * swept rule for breaking the latency barrier in time advancing two-dimensional PDEs" (2016).
 *
 * All is done in place in the tile's alternating buffers. What a tier leaves standing of the one
 * two before it are the edges L and R of the paper; a neighbour's are copied into ghost cells, and
 * what was computed there goes back to the neighbour in the next layer.
 *
 * At a side of the domain a flank stands upright: nothing beyond it is missing.
 *
 * A plane may be cut along both of its axes, a space along z alone: the other axes are whole, and a
 * tier is a slab of planes.
 */
#ifndef EXECUTORS_SWEPT_SWEPT_H
#define EXECUTORS_SWEPT_SWEPT_H

#include "executors/executor.h"

struct swept_strip;

/** Of a simulation. */
typedef struct {
  int layers;    /**< of a window */
  int axis[2];   /**< of the mesh, which may be cut: x and y in a plane, x and z in a space. They
                    are called x and y of the executor. */
  bool along[2]; /**< those that are cut: along which tiles have neighbours */
  int slope[2];  /**< cells that a flank moves in a tier: the largest radius of a stage */
  int half[2];   /**< cells on either side of a tile's side that its node has at most */
} swept_plan;

static inline const swept_plan *swept_of(const ria_simulation *simulation) {
  return simulation->executor_data;
}

/** The strips of a tile. */
static inline struct swept_strip *swept_strips(const tile_data *tile) {
  return tile->executor_data;
}

/** What a piece of space-time covers along an axis, tier by tier. */
typedef enum {
  SWEPT_UP,   /**< the tile, less at every tier */
  SWEPT_DOWN, /**< its middle, more at every tier, up to the tile */
  SWEPT_OUT,  /**< cells around its low side, more at every tier */
  SWEPT_IN    /**< the same, less at every tier */
} swept_flank;

/** What a task does: parts of pair `pair` of layers of a window, in this order. */
enum {
  SWEPT_CLOSE = 1,   /**< the tile's gap of the pair before */
  SWEPT_OPEN = 2,    /**< the tile's own part of the first layer */
  SWEPT_BRIDGES = 4, /**< the first layer's gaps at its low sides */
  SWEPT_CORNER = 8,  /**< its gap at the low corner, and the corner's part of the second layer */
  SWEPT_BACK = 16    /**< the second layer's gaps between corners */
};

/** Half-open range of a tile's local cells along one of the two axes at tier t = 1, 2, ...; empty
 * where there is no such piece. */
void swept_range(const ria_simulation *simulation, const tile_data *tile, int axis,
                 swept_flank flank, int tier, int *from, int *to);

/** Steps of a window before a layer, where `active` of its steps are done. */
int swept_cut(const swept_plan *swept, int active, int layer);

/** Errors: RIA_ERROR_MEMORY. */
ria_status swept_strips_create(ria_simulation *simulation, tile_data *tile);
void swept_strips_destroy(const ria_simulation *simulation, tile_data *tile);
/** Wait for the messages of a tile's strips. */
void swept_strips_wait(const tile_data *tile);

/** Submit the tasks of a window. */
ria_status swept_submit(ria_simulation *simulation);

/* ---- strips.c, for task.c ---- */
enum { SWEPT_STRIPS = 8 };
/** Bits of the strips that tasks unpack before, or pack after, these parts. */
unsigned swept_unpacked(int parts);
unsigned swept_packed(int parts);
/** The handle of a strip that the tile unpacks, or packs; NULL: it has none. */
starpu_data_handle_t swept_strip_in(const tile_data *tile, int strip);
starpu_data_handle_t swept_strip_out(const tile_data *tile, int strip);
/** Messages of these strips between ranks. */
ria_status swept_exchange(const ria_simulation *simulation, unsigned strips);
/** Copy strip number `strip` between its memory and the tile's state; `base`: the window's base
 * buffer. `first`: of the window's first pair, where the base buffer's cells travel, too. */
void swept_unpack(const ria_simulation *simulation, tile_data *tile, int strip, void *state,
                  int base, bool first, const void *dense);
void swept_pack(const ria_simulation *simulation, const tile_data *tile, int strip,
                const void *state, int base, bool first, void *dense);
/** The same on a GPU, for device_copy_strips: up to SWEPT_BOXES boxes are added to the
 * `*boxes` that there are. 0 or the code of a CUDA error. */
enum { SWEPT_BOXES = 3 };
int swept_boxes(const ria_simulation *simulation, const tile_data *tile, int strip, void *state,
                int base, bool first, bool pack, void *dense, device_strip *box, int *boxes);
/** A task that packs these strips began after `step` steps: for a trace. */
void swept_strips_packed(const tile_data *tile, unsigned strips, int64_t step);

#endif
