/** \file
 * Faces of blocks, with their nodes in a form that can be compared. Private to inputs/.
 */
#ifndef BLOCK_FACES_H
#define BLOCK_FACES_H

#include "ria/block_grid.h"

/** The two axes along a face; the first is the lower. */
static inline int blocks_face_axis(ria_side side, int which) {
  const int across = ria_side_axis(side);
  return which == 0 ? (across == 0 ? 1 : 0) : (across == 2 ? 1 : 2);
}

/** A point in space, m. */
typedef struct {
  double at[RIA_AXES];
} blocks_face_point;

static inline double blocks_face_distance2(const blocks_face_point *a, const blocks_face_point *b) {
  double sum = 0;
  for (int i = 0; i < RIA_AXES; i++)
    sum += (a->at[i] - b->at[i]) * (a->at[i] - b->at[i]);
  return sum;
}

/** The nodes of a face, or of a part of it. */
typedef struct {
  int block;
  ria_side side;
  ria_range range;
  ria_global size[2];          /**< nodes along its axes */
  blocks_face_point *point;    /**< [size[1]][size[0]], x, y, z in m; owned */
  double *angle;               /**< the same: theta; NULL in Cartesian grids; owned */
  double edge;                 /**< shortest edge of non-zero length, m */
  bool has_area;               /**< false: the face degenerates to a line or point, as on the axis
                                    of an annulus */
  blocks_face_point low, high; /**< a box around it */
} ria_face;

/** Read the nodes of a range that is one node thick along the side's axis. */
ria_status blocks_face_read(const ria_block_grid *grid, int block, ria_side side, ria_range range,
                            ria_face *face);
void blocks_face_free(ria_face *face);

/** Convert a point from the grid's coordinates to x, y, z. */
blocks_face_point blocks_face_place(ria_node_system system, const double at[RIA_AXES]);
/** Move points by a translation, or a turn about the x axis. */
void blocks_face_shift(ria_node_system system, blocks_face_point *point, ria_global points,
                       const double offset[RIA_AXES]);

/** Set the box around a face whose points have moved. */
void blocks_face_box(ria_face *face);

/** Largest distance between matching nodes of two faces. */
double blocks_face_tolerance(const ria_block_grid *grid, const ria_face *a, const ria_face *b,
                             double part);

/** Orientation of one face's axes relative to another's. `swap`: the first axis runs along the
 * other's second; `back`: each axis of the first face that runs backwards. */
typedef struct {
  bool swap, back[2];
} blocks_face_turn;

/** One of the eight orientations, 0 to 7. */
static inline blocks_face_turn blocks_face_turn_of(int way) {
  return (blocks_face_turn){way & 4, {way & 1, way & 2}};
}

/** The map of a joint of two sides with this orientation. */
void blocks_face_map(ria_side a, ria_side b, blocks_face_turn turn, int map[RIA_AXES]);

#endif
