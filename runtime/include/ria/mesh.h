/** \file
 * The mesh: blocks of cells, the links that join their faces, and how both are cut into tiles.
 *
 * A mesh is data. Lines and planes are meshes of one block with one cell along the axes that they
 * lack. A block that is linked to itself is periodic along that axis. Cells of a block are numbered
 * from its low corner, x fastest, as ria_global. Cells of a tile are numbered as int: 0 is the
 * first own cell, and ghost cells lie around the own cells.
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
  RIA_SIDES, /**< number of faces */
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

/** Whether a range has at least one cell or node. */
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
  const char *name;           /**< for messages and files; NULL: the only block */
  ria_global cells[RIA_AXES]; /**< at least 1; 1 along an axis that the mesh lacks */
  int tiles[RIA_AXES];        /**< tiles along each axis; their sizes differ by at most one cell */
  double origin[RIA_AXES];    /**< where cell 0 begins in space, m */
  double spacing[RIA_AXES];   /**< size of a cell along the block's axes, m */
  /** Direction of the block's axes in space: axis a runs along x, y, z if it is +1, +2, +3, in the
   * opposite direction if negative. All 0: along x, y, z. */
  int along[RIA_AXES];
} ria_block;

/** The axis of space along which an axis of a block runs, and whether it runs backwards. */
static inline int ria_block_axis(const ria_block *block, int axis, bool *backwards) {
  const int along = block->along[axis];
  *backwards = along < 0;
  return along ? (along < 0 ? -along : along) - 1 : axis;
}

/** Position of a point of a block in space, m. `at` is in cells along the block's axes from its low
 * corner. */
static inline void ria_block_point(const ria_block *block, const double at[RIA_AXES],
                                   double point[RIA_AXES]) {
  for (int a = 0; a < RIA_AXES; a++) {
    bool backwards;
    const int axis = ria_block_axis(block, a, &backwards);
    const double way = at[a] * block->spacing[a];
    point[axis] = block->origin[axis] + (backwards ? -way : way);
  }
}

/** A matrix that rotates a vector. */
typedef struct {
  double at[RIA_AXES][RIA_AXES];
} ria_matrix;

/** Two faces, or parts of them, that are joined: the ghost cells beyond either face are cells of
 * the other block. */
typedef struct {
  int block[2];
  ria_side side[2];
  ria_range range[2]; /**< the cells next to the joint; entries for the axis normal to the face are
                         ignored */
  int map[RIA_AXES];  /**< axis a of block[0] runs along axis |map[a]| - 1 of block[1], backwards if
                         negative */
  /** Cells of both blocks are nodes, and the two faces are the same nodes. Both blocks store the
   * nodes of the face; the first ghost node beyond it is the second node of the other block. */
  bool shared;
  /** Rotation of vectors of block[1] for block[0]. First their components are ordered and signed as
   * `map` gives. Then component a is the sum over b of rotation.at[a][b] times component b. For
   * blocks that repeat around an axis, such as sectors of a ring, with vectors in components along
   * the axes of space. All 0: no rotation. */
  ria_matrix rotation;
} ria_link;

typedef struct {
  int ndim; /**< 1 to 3; along other axes a block has 1 cell */
  int blocks, links;
  const ria_block *block;
  const ria_link *link;
} ria_mesh;

/** First cell of tile t of n along an axis of `cells` cells; t = n gives `cells`. */
static inline ria_global ria_mesh_cut(ria_global cells, int n, int t) {
  return cells * t / n;
}

/** Number of cells of a block. */
ria_range ria_block_cells(const ria_block *block);

/** Number of tiles of all blocks. Tiles are numbered block by block, x fastest. */
int64_t ria_mesh_tiles(const ria_mesh *mesh);

/** Number of cells of all blocks. */
double ria_mesh_cells(const ria_mesh *mesh);

/** The number of cells as text: "200 x 120", "64 x 64 x 32", "12345 (2 blocks)". */
const char *ria_mesh_size_text(const ria_mesh *mesh, char text[64]);

/** The cell size of the first block as text: "50 m", or "4 m x 5 m" if it differs between the axes
 * that have more than one cell. */
const char *ria_mesh_spacing_text(const ria_mesh *mesh, char text[64]);

/** The position of a tile. */
typedef struct {
  int block;
  int place[RIA_AXES]; /**< coordinates among the tiles of its block */
  ria_range cells;
} ria_mesh_tile;

ria_mesh_tile ria_mesh_tile_at(const ria_mesh *mesh, int64_t number);

/** The number of the tile that holds a cell of a block. */
int64_t ria_mesh_tile_with(const ria_mesh *mesh, int block, const ria_global cell[RIA_AXES]);

/** Numbers of cells that the ranks own. */
typedef struct {
  double least, mean, most; /**< of the rank with the fewest; average; of the rank with the most */
} ria_mesh_loads;

/** Distribute the tiles over ranks. The result depends only on the arguments, so all ranks get the
 * same. Tiles of one block are distributed in runs of about equally many tiles, which keeps
 * neighbours together. Tiles of several blocks are distributed in runs of about equally many cells.
 * A second way is used instead if it reduces the cells of the most loaded rank by more than 2 % of
 * the mean load: tile by tile, the largest first, each to the rank with the fewest cells so far.
 * \param ranks at least 1
 * \param owner out: [ria_mesh_tiles()] the rank of each tile, to be freed by free(); NULL: not
 * wanted
 * \param loads out; NULL: not wanted
 *
 * Errors: RIA_ERROR_MEMORY. */
ria_status ria_mesh_deal(const ria_mesh *mesh, int ranks, int **owner, ria_mesh_loads *loads);

/** Distribute some of the tiles, by the same rules, over the workers or GPUs of a rank.
 * \param number [tiles]: numbers of the tiles, ascending
 * \param parts number of workers or GPUs, at least 1
 * \param part out: [tiles] the part of each tile, to be freed by free()
 *
 * Errors: RIA_ERROR_MEMORY. */
ria_status ria_mesh_deal_some(const ria_mesh *mesh, const int64_t *number, int64_t tiles, int parts,
                              int **part);

/** Whether a side of a tile borders another tile, or the tile itself, and not the edge of the
 * domain. */
bool ria_mesh_has_neighbour(const ria_mesh *mesh, const ria_mesh_tile *tile, ria_side side);

/** The link that makes an axis of a block periodic, or NULL. */
const ria_link *ria_mesh_periodic(const ria_mesh *mesh, int block, int axis);

/** A link that makes an axis of a block of a plane or a space periodic. */
ria_link ria_mesh_periodic_link(const ria_block *block, int number, int axis);

/** A neighbour's view of a block: cell c of axis a of the neighbour is cell shift[a] + c of axis
 * to[a] of the block, or shift[a] - c if that axis runs backwards. */
typedef struct {
  int block;
  int to[RIA_AXES];
  bool backwards[RIA_AXES];
  ria_global shift[RIA_AXES];
  ria_matrix turn; /**< rotation of vectors, see ria_mesh_strip */
} ria_mesh_image;

/** The images of the blocks around a block, including copies of the block itself across periodic
 * sides. The first image is the block itself. Each image is at most one link away along each axis.
 * \param image out: [*count], to be freed by free()
 * Errors: RIA_ERROR_MEMORY. */
ria_status ria_mesh_images(const ria_mesh *mesh, int block, ria_mesh_image **image, int *count);

/** The cells of an image's block in the neighbour's numbering. */
ria_range ria_mesh_image_cells(const ria_mesh_image *image, ria_range cells);
/** A side of an image's block in the neighbour's orientation. */
ria_side ria_mesh_image_side(const ria_mesh_image *image, ria_side side);

/** Whether a link joins a side of a block, or part of the side. */
bool ria_mesh_is_linked(const ria_mesh *mesh, int block, ria_side side);

/** Ghost cells of a tile that are own cells of another tile, or of the same tile. */
typedef struct {
  int64_t tile;      /**< the other tile */
  ria_box to;        /**< the ghost cells, as cells of this tile */
  ria_box from;      /**< the same, as cells of the other tile */
  int map[RIA_AXES]; /**< axis a of `to` runs along axis |map[a]| - 1 of `from`, backwards if
                        negative */
  /** Rotation of vectors: component a, as this tile stores it, is the sum over b of turn.at[a][b]
   * times component b of the other tile. */
  ria_matrix turn;
} ria_mesh_strip;

/** The strips of a tile with `ghost` ghost cells on either side along each axis: those beyond its
 * faces, and with `corners` also those beyond its edges and corners. Every call returns the same
 * order. Ghost cells beyond the edge of the domain are in no strip.
 * \param strip out: [*count], to be freed by free(), also if NULL
 *
 * Errors: RIA_ERROR_MEMORY. */
ria_status ria_mesh_strips(const ria_mesh *mesh, int64_t number, const int ghost[RIA_AXES],
                           bool corners, ria_mesh_strip **strip, int *count);

/** Check a mesh for tiles with `ghost` ghost cells. Errors: RIA_ERROR_ARGUMENT, with block, face
 * and remedy: a size is not positive, a tile with a neighbour along an axis has fewer cells there
 * than `ghost`, or a link does not join two faces. */
ria_status ria_mesh_check(const ria_mesh *mesh, const int ghost[RIA_AXES]);

/** Check that ghost cells beyond two faces are well defined: each link joins two whole faces of
 * blocks that end together along the other axes, so that sides of the domain continue straight
 * across it, and 4 blocks meet at each edge inside the domain. For links that ria_mesh_check()
 * accepts. Errors: RIA_ERROR_UNSUPPORTED, with faces and remedy. */
ria_status ria_mesh_check_flush(const ria_mesh *mesh);

#ifdef __cplusplus
}
#endif
#endif
