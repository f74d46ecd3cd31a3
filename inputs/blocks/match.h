/** \file
 * Joints found by comparing nodes. Private to inputs/.
 */
#ifndef BLOCK_MATCH_H
#define BLOCK_MATCH_H

#include "blocks/coverage.h"
#include "blocks/faces.h"

/** Append a joint with the node ranges `nodes` and the orientation `turn` of face a's axes relative
 * to face b's. The shift `offset` moves face b onto a. */
ria_status blocks_match_add(ria_block_grid *grid, blocks_coverage *coverage, const ria_face *a,
                            const ria_face *b, const ria_range nodes[2], blocks_face_turn turn,
                            const double offset[RIA_AXES]);

/** Find joints between parts of two faces, append them and claim their cells. */
ria_status blocks_match_parts(ria_block_grid *grid, blocks_coverage *coverage, const ria_face *a,
                              const ria_face *b, const double offset[RIA_AXES], double tolerance);

#endif
