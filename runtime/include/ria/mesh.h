/** \file
 * The mesh: blocks of cells, the links that join their faces, and how both are cut into tiles.
 *
 * A mesh is data. Lines and planes are meshes of one block with one cell along the axes that they
 * lack; a periodic axis is a block linked to itself. Cells of a block are numbered from its low
 * corner, x fastest. Numbers of a block's cells are ria_global, those of a tile (0 is its first own
 * cell, ghost cells lie around) are int.
 */
#ifndef RIA_MESH_H
#define RIA_MESH_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/box.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef int64_t ria_global; /**< a cell's number along one axis of its block */

/** A face of a block: 2 * axis, plus 1 on the high side. */
typedef enum {
  RIA_WEST,
  RIA_EAST,
  RIA_SOUTH,
  RIA_NORTH,
  RIA_BOTTOM,
  RIA_TOP,
  RIA_SIDES, /**< how many */
  RIA_PLANE_SIDES = RIA_BOTTOM
} ria_side;

static inline int ria_side_axis(ria_side side) {
  return (int)side / 2;
}
static inline bool ria_side_is_high(ria_side side) {
  return (int)side % 2;
}
static inline ria_side ria_side_of(int axis, bool high) {
  return (ria_side)(2 * axis + high);
}

/** The cells [lo, hi) of a block, along each axis. */
typedef struct {
  ria_global lo[RIA_AXES], hi[RIA_AXES];
} ria_range;

/** Whether a range has a cell, or a node. */
bool ria_range_has(const ria_range *range, const ria_global at[RIA_AXES]);

/** The cells [from, to) along a side of a block of a plane. */
static inline ria_range ria_side_part(ria_side side, ria_global from, ria_global to) {
  ria_range part = {{0, 0, 0}, {1, 1, 1}};
  const int along = ria_side_axis(side) == 0 ? 1 : 0;
  part.lo[along] = from;
  part.hi[along] = to;
  return part;
}

/** A structured block. */
typedef struct {
  const char *name;           /**< in messages and files; NULL: the mesh has one block */
  ria_global cells[RIA_AXES]; /**< at least 1; 1 along an axis that the mesh lacks */
  int tiles[RIA_AXES];        /**< tiles along each axis; their sizes differ by at most one cell */
  double origin[RIA_AXES];    /**< where cell 0 begins in space, m */
  double spacing[RIA_AXES];   /**< size of a cell along the block's axes, m */
  /** Where the block's axes run to in space: axis a along x, y, z if it is +1, +2, +3, the other
   * way if negative. All 0: along x, y, z. */
  int along[RIA_AXES];
} ria_block;

/** The axis of space along which an axis of a block runs, and whether backwards. */
static inline int ria_block_axis(const ria_block *block, int axis, bool *backwards) {
  const int along = block->along[axis];
  *backwards = along < 0;
  return along ? (along < 0 ? -along : along) - 1 : axis;
}

/** Where a point of a block lies in space, m: `at` is counted in cells along the block's axes from
 * its low corner. */
static inline void ria_block_point(const ria_block *block, const double at[RIA_AXES],
                                   double point[RIA_AXES]) {
  for (int a = 0; a < RIA_AXES; a++) {
    bool backwards;
    const int axis = ria_block_axis(block, a, &backwards);
    const double way = at[a] * block->spacing[a];
    point[axis] = block->origin[axis] + (backwards ? -way : way);
  }
}

/** What turns a vector. */
typedef struct {
  double at[RIA_AXES][RIA_AXES];
} ria_matrix;

/** Two faces, or parts of them, that are one: the ghost cells beyond either are cells of the
 * other's block. */
typedef struct {
  int block[2];
  ria_side side[2];
  ria_range
      range[2]; /**< the cells beside the joint; the entries of the face's own axis are ignored */
  int map[RIA_AXES]; /**< axis a of block[0] runs along axis |map[a]| - 1 of block[1], backwards if
                        negative */
  /** The cells of both blocks are nodes, and the two faces are the same nodes: those of the face
   * are in both blocks, and the first ghost node beyond it is the second node of the other one. */
  bool shared;
  /** A vector of block[1] with its components in the order and with the signs that `map` gives is
   * turned by this before block[0] sees it: component a is the sum over b of rotation.at[a][b]
   * times component b. For blocks that repeat around an axis, such as sectors of a ring, where
   * vectors have components in space. All 0: it is not turned any further. */
  ria_matrix rotation;
} ria_link;

typedef struct {
  int ndim; /**< 1 to 3: cells along axes from ndim on are 1 */
  int blocks, links;
  const ria_block *block;
  const ria_link *link;
} ria_mesh;

/** First cell of tile t of n along an axis of `cells` cells; t = n gives `cells`. */
static inline ria_global ria_mesh_cut(ria_global cells, int n, int t) {
  return cells * t / n;
}

/** The cells of a block. */
ria_range ria_block_cells(const ria_block *block);

/** Tiles of all blocks. They are numbered block by block, x fastest. */
int64_t ria_mesh_tiles(const ria_mesh *mesh);

/** Cells of all blocks. */
double ria_mesh_cells(const ria_mesh *mesh);

/** How many cells, in words: "200 x 120", "64 x 64 x 32", "12345 (2 blocks)". */
const char *ria_mesh_size_text(const ria_mesh *mesh, char text[64]);

/** The size of the cells of its first block, in words: "50 m", or "4 m x 5 m" where they differ
 * along the axes that have more than one cell. */
const char *ria_mesh_spacing_text(const ria_mesh *mesh, char text[64]);

/** A tile: where it lies. */
typedef struct {
  int block;
  int place[RIA_AXES]; /**< among the tiles of its block */
  ria_range cells;
} ria_mesh_tile;

ria_mesh_tile ria_mesh_tile_at(const ria_mesh *mesh, int64_t number);

/** The number of the tile that a cell of a block lies in. */
int64_t ria_mesh_tile_with(const ria_mesh *mesh, int block, const ria_global cell[RIA_AXES]);

/** How many cells the ranks own. */
typedef struct {
  double least, mean,
      most; /**< of the rank with the fewest, on average, of the rank with the most */
} ria_mesh_loads;

/** Deal the tiles to ranks. The result depends on the arguments alone, so all ranks get the same.
 * Tiles of one block are dealt in runs of about as many tiles, so that neighbours stay together.
 * Tiles of several blocks are dealt in runs of about as many cells. If it takes more than 2 % of
 * the mean load off the rank with the most cells, they are dealt one by one instead: the largest
 * first, each to the rank with the fewest cells so far. \param ranks at least 1 \param owner out:
 * [ria_mesh_tiles()] the rank of each tile, to be freed by free(); NULL: not wanted \param loads
 * out; NULL: not wanted Errors: RIA_ERROR_MEMORY. */
ria_status ria_mesh_deal(const ria_mesh *mesh, int ranks, int **owner, ria_mesh_loads *loads);

/** Deal some of the tiles, by the same rules, to the workers or GPUs of a rank.
 * \param number [tiles]: their numbers, rising
 * \param parts at least 1
 * \param part out: [tiles] which one takes each tile, to be freed by free()
 * Errors: RIA_ERROR_MEMORY. */
ria_status ria_mesh_deal_some(const ria_mesh *mesh, const int64_t *number, int64_t tiles, int parts,
                              int **part);

/** Whether a side of a tile borders another tile, or itself, rather than the edge of the domain. */
bool ria_mesh_has_neighbour(const ria_mesh *mesh, const ria_mesh_tile *tile, ria_side side);

/** The link that makes an axis of a block periodic, or NULL. */
const ria_link *ria_mesh_periodic(const ria_mesh *mesh, int block, int axis);

/** A link that makes an axis of a block of a plane or a space periodic. */
ria_link ria_mesh_periodic_link(const ria_block *block, int number, int axis);

/** A block as a neighbour sees it: cell c of axis a of the neighbour is cell shift[a] + c of axis
 * to[a] of the block, or shift[a] - c where that axis runs backwards. */
typedef struct {
  int block;
  int to[RIA_AXES];
  bool backwards[RIA_AXES];
  ria_global shift[RIA_AXES];
  ria_matrix turn; /**< of vectors, see ria_mesh_strip */
} ria_mesh_image;

/** The images of the blocks around a block, copies of itself across periodic sides among them; the
 * first one is the block itself. None is further than a link along each axis.
 * \param image out: [*count], to be freed by free()
 * Errors: RIA_ERROR_MEMORY. */
ria_status ria_mesh_images(const ria_mesh *mesh, int block, ria_mesh_image **image, int *count);

/** Cells of an image's block as the neighbour numbers them. */
ria_range ria_mesh_image_cells(const ria_mesh_image *image, ria_range cells);
/** A side of an image's block as the neighbour calls it. */
ria_side ria_mesh_image_side(const ria_mesh_image *image, ria_side side);

/** Whether a link joins a side of a block, or a part of it. */
bool ria_mesh_is_linked(const ria_mesh *mesh, int block, ria_side side);

/** Ghost cells of a tile that are own cells of another tile, or of the same. */
typedef struct {
  int64_t tile;      /**< the other tile */
  ria_box to;        /**< the ghost cells, as cells of this tile */
  ria_box from;      /**< the same, as cells of the other tile */
  int map[RIA_AXES]; /**< axis a of `to` runs along axis |map[a]| - 1 of `from`, backwards if
                        negative */
  /** Component a of a vector of the other tile, as this tile has it, is the sum over b of
   * turn.at[a][b] times component b. */
  ria_matrix turn;
} ria_mesh_strip;

/** The strips of a tile with `ghost` ghost cells on either side along each axis: those beyond its
 * faces, and with `corners` also those beyond its edges and corners. The order is the same wherever
 * it is asked for. Ghost cells beyond the edge of the domain are in no strip. \param strip out:
 * [*count], to be freed by free(), also NULL Errors: RIA_ERROR_MEMORY. */
ria_status ria_mesh_strips(const ria_mesh *mesh, int64_t number, const int ghost[RIA_AXES],
                           bool corners, ria_mesh_strip **strip, int *count);

/** Errors: RIA_ERROR_ARGUMENT, with the block, the face and a way out, if sizes are not positive,
 * if a tile that has a neighbour along an axis has fewer cells there than `ghost`, or if a link
 * does not join two faces. */
ria_status ria_mesh_check(const ria_mesh *mesh, const int ghost[RIA_AXES]);

/** Whether each link joins two whole faces of blocks that end together along the other axes, so
 * that sides of the domain go on straight across it, and 4 blocks lie around each edge inside the
 * domain: what ghost cells need that lie beyond two faces. For links that ria_mesh_check() accepts.
 * Errors: RIA_ERROR_UNSUPPORTED, with the faces and a way out. */
ria_status ria_mesh_check_flush(const ria_mesh *mesh);

#ifdef __cplusplus
}
#endif
#endif
