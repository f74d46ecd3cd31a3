/* Singular edges (the number of cells around them is not four), and their nodes. */
#include <stdlib.h>
#include <string.h>
#include "blocks/source.h"
#include "blocks/walk.h"

enum { RING = 64 /* limit on the cells around an edge */ };

/* An edge of a cell, between two of its faces. */
typedef struct {
  int block;
  ria_global cell[RIA_AXES];
  ria_side in, out; /* the faces */
} cell_edge;

/* A segment of an edge between two nodes of a block. */
typedef struct {
  int block, axis;
  ria_global node[RIA_AXES]; /* the lower one */
  int cells;
  bool open;
} segment;

typedef struct {
  const ria_block_walk *walk;
  int segments;
  segment *segment;
  ria_block_stars *stars;
  int64_t copies, cells, copy_room, cell_room;
} search;

static ria_status no_memory(void) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory for the edges of a grid");
}

/* Step through the face `out` to the next cell around the same edge; false: the grid ends there. */
static bool go_on(const ria_block_walk *walk, cell_edge *edge) {
  ria_node_place place = {.block = edge->block, .map = {1, 2, 3}};
  const int axis = ria_side_axis(edge->out), other = ria_side_axis(edge->in);
  const bool up = ria_side_is_high(edge->out);
  memcpy(place.at, edge->cell, sizeof place.at);
  place.at[axis] += up ? 1 : -1;
  const bool inside =
      place.at[axis] >= 0 && place.at[axis] < walk->grid->block[edge->block].cells[axis];
  if (!inside && !blocks_walk_cross(walk, edge->out, &place))
    return false;
  const ria_side behind = ria_side_of(abs(place.map[axis]) - 1, (place.map[axis] > 0) != up);
  edge->out =
      ria_side_of(abs(place.map[other]) - 1, (place.map[other] > 0) == ria_side_is_high(edge->in));
  edge->in = behind;
  edge->block = place.block;
  memcpy(edge->cell, place.at, sizeof edge->cell);
  return true;
}

static bool is_same(const cell_edge *a, const cell_edge *b) {
  return a->block == b->block && a->in == b->in && a->out == b->out &&
         !memcmp(a->cell, b->cell, sizeof a->cell);
}

static segment segment_of(const cell_edge *edge) {
  segment s = {.block = edge->block};
  memcpy(s.node, edge->cell, sizeof s.node);
  s.node[ria_side_axis(edge->in)] += ria_side_is_high(edge->in);
  s.node[ria_side_axis(edge->out)] += ria_side_is_high(edge->out);
  s.axis = RIA_AXES - ria_side_axis(edge->in) - ria_side_axis(edge->out);
  return s;
}

static int compare_segments(const void *x, const void *y) {
  const segment *a = x, *b = y;
  if (a->block != b->block)
    return a->block < b->block ? -1 : 1;
  if (a->axis != b->axis)
    return a->axis - b->axis;
  for (int i = RIA_AXES - 1; i >= 0; i--)
    if (i != a->axis && a->node[i] != b->node[i])
      return a->node[i] < b->node[i] ? -1 : 1;
  return (a->node[a->axis] > b->node[a->axis]) - (a->node[a->axis] < b->node[a->axis]);
}

/* Count the cells around an edge; store the edge if they are not four. */
static ria_status examine(search *s, cell_edge start) {
  cell_edge at = start;
  segment least = segment_of(&start);
  int cells = 1;
  bool open = false;
  for (int way = 0; way < 2 && (!way || open); way++) {
    at = start;
    if (way) {
      at.in = start.out;
      at.out = start.in;
    }
    while (cells < RING) {
      if (!go_on(s->walk, &at)) {
        open = true;
        break;
      }
      if (!way && is_same(&at, &start))
        break;
      const segment next = segment_of(&at);
      if (compare_segments(&next, &least) < 0)
        least = next;
      cells++;
    }
  }
  if (open ? cells <= 3 : cells == 4)
    return RIA_SUCCESS;
  least.cells = cells;
  least.open = open;
  segment *grown = block_grid_grow(s->segment, s->segments, sizeof *grown);
  if (!grown)
    return no_memory();
  s->segment = grown;
  s->segment[s->segments++] = least;
  return RIA_SUCCESS;
}

/* Examine `count` cells along `axis`, starting at `cell`, at the edge of two sides. */
static ria_status examine_line(search *s, int block, const ria_global cell[RIA_AXES], int axis,
                               ria_global count, ria_side in, ria_side out) {
  cell_edge edge = {.block = block, .in = in, .out = out};
  memcpy(edge.cell, cell, sizeof edge.cell);
  for (ria_global n = 0; n < count; n++, edge.cell[axis]++)
    RIA_TRY(examine(s, edge));
  return RIA_SUCCESS;
}

static ria_status examine_block(search *s, int block) {
  const ria_global *cells = s->walk->grid->block[block].cells;
  for (int axis = 0; axis < RIA_AXES; axis++)
    for (int e = 0; e < 4; e++) {
      const int a = (axis + 1) % RIA_AXES, b = (axis + 2) % RIA_AXES;
      ria_global cell[RIA_AXES] = {0};
      cell[a] = e & 1 ? cells[a] - 1 : 0;
      cell[b] = e & 2 ? cells[b] - 1 : 0;
      RIA_TRY(examine_line(s, block, cell, axis, cells[axis], ria_side_of(a, e & 1),
                           ria_side_of(b, e & 2)));
    }
  return RIA_SUCCESS;
}

/* The borders of a joint in the interior of a face. */
static ria_status examine_joint(search *s, const ria_node_joint *joint, int end) {
  const int across = ria_side_axis(joint->side[end]);
  const ria_range *nodes = &joint->nodes[end];
  const ria_global *cells = s->walk->grid->block[joint->block[end]].cells;
  for (int i = 1; i < RIA_AXES; i++)
    for (int high = 0; high < 2; high++) {
      const int a = (across + i) % RIA_AXES, along = RIA_AXES - across - a;
      if (high ? nodes->hi[a] > cells[a] : nodes->lo[a] == 0)
        continue;
      ria_global cell[RIA_AXES];
      cell[across] = ria_side_is_high(joint->side[end]) ? cells[across] - 1 : 0;
      cell[a] = high ? nodes->hi[a] - 2 : nodes->lo[a];
      cell[along] = nodes->lo[along];
      RIA_TRY(examine_line(s, joint->block[end], cell, along,
                           nodes->hi[along] - 1 - nodes->lo[along], joint->side[end],
                           ria_side_of(a, high)));
    }
  return RIA_SUCCESS;
}

/* ---- edges and nodes ---- */

static int compare_edges(const void *x, const void *y) {
  const ria_singular_edge *a = x, *b = y;
  if (a->block != b->block)
    return a->block < b->block ? -1 : 1;
  for (int i = 0; i < RIA_AXES; i++)
    if (a->nodes.lo[i] != b->nodes.lo[i])
      return a->nodes.lo[i] < b->nodes.lo[i] ? -1 : 1;
  return a->axis - b->axis;
}

/* Merge sorted segments into runs. */
static ria_status gather_edges(search *s) {
  ria_block_stars *stars = s->stars;
  qsort(s->segment, (size_t)s->segments, sizeof *s->segment, compare_segments);
  for (int n = 0; n < s->segments; n++) {
    const segment *at = &s->segment[n];
    if (n && !compare_segments(at, at - 1))
      continue;
    ria_singular_edge *last = stars->edges ? &stars->edge[stars->edges - 1] : NULL;
    bool goes_on = last && last->block == at->block && last->axis == at->axis &&
                   last->cells == at->cells && last->open == at->open &&
                   last->nodes.hi[at->axis] - 1 == at->node[at->axis];
    for (int a = 0; a < RIA_AXES && goes_on; a++)
      goes_on = a == at->axis || last->nodes.lo[a] == at->node[a];
    if (goes_on) {
      last->nodes.hi[at->axis]++;
      continue;
    }
    ria_singular_edge *grown = block_grid_grow(stars->edge, stars->edges, sizeof *grown);
    if (!grown)
      return no_memory();
    stars->edge = grown;
    ria_singular_edge *edge = &stars->edge[stars->edges++];
    *edge = (ria_singular_edge){
        .block = at->block, .axis = at->axis, .cells = at->cells, .open = at->open};
    for (int a = 0; a < RIA_AXES; a++) {
      edge->nodes.lo[a] = at->node[a];
      edge->nodes.hi[a] = at->node[a] + 1 + (a == at->axis);
    }
  }
  if (stars->edges)
    qsort(stars->edge, (size_t)stars->edges, sizeof *stars->edge, compare_edges);
  return RIA_SUCCESS;
}

static ria_status append(ria_node_place **list, int64_t *count, int64_t *room,
                         const ria_node_place *place, int places) {
  if (*count + places > *room) {
    const int64_t wanted = 2 * (*room + places) + 64;
    ria_node_place *grown = realloc(*list, (size_t)wanted * sizeof *grown);
    if (!grown)
      return no_memory();
    *list = grown;
    *room = wanted;
  }
  memcpy(*list + *count, place, (size_t)places * sizeof *place);
  *count += places;
  return RIA_SUCCESS;
}

/* The cells that touch a node, in each block with a copy of it. */
static ria_status fill_star(search *s, ria_block_star *star) {
  const ria_block_grid *grid = s->walk->grid;
  star->first_cell = s->cells;
  for (int n = 0; n < star->copies; n++)
    for (int c = 0; c < 8; c++) {
      ria_node_place cell = s->stars->copy[star->first_copy + n];
      bool inside = true;
      for (int a = 0; a < RIA_AXES; a++) {
        cell.at[a] -= c >> a & 1;
        inside &= cell.at[a] >= 0 && cell.at[a] < grid->block[cell.block].cells[a];
      }
      if (inside)
        RIA_TRY(append(&s->stars->cell, &s->cells, &s->cell_room, &cell, 1));
    }
  star->cells = (int)(s->cells - star->first_cell);
  qsort(s->stars->cell + star->first_cell, (size_t)star->cells, sizeof *s->stars->cell,
        blocks_walk_compare);
  return RIA_SUCCESS;
}

static ria_status gather_stars(search *s) {
  ria_block_stars *stars = s->stars;
  ria_node_place *owner = NULL;
  int64_t owners = 0, room = 0;
  ria_node_place copy[BLOCKS_WALK_COPIES];
  ria_status status = RIA_SUCCESS;
  for (int e = 0; e < stars->edges && status == RIA_SUCCESS; e++) {
    const ria_singular_edge *edge = &stars->edge[e];
    ria_global node[RIA_AXES];
    memcpy(node, edge->nodes.lo, sizeof node);
    for (; node[edge->axis] < edge->nodes.hi[edge->axis] && status == RIA_SUCCESS;
         node[edge->axis]++) {
      (void)ria_block_walk_copies(s->walk, edge->block, node, BLOCKS_WALK_COPIES, copy);
      status = append(&owner, &owners, &room, copy, 1);
    }
  }
  if (owners)
    qsort(owner, (size_t)owners, sizeof *owner, blocks_walk_compare);
  if (status == RIA_SUCCESS && owners &&
      !(stars->star = calloc((size_t)owners, sizeof *stars->star)))
    status = no_memory();
  for (int64_t n = 0; n < owners && status == RIA_SUCCESS; n++) {
    if (n && !blocks_walk_compare(&owner[n], &owner[n - 1]))
      continue;
    ria_block_star *star = &stars->star[stars->stars++];
    star->copies =
        ria_block_walk_copies(s->walk, owner[n].block, owner[n].at, BLOCKS_WALK_COPIES, copy);
    star->first_copy = s->copies;
    status = append(&stars->copy, &s->copies, &s->copy_room, copy, star->copies);
    if (status == RIA_SUCCESS)
      status = fill_star(s, star);
  }
  free(owner);
  return status;
}

ria_status ria_block_walk_stars(const ria_block_walk *walk, ria_block_stars *stars) {
  search s = {.walk = walk, .stars = stars};
  ria_status status = RIA_SUCCESS;
  *stars = (ria_block_stars){0};
  for (int b = 0; b < walk->grid->blocks && status == RIA_SUCCESS; b++)
    status = examine_block(&s, b);
  for (int e = 0; e < 2 * walk->grid->joints && status == RIA_SUCCESS; e++)
    status = examine_joint(&s, &walk->grid->joint[e / 2], e % 2);
  if (status == RIA_SUCCESS && s.segments)
    status = gather_edges(&s);
  if (status == RIA_SUCCESS)
    status = gather_stars(&s);
  free(s.segment);
  if (status != RIA_SUCCESS)
    ria_block_stars_destroy(stars);
  return status;
}

void ria_block_stars_destroy(ria_block_stars *stars) {
  free(stars->edge);
  free(stars->star);
  free(stars->copy);
  free(stars->cell);
  *stars = (ria_block_stars){0};
}
