#include "blocks/walk.h"
#include <stdlib.h>
#include <string.h>

ria_status ria_block_walk_create(const ria_block_grid *grid, ria_block_walk **walk) {
  const size_t sides = (size_t)grid->blocks * RIA_SIDES;
  ria_block_walk *made = calloc(1, sizeof *made);
  int *next = calloc(sides + 1, sizeof *next);
  *walk = NULL;
  if (made) {
    made->grid = grid;
    made->first = calloc(sides + 1, sizeof *made->first);
    made->entry = calloc(2 * (size_t)grid->joints + 1, sizeof *made->entry);
  }
  if (!made || !next || !made->first || !made->entry) {
    free(next);
    ria_block_walk_destroy(made);
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the joints of a grid");
  }
  for (int e = 0; e < 2 * grid->joints; e++)
    made->first[grid->joint[e / 2].block[e % 2] * RIA_SIDES + (int)grid->joint[e / 2].side[e % 2] +
                1]++;
  for (size_t s = 0; s < sides; s++)
    made->first[s + 1] += made->first[s];
  memcpy(next, made->first, sides * sizeof *next);
  for (int e = 0; e < 2 * grid->joints; e++)
    made->entry[next[grid->joint[e / 2].block[e % 2] * RIA_SIDES +
                     (int)grid->joint[e / 2].side[e % 2]]++] = e;
  free(next);
  *walk = made;
  return RIA_SUCCESS;
}

void ria_block_walk_destroy(ria_block_walk *walk) {
  if (!walk)
    return;
  free(walk->first);
  free(walk->entry);
  free(walk);
}

int blocks_walk_compare(const void *x, const void *y) {
  const ria_node_place *a = x, *b = y;
  if (a->block != b->block)
    return a->block < b->block ? -1 : 1;
  for (int i = 0; i < RIA_AXES; i++)
    if (a->at[i] != b->at[i])
      return a->at[i] < b->at[i] ? -1 : 1;
  return 0;
}

/* ---- across one joint ---- */

/* Whether a joint's range contains the cell (more = 0) or node (more = 1) `at`, ignoring the axis
 * across the face.
 */
static bool is_at(const ria_range *nodes, int across, const ria_global at[RIA_AXES], int more) {
  for (int a = 0; a < RIA_AXES; a++)
    if (a != across && (at[a] < nodes->lo[a] || at[a] >= nodes->hi[a] - 1 + more))
      return false;
  return true;
}

/* Continue map and offset across a joint. */
static void turn(const ria_node_joint *joint, int from, ria_node_place *place) {
  int across[RIA_AXES]; /* axis a of this block runs along |across[a]| - 1 of the other */
  for (int a = 0; a < RIA_AXES; a++) {
    const int b = abs(joint->map[a]) - 1;
    across[from == 0 ? a : b] =
        joint->map[a] < 0 ? -((from == 0 ? b : a) + 1) : (from == 0 ? b : a) + 1;
  }
  for (int a = 0; a < RIA_AXES; a++) {
    const int along = across[abs(place->map[a]) - 1];
    place->map[a] = place->map[a] < 0 ? -along : along;
    place->offset[a] += from == 0 ? joint->offset[a] : -joint->offset[a];
  }
  place->block = joint->block[1 - from];
}

bool blocks_walk_cross(const ria_block_walk *walk, ria_side side, ria_node_place *place) {
  const int face = place->block * RIA_SIDES + (int)side;
  for (int e = walk->first[face]; e < walk->first[face + 1]; e++) {
    const ria_node_joint *joint = &walk->grid->joint[walk->entry[e] / 2];
    const int from = walk->entry[e] % 2;
    if (!is_at(&joint->nodes[from], ria_side_axis(side), place->at, 0))
      continue;
    ria_global to[RIA_AXES];
    ria_node_joint_cross(joint, from, place->at, to);
    for (int a = 0; a < RIA_AXES; a++) /* a cell is stored as its low node; a reversed axis makes it
                                          the high one */
      to[from == 0 ? abs(joint->map[a]) - 1 : a] -= joint->map[a] < 0;
    memcpy(place->at, to, sizeof to);
    turn(joint, from, place);
    return true;
  }
  return false;
}

/* ---- far cells ---- */

/* Move a place by `cells` along an axis of the walk's first block. */
static bool move(const ria_block_walk *walk, int axis, ria_global cells, ria_node_place *place) {
  while (cells) {
    const int along = abs(place->map[axis]) - 1;
    const bool up = (place->map[axis] > 0) == (cells > 0);
    const ria_global size = walk->grid->block[place->block].cells[along],
                     room = up ? size - 1 - place->at[along] : place->at[along],
                     all = cells > 0 ? cells : -cells, steps = all < room ? all : room;
    place->at[along] += up ? steps : -steps;
    cells += cells > 0 ? -steps : steps;
    if (!cells)
      return true;
    place->at[along] += up ? 1 : -1;
    cells += cells > 0 ? -1 : 1;
    if (!blocks_walk_cross(walk, ria_side_of(along, up), place))
      return false;
  }
  return true;
}

ria_place_kind ria_block_walk_cell(const ria_block_walk *walk, int block,
                                   const ria_global at[RIA_AXES], ria_node_place *place) {
  static const int orders[6][RIA_AXES] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                          {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  const ria_node_block *from = &walk->grid->block[block];
  ria_node_place start = {.block = block, .map = {1, 2, 3}};
  ria_global way[RIA_AXES];
  int outside = 0;
  for (int a = 0; a < RIA_AXES; a++) {
    start.at[a] = at[a] < 0 ? 0 : at[a] >= from->cells[a] ? from->cells[a] - 1 : at[a];
    way[a] = at[a] - start.at[a];
    outside += way[a] != 0;
  }
  *place = start;
  bool found = false;
  for (int o = 0; o < (outside > 1 ? 6 : 1); o++) {
    ria_node_place end = start;
    bool exists = true;
    for (int i = 0; i < RIA_AXES && exists; i++)
      exists = move(walk, orders[o][i], way[orders[o][i]], &end);
    if (!exists)
      continue;
    if (found && (blocks_walk_compare(place, &end) || memcmp(place->map, end.map, sizeof end.map)))
      return RIA_PLACE_SINGULAR;
    *place = end;
    found = true;
  }
  return found ? RIA_PLACE_FOUND : RIA_PLACE_OUTSIDE;
}

/* The corner node of the cell `at`, at the high end along the axes in `high`. */
static ria_place_kind corner(const ria_block_walk *walk, int block, const ria_global at[RIA_AXES],
                             const bool high[RIA_AXES], ria_node_place *place) {
  const ria_place_kind kind = ria_block_walk_cell(walk, block, at, place);
  if (kind == RIA_PLACE_FOUND)
    for (int a = 0; a < RIA_AXES; a++)
      place->at[abs(place->map[a]) - 1] += high[a] == (place->map[a] > 0);
  return kind;
}

ria_place_kind ria_block_walk_node(const ria_block_walk *walk, int block,
                                   const ria_global at[RIA_AXES], ria_node_place *place) {
  const ria_global *cells = walk->grid->block[block].cells;
  ria_place_kind best = RIA_PLACE_OUTSIDE;
  for (int c = 0; c < 8; c++) { /* the cells of which it is a corner, beyond the block if it is */
    ria_global cell[RIA_AXES];
    bool high[RIA_AXES], one = true;
    for (int a = 0; a < RIA_AXES; a++) {
      high[a] = c >> a & 1;
      cell[a] = at[a] - high[a];
      const bool beyond = at[a] < 0 || at[a] > cells[a];
      one &= beyond ? high[a] == (at[a] > 0) : cell[a] >= 0 && cell[a] < cells[a];
    }
    ria_node_place found;
    const ria_place_kind kind = one ? corner(walk, block, cell, high, &found) : RIA_PLACE_OUTSIDE;
    if (kind == RIA_PLACE_FOUND &&
        (best != RIA_PLACE_FOUND || blocks_walk_compare(&found, place) < 0)) {
      *place = found;
      best = kind;
    } else if (kind == RIA_PLACE_SINGULAR && best == RIA_PLACE_OUTSIDE) {
      best = kind;
    }
  }
  return best;
}

/* ---- copies of a node ---- */

static void add_copies(const ria_block_walk *walk, ria_node_place *copy, int *copies, int n) {
  const ria_node_place here = copy[n];
  for (int s = 0; s < RIA_SIDES; s++) {
    const int axis = ria_side_axis(s), face = here.block * RIA_SIDES + s;
    if (here.at[axis] != (ria_side_is_high(s) ? walk->grid->block[here.block].cells[axis] : 0))
      continue;
    for (int e = walk->first[face]; e < walk->first[face + 1]; e++) {
      const ria_node_joint *joint = &walk->grid->joint[walk->entry[e] / 2];
      const int from = walk->entry[e] % 2;
      if (!is_at(&joint->nodes[from], axis, here.at, 1))
        continue;
      ria_node_place there = here;
      ria_node_joint_cross(joint, from, here.at, there.at);
      turn(joint, from, &there);
      bool known = *copies == BLOCKS_WALK_COPIES;
      for (int k = 0; k < *copies && !known; k++)
        known = !blocks_walk_compare(&copy[k], &there);
      if (!known)
        copy[(*copies)++] = there;
    }
  }
}

int ria_block_walk_copies(const ria_block_walk *walk, int block, const ria_global node[RIA_AXES],
                          int most, ria_node_place *copy) {
  ria_node_place all[BLOCKS_WALK_COPIES] = {{.block = block, .map = {1, 2, 3}}};
  int copies = 1;
  memcpy(all[0].at, node, sizeof all[0].at);
  for (int n = 0; n < copies; n++)
    add_copies(walk, all, &copies, n);
  qsort(all, (size_t)copies, sizeof *all, blocks_walk_compare);
  memcpy(copy, all, (size_t)(copies < most ? copies : most) * sizeof *copy);
  return copies;
}
