/** \file
 * Joints found by comparing nodes. Private to inputs/.
 */
#ifndef BLOCK_MATCH_H
#define BLOCK_MATCH_H

#include "blocks/coverage.h"
#include "blocks/faces.h"

/** Append a joint of which `nodes` are the node ranges and turn says how the axes along face a run
 * along those of face b; face b lies at a after the shift `offset`. */
ria_status blocks_match_add(ria_block_grid *grid, blocks_coverage *coverage, const ria_face *a,
                            const ria_face *b, const ria_range nodes[2], blocks_face_turn turn,
                            const double offset[RIA_AXES]);

/** Find joints between parts of two faces, and claim them. */
ria_status blocks_match_parts(ria_block_grid *grid, blocks_coverage *coverage, const ria_face *a,
                              const ria_face *b, const double offset[RIA_AXES], double tolerance);

#endif
