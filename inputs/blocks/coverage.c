#include "blocks/coverage.h"
#include <stdio.h>
#include <stdlib.h>
#include "blocks/faces.h"

ria_status blocks_coverage_create(const ria_block_grid *grid, blocks_coverage *coverage) {
  *coverage = (blocks_coverage){.grid = grid, .blocks = grid->blocks};
  coverage->face = calloc((size_t)grid->blocks * RIA_SIDES + 1, sizeof *coverage->face);
  if (!coverage->face)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the faces of a grid");
  for (int b = 0; b < grid->blocks; b++)
    for (int s = 0; s < RIA_SIDES; s++)
      coverage->face[b * RIA_SIDES + s].left = grid->block[b].cells[blocks_face_axis(s, 0)] *
                                               grid->block[b].cells[blocks_face_axis(s, 1)];
  return RIA_SUCCESS;
}

void blocks_coverage_destroy(blocks_coverage *coverage) {
  for (int i = 0; coverage->face && i < coverage->blocks * RIA_SIDES; i++)
    free(coverage->face[i].cell);
  free(coverage->face);
  *coverage = (blocks_coverage){0};
}

int blocks_coverage_at(const blocks_coverage *coverage, int block, ria_side side, ria_global p,
                       ria_global q) {
  const blocks_face_claims *face = blocks_coverage_face(coverage, block, side);
  if (face->whole || !face->cell)
    return face->whole;
  return face->cell[q * coverage->grid->block[block].cells[blocks_face_axis(side, 0)] + p];
}

ria_status blocks_coverage_claim(blocks_coverage *coverage, int block, ria_side side,
                                 const ria_range *nodes, int id, blocks_claim_conflict *conflict) {
  blocks_face_claims *face = blocks_coverage_face(coverage, block, side);
  const int a[2] = {blocks_face_axis(side, 0), blocks_face_axis(side, 1)};
  const ria_global *cells = coverage->grid->block[block].cells;
  const int64_t all = cells[a[0]] * cells[a[1]];
  conflict->by = 0;
  if (face->left == all && !face->whole &&
      ria_range_nodes(nodes) == (cells[a[0]] + 1) * (cells[a[1]] + 1)) {
    face->whole = id;
    face->left = 0;
    return RIA_SUCCESS;
  }
  if (!face->cell && !face->whole && !(face->cell = calloc((size_t)all, sizeof *face->cell)))
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the faces of a grid");
  for (ria_global q = nodes->lo[a[1]]; q < nodes->hi[a[1]] - 1; q++)
    for (ria_global p = nodes->lo[a[0]]; p < nodes->hi[a[0]] - 1; p++) {
      int *cell = face->whole ? &face->whole : &face->cell[q * cells[a[0]] + p];
      if (!*cell) {
        *cell = id;
        face->left--;
      } else if (!conflict->by) {
        conflict->by = *cell;
        conflict->at[a[0]] = p;
        conflict->at[a[1]] = q;
        conflict->at[ria_side_axis(side)] =
            ria_side_is_high(side) ? cells[ria_side_axis(side)] - 1 : 0;
      }
    }
  return RIA_SUCCESS;
}

bool blocks_coverage_next(const blocks_coverage *coverage, int block, ria_side side, int64_t *from,
                          ria_range *nodes) {
  const int a[2] = {blocks_face_axis(side, 0), blocks_face_axis(side, 1)};
  const ria_global *cells = coverage->grid->block[block].cells;
  const ria_global n0 = cells[a[0]], n1 = cells[a[1]];
  while (*from < n0 * n1 && blocks_coverage_at(coverage, block, side, *from % n0, *from / n0))
    ++*from;
  if (*from >= n0 * n1 || !blocks_coverage_face(coverage, block, side)->left)
    return false;
  const ria_global p0 = *from % n0, q0 = *from / n0;
  ria_global p1 = p0, q1 = q0 + 1;
  while (p1 < n0 && !blocks_coverage_at(coverage, block, side, p1, q0))
    p1++;
  for (bool whole = true; whole && q1 < n1; q1 += whole)
    for (ria_global p = p0; whole && p < p1; p++)
      whole = !blocks_coverage_at(coverage, block, side, p, q1);
  *nodes = ria_block_grid_side_nodes(coverage->grid, block, side);
  nodes->lo[a[0]] = p0;
  nodes->hi[a[0]] = p1 + 1;
  nodes->lo[a[1]] = q0;
  nodes->hi[a[1]] = q1 + 1;
  return true;
}

const char *blocks_coverage_claim_text(const ria_block_grid *grid, int id,
                                       char text[BLOCKS_CLAIM_TEXT]) {
  char face[2][RIA_FACE_TEXT];
  if (id > 0) {
    const ria_node_joint *joint = &grid->joint[id - 1];
    snprintf(text, BLOCKS_CLAIM_TEXT, "the joint of %s and %s",
             ria_block_grid_face_text(grid, joint->block[0], joint->side[0], face[0]),
             ria_block_grid_face_text(grid, joint->block[1], joint->side[1], face[1]));
  } else {
    const ria_node_patch *patch = &grid->patch[-id - 1];
    snprintf(text, BLOCKS_CLAIM_TEXT, "the patch '%.200s' on %s", patch->name,
             ria_block_grid_face_text(grid, patch->block, patch->side, face[0]));
  }
  return text;
}

static ria_status claim_once(blocks_coverage *coverage, int block, ria_side side,
                             const ria_range *nodes, int id) {
  char mine[BLOCKS_CLAIM_TEXT], other[BLOCKS_CLAIM_TEXT], face[RIA_FACE_TEXT];
  blocks_claim_conflict conflict;
  blocks_coverage_claim_text(coverage->grid, id, mine);
  RIA_TRY(blocks_coverage_check_range(coverage->grid, mine, block, side, nodes));
  RIA_TRY(blocks_coverage_claim(coverage, block, side, nodes, id, &conflict));
  if (!conflict.by)
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_CASE,
                  "cell (%lld, %lld, %lld) at %s is claimed twice: by %s, and by %s; expected one "
                  "joint or one patch there",
                  (long long)conflict.at[0], (long long)conflict.at[1], (long long)conflict.at[2],
                  ria_block_grid_face_text(coverage->grid, block, side, face),
                  blocks_coverage_claim_text(coverage->grid, conflict.by, other), mine);
}

ria_status blocks_coverage_claim_all(blocks_coverage *coverage, int joint, int patch) {
  const ria_block_grid *grid = coverage->grid;
  for (; joint < grid->joints; joint++)
    for (int end = 0; end < 2; end++)
      RIA_TRY(claim_once(coverage, grid->joint[joint].block[end], grid->joint[joint].side[end],
                         &grid->joint[joint].nodes[end], joint + 1));
  for (; patch < grid->patches; patch++)
    RIA_TRY(claim_once(coverage, grid->patch[patch].block, grid->patch[patch].side,
                       &grid->patch[patch].nodes, -(patch + 1)));
  return RIA_SUCCESS;
}

ria_status blocks_coverage_check_range(const ria_block_grid *grid, const char *what, int block,
                                       ria_side side, const ria_range *nodes) {
  const ria_range all = ria_block_grid_side_nodes(grid, block, side);
  const int across = ria_side_axis(side);
  for (int a = 0; a < RIA_AXES; a++)
    if (nodes->lo[a] < all.lo[a] || nodes->hi[a] > all.hi[a] ||
        nodes->hi[a] - nodes->lo[a] < (a == across ? 1 : 2))
      return ria_fail(RIA_ERROR_CASE,
                      "%s has nodes %lld to %lld along %c of block '%s'; expected %s%lld to %lld",
                      what, (long long)nodes->lo[a], (long long)nodes->hi[a] - 1, "ijk"[a],
                      grid -> block[block].name, a == across ? "" : "two or more of ",
                      (long long)all.lo[a], (long long)all.hi[a] - 1);
  return RIA_SUCCESS;
}
