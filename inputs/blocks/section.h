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

/** All blocks of a section; shared by the blocks of a grid that are made from it. */
typedef struct {
  int users;
  double pitch; /**< m */
  blocks_plane_block block[BLOCKS_SECTION_BLOCKS];
} blocks_section;

/** Lay the section of a shape, with y = -r theta at the mean radius. The caller is its one user.
 * Errors: RIA_ERROR_CASE (the parameters give no passage), RIA_ERROR_MEMORY. */
ria_status blocks_section_create(const ria_block_shape *shape, blocks_section **section);
/** Give up a use; the last one frees it. */
void blocks_section_release(blocks_section *section);

/** Smooth the blocks around the ring, whose nodes stay, as do those of the inlet and exit.
 * Errors: RIA_ERROR_MEMORY. */
ria_status blocks_section_smooth(blocks_section *section, int sweeps);

/** Make so many layers of nodes beside the inlet and the exit straight: one x, equal distances
 * across. Returns false, with nothing done, if there are too few cells. */
bool blocks_section_straighten(blocks_section *section, int layers);

/** The smallest area of a triangle of two sides of a cell, m2, and where the cell lies: above 0 if
 * every cell is convex. */
double blocks_section_least_area(const blocks_section *section, int *block, int *i, int *j);

#endif
