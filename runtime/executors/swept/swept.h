/** \file
 * Swept time tiling: space-time cut along the cone of what a tile can compute on its own.
 *
 * A window of steps is cut into an even number of layers. In the first layer each tile computes all
 * that depends on its own cells alone, fewer cells at every tier (a tier is an application of a
 * stage): up-triangles, in two dimensions up-pyramids. The gaps between them are filled around the
 * sides of tiles, more cells at every tier, and in two dimensions also around their corners; then
 * all cells have the same time. The second layer is like the first, with tiles centred on those
 * corners. So one task fills a gap of the first layer and begins the second: a diamond, an
 * octahedron. The second layer ends on the original tiles. No cell is computed twice, and
 * neighbours exchange data once a layer (along each axis that is cut). Magee and Niemeyer,
 * "Accelerating solutions of one-dimensional unsteady PDEs with GPU-based swept time-space
 * decomposition" (2018), section 4; Alhubail and Wang, "The swept rule for breaking the latency
 * barrier in time advancing two-dimensional PDEs" (2016).
 *
 * All work is in place in the tile's two alternating buffers. The values that a tier does not
 * overwrite of the tier two before it are the edges L and R of the paper. A neighbour's edges are
 * copied into ghost cells; results computed there are sent back to the neighbour in the next layer.
 *
 * At a side of the domain a flank is vertical, because no cells beyond it are needed.
 *
 * A plane may be cut along both axes, a three-dimensional block along z only: its other axes are
 * not cut, and a tier is a slab of planes.
 */
#ifndef EXECUTORS_SWEPT_SWEPT_H
#define EXECUTORS_SWEPT_SWEPT_H

#include "executors/executor.h"

struct swept_strip;

/** The cut of a simulation. */
typedef struct {
  int layers;    /**< in a window */
  int axis[2];   /**< axes of the mesh that may be cut: x and y in a plane, x and z in a space. The
                    executor calls them x and y. */
  bool along[2]; /**< axes that are cut: tiles have neighbours along them */
  int slope[2];  /**< cells by which a flank moves in a tier: the largest radius of a stage */
  int half[2];   /**< most cells on either side of a tile's side that its node covers */
} swept_plan;

static inline const swept_plan *swept_of(const ria_simulation *simulation) {
  return simulation->executor_data;
}

/** The strips of a tile. */
static inline struct swept_strip *swept_strips(const tile_data *tile) {
  return tile->executor_data;
}

/** The pieces of space-time: the cells that they cover along an axis at each tier. */
typedef enum {
  SWEPT_UP,   /**< the tile, fewer cells at every tier */
  SWEPT_DOWN, /**< its middle, more cells at every tier, up to the tile */
  SWEPT_OUT,  /**< cells around its low side, more at every tier */
  SWEPT_IN    /**< the same, fewer at every tier */
} swept_flank;

/** The work of a task: parts of layer pair `pair` of a window, in this order. */
enum {
  SWEPT_CLOSE = 1,   /**< the tile's gap of the preceding pair */
  SWEPT_OPEN = 2,    /**< the tile's own part of the first layer */
  SWEPT_BRIDGES = 4, /**< the first layer's gaps at its low sides */
  SWEPT_CORNER = 8,  /**< its gap at the low corner, and the corner's part of the second layer */
  SWEPT_BACK = 16    /**< the second layer's gaps between corners */
};

/** Half-open range of a tile's local cells along one of the two axes at tier t = 1, 2, ...; empty
 * if there is no such piece. */
void swept_range(const ria_simulation *simulation, const tile_data *tile, int axis,
                 swept_flank flank, int tier, int *from, int *to);

/** Steps of a window before a layer, if `active` of its steps are done. */
int swept_cut(const swept_plan *swept, int active, int layer);

/** Create the strips of all tiles. Errors: RIA_ERROR_MEMORY. */
ria_status swept_strips_create(ria_simulation *simulation, tile_data *tile);
void swept_strips_destroy(const ria_simulation *simulation, tile_data *tile);
/** Wait for the messages of a tile's strips. */
void swept_strips_wait(const tile_data *tile);

/** Submit the tasks of a window. */
ria_status swept_submit(ria_simulation *simulation);

/* ---- strips.c, for task.c ---- */
enum { SWEPT_STRIPS = 8 };
/** Bit masks of the strips that tasks unpack before these parts, or pack after them. */
unsigned swept_unpacked(int parts);
unsigned swept_packed(int parts);
/** The handle of a strip that the tile unpacks, or packs; NULL: no such strip. */
starpu_data_handle_t swept_strip_in(const tile_data *tile, int strip);
starpu_data_handle_t swept_strip_out(const tile_data *tile, int strip);
/** Submit the messages of these strips between ranks. */
ria_status swept_exchange(const ria_simulation *simulation, unsigned strips);
/** Copy strip number `strip` between its memory and the tile's state; `base`: the window's base
 * buffer. `first`: the window's first pair, in which the base buffer's cells are copied too. */
void swept_unpack(const ria_simulation *simulation, tile_data *tile, int strip, void *state,
                  int base, bool first, const void *dense);
void swept_pack(const ria_simulation *simulation, const tile_data *tile, int strip,
                const void *state, int base, bool first, void *dense);
/** The same on a GPU, for device_copy_strips: adds up to SWEPT_BOXES boxes to the present `*boxes`.
 * Returns 0 or a CUDA error code. */
enum { SWEPT_BOXES = 3 };
int swept_boxes(const ria_simulation *simulation, const tile_data *tile, int strip, void *state,
                int base, bool first, bool pack, void *dense, device_strip *box, int *boxes);
/** Record for a trace that the task which packs these strips began after `step` steps. */
void swept_strips_packed(const tile_data *tile, unsigned strips, int64_t step);

#endif
