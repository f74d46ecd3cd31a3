/** \file
 * The section of a blade passage: six blocks in a plane. Private to inputs/.
 */
#ifndef RIA_BLOCK_SECTION_H
#define RIA_BLOCK_SECTION_H

#include "ria/block_grid.h"

typedef enum {
  RIA_SECTION_INLET,
  RIA_SECTION_ABOVE,       /**< between the ring around the blade and the next passage */
  RIA_SECTION_BLADE_ABOVE, /**< half of the ring */
  RIA_SECTION_BLADE_BELOW,
  RIA_SECTION_BELOW,
  RIA_SECTION_EXIT,
  RIA_SECTION_BLOCKS
} ria_section_part;

/** A point of the plane: x along the axis, y across, both in m. */
typedef struct {
  double x, y;
} ria_plane_point;

/** A block of the plane; (i, j) turns as (x, y). */
typedef struct {
  int ni, nj;             /**< nodes */
  ria_plane_point *point; /**< [nj][ni]; owned */
} ria_plane_block;

/** All blocks of a section; shared by the blocks of a grid that are made from it. */
typedef struct {
  int users;
  double pitch; /**< m */
  ria_plane_block block[RIA_SECTION_BLOCKS];
} ria_section;

/** Lay the section of a shape, with y = -r theta at the mean radius. The caller is its one user.
 * Errors: RIA_ERROR_CASE (the parameters give no passage), RIA_ERROR_MEMORY. */
ria_status ria_section_create(const ria_block_shape *shape, ria_section **section);
/** Give up a use; the last one frees it. */
void ria_section_release(ria_section *section);

/** Smooth the blocks around the ring, whose nodes stay, as do those of the inlet and exit.
 * Errors: RIA_ERROR_MEMORY. */
ria_status ria_section_smooth(ria_section *section, int sweeps);

/** Make so many layers of nodes beside the inlet and the exit straight: one x, equal distances
 * across. Returns false, with nothing done, if there are too few cells. */
bool ria_section_straighten(ria_section *section, int layers);

/** The smallest area of a triangle of two sides of a cell, m2, and where the cell lies: above 0 if
 * every cell is convex. */
double ria_section_least_area(const ria_section *section, int *block, int *i, int *j);

#endif
