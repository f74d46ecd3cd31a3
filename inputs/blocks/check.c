/* Checks of a grid. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "blocks/coverage.h"
#include "blocks/faces.h"
#include "blocks/joints.h"

/* ---- faces ---- */

static ria_status gap(const ria_block_grid *grid, int block, ria_side side,
                      const ria_range *nodes) {
  char face[RIA_FACE_TEXT];
  ria_global at[RIA_AXES];
  for (int a = 0; a < RIA_AXES; a++)
    at[a] = nodes->lo[a];
  if (ria_side_is_high(side))
    at[ria_side_axis(side)]--;
  return ria_fail(RIA_ERROR_CASE,
                  "cell (%lld, %lld, %lld) at %s has neither a joint nor a patch; expected one of "
                  "them for each part of a face",
                  (long long)at[0], (long long)at[1], (long long)at[2],
                  ria_block_grid_face_text(grid, block, side, face));
}

ria_status ria_block_grid_check_faces(const ria_block_grid *grid) {
  blocks_coverage coverage;
  for (int j = 0; j < grid->joints; j++)
    RIA_TRY(blocks_node_joint_check(grid, &grid->joint[j]));
  RIA_TRY(blocks_coverage_create(grid, &coverage));
  ria_status status = blocks_coverage_claim_all(&coverage, 0, 0);
  for (int f = 0; f < grid->blocks * RIA_SIDES && status == RIA_SUCCESS; f++) {
    int64_t from = 0;
    ria_range nodes;
    if (blocks_coverage_next(&coverage, f / RIA_SIDES, f % RIA_SIDES, &from, &nodes))
      status = gap(grid, f / RIA_SIDES, f % RIA_SIDES, &nodes);
  }
  blocks_coverage_destroy(&coverage);
  return status;
}

/* ---- joints ---- */

static ria_global node_in(const ria_face *face, const ria_global at[RIA_AXES]) {
  const int a = blocks_face_axis(face->side, 0), b = blocks_face_axis(face->side, 1);
  return (at[b] - face->range.lo[b]) * face->size[0] + at[a] - face->range.lo[a];
}

static ria_status apart(const ria_block_grid *grid, const ria_node_joint *joint,
                        const ria_global at[RIA_AXES], const ria_global to[RIA_AXES],
                        double distance, double tolerance) {
  char face[2][RIA_FACE_TEXT];
  return ria_fail(
      RIA_ERROR_CASE,
      "the joint of %s and %s does not match: node (%lld, %lld, %lld) of the one is %.4g m from "
      "node "
      "(%lld, %lld, %lld) of the other, and the tolerance is %.4g m; expected the same place, or "
      "another map, turn or shift",
      ria_block_grid_face_text(grid, joint->block[0], joint->side[0], face[0]),
      ria_block_grid_face_text(grid, joint->block[1], joint->side[1], face[1]), (long long)at[0],
      (long long)at[1], (long long)at[2], distance, (long long)to[0], (long long)to[1],
      (long long)to[2], tolerance);
}

static ria_status compare_joint(const ria_block_grid *grid, const ria_node_joint *joint,
                                const ria_face face[2], double part) {
  const double tolerance = blocks_face_tolerance(grid, &face[0], &face[1], part);
  const ria_range *nodes = &joint->nodes[0];
  ria_global at[RIA_AXES], to[RIA_AXES], worst_at[RIA_AXES] = {0}, worst_to[RIA_AXES] = {0};
  double worst = -1;
  for (at[2] = nodes->lo[2]; at[2] < nodes->hi[2]; at[2]++)
    for (at[1] = nodes->lo[1]; at[1] < nodes->hi[1]; at[1]++)
      for (at[0] = nodes->lo[0]; at[0] < nodes->hi[0]; at[0]++) {
        ria_node_joint_cross(joint, 0, at, to);
        const double distance = sqrt(blocks_face_distance2(&face[0].point[node_in(&face[0], at)],
                                                           &face[1].point[node_in(&face[1], to)]));
        if (distance <= tolerance || distance <= 1.001 * worst) /* the first of equals */
          continue;
        worst = isnan(distance) ? INFINITY : distance;
        for (int a = 0; a < RIA_AXES; a++) {
          worst_at[a] = at[a];
          worst_to[a] = to[a];
        }
      }
  return worst < 0 ? RIA_SUCCESS : apart(grid, joint, worst_at, worst_to, worst, tolerance);
}

ria_status ria_block_grid_check_joints(const ria_block_grid *grid, int from, int to,
                                       double tolerance) {
  ria_status status = RIA_SUCCESS;
  for (int j = from; j < to && status == RIA_SUCCESS; j++) {
    const ria_node_joint *joint = &grid->joint[j];
    ria_face face[2] = {0};
    for (int end = 0; end < 2 && status == RIA_SUCCESS; end++)
      status = blocks_face_read(grid, joint->block[end], joint->side[end], joint->nodes[end],
                                &face[end]);
    if (status == RIA_SUCCESS) {
      blocks_face_shift(grid->system, face[1].point, face[1].size[0] * face[1].size[1],
                        joint->offset);
      status = compare_joint(grid, joint, face, tolerance);
    }
    blocks_face_free(&face[0]);
    blocks_face_free(&face[1]);
  }
  return status;
}

/* ---- cells ---- */

static ria_status find_nan(const ria_block_grid *grid, int block, const ria_range *cells) {
  ria_range nodes = *cells;
  for (int a = 0; a < RIA_AXES; a++)
    nodes.hi[a]++;
  const int64_t count = ria_range_nodes(&nodes);
  double *x = malloc(3 * (size_t)count * sizeof *x);
  if (!x)
    return ria_fail(RIA_ERROR_MEMORY, "no memory to check a grid");
  ria_status status = ria_block_grid_nodes(grid, block, nodes, x, x + count, x + 2 * count);
  for (int64_t n = 0; n < count && status == RIA_SUCCESS; n++)
    for (int a = 0; a < RIA_AXES && status == RIA_SUCCESS; a++) {
      const char *name = grid->system == RIA_NODES_CARTESIAN
                             ? (const char *[]){"x", "y", "z"}[a]
                             : (const char *[]){"x", "r", "theta"}[a];
      const ria_global ni = nodes.hi[0] - nodes.lo[0], nj = nodes.hi[1] - nodes.lo[1];
      const double value = x[a * count + n];
      const bool negative = a == 1 && grid->system == RIA_NODES_CYLINDRICAL && value < 0;
      if (!isfinite(value) || negative)
        status = ria_fail(RIA_ERROR_CASE,
                          "block '%s' has the coordinate %s = %g at node (%lld, %lld, %lld); "
                          "expected %s",
                          grid->block[block].name, name, value, (long long)(nodes.lo[0] + n % ni),
                          (long long)(nodes.lo[1] + n / ni % nj),
                          (long long)(nodes.lo[2] + n / (ni * nj)),
                          negative ? "a radius of at least 0" : "a finite number");
    }
  free(x);
  return status;
}

/* Whether every cell of a block has a negative volume. */
static ria_status all_negative(const ria_block_grid *grid, int block, bool *negative) {
  const ria_global *cells = grid->block[block].cells;
  double *volume = malloc((size_t)(cells[0] * cells[1]) * sizeof *volume);
  ria_status status =
      volume ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory to check a grid");
  *negative = true;
  for (ria_global k = 0; k < cells[2] && *negative && status == RIA_SUCCESS; k++) {
    const ria_range layer = {{0, 0, k}, {cells[0], cells[1], k + 1}};
    status = ria_block_grid_volumes(grid, block, layer, volume);
    for (ria_global n = 0; n < cells[0] * cells[1] && status == RIA_SUCCESS; n++)
      *negative &= volume[n] < 0;
  }
  free(volume);
  return status;
}

static ria_status bad_volume(const ria_block_grid *grid, int block, const ria_global at[RIA_AXES],
                             double volume) {
  bool negative;
  RIA_TRY(all_negative(grid, block, &negative));
  if (negative)
    return ria_fail(
        RIA_ERROR_CASE,
        "block '%s' is left-handed: all its volumes are negative, that of cell (0, 0, 0) "
        "is %.4g m3; reverse the order of its nodes along one axis, such as k",
        grid->block[block].name, volume);
  return ria_fail(
      RIA_ERROR_CASE,
      "cell (%lld, %lld, %lld) of block '%s' has the volume %.4g m3; expected one above "
      "0: its nodes coincide, or lines of the grid cross there",
      (long long)at[0], (long long)at[1], (long long)at[2], grid->block[block].name, volume);
}

ria_status ria_block_grid_check_cells(const ria_block_grid *grid, int block, ria_range range) {
  ria_range layer = range;
  layer.hi[2] = layer.lo[2] + 1;
  const int64_t cells = ria_range_nodes(&layer);
  double *volume = malloc(((size_t)cells + 1) * sizeof *volume);
  ria_status status =
      volume ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory to check a grid");
  for (ria_global k = range.lo[2]; k < range.hi[2] && cells && status == RIA_SUCCESS; k++) {
    layer.lo[2] = k;
    layer.hi[2] = k + 1;
    status = find_nan(grid, block, &layer);
    if (status == RIA_SUCCESS)
      status = ria_block_grid_volumes(grid, block, layer, volume);
    const ria_global ni = layer.hi[0] - layer.lo[0];
    for (int64_t n = 0; n < cells && status == RIA_SUCCESS; n++)
      if (!(volume[n] > 0))
        status = bad_volume(
            grid, block, (ria_global[]){layer.lo[0] + n % ni, layer.lo[1] + n / ni, k}, volume[n]);
  }
  free(volume);
  return status;
}

/* ---- halo, and all ---- */

ria_status ria_block_grid_check_halo(const ria_block_grid *grid, const int ghost[RIA_AXES]) {
  for (int j = 0; j < grid->joints; j++)
    for (int end = 0; end < 2; end++) {
      const ria_node_joint *joint = &grid->joint[j];
      const ria_node_block *block = &grid->block[joint->block[end]];
      const int across = ria_side_axis(joint->side[end]);
      /* The other block's halo width follows from the other block's axis. */
      int other = 0;
      for (int a = 0; a < RIA_AXES; a++)
        if (end == 0 ? a == across : abs(joint->map[a]) - 1 == across)
          other = end == 0 ? abs(joint->map[a]) - 1 : a;
      const int wide = ghost[across] > ghost[other] ? ghost[across] : ghost[other];
      char face[RIA_FACE_TEXT];
      if (block->cells[across] < wide)
        return ria_fail(
            RIA_ERROR_ARGUMENT,
            "the halo is %d nodes wide, but the block behind %s has %lld cells along %c; "
            "expected at least %d cells, or one block instead of several",
            wide, ria_block_grid_face_text(grid, joint->block[end], joint->side[end], face),
            (long long)block->cells[across], "ijk"[across], wide);
    }
  return RIA_SUCCESS;
}

ria_status ria_block_grid_check(const ria_block_grid *grid) {
  RIA_TRY(ria_block_grid_check_faces(grid));
  for (int b = 0; b < grid->blocks; b++) {
    const ria_node_block *block = &grid->block[b];
    const ria_range all = {{0, 0, 0}, {block->cells[0], block->cells[1], block->cells[2]}};
    RIA_TRY(ria_block_grid_check_cells(grid, b, all));
  }
  return ria_block_grid_check_joints(grid, 0, grid->joints, 0);
}
