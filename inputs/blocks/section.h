/** \file
 * The section of a blade passage: six blocks in a plane. Private to inputs/.
 */
#ifndef BLOCK_SECTION_H
#define BLOCK_SECTION_H

#include "ria/block_grid.h"

typedef enum {
  BLOCKS_SECTION_INLET,
  BLOCKS_SECTION_ABOVE,       /**< between the ring around the blade and the next passage */
  BLOCKS_SECTION_BLADE_ABOVE, /**< half of the ring */
  BLOCKS_SECTION_BLADE_BELOW,
  BLOCKS_SECTION_BELOW,
  BLOCKS_SECTION_EXIT,
  BLOCKS_SECTION_BLOCKS
} blocks_section_part;

/** A point of the plane: x along the axis, y across, both in m. */
typedef struct {
  double x, y;
} blocks_plane_point;

/** A block of the plane; (i, j) turns as (x, y). */
typedef struct {
  int ni, nj;                /**< nodes */
  blocks_plane_point *point; /**< [nj][ni]; owned */
} blocks_plane_block;

/** All blocks of a section, shared by the grid's blocks built from it. */
typedef struct {
  int users;
  double pitch; /**< m */
  blocks_plane_block block[BLOCKS_SECTION_BLOCKS];
} blocks_section;

/** Create the section of a shape, with y = -r theta at the mean radius. The caller holds its only
 * reference. Errors: RIA_ERROR_CASE (the parameters give no passage), RIA_ERROR_MEMORY. */
ria_status blocks_section_create(const ria_block_shape *shape, blocks_section **section);
/** Release a reference; the last release frees the section. */
void blocks_section_release(blocks_section *section);

/** Smooth the blocks around the ring. Nodes of the ring, inlet and exit stay. Errors:
 * RIA_ERROR_MEMORY. */
ria_status blocks_section_smooth(blocks_section *section, int sweeps);

/** Straighten `layers` layers of nodes at the inlet and the exit: one x, equal distances across.
 * Returns false without a change if there are too few cells. */
bool blocks_section_straighten(blocks_section *section, int layers);

/** The smallest area of a triangle formed by two sides of a cell, m2, and the cell's position. It
 * is > 0 if every cell is convex. */
double blocks_section_least_area(const blocks_section *section, int *block, int *i, int *j);

#endif
