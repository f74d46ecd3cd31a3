/* Joints between parts of two faces: rectangles of cells whose nodes coincide. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "blocks/match.h"

enum { MATCHES = 4 /* most nodes of one face on a node of the other: two at a seam */ };

typedef struct {
  const ria_face *a, *b;
  double tolerance;
  int *next, *first; /* a hash of the nodes of a */
  uint64_t slots;
  ria_global (*match)[MATCHES]; /* for each node of b: matching nodes of a; -1: no more */
  blocks_coverage *coverage;
} pair;

static uint64_t slot_of(const pair *p, const int64_t at[RIA_AXES]) {
  uint64_t hash = 0;
  for (int a = 0; a < RIA_AXES; a++)
    hash = (hash ^ (uint64_t)at[a]) * UINT64_C(0x9e3779b97f4a7c15);
  return (hash >> 20) & (p->slots - 1);
}

static int64_t place(const pair *p, double x) {
  const double at = floor(x / (8 * p->tolerance));
  return fabs(at) < 1e18 ? (int64_t)at : 0;
}

/* The intersection of the two faces' boxes. */
static bool common_box(const pair *p, double low[RIA_AXES], double high[RIA_AXES]) {
  for (int x = 0; x < RIA_AXES; x++) {
    low[x] = fmax(p->a->low.at[x], p->b->low.at[x]) - 2 * p->tolerance;
    high[x] = fmin(p->a->high.at[x], p->b->high.at[x]) + 2 * p->tolerance;
    if (!(low[x] <= high[x]))
      return false;
  }
  return true;
}

static bool is_inside(const blocks_face_point *point, const double low[RIA_AXES],
                      const double high[RIA_AXES]) {
  for (int x = 0; x < RIA_AXES; x++)
    if (!(point->at[x] >= low[x] && point->at[x] <= high[x]))
      return false;
  return true;
}

static bool hash_nodes(pair *p, const double low[RIA_AXES], const double high[RIA_AXES]) {
  const ria_global nodes = p->a->size[0] * p->a->size[1];
  for (p->slots = 64; p->slots < (uint64_t)nodes;)
    p->slots *= 2;
  p->first = malloc(p->slots * sizeof *p->first);
  p->next = malloc((size_t)nodes * sizeof *p->next);
  if (!p->first || !p->next)
    return false;
  for (uint64_t s = 0; s < p->slots; s++)
    p->first[s] = -1;
  for (ria_global n = nodes - 1; n >= 0; n--) {
    const blocks_face_point *point = &p->a->point[n];
    if (!is_inside(point, low, high))
      continue;
    const int64_t at[RIA_AXES] = {place(p, point->at[0]), place(p, point->at[1]),
                                  place(p, point->at[2])};
    int *first = &p->first[slot_of(p, at)];
    p->next[n] = *first;
    *first = (int)n;
  }
  return true;
}

static void find_matches(const pair *p, ria_global n, int *found) {
  const blocks_face_point *point = &p->b->point[n];
  int64_t low[RIA_AXES], high[RIA_AXES], at[RIA_AXES];
  int count = 0;
  for (int x = 0; x < RIA_AXES; x++) {
    low[x] = place(p, point->at[x] - p->tolerance);
    high[x] = place(p, point->at[x] + p->tolerance);
  }
  for (at[2] = low[2]; at[2] <= high[2]; at[2]++)
    for (at[1] = low[1]; at[1] <= high[1]; at[1]++)
      for (at[0] = low[0]; at[0] <= high[0]; at[0]++)
        for (int m = p->first[slot_of(p, at)]; m >= 0 && count < MATCHES; m = p->next[m]) {
          bool known = p->a->point == p->b->point && m == n; /* a face coincides with itself */
          for (int k = 0; k < count; k++)
            known |= p->match[n][k] == m;
          if (!known &&
              blocks_face_distance2(&p->a->point[m], point) <= p->tolerance * p->tolerance)
            p->match[n][count++] = m;
        }
  *found += count > 0;
  for (; count < MATCHES; count++)
    p->match[n][count] = -1;
}

static bool has_match(const pair *p, ria_global n, ria_global m) {
  for (int k = 0; k < MATCHES; k++)
    if (p->match[n][k] == m)
      return true;
  return false;
}

/* Mapping from cells of b to cells of a: node (u, v) of b is node at + (u - u0) step[0] + (v - v0)
 * step[1] of a. */
typedef struct {
  ria_global u0, v0, at[2];
  int step[2][2];
} lie;

static ria_global lie_node(const pair *p, const lie *l, ria_global u, ria_global v) {
  ria_global at[2];
  for (int i = 0; i < 2; i++) {
    at[i] = l->at[i] + (u - l->u0) * l->step[0][i] + (v - l->v0) * l->step[1][i];
    if (at[i] < 0 || at[i] >= p->a->size[i])
      return -2;
  }
  return at[1] * p->a->size[0] + at[0];
}

/* Whether cell (u, v) of b coincides with a cell of a and neither is claimed. */
static bool lies_free(const pair *p, const lie *l, ria_global u, ria_global v) {
  ria_global low[2] = {INT64_MAX, INT64_MAX};
  for (int c = 0; c < 4; c++) {
    const ria_global m = lie_node(p, l, u + (c & 1), v + (c >> 1));
    if (m < 0 || !has_match(p, (v + (c >> 1)) * p->b->size[0] + u + (c & 1), m))
      return false;
    low[0] = m % p->a->size[0] < low[0] ? m % p->a->size[0] : low[0];
    low[1] = m / p->a->size[0] < low[1] ? m / p->a->size[0] : low[1];
  }
  return !blocks_coverage_at(p->coverage, p->a->block, p->a->side, low[0], low[1]) &&
         !blocks_coverage_at(p->coverage, p->b->block, p->b->side, u, v);
}

/* Whether all cells of a row or column of b coincide with unclaimed cells of a, and the rectangle
 * does not overlap its own image. */
static bool grows(const pair *p, const lie *l, const ria_global lo[2], const ria_global hi[2],
                  int axis) {
  const ria_global at = hi[axis];
  if (at >= p->b->size[axis] - 1)
    return false;
  for (ria_global t = lo[1 - axis]; t < hi[1 - axis]; t++)
    if (!lies_free(p, l, axis == 0 ? at : t, axis == 0 ? t : at))
      return false;
  if (p->a->block != p->b->block || p->a->side != p->b->side)
    return true;
  for (ria_global v = lo[1]; v < hi[1] + (axis == 1); v++)
    for (ria_global u = lo[0]; u < hi[0] + (axis == 0); u++) {
      const ria_global m = lie_node(p, l, u, v), n = lie_node(p, l, u + 1, v + 1);
      const ria_global a0 = p->a->size[0], pu = m % a0 < n % a0 ? m % a0 : n % a0,
                       pv = m / a0 < n / a0 ? m / a0 : n / a0;
      if (pu >= lo[0] && pu < hi[0] + (axis == 0) && pv >= lo[1] && pv < hi[1] + (axis == 1))
        return false;
    }
  return true;
}

/* Find how cell (u, v) of b coincides with a cell of a; false: with no cell. */
static bool find_lie(const pair *p, ria_global u, ria_global v, lie *l) {
  const ria_global n = v * p->b->size[0] + u, a0 = p->a->size[0];
  for (int k = 0; k < MATCHES && p->match[n][k] >= 0; k++)
    for (int way = 0; way < 8; way++) {
      const blocks_face_turn turn = blocks_face_turn_of(way);
      *l = (lie){.u0 = u, .v0 = v, .at = {p->match[n][k] % a0, p->match[n][k] / a0}};
      l->step[0][turn.swap] = turn.back[0] ? -1 : 1;
      l->step[1][!turn.swap] = turn.back[1] ? -1 : 1;
      if (!lies_free(p, l, u, v))
        continue;
      /* A cell without area has several matches. */
      const blocks_face_point *x = &p->b->point[n];
      const double least = 4 * p->tolerance * p->tolerance;
      if (blocks_face_distance2(x, x + 1) > least &&
          blocks_face_distance2(x, x + p->b->size[0]) > least &&
          blocks_face_distance2(x, x + p->b->size[0] + 1) > least)
        return true;
    }
  return false;
}

static ria_status join_from(ria_block_grid *grid, pair *p, ria_global u, ria_global v,
                            const double offset[RIA_AXES]) {
  lie l;
  if (!find_lie(p, u, v, &l))
    return RIA_SUCCESS;
  ria_global lo[2] = {u, v}, hi[2] = {u + 1, v + 1};
  while (grows(p, &l, lo, hi, 0))
    hi[0]++;
  while (grows(p, &l, lo, hi, 1))
    hi[1]++;
  ria_range nodes[2] = {ria_block_grid_side_nodes(grid, p->a->block, p->a->side),
                        ria_block_grid_side_nodes(grid, p->b->block, p->b->side)};
  const ria_global a0 = p->a->size[0], m = lie_node(p, &l, lo[0], lo[1]),
                   n = lie_node(p, &l, hi[0], hi[1]);
  const ria_global end[2][2] = {{m % a0, m / a0}, {n % a0, n / a0}};
  blocks_face_turn turn = {.swap = l.step[0][1] != 0};
  for (int i = 0; i < 2; i++) {
    const int a = blocks_face_axis(p->a->side, i), b = blocks_face_axis(p->b->side, i);
    nodes[0].lo[a] = end[0][i] < end[1][i] ? end[0][i] : end[1][i];
    nodes[0].hi[a] = (end[0][i] < end[1][i] ? end[1][i] : end[0][i]) + 1;
    nodes[1].lo[b] = lo[i];
    nodes[1].hi[b] = hi[i] + 1;
    turn.back[i] = l.step[turn.swap ? 1 - i : i][i] < 0;
  }
  return blocks_match_add(grid, p->coverage, p->a, p->b, nodes, turn, offset);
}

ria_status blocks_match_parts(ria_block_grid *grid, blocks_coverage *coverage, const ria_face *a,
                              const ria_face *b, const double offset[RIA_AXES], double tolerance) {
  pair p = {.a = a, .b = b, .tolerance = tolerance, .coverage = coverage};
  const ria_global nodes = b->size[0] * b->size[1];
  double low[RIA_AXES], high[RIA_AXES];
  int found = 0;
  if (!(tolerance > 0) || !common_box(&p, low, high))
    return RIA_SUCCESS;
  p.match = malloc((size_t)nodes * sizeof *p.match);
  ria_status status = RIA_SUCCESS;
  if (!p.match || !hash_nodes(&p, low, high))
    status = ria_fail(RIA_ERROR_MEMORY, "no memory to match the faces of a grid");
  for (ria_global n = 0; n < nodes && status == RIA_SUCCESS; n++) {
    if (is_inside(&b->point[n], low, high))
      find_matches(&p, n, &found);
    else
      for (int k = 0; k < MATCHES; k++)
        p.match[n][k] = -1;
  }
  for (ria_global v = 0; v + 1 < b->size[1] && found >= 4 && status == RIA_SUCCESS; v++)
    for (ria_global u = 0; u + 1 < b->size[0] && status == RIA_SUCCESS; u++)
      status = join_from(grid, &p, u, v, offset);
  free(p.match);
  free(p.first);
  free(p.next);
  return status;
}
