/* Joints and patches given by the caller, and patches for the remaining faces. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "blocks/coverage.h"
#include "blocks/faces.h"
#include "blocks/joints.h"
#include "blocks/source.h"

void ria_node_joint_cross(const ria_node_joint *joint, int from, const ria_global at[RIA_AXES],
                          ria_global to[RIA_AXES]) {
  const ria_range *here = &joint->nodes[from], *there = &joint->nodes[1 - from];
  for (int a = 0; a < RIA_AXES; a++) {
    const int b = abs(joint->map[a]) - 1;
    const int mine = from == 0 ? a : b, other = from == 0 ? b : a;
    const ria_global along = at[mine] - here->lo[mine];
    to[other] = joint->map[a] > 0 ? there->lo[other] + along : there->hi[other] - 1 - along;
  }
}

int blocks_node_joint_compare(const void *one, const void *other) {
  const ria_node_joint *a = one, *b = other;
  for (int end = 0; end < 2; end++) {
    if (a->block[end] != b->block[end])
      return a->block[end] - b->block[end];
    if (a->side[end] != b->side[end])
      return (int)a->side[end] - (int)b->side[end];
    for (int i = RIA_AXES - 1; i >= 0; i--)
      if (a->nodes[end].lo[i] != b->nodes[end].lo[i])
        return a->nodes[end].lo[i] < b->nodes[end].lo[i] ? -1 : 1;
  }
  return 0;
}

/* ---- checks of one joint ---- */

static ria_status check_map(const ria_node_joint *joint, const char *name) {
  unsigned seen = 0;
  for (int a = 0; a < RIA_AXES; a++)
    if (joint->map[a] && abs(joint->map[a]) <= RIA_AXES)
      seen |= 1u << (abs(joint->map[a]) - 1);
  if (seen != 7)
    return ria_fail(RIA_ERROR_CASE,
                    "%s maps the axes to [%+d, %+d, %+d]; expected each of 1, 2, 3 once, with a "
                    "sign, such as [+2, -1, +3]",
                    name, joint->map[0], joint->map[1], joint->map[2]);
  const int across = ria_side_axis(joint->side[0]), expected = ria_side_axis(joint->side[1]) + 1,
            sign = ria_side_is_high(joint->side[0]) == ria_side_is_high(joint->side[1]) ? -1 : 1;
  if (joint->map[across] != sign * expected)
    return ria_fail(RIA_ERROR_CASE,
                    "%s maps %c, the axis across the face, to %+d; expected %+d, the axis across "
                    "the other face",
                    name, "ijk"[across], joint -> map[across], sign *expected);
  return RIA_SUCCESS;
}

static ria_status check_blocks(const ria_block_grid *grid, const ria_node_joint *joint) {
  for (int end = 0; end < 2; end++)
    if (joint->block[end] < 0 || joint->block[end] >= grid->blocks ||
        (unsigned)joint->side[end] >= RIA_SIDES)
      return ria_fail(RIA_ERROR_CASE,
                      "a joint has block %d, side %d; expected a block of 0 to %d, and a side of 0 "
                      "to 5",
                      joint->block[end], (int)joint->side[end], grid->blocks - 1);
  return RIA_SUCCESS;
}

ria_status blocks_node_joint_check(const ria_block_grid *grid, const ria_node_joint *joint) {
  char face[2][RIA_FACE_TEXT], name[BLOCKS_CLAIM_TEXT];
  RIA_TRY(check_blocks(grid, joint));
  for (int end = 0; end < 2; end++)
    ria_block_grid_face_text(grid, joint->block[end], joint->side[end], face[end]);
  snprintf(name, sizeof name, "the joint of %s and %s", face[0], face[1]);
  RIA_TRY(check_map(joint, name));
  for (int end = 0; end < 2; end++)
    RIA_TRY(blocks_coverage_check_range(grid, name, joint->block[end], joint->side[end],
                                        &joint->nodes[end]));
  for (int a = 0; a < RIA_AXES; a++) {
    const int b = abs(joint->map[a]) - 1;
    const ria_global here = joint->nodes[0].hi[a] - joint->nodes[0].lo[a],
                     there = joint->nodes[1].hi[b] - joint->nodes[1].lo[b];
    if (here != there)
      return ria_fail(
          RIA_ERROR_CASE,
          "%s has %lld cells along %c of %s and %lld along %c of %s; expected as many on "
          "both sides, or another map",
          name, (long long)here - 1, "ijk"[a], face[0], (long long)there - 1, "ijk"[b], face[1]);
  }
  return RIA_SUCCESS;
}

/* ---- adding ---- */

ria_status blocks_node_joint_append(ria_block_grid *grid, const ria_node_joint *joint) {
  ria_node_joint *grown = block_grid_grow(grid->joint, grid->joints, sizeof *grown);
  if (!grown)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the joints of a grid");
  grid->joint = grown;
  grid->joint[grid->joints++] = *joint;
  return RIA_SUCCESS;
}

ria_status ria_block_grid_add_joint(ria_block_grid *grid, const ria_node_joint *joint) {
  RIA_TRY(blocks_node_joint_check(grid, joint));
  RIA_TRY(blocks_node_joint_append(grid, joint));
  const ria_status status = ria_block_grid_check_joints(grid, grid->joints - 1, grid->joints, 0);
  grid->joints -= status != RIA_SUCCESS;
  return status;
}

ria_status ria_block_grid_add_patch(ria_block_grid *grid, const char *name, int block,
                                    ria_side side, const ria_range *nodes, ria_patch_kind kind) {
  char what[BLOCKS_CLAIM_TEXT];
  snprintf(what, sizeof what, "the patch '%.200s'", name);
  RIA_TRY(blocks_coverage_check_range(grid, what, block, side, nodes));
  ria_node_patch *grown = block_grid_grow(grid->patch, grid->patches, sizeof *grown);
  char *copy = strdup(name);
  if (grown)
    grid->patch = grown;
  if (!grown || !copy) {
    free(copy);
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the patches of a grid");
  }
  grid->patch[grid->patches++] =
      (ria_node_patch){.name = copy, .block = block, .side = side, .nodes = *nodes, .kind = kind};
  return RIA_SUCCESS;
}

ria_status ria_block_grid_fill_patches(ria_block_grid *grid) {
  blocks_coverage coverage;
  RIA_TRY(blocks_coverage_create(grid, &coverage));
  ria_status status = blocks_coverage_claim_all(&coverage, 0, 0);
  for (int b = 0; b < grid->blocks && status == RIA_SUCCESS; b++)
    for (int s = 0; s < RIA_SIDES && status == RIA_SUCCESS; s++) {
      const char plain[] = {"ijk"[ria_side_axis(s)], ria_side_is_high(s) ? '+' : '-', 0};
      const char *name = grid->block[b].side[s] ? grid->block[b].side[s] : plain;
      int64_t from = 0;
      ria_range nodes;
      blocks_claim_conflict conflict;
      while (status == RIA_SUCCESS && blocks_coverage_next(&coverage, b, s, &from, &nodes)) {
        status = ria_block_grid_add_patch(grid, name, b, s, &nodes, RIA_PATCH_UNKNOWN);
        if (status == RIA_SUCCESS)
          status = blocks_coverage_claim(&coverage, b, s, &nodes, -grid->patches, &conflict);
      }
    }
  blocks_coverage_destroy(&coverage);
  return status;
}
