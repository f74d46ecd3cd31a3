/* Joints of whole faces: those whose centres and corners coincide are compared node by node. */
#include "blocks/match.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "blocks/joints.h"
#include "blocks/source.h"
#include "ria/exact_math.h"

/* ---- a joint from two faces ---- */

ria_status blocks_node_joint_settle(const ria_block_grid *grid, ria_node_joint *joint) {
  if (grid->system != RIA_NODES_CYLINDRICAL)
    return RIA_SUCCESS;
  ria_face face[2] = {0};
  RIA_TRY(blocks_face_read(grid, joint->block[0], joint->side[0], joint->nodes[0], &face[0]));
  const ria_status status =
      blocks_face_read(grid, joint->block[1], joint->side[1], joint->nodes[1], &face[1]);
  const int a[2] = {blocks_face_axis(joint->side[0], 0), blocks_face_axis(joint->side[0], 1)},
            b[2] = {blocks_face_axis(joint->side[1], 0), blocks_face_axis(joint->side[1], 1)};
  double best = 0;
  for (int corner = 0; status == RIA_SUCCESS && corner < 4; corner++) {
    ria_global at[RIA_AXES], to[RIA_AXES];
    at[ria_side_axis(joint->side[0])] = joint->nodes[0].lo[ria_side_axis(joint->side[0])];
    for (int i = 0; i < 2; i++)
      at[a[i]] = corner >> i & 1 ? joint->nodes[0].hi[a[i]] - 1 : joint->nodes[0].lo[a[i]];
    ria_node_joint_cross(joint, 0, at, to);
    const ria_global m = (at[a[1]] - joint->nodes[0].lo[a[1]]) * face[0].size[0] + at[a[0]] -
                         joint->nodes[0].lo[a[0]],
                     n = (to[b[1]] - joint->nodes[1].lo[b[1]]) * face[1].size[0] + to[b[0]] -
                         joint->nodes[1].lo[b[0]];
    const blocks_face_point *point = &face[0].point[m];
    const double radius2 = point->at[1] * point->at[1] + point->at[2] * point->at[2];
    if (radius2 <= best) /* on the axis, angles are arbitrary */
      continue;
    best = radius2;
    const double angle = face[0].angle[m] - face[1].angle[n];
    joint->offset[2] += 2 * M_PI * round((angle - joint->offset[2]) / (2 * M_PI));
  }
  blocks_face_free(&face[0]);
  blocks_face_free(&face[1]);
  return status;
}

static bool is_before(const ria_face *a, const ria_range *at_a, const ria_face *b,
                      const ria_range *at_b) {
  if (a->block != b->block)
    return a->block < b->block;
  if (a->side != b->side)
    return a->side < b->side;
  for (int x = RIA_AXES - 1; x >= 0; x--)
    if (at_a->lo[x] != at_b->lo[x])
      return at_a->lo[x] < at_b->lo[x];
  return true;
}

/* Order the two ends of a joint by block. */
static ria_status make_joint(const ria_block_grid *grid, const ria_face *a, const ria_face *b,
                             const ria_range nodes[2], blocks_face_turn turn,
                             const double offset[RIA_AXES], ria_node_joint *joint) {
  int map[RIA_AXES];
  const bool swap = !is_before(a, &nodes[0], b, &nodes[1]);
  blocks_face_map(a->side, b->side, turn, map);
  *joint = (ria_node_joint){
      .block = {a->block, b->block}, .side = {a->side, b->side}, .nodes = {nodes[0], nodes[1]}};
  if (swap)
    *joint = (ria_node_joint){
        .block = {b->block, a->block}, .side = {b->side, a->side}, .nodes = {nodes[1], nodes[0]}};
  for (int x = 0; x < RIA_AXES; x++) {
    joint->offset[x] = (swap ? -offset[x] : offset[x]) + 0.0;
    if (swap)
      joint->map[abs(map[x]) - 1] = map[x] < 0 ? -(x + 1) : x + 1;
    else
      joint->map[x] = map[x];
  }
  return blocks_node_joint_settle(grid, joint);
}

ria_status blocks_match_add(ria_block_grid *grid, blocks_coverage *coverage, const ria_face *a,
                            const ria_face *b, const ria_range nodes[2], blocks_face_turn turn,
                            const double offset[RIA_AXES]) {
  ria_node_joint joint;
  blocks_claim_conflict conflict;
  RIA_TRY(make_joint(grid, a, b, nodes, turn, offset, &joint));
  RIA_TRY(blocks_node_joint_append(grid, &joint));
  for (int end = 0; end < 2; end++)
    RIA_TRY(blocks_coverage_claim(coverage, joint.block[end], joint.side[end], &joint.nodes[end],
                                  grid->joints, &conflict));
  return RIA_SUCCESS;
}

/* ---- whole faces ---- */

static ria_global node_of(const ria_face *b, blocks_face_turn turn, ria_global p, ria_global q) {
  ria_global at[2];
  at[turn.swap ? 1 : 0] = p;
  at[turn.swap ? 0 : 1] = q;
  for (int i = 0; i < 2; i++)
    if (turn.back[turn.swap ? 1 - i : i])
      at[i] = b->size[i] - 1 - at[i];
  return at[1] * b->size[0] + at[0];
}

/* Whether all nodes coincide. Corners are compared first, because most faces differ there. */
static bool coincide(const ria_face *a, const ria_face *b, blocks_face_turn turn,
                     double tolerance) {
  const double most = tolerance * tolerance;
  const ria_global n0 = a->size[0], n1 = a->size[1];
  if (n0 != b->size[turn.swap] || n1 != b->size[!turn.swap])
    return false;
  for (int corner = 0; corner < 4; corner++) {
    const ria_global p = corner & 1 ? n0 - 1 : 0, q = corner & 2 ? n1 - 1 : 0;
    if (!(blocks_face_distance2(&a->point[q * n0 + p], &b->point[node_of(b, turn, p, q)]) <= most))
      return false;
  }
  for (ria_global q = 0; q < n1; q++)
    for (ria_global p = 0; p < n0; p++)
      if (!(blocks_face_distance2(&a->point[q * n0 + p], &b->point[node_of(b, turn, p, q)]) <=
            most))
        return false;
  return true;
}

ria_status block_match_sides(const ria_block_grid *grid, const int block[2], const ria_side side[2],
                             const double offset[RIA_AXES], double tolerance, bool *found,
                             ria_node_joint *joint) {
  ria_face face[2] = {0};
  ria_range nodes[2];
  ria_status status = RIA_SUCCESS;
  *found = false;
  for (int end = 0; end < 2 && status == RIA_SUCCESS; end++) {
    nodes[end] = ria_block_grid_side_nodes(grid, block[end], side[end]);
    status = blocks_face_read(grid, block[end], side[end], nodes[end], &face[end]);
  }
  if (status == RIA_SUCCESS && face[0].has_area && face[1].has_area) {
    blocks_face_shift(grid->system, face[1].point, face[1].size[0] * face[1].size[1], offset);
    const double most = blocks_face_tolerance(grid, &face[0], &face[1], tolerance);
    for (int way = 0; way < 8 && !*found; way++)
      if ((*found = coincide(&face[0], &face[1], blocks_face_turn_of(way), most)))
        status =
            make_joint(grid, &face[0], &face[1], nodes, blocks_face_turn_of(way), offset, joint);
  }
  blocks_face_free(&face[0]);
  blocks_face_free(&face[1]);
  return status;
}

/* ---- a hash of the centres of faces ---- */

typedef struct {
  blocks_face_point centre;
  double size; /**< largest distance of a corner from the centre */
  int next;    /**< in the same cell of the hash */
} side_mark;

typedef struct {
  ria_block_grid *grid;
  blocks_coverage coverage;
  double tolerance;
  side_mark *mark; /* [blocks * RIA_SIDES] */
  int *first;      /* first side of each cell of the hash; -1: none */
  uint64_t cells;  /* a power of two */
  double width;
  int row;        /* row whose pitch is the offset; -1: another offset, or none */
  ria_face *kept; /* faces left over, read once */
} matcher;

static uint64_t cell_of(const matcher *m, const int64_t at[RIA_AXES]) {
  uint64_t hash = 0;
  for (int a = 0; a < RIA_AXES; a++)
    hash = (hash ^ (uint64_t)at[a]) * UINT64_C(0x9e3779b97f4a7c15);
  return (hash >> 20) & (m->cells - 1);
}

static void place_of(const matcher *m, const blocks_face_point *point, int64_t at[RIA_AXES]) {
  for (int a = 0; a < RIA_AXES; a++) {
    const double place = floor(point->at[a] / m->width);
    at[a] = fabs(place) < 1e18 ? (int64_t)place : 0;
  }
}

static ria_status mark_side(matcher *m, int block, ria_side side) {
  const ria_block_grid *grid = m->grid;
  side_mark *mark = &m->mark[block * RIA_SIDES + (int)side];
  const ria_range all = ria_block_grid_side_nodes(grid, block, side);
  blocks_face_point corner[4];
  *mark = (side_mark){.next = -1};
  for (int c = 0; c < 4; c++) {
    ria_range one = all;
    double x[RIA_AXES];
    for (int i = 0; i < 2; i++) {
      const int a = blocks_face_axis(side, i);
      one.lo[a] = c >> i & 1 ? all.hi[a] - 1 : 0;
      one.hi[a] = one.lo[a] + 1;
    }
    RIA_TRY(ria_block_grid_nodes(grid, block, one, &x[0], &x[1], &x[2]));
    corner[c] = blocks_face_place(grid->system, x);
    for (int a = 0; a < RIA_AXES; a++)
      mark->centre.at[a] += corner[c].at[a] / 4;
  }
  for (int c = 0; c < 4; c++)
    mark->size = fmax(mark->size, sqrt(blocks_face_distance2(&corner[c], &mark->centre)));
  return RIA_SUCCESS;
}

static ria_status mark_sides(matcher *m) {
  const int sides = m->grid->blocks * RIA_SIDES;
  double low[RIA_AXES], high[RIA_AXES];
  for (m->cells = 64; m->cells < 2 * (uint64_t)sides;)
    m->cells *= 2;
  m->mark = calloc((size_t)sides + 1, sizeof *m->mark);
  m->kept = calloc((size_t)sides + 1, sizeof *m->kept);
  m->first = malloc(m->cells * sizeof *m->first);
  if (!m->mark || !m->first || !m->kept)
    return ria_fail(RIA_ERROR_MEMORY, "no memory to match the faces of a grid");
  for (int s = 0; s < sides; s++) {
    RIA_TRY(mark_side(m, s / RIA_SIDES, s % RIA_SIDES));
    for (int a = 0; a < RIA_AXES; a++) {
      low[a] = s ? fmin(low[a], m->mark[s].centre.at[a]) : m->mark[s].centre.at[a];
      high[a] = s ? fmax(high[a], m->mark[s].centre.at[a]) : m->mark[s].centre.at[a];
    }
  }
  for (int a = 0; a < RIA_AXES && sides; a++)
    m->width = fmax(m->width, (high[a] - low[a]) / ria_cbrt((double)sides));
  m->width = m->width > 0 && isfinite(m->width) ? m->width : 1;
  for (uint64_t c = 0; c < m->cells; c++)
    m->first[c] = -1;
  for (int s = sides - 1; s >= 0; s--) { /* backwards, so that each cell lists its sides in
                                            ascending order */
    int64_t at[RIA_AXES];
    place_of(m, &m->mark[s].centre, at);
    int *first = &m->first[cell_of(m, at)];
    m->mark[s].next = *first;
    *first = s;
  }
  return RIA_SUCCESS;
}

static bool is_done(const matcher *m, int side) {
  return m->coverage.face[side].left == 0;
}
static bool is_untouched(const matcher *m, int side) {
  return !m->coverage.face[side].whole && !m->coverage.face[side].cell;
}

/* Blade rows may turn at different speeds, so faces of different rows are never joined because they
 * coincide. */
static bool may_join(const matcher *m, int a, int b) {
  const int row = m->grid->block[a / RIA_SIDES].row, other = m->grid->block[b / RIA_SIDES].row;
  if (m->row >= 0)
    return row == m->row && other == m->row;
  return row < 0 || other < 0 || row == other;
}

static ria_status three_faces(const ria_block_grid *grid, int a, int b, int c) {
  char text[3][RIA_FACE_TEXT];
  const int side[3] = {a, b, c};
  for (int i = 0; i < 3; i++)
    ria_block_grid_face_text(grid, side[i] / RIA_SIDES, side[i] % RIA_SIDES, text[i]);
  return ria_fail(
      RIA_ERROR_CASE,
      "the faces %s, %s and %s coincide; expected at most two, or joints that say which", text[0],
      text[1], text[2]);
}

/* Join side s to the side that coincides with it after the shift. */
static ria_status match_side(matcher *m, int s, const double offset[RIA_AXES], bool shifted) {
  ria_block_grid *grid = m->grid;
  const side_mark *mark = &m->mark[s];
  const double back[RIA_AXES] = {-offset[0], -offset[1], -offset[2]};
  blocks_face_point wanted = mark->centre;
  blocks_face_shift(grid->system, &wanted, 1, back);
  int64_t at[RIA_AXES], near[RIA_AXES];
  int partner = -1;
  ria_node_joint joint;
  place_of(m, &wanted, at);
  for (int n = 0; n < 27; n++) {
    for (int a = 0, rest = n; a < RIA_AXES; a++, rest /= 3)
      near[a] = at[a] + rest % 3 - 1;
    for (int o = m->first[cell_of(m, near)]; o >= 0; o = m->mark[o].next) {
      const side_mark *other = &m->mark[o];
      int64_t place[RIA_AXES];
      place_of(m, &other->centre, place); /* several cells share a slot of the hash */
      if (memcmp(place, near, sizeof place) != 0 || o == s || (!shifted && o < s) ||
          !is_untouched(m, o) || !may_join(m, s, o) ||
          blocks_face_distance2(&other->centre, &wanted) > 4e-4 * mark->size * mark->size)
        continue;
      bool found;
      ria_node_joint match;
      RIA_TRY(block_match_sides(grid, (int[]){s / RIA_SIDES, o / RIA_SIDES},
                                (ria_side[]){s % RIA_SIDES, o % RIA_SIDES}, offset, m->tolerance,
                                &found, &match));
      if (found && partner >= 0)
        return three_faces(grid, s, partner, o);
      if (found) {
        partner = o;
        joint = match;
      }
    }
  }
  if (partner < 0)
    return RIA_SUCCESS;
  RIA_TRY(blocks_node_joint_append(grid, &joint));
  for (int end = 0; end < 2; end++) {
    blocks_claim_conflict conflict;
    RIA_TRY(blocks_coverage_claim(&m->coverage, joint.block[end], joint.side[end],
                                  &joint.nodes[end], grid->joints, &conflict));
  }
  return RIA_SUCCESS;
}

/* ---- parts of faces ---- */

static ria_status keep_face(matcher *m, int s, ria_face **face) {
  *face = &m->kept[s];
  if (!m->kept[s].point)
    RIA_TRY(blocks_face_read(m->grid, s / RIA_SIDES, s % RIA_SIDES,
                             ria_block_grid_side_nodes(m->grid, s / RIA_SIDES, s % RIA_SIDES),
                             &m->kept[s]));
  return RIA_SUCCESS;
}

/* A box around the shifted face. */
static void shifted_box(const matcher *m, int s, const double offset[RIA_AXES],
                        blocks_face_point *low, blocks_face_point *high) {
  const ria_face *face = &m->kept[s];
  for (int corner = 0; corner < 8; corner++) {
    blocks_face_point p;
    for (int a = 0; a < RIA_AXES; a++)
      p.at[a] = corner >> a & 1 ? face->high.at[a] : face->low.at[a];
    blocks_face_shift(m->grid->system, &p, 1, offset);
    for (int a = 0; a < RIA_AXES; a++) {
      low->at[a] = corner ? fmin(low->at[a], p.at[a]) : p.at[a];
      high->at[a] = corner ? fmax(high->at[a], p.at[a]) : p.at[a];
    }
  }
}

typedef struct {
  double low;
  int side;
  blocks_face_point a, b; /* the box */
} span;

static int compare_spans(const void *x, const void *y) {
  const span *a = x, *b = y;
  if (a->low != b->low)
    return a->low < b->low ? -1 : 1;
  return a->side - b->side;
}

static ria_status match_pair(matcher *m, int s, int o, const double offset[RIA_AXES],
                             bool shifted) {
  ria_face *a, *b, moved;
  if (is_done(m, s) || is_done(m, o))
    return RIA_SUCCESS;
  RIA_TRY(keep_face(m, s, &a));
  RIA_TRY(keep_face(m, o, &b));
  if (!a->has_area || !b->has_area)
    return RIA_SUCCESS;
  const double tolerance = blocks_face_tolerance(m->grid, a, b, m->tolerance);
  moved = *b;
  if (shifted) {
    const size_t bytes = (size_t)(b->size[0] * b->size[1]) * sizeof *moved.point;
    if (!(moved.point = malloc(bytes)))
      return ria_fail(RIA_ERROR_MEMORY, "no memory to match the faces of a grid");
    memcpy(moved.point, b->point, bytes);
    blocks_face_shift(m->grid->system, moved.point, moved.size[0] * moved.size[1], offset);
    blocks_face_box(&moved);
  }
  const ria_status status = blocks_match_parts(m->grid, &m->coverage, a, &moved, offset, tolerance);
  if (shifted)
    free(moved.point);
  return status;
}

static bool boxes_touch(const span *a, const span *b) {
  for (int x = 0; x < RIA_AXES; x++) {
    const double slack = 1e-6 * (a->b.at[x] - a->a.at[x] + b->b.at[x] - b->a.at[x]) +
                         1e-9 * fmax(fabs(a->a.at[x]), fabs(b->b.at[x]));
    if (a->a.at[x] > b->b.at[x] + slack || b->a.at[x] > a->b.at[x] + slack)
      return false;
  }
  return true;
}

/* Compare the remaining faces with touching boxes, by a sweep along x. */
static ria_status match_rest(matcher *m, const double offset[RIA_AXES], bool shifted) {
  static const double none[RIA_AXES] = {0};
  const int sides = m->grid->blocks * RIA_SIDES;
  span *here = malloc(((size_t)sides + 1) * sizeof *here);
  span *there = malloc(((size_t)sides + 1) * sizeof *there);
  int left = 0;
  ria_status status = here && there
                          ? RIA_SUCCESS
                          : ria_fail(RIA_ERROR_MEMORY, "no memory to match the faces of a grid");
  for (int s = 0; s < sides && status == RIA_SUCCESS; s++) {
    ria_face *face;
    if (is_done(m, s) || (status = keep_face(m, s, &face)) != RIA_SUCCESS)
      continue;
    shifted_box(m, s, none, &here[left].a, &here[left].b);
    shifted_box(m, s, offset, &there[left].a, &there[left].b);
    here[left].side = there[left].side = s;
    here[left].low = here[left].a.at[0];
    there[left].low = there[left].a.at[0];
    left++;
  }
  double widest = 0;
  for (int i = 0; i < left; i++)
    widest = fmax(widest, there[i].b.at[0] - there[i].a.at[0]);
  if (status == RIA_SUCCESS)
    qsort(there, (size_t)left, sizeof *there, compare_spans);
  for (int i = 0; i < left && status == RIA_SUCCESS; i++) {
    int low = 0, high = left; /* the first face whose box may reach this x */
    while (low < high) {
      const int middle = (low + high) / 2;
      if (there[middle].low < here[i].low - 1.001 * widest - 1e-9 * fabs(here[i].low))
        low = middle + 1;
      else
        high = middle;
    }
    for (int j = low; j < left && status == RIA_SUCCESS &&
                      there[j].low <= here[i].b.at[0] + 1e-6 * (widest + fabs(here[i].low));
         j++)
      if ((shifted ? there[j].side != here[i].side : there[j].side >= here[i].side) &&
          may_join(m, here[i].side, there[j].side) && boxes_touch(&here[i], &there[j]))
        status = match_pair(m, here[i].side, there[j].side, offset, shifted);
  }
  free(here);
  free(there);
  return status;
}

/* ---- all joints ---- */

static ria_status match_offset(matcher *m, const double offset[RIA_AXES]) {
  const bool shifted = offset[0] != 0 || offset[1] != 0 || offset[2] != 0;
  for (int s = 0; s < m->grid->blocks * RIA_SIDES; s++)
    if (is_untouched(m, s))
      RIA_TRY(match_side(m, s, offset, shifted));
  return match_rest(m, offset, shifted);
}

static ria_status match_all(matcher *m, const ria_block_match *match) {
  static const double none[RIA_AXES] = {0};
  RIA_TRY(blocks_coverage_claim_all(&m->coverage, 0, 0));
  RIA_TRY(mark_sides(m));
  RIA_TRY(match_offset(m, none));
  for (int r = 0; r < m->grid->rows; r++) {
    const ria_node_row *row = &m->grid->row[r];
    m->row = r;
    const double pitch[RIA_AXES] = {0, 0, row->blades ? 2 * M_PI * row->passages / row->blades : 0};
    if (row->blades && row->passages < row->blades && m->grid->system == RIA_NODES_CYLINDRICAL)
      RIA_TRY(match_offset(m, pitch));
  }
  m->row = -1;
  for (int o = 0; match && o < match->offsets; o++)
    RIA_TRY(match_offset(m, match->offset[o]));
  return RIA_SUCCESS;
}

ria_status ria_block_grid_match(ria_block_grid *grid, const ria_block_match *match) {
  matcher m = {.grid = grid, .row = -1, .tolerance = match ? match->tolerance : 0};
  const int before = grid->joints;
  RIA_TRY(blocks_coverage_create(grid, &m.coverage));
  const ria_status status = match_all(&m, match);
  for (int s = 0; m.kept && s < grid->blocks * RIA_SIDES; s++)
    blocks_face_free(&m.kept[s]);
  free(m.kept);
  free(m.mark);
  free(m.first);
  blocks_coverage_destroy(&m.coverage);
  if (status == RIA_SUCCESS && grid->joints > before)
    qsort(grid->joint + before, (size_t)(grid->joints - before), sizeof *grid->joint,
          blocks_node_joint_compare);
  return status;
}

ria_status ria_block_grid_join(ria_block_grid *grid, const int block[2], const ria_side side[2],
                               const int *map, const double *offset) {
  static const double none[RIA_AXES] = {0};
  char face[2][RIA_FACE_TEXT];
  ria_node_joint joint = {.block = {block[0], block[1]}, .side = {side[0], side[1]}};
  for (int end = 0; end < 2; end++)
    joint.nodes[end] = ria_block_grid_side_nodes(grid, block[end], side[end]);
  memcpy(joint.offset, offset ? offset : none, sizeof joint.offset);
  if (map) {
    memcpy(joint.map, map, sizeof joint.map);
    RIA_TRY(blocks_node_joint_check(grid, &joint));
    RIA_TRY(blocks_node_joint_settle(grid, &joint));
    return ria_block_grid_add_joint(grid, &joint);
  }
  bool found;
  RIA_TRY(block_match_sides(grid, block, side, offset ? offset : none, 0, &found, &joint));
  if (!found)
    return ria_fail(
        RIA_ERROR_CASE,
        "the nodes of %s and %s do not coincide in any orientation; expected faces that "
        "lie on one another%s",
        ria_block_grid_face_text(grid, block[0], side[0], face[0]),
        ria_block_grid_face_text(grid, block[1], side[1], face[1]),
        offset ? " after the turn or shift" : ", or a turn or shift by which they repeat");
  return blocks_node_joint_append(grid, &joint);
}
