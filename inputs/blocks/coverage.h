/** \file
 * The joint or patch that covers each cell of the faces. Private to inputs/.
 */
#ifndef BLOCK_COVERAGE_H
#define BLOCK_COVERAGE_H

#include "ria/block_grid.h"

/** The claims on a face: 0 none, j + 1 joint j, -(p + 1) patch p. */
typedef struct {
  int whole;    /**< claim on all its cells; 0: see `cell` */
  int *cell;    /**< [n1][n0] cells along the face's axes; NULL: none is claimed */
  int64_t left; /**< cells without a claim */
} blocks_face_claims;

typedef struct {
  const ria_block_grid *grid;
  int blocks;
  blocks_face_claims *face; /**< [blocks][RIA_SIDES] */
} blocks_coverage;

/** A cell claimed twice. */
typedef struct {
  int by;
  ria_global at[RIA_AXES];
} blocks_claim_conflict;

/** Create an object without claims. Errors: RIA_ERROR_MEMORY. */
ria_status blocks_coverage_create(const ria_block_grid *grid, blocks_coverage *coverage);
void blocks_coverage_destroy(blocks_coverage *coverage);

/** Claim the cells between the nodes of a range on a side. Cells with an earlier claim keep it;
 * conflict->by is then the first such claim, otherwise 0. Errors: RIA_ERROR_MEMORY. */
ria_status blocks_coverage_claim(blocks_coverage *coverage, int block, ria_side side,
                                 const ria_range *nodes, int id, blocks_claim_conflict *conflict);
/** Claim the cells of the grid's joints [joint, ...) and patches [patch, ...). Errors:
 * RIA_ERROR_CASE (claimed twice), RIA_ERROR_MEMORY. */
ria_status blocks_coverage_claim_all(blocks_coverage *coverage, int joint, int patch);
/** The claim on a cell, by its places along the axes of the face. */
int blocks_coverage_at(const blocks_coverage *coverage, int block, ria_side side, ria_global p,
                       ria_global q);
static inline blocks_face_claims *blocks_coverage_face(const blocks_coverage *coverage, int block,
                                                       ria_side side) {
  return &coverage->face[block * RIA_SIDES + (int)side];
}
/** The next rectangle of cells without a claim, as nodes, from cell *from of the face on (cells
 * counted along the face); false: there is none. The caller claims it. */
bool blocks_coverage_next(const blocks_coverage *coverage, int block, ria_side side, int64_t *from,
                          ria_range *nodes);

/** Check that the nodes of a joint or patch lie on the side and span at least one cell. Errors:
 * RIA_ERROR_CASE, beginning with `what`. */
ria_status blocks_coverage_check_range(const ria_block_grid *grid, const char *what, int block,
                                       ria_side side, const ria_range *nodes);

/** "the joint of a.i+ and b.i-", "the patch 'wall' on a.i+". */
enum { BLOCKS_CLAIM_TEXT = 640 };
const char *blocks_coverage_claim_text(const ria_block_grid *grid, int id,
                                       char text[BLOCKS_CLAIM_TEXT]);

#endif
