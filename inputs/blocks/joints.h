/** \file
 * Single joints. Private to inputs/.
 */
#ifndef BLOCK_JOINTS_H
#define BLOCK_JOINTS_H

#include "ria/block_grid.h"

/** Check the blocks, sides, ranges, map and sizes of a joint, but not its coordinates. Errors:
 * RIA_ERROR_CASE. */
ria_status blocks_node_joint_check(const ria_block_grid *grid, const ria_node_joint *joint);
/** Add whole turns to the offset of a joint of a cylindrical grid, so that it is the difference of
 * angles on both sides: faces coincide although their angles differ by whole turns. */
ria_status blocks_node_joint_settle(const ria_block_grid *grid, ria_node_joint *joint);
/** Append a joint without checks. */
ria_status blocks_node_joint_append(ria_block_grid *grid, const ria_node_joint *joint);

/** The order of joints, for qsort(): by blocks, sides and low ends. */
int blocks_node_joint_compare(const void *one, const void *other);

/** Match one pair of whole sides like ria_block_grid_match(), with side[1] shifted by `offset`.
 * *found: whether they match; if so, `joint` is the joint. */
ria_status block_match_sides(const ria_block_grid *grid, const int block[2], const ria_side side[2],
                             const double offset[RIA_AXES], double tolerance, bool *found,
                             ria_node_joint *joint);

#endif
