/* Assigns a boundary of the case to each patch of the grid. */
#include "rows.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_default(const rows_boundary *boundary) {
  return !strcmp(boundary->name, "default");
}

/* The kind of patch in a file, used where the case names none. */
static bool fits_hint(const rows_boundary *boundary, ria_patch_kind kind) {
  return (kind == RIA_PATCH_INVISCID_WALL || kind == RIA_PATCH_SYMMETRY) &&
         boundary->kind == ROWS_SLIP;
}

/* The boundary of a patch: the last one that names it; -1: none. */
static int boundary_of(const rows *s, int patch) {
  int found = -1;
  for (int b = 0; b < s->own->boundaries; b++) {
    const rows_boundary *boundary = &s->own->boundary[b];
    if (is_default(boundary) || !ria_block_grid_is_patch(s->grid, patch, boundary->name))
      continue;
    found = b;
  }
  for (int b = 0; b < s->own->boundaries && found < 0; b++)
    if (is_default(&s->own->boundary[b]) ||
        fits_hint(&s->own->boundary[b], s->grid->patch[patch].kind))
      found = b;
  return found;
}

int rows_plane_side_of(const rows *s, int patch) {
  for (int p = 0; p < s->own->planes; p++)
    for (int i = 0; i < 2; i++)
      if (ria_block_grid_is_patch(s->grid, patch, s->own->plane[p].between[i]))
        return 2 * p + i;
  return -1;
}

/* Patches across i come first, then those across j and k. */
static int by_axis(const void *one, const void *other) {
  const ria_patch *patch[2] = {one, other};
  int axis[2];
  for (int p = 0; p < 2; p++)
    for (axis[p] = 0; patch[p]->cells.hi[axis[p]] - patch[p]->cells.lo[axis[p]] > 1; axis[p]++)
      ;
  if (axis[0] != axis[1])
    return axis[0] - axis[1];
  return patch[0]->block != patch[1]->block
             ? (patch[0]->block > patch[1]->block) - (patch[0]->block < patch[1]->block)
             : memcmp(&patch[0]->cells, &patch[1]->cells, sizeof patch[0]->cells);
}

static ria_status add_patch(const rows *s, int patch, ria_patch **list, int *count) {
  ria_patch *grown = realloc(*list, (size_t)(*count + 1) * sizeof *grown);
  if (!grown)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the patches of a grid");
  *list = grown;
  grown[(*count)++] = (ria_patch){s->grid->patch[patch].block, s->grid->patch[patch].nodes};
  return RIA_SUCCESS;
}

static ria_status find_all(rows *s) {
  for (int p = 0; p < s->grid->patches; p++) {
    const int side = rows_plane_side_of(s, p);
    const int b = s->boundary_of[p] = side >= 0 ? -1 : boundary_of(s, p);
    char face[RIA_FACE_TEXT];
    if (side >= 0) {
      RIA_TRY(add_patch(s, p, &s->plane_patch[side], &s->plane_patches[side]));
      continue;
    }
    if (b < 0)
      return rows_reject(
          s->the_case, &s->own->boundaries_place,
          "boundaries: there is no boundary for the patch '%s' (%s); expected it, or 'default: "
          "wall' for "
          "all that are not named",
          s->grid->patch[p].name,
          ria_block_grid_face_text(s->grid, s->grid->patch[p].block, s->grid->patch[p].side, face));
    const rows_boundary_kind kind = s->own->boundary[b].kind;
    s->is_wall[p] = kind == ROWS_WALL || kind == ROWS_SLIP;
    RIA_TRY(add_patch(s, p, &s->patch[b], &s->patches[b]));
  }
  for (int b = 0; b < s->own->boundaries; b++)
    if (s->patches[b])
      qsort(s->patch[b], (size_t)s->patches[b], sizeof *s->patch[b], by_axis);
  return RIA_SUCCESS;
}

ria_status rows_find_boundaries(rows *s) {
  const size_t patches = (size_t)s->grid->patches + 1, boundaries = (size_t)s->own->boundaries + 1;
  s->boundary_of = calloc(patches, sizeof *s->boundary_of);
  s->is_wall = calloc(patches, sizeof *s->is_wall);
  s->patch = calloc(boundaries, sizeof *s->patch);
  s->patches = calloc(boundaries, sizeof *s->patches);
  s->plane_patch = calloc((size_t)(2 * s->own->planes + 1), sizeof *s->plane_patch);
  s->plane_patches = calloc((size_t)(2 * s->own->planes + 1), sizeof *s->plane_patches);
  const bool good =
      s->plane_patch && s->plane_patches && s->boundary_of && s->is_wall && s->patch && s->patches;
  const ria_status status =
      good ? find_all(s) : ria_fail(RIA_ERROR_MEMORY, "no memory for the patches of a grid");
  return status;
}

/* ---- numbers at nodes ---- */

/* The node's share of the patch's faces: the sum over the faces around it. */
ria_status rows_normal_at(const rows *s, const ria_node_patch *patch,
                          const ria_global node[RIA_AXES], double normal[RIA_AXES]) {
  const int axis = ria_side_axis(patch->side), b = (axis + 1) % RIA_AXES, c = (axis + 2) % RIA_AXES;
  double sum[RIA_AXES], each[RIA_AXES][4] = {{0}};
  for (int e = 0; e < 4; e++) {
    ria_range face = {{node[0], node[1], node[2]}, {node[0] + 1, node[1] + 1, node[2] + 1}};
    double values[ROWS_STATICS];
    face.lo[b] -= e & 1;
    face.lo[c] -= e >> 1;
    if (face.lo[b] < patch->nodes.lo[b] || face.lo[b] + 1 >= patch->nodes.hi[b] ||
        face.lo[c] < patch->nodes.lo[c] || face.lo[c] + 1 >= patch->nodes.hi[c])
      continue;
    face.hi[b] = face.lo[b] + 1;
    face.hi[c] = face.lo[c] + 1;
    RIA_TRY(rows_metrics_fill(s->metrics, patch->block, &face, values));
    for (int m = 0; m < RIA_AXES; m++)
      each[m][e] = values[AREA + RIA_AXES * axis + m];
  }
  for (int m = 0; m < RIA_AXES; m++)
    sum[m] = rows_sum_of_four(each[m][0], each[m][1], each[m][2], each[m][3]);
  const double size = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
  for (int m = 0; m < RIA_AXES; m++)
    normal[m] = (ria_side_is_high(patch->side) ? sum[m] : -sum[m]) / (size > 0 ? size : 1);
  return RIA_SUCCESS;
}

/* Check that the direction of an inflow points into the grid, at the middle of each patch. */
ria_status rows_check_directions(const rows *s) {
  for (int p = 0; p < s->grid->patches; p++) {
    const ria_node_patch *patch = &s->grid->patch[p];
    const int b = s->boundary_of[p];
    if (b < 0 || s->own->boundary[b].kind != ROWS_INFLOW)
      continue;
    ria_global middle[RIA_AXES];
    double normal[RIA_AXES], direction[RIA_AXES], into = 0;
    char face[RIA_FACE_TEXT];
    for (int a = 0; a < RIA_AXES; a++)
      middle[a] = (patch->nodes.lo[a] + patch->nodes.hi[a]) / 2;
    middle[ria_side_axis(patch->side)] = patch->nodes.lo[ria_side_axis(patch->side)];
    RIA_TRY(rows_normal_at(s, patch, middle, normal));
    rows_direction(&s->own->boundary[b], direction);
    for (int a = 0; a < RIA_AXES; a++)
      into -= normal[a] * direction[a];
    if (into < 1e-3)
      return rows_reject(
          s->the_case, &s->own->boundary[b].place,
          "boundaries: the inflow '%s' leads out of the grid, or along its face %s; expected "
          "another 'yaw' or 'pitch', or an outflow",
          s->own->boundary[b].name,
          ria_block_grid_face_text(s->grid, patch->block, patch->side, face));
  }
  return RIA_SUCCESS;
}

/* Whether the gas slips along a patch. */
static bool slips(const rows *s, int patch) {
  const int b = s->boundary_of[patch];
  return b >= 0 && rows_slips(s, b);
}

bool rows_is_set(const rows *s, int block, const ria_global node[RIA_AXES]) {
  for (int p = 0; p < s->grid->patches; p++)
    if (s->grid->patch[p].block == block && ria_range_has(&s->grid->patch[p].nodes, node) &&
        !slips(s, p) && !rows_is_sliding(s, p))
      return true;
  return false;
}

/* The walls with slip on which a copy of a node lies, by the axis across them: unit normals, as
 * the kernels compute them, of the faces around the node. */
typedef struct {
  int count;
  double normal[RIA_AXES][RIA_AXES];
} slip_walls;

static ria_status wall_normal(const rows *s, const ria_node_place *node, int axis,
                              double normal[RIA_AXES]) {
  const int b = (axis + 1) % RIA_AXES, c = (axis + 2) % RIA_AXES;
  double size = 0;
  memset(normal, 0, RIA_AXES * sizeof *normal);
  for (int e = 0; e < 4; e++) {
    ria_range face;
    double values[ROWS_STATICS];
    for (int a = 0; a < RIA_AXES; a++)
      face.lo[a] = node->at[a] - (a == b ? e & 1 : a == c ? e >> 1 : 0);
    for (int a = 0; a < RIA_AXES; a++)
      face.hi[a] = face.lo[a] + 1;
    RIA_TRY(rows_metrics_fill(s->metrics, node->block, &face, values));
    for (int m = 0; m < RIA_AXES; m++)
      normal[m] += (1 - values[OPEN + axis]) * values[AREA + RIA_AXES * axis + m];
  }
  for (int m = 0; m < RIA_AXES; m++)
    size += normal[m] * normal[m];
  for (int m = 0; m < RIA_AXES; m++)
    normal[m] /= size > 0 ? sqrt(size) : 1;
  return RIA_SUCCESS;
}

static ria_status find_slip_walls(const rows *s, const ria_node_place *node, slip_walls *walls) {
  bool across[RIA_AXES] = {false};
  walls->count = 0;
  for (int p = 0; p < s->grid->patches; p++) {
    const ria_node_patch *patch = &s->grid->patch[p];
    const int axis = ria_side_axis(patch->side);
    if (patch->block != node->block || across[axis] || !ria_range_has(&patch->nodes, node->at) ||
        !slips(s, p))
      continue;
    across[axis] = true;
    RIA_TRY(wall_normal(s, node, axis, walls->normal[walls->count++]));
  }
  return RIA_SUCCESS;
}

/* 1: parallel, 0: at right angles, -1: neither. */
static int compare_normals(const double a[RIA_AXES], const double b[RIA_AXES]) {
  const double cosine = fabs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
  return cosine > 1 - 1e-9 ? 1 : cosine < 1e-6 ? 0 : -1;
}

/* Whether removing the momentum normal to the walls of one is the same as with those of the
 * other. */
static bool same_walls(const slip_walls *one, const slip_walls *other) {
  bool same = one->count == other->count;
  for (int i = 0; i < one->count && same; i++) {
    bool found = false;
    for (int j = 0; j < other->count; j++)
      found |= compare_normals(one->normal[i], other->normal[j]) == 1;
    same = found;
  }
  return same;
}

ria_status rows_is_seen(const rows *s, int block, const ria_global node[RIA_AXES], bool *seen) {
  ria_node_place copy[ROWS_COPIES];
  const int copies =
      ria_block_walk_copies(rows_metrics_walk(s->metrics), block, node, ROWS_COPIES, copy);
  slip_walls first, walls;
  *seen = true;
  for (int c = 0; c < copies && c < ROWS_COPIES && *seen; c++)
    *seen = !rows_is_set(s, copy[c].block, copy[c].at);
  for (int c = 0; c < copies && c < ROWS_COPIES && *seen; c++) {
    RIA_TRY(find_slip_walls(s, &copy[c], &walls));
    if (c == 0)
      first = walls;
    *seen = same_walls(&first, &walls);
  }
  for (int i = 0; *seen && i < first.count; i++)
    for (int j = 0; j < i; j++)
      *seen &= compare_normals(first.normal[i], first.normal[j]) >= 0;
  return RIA_SUCCESS;
}

ria_status rows_given(const rows *s, int block, const ria_global node[RIA_AXES],
                      const double point[RIA_AXES], double given[5]) {
  if (rows_plane_normal(s, block, node, &given[GIVEN_NORMAL]))
    return RIA_SUCCESS;
  for (int p = 0; p < s->grid->patches; p++) {
    const ria_node_patch *patch = &s->grid->patch[p];
    const int b = s->boundary_of[p];
    if (b < 0 || patch->block != block || !ria_range_has(&patch->nodes, node))
      continue;
    const rows_boundary *boundary = &s->own->boundary[b];
    if (boundary->kind == ROWS_OUTFLOW) {
      given[GIVEN_PRESSURE] = boundary->pressure;
      RIA_TRY(rows_normal_at(s, patch, node, &given[GIVEN_NORMAL]));
    }
    if (boundary->kind == ROWS_HELD) {
      rows_start_at(s, point, given);
      return RIA_SUCCESS; /* the last of several boundaries */
    }
    if (boundary->kind == ROWS_INFLOW && boundary->pressure > 0) {
      rows_inflow_state(s, boundary, s->grid->system == RIA_NODES_CYLINDRICAL ? point[1] : 1,
                        given);
      return RIA_SUCCESS;
    }
  }
  return RIA_SUCCESS;
}
