/* Positions of a mesh's tiles, and the owners of their ghost cells. */
#include "ria/mesh.h"
#include "ria/number.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int64_t tiles_of(const ria_block *block) {
  return (int64_t)block->tiles[0] * block->tiles[1] * block->tiles[2];
}

bool ria_range_has(const ria_range *range, const ria_global at[RIA_AXES]) {
  bool inside = true;
  for (int a = 0; a < RIA_AXES; a++)
    inside &= at[a] >= range->lo[a] && at[a] < range->hi[a];
  return inside;
}

ria_range ria_block_cells(const ria_block *block) {
  ria_range all = {{0}, {0}};
  for (int a = 0; a < RIA_AXES; a++)
    all.hi[a] = block->cells[a];
  return all;
}

int64_t ria_mesh_tiles(const ria_mesh *mesh) {
  int64_t tiles = 0;
  for (int b = 0; b < mesh->blocks; b++)
    tiles += tiles_of(&mesh->block[b]);
  return tiles;
}

double ria_mesh_cells(const ria_mesh *mesh) {
  double cells = 0;
  for (int b = 0; b < mesh->blocks; b++)
    cells += (double)mesh->block[b].cells[0] * (double)mesh->block[b].cells[1] *
             (double)mesh->block[b].cells[2];
  return cells;
}

const char *ria_mesh_size_text(const ria_mesh *mesh, char text[64]) {
  const ria_block *b = mesh->block;
  if (mesh->blocks > 1)
    ria_snprintf(text, 64, "%.0f (%d blocks)", ria_mesh_cells(mesh), mesh->blocks);
  else if (mesh->ndim > 2)
    snprintf(text, 64, "%lld x %lld x %lld", (long long)b->cells[0], (long long)b->cells[1],
             (long long)b->cells[2]);
  else
    snprintf(text, 64, "%lld x %lld", (long long)b->cells[0], (long long)b->cells[1]);
  return text;
}

const char *ria_mesh_spacing_text(const ria_mesh *mesh, char text[64]) {
  static const double noticeable = 1e-5;
  const ria_block *b = mesh->block;
  bool differ = false;
  int length = 0;
  for (int a = 1; a < mesh->ndim; a++)
    differ |= b->cells[a] > 1 && fabs(b->spacing[a] / b->spacing[0] - 1) > noticeable;
  for (int a = 0; a < (differ ? mesh->ndim : 1); a++)
    length +=
        ria_snprintf(text + length, 64 - (size_t)length, "%s%g m", a ? " x " : "", b->spacing[a]);
  return text;
}

ria_mesh_tile ria_mesh_tile_at(const ria_mesh *mesh, int64_t number) {
  ria_mesh_tile tile = {0};
  while (number >= tiles_of(&mesh->block[tile.block]))
    number -= tiles_of(&mesh->block[tile.block++]);
  const ria_block *block = &mesh->block[tile.block];
  for (int a = 0; a < RIA_AXES; a++) {
    tile.place[a] = (int)(number % block->tiles[a]);
    number /= block->tiles[a];
    tile.cells.lo[a] = ria_mesh_cut(block->cells[a], block->tiles[a], tile.place[a]);
    tile.cells.hi[a] = ria_mesh_cut(block->cells[a], block->tiles[a], tile.place[a] + 1);
  }
  return tile;
}

/* ---- links ---- */

/* Numbering of a block's cells in another block, and rotation of its vectors: as ria_mesh_image. */
typedef ria_mesh_image numbering;

static numbering of_itself(int block) {
  return (numbering){.block = block, .to = {0, 1, 2}, .turn = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
}

static ria_matrix multiply(const ria_matrix *one, const ria_matrix *two) {
  ria_matrix product = {{{0}}};
  for (int a = 0; a < RIA_AXES; a++)
    for (int b = 0; b < RIA_AXES; b++)
      for (int c = 0; c < RIA_AXES; c++)
        product.at[a][b] += one->at[a][c] * two->at[c][b];
  return product;
}

/* The inverse of a rotation or a reflection. */
static ria_matrix transposed(const ria_matrix *matrix) {
  ria_matrix result;
  for (int a = 0; a < RIA_AXES; a++)
    for (int b = 0; b < RIA_AXES; b++)
      result.at[a][b] = matrix->at[b][a];
  return result;
}

static ria_range renumber(const numbering *n, ria_range cells) {
  ria_range result;
  for (int a = 0; a < RIA_AXES; a++) {
    const int to = n->to[a];
    result.lo[to] = n->backwards[a] ? n->shift[a] - (cells.hi[a] - 1) : n->shift[a] + cells.lo[a];
    result.hi[to] = n->backwards[a] ? n->shift[a] - cells.lo[a] + 1 : n->shift[a] + cells.hi[a];
  }
  return result;
}

/* The inverse of a numbering. */
static numbering inverse(const numbering *n) {
  numbering back = {.block = n->block};
  for (int a = 0; a < RIA_AXES; a++) {
    back.to[n->to[a]] = a;
    back.backwards[n->to[a]] = n->backwards[a];
    back.shift[n->to[a]] = n->backwards[a] ? n->shift[a] : -n->shift[a];
  }
  back.turn = transposed(&n->turn);
  return back;
}

/* Composition: first `one`, then `two`. */
static numbering chain(const numbering *one, const numbering *two) {
  numbering both = {.block = two->block};
  for (int a = 0; a < RIA_AXES; a++) {
    const int middle = one->to[a];
    both.to[a] = two->to[middle];
    both.backwards[a] = one->backwards[a] != two->backwards[middle];
    both.shift[a] = two->backwards[middle] ? two->shift[middle] - one->shift[a]
                                           : two->shift[middle] + one->shift[a];
  }
  both.turn = multiply(&one->turn, &two->turn);
  return both;
}

/* Apply the rotation of a link to the vectors of a numbering. */
static void rotate(const ria_link *link, int from, numbering *n) {
  bool rotated = false;
  for (int a = 0; a < RIA_AXES; a++)
    for (int b = 0; b < RIA_AXES; b++)
      rotated |= link->rotation.at[a][b] != 0;
  const ria_matrix back = transposed(&link->rotation);
  if (rotated)
    n->turn = from ? multiply(&n->turn, &back) : multiply(&link->rotation, &n->turn);
}

/* The numbering of block[from]'s cells in the other block of a link. */
static numbering across(const ria_mesh *mesh, const ria_link *link, int from) {
  const int to = 1 - from;
  const int normal = ria_side_axis(link->side[from]);
  numbering n = {.block = link->block[to]};
  for (int a = 0; a < RIA_AXES; a++) {
    const int b = abs(link->map[a]) - 1, mine = from ? b : a, other = from ? a : b;
    n.to[mine] = other;
    n.backwards[mine] = link->map[a] < 0;
    n.turn.at[mine][other] = link->map[a] < 0 ? -1 : 1;
    if (mine != normal) {
      n.shift[mine] = n.backwards[mine] ? link->range[to].hi[other] - 1 + link->range[from].lo[mine]
                                        : link->range[to].lo[other] - link->range[from].lo[mine];
      continue;
    }
    const ria_global here = mesh->block[link->block[from]].cells[mine];
    const ria_global there = mesh->block[link->block[to]].cells[other];
    /* Both blocks store the nodes of the face: all other nodes are one further. */
    const int further = link->shared ? 1 : 0;
    if (ria_side_is_high(link->side[from]))
      n.shift[mine] = n.backwards[mine] ? there - 1 + here - further : further - here;
    else
      n.shift[mine] = n.backwards[mine] ? further - 1 : there - further;
  }
  rotate(link, from, &n);
  return n;
}

/* The part of a range of ghost cells that lies beyond an end of a link. A link that reaches an edge
 * of its block also covers ghost cells beyond that edge. False: there is no such part. */
static bool part_beyond(const ria_mesh *mesh, const ria_link *link, int end, ria_range cells,
                        ria_range *part) {
  const ria_block *block = &mesh->block[link->block[end]];
  *part = cells;
  for (int a = 0; a < RIA_AXES; a++) {
    if (a == ria_side_axis(link->side[end]))
      continue;
    const ria_global lo = link->range[end].lo[a], hi = link->range[end].hi[a];
    if (lo > 0 && part->lo[a] < lo)
      part->lo[a] = lo;
    if (hi < block->cells[a] && part->hi[a] > hi)
      part->hi[a] = hi;
    if (part->lo[a] >= part->hi[a])
      return false;
  }
  return true;
}

const ria_link *ria_mesh_periodic(const ria_mesh *mesh, int block, int axis) {
  for (int i = 0; i < mesh->links; i++) {
    const ria_link *link = &mesh->link[i];
    if (link->block[0] == block && link->block[1] == block &&
        ria_side_axis(link->side[0]) == axis && ria_side_axis(link->side[1]) == axis)
      return link;
  }
  return NULL;
}

ria_link ria_mesh_periodic_link(const ria_block *block, int number, int axis) {
  ria_link link = {.block = {number, number},
                   .side = {ria_side_of(axis, true), ria_side_of(axis, false)},
                   .map = {1, 2, 3}};
  link.range[0] = link.range[1] = ria_block_cells(block);
  return link;
}

/* The side of a block beyond which cells lie along an axis; RIA_SIDES: none. */
static ria_side side_beyond(const ria_block *block, ria_range cells, int axis) {
  return cells.lo[axis] < 0                    ? ria_side_of(axis, false)
         : cells.hi[axis] > block->cells[axis] ? ria_side_of(axis, true)
                                               : RIA_SIDES;
}

bool ria_mesh_has_neighbour(const ria_mesh *mesh, const ria_mesh_tile *tile, ria_side side) {
  const int axis = ria_side_axis(side);
  const bool high = ria_side_is_high(side);
  ria_range beside = tile->cells, part;
  beside.lo[axis] = high ? tile->cells.hi[axis] : tile->cells.lo[axis] - 1;
  beside.hi[axis] = beside.lo[axis] + 1;
  if (side_beyond(&mesh->block[tile->block], beside, axis) == RIA_SIDES)
    return true;
  for (int i = 0; i < mesh->links; i++)
    for (int end = 0; end < 2; end++)
      if (mesh->link[i].block[end] == tile->block && mesh->link[i].side[end] == side &&
          part_beyond(mesh, &mesh->link[i], end, beside, &part))
        return true;
  return false;
}

bool ria_mesh_is_linked(const ria_mesh *mesh, int block, ria_side side) {
  for (int i = 0; i < mesh->links; i++)
    for (int end = 0; end < 2; end++)
      if (mesh->link[i].block[end] == block && mesh->link[i].side[end] == side)
        return true;
  return false;
}

/* ---- images ---- */

typedef struct {
  const ria_mesh *mesh;
  ria_mesh_image *image;
  int count, room;
  bool failed;
} images;

static bool same_image(const ria_mesh_image *one, const ria_mesh_image *other) {
  bool same = one->block == other->block;
  for (int a = 0; a < RIA_AXES && same; a++)
    same = one->to[a] == other->to[a] && one->backwards[a] == other->backwards[a] &&
           one->shift[a] == other->shift[a];
  return same;
}

static void add_image(images *all, const ria_mesh_image *new) {
  for (int i = 0; i < all->count; i++)
    if (same_image(&all->image[i], new))
      return;
  if (all->count == all->room) {
    const int room = all->room ? 2 * all->room : 8;
    ria_mesh_image *grown = realloc(all->image, (size_t)room * sizeof *grown);
    all->failed = all->failed || !grown;
    if (!grown)
      return;
    all->image = grown;
    all->room = room;
  }
  all->image[all->count++] = *new;
}

/* Add the image, and those that links reach from it along axes not crossed yet: a bit for each axis
 * of the first block. */
static void add_images(images *all, const ria_mesh_image *from, unsigned crossed) {
  const ria_mesh_image back = inverse(from);
  add_image(all, from);
  for (int i = 0; i < all->mesh->links; i++)
    for (int end = 0; end < 2; end++) {
      const ria_link *link = &all->mesh->link[i];
      const unsigned axis = 1u << back.to[ria_side_axis(link->side[end])];
      if (link->block[end] != from->block || crossed & axis)
        continue;
      const numbering over = across(all->mesh, link, end), both = chain(from, &over);
      add_images(all, &both, crossed | axis);
    }
}

ria_status ria_mesh_images(const ria_mesh *mesh, int block, ria_mesh_image **image, int *count) {
  images all = {.mesh = mesh};
  const ria_mesh_image itself = of_itself(block);
  add_images(&all, &itself, 0);
  *image = all.image;
  *count = all.count;
  if (!all.failed)
    return RIA_SUCCESS;
  free(all.image);
  *image = NULL;
  *count = 0;
  return ria_fail(RIA_ERROR_MEMORY, "no memory for the blocks around a block");
}

ria_range ria_mesh_image_cells(const ria_mesh_image *image, ria_range cells) {
  const numbering back = inverse(image);
  return renumber(&back, cells);
}

ria_side ria_mesh_image_side(const ria_mesh_image *image, ria_side side) {
  const numbering back = inverse(image);
  const int axis = ria_side_axis(side);
  return ria_side_of(back.to[axis], ria_side_is_high(side) != back.backwards[axis]);
}

/* ---- strips ---- */

typedef struct {
  const ria_mesh *mesh;
  const ria_mesh_tile *tile; /* tile whose ghost cells are looked up */
  ria_mesh_strip *strip;
  int count, room;
  bool failed;
} search;

static ria_mesh_strip *new_strip(search *s) {
  if (s->count == s->room) {
    const int room = s->room ? 2 * s->room : 8;
    ria_mesh_strip *grown = realloc(s->strip, (size_t)room * sizeof *grown);
    if (!grown) {
      s->failed = true;
      return NULL;
    }
    s->strip = grown;
    s->room = room;
  }
  return &s->strip[s->count++];
}

static ria_box box_of(ria_range cells, const ria_mesh_tile *tile) {
  ria_box box;
  for (int a = 0; a < RIA_AXES; a++) {
    box.lo[a] = (int)(cells.lo[a] - tile->cells.lo[a]);
    box.hi[a] = (int)(cells.hi[a] - tile->cells.lo[a]);
  }
  return box;
}

static ria_range common(ria_range one, ria_range other) {
  ria_range both;
  for (int a = 0; a < RIA_AXES; a++) {
    both.lo[a] = one.lo[a] > other.lo[a] ? one.lo[a] : other.lo[a];
    both.hi[a] = one.hi[a] < other.hi[a] ? one.hi[a] : other.hi[a];
  }
  return both;
}

static int64_t first_tile_of(const ria_mesh *mesh, int block) {
  int64_t first = 0;
  for (int b = 0; b < block; b++)
    first += tiles_of(&mesh->block[b]);
  return first;
}

/* The tile along an axis that holds a cell: the first t with cut(t + 1) > cell. */
static int tile_with(ria_global cells, int tiles, ria_global cell) {
  return (int)(((cell + 1) * tiles - 1) / cells);
}

int64_t ria_mesh_tile_with(const ria_mesh *mesh, int block, const ria_global cell[RIA_AXES]) {
  const ria_block *b = &mesh->block[block];
  int64_t number = 0;
  for (int a = RIA_AXES - 1; a >= 0; a--)
    number = number * b->tiles[a] + tile_with(b->cells[a], b->tiles[a], cell[a]);
  return first_tile_of(mesh, block) + number;
}

/* Add a strip for each tile of a block that owns some of these cells, all of which are inside the
 * block. */
static void add_strips(search *s, ria_range cells, const numbering *there) {
  const ria_block *b = &s->mesh->block[there->block];
  const numbering back = inverse(there);
  const int64_t first = first_tile_of(s->mesh, there->block);
  int lo[RIA_AXES], hi[RIA_AXES];
  for (int a = 0; a < RIA_AXES; a++) {
    lo[a] = tile_with(b->cells[a], b->tiles[a], cells.lo[a]);
    hi[a] = tile_with(b->cells[a], b->tiles[a], cells.hi[a] - 1);
  }
  for (int z = lo[2]; z <= hi[2]; z++)
    for (int y = lo[1]; y <= hi[1]; y++)
      for (int x = lo[0]; x <= hi[0]; x++) {
        const int64_t number = first + ((int64_t)z * b->tiles[1] + y) * b->tiles[0] + x;
        const ria_mesh_tile other = ria_mesh_tile_at(s->mesh, number);
        const ria_range part = common(cells, other.cells);
        ria_mesh_strip *strip = new_strip(s);
        if (!strip)
          return;
        *strip = (ria_mesh_strip){.tile = number,
                                  .to = box_of(renumber(&back, part), s->tile),
                                  .from = box_of(part, &other)};
        for (int a = 0; a < RIA_AXES; a++)
          strip->map[a] = there->backwards[a] ? -(there->to[a] + 1) : there->to[a] + 1;
        strip->turn = there->turn;
      }
}

/* Split cells that lie on both sides of an end of the block along an axis: a repeating block may be
 * thinner than its ghost cells. False: they lie on one side. */
static bool cut_at_end(const ria_block *block, ria_range cells, ria_range part[2]) {
  for (int axis = 0; axis < RIA_AXES; axis++) {
    const ria_global ends[] = {0, block->cells[axis]};
    for (int end = 0; end < 2; end++) {
      if (cells.lo[axis] >= ends[end] || cells.hi[axis] <= ends[end])
        continue;
      part[0] = part[1] = cells;
      part[0].hi[axis] = part[1].lo[axis] = ends[end];
      return true;
    }
  }
  return false;
}

/* Find the owners of cells, numbered as in `there`, across at most `links` links. Axes are tried in
 * order: where links meet at an edge, the first axis with a link decides. Links of a block to
 * itself do not count, because each brings the cells nearer to it. */
static void find_owners(search *s, ria_range cells, const numbering *there, int links) {
  const int block = there->block;
  bool inside = true;
  ria_range half[2];
  if (cut_at_end(&s->mesh->block[block], cells, half)) {
    find_owners(s, half[0], there, links);
    find_owners(s, half[1], there, links);
    return;
  }
  for (int axis = 0; axis < RIA_AXES; axis++) {
    const ria_side side = side_beyond(&s->mesh->block[block], cells, axis);
    if (side == RIA_SIDES)
      continue;
    inside = false;
    bool linked = false;
    for (int i = 0; i < s->mesh->links && links > 0; i++)
      for (int end = 0; end < 2; end++) {
        const ria_link *link = &s->mesh->link[i];
        ria_range part;
        if (link->block[end] != block || link->side[end] != side ||
            !part_beyond(s->mesh, link, end, cells, &part))
          continue;
        const numbering over = across(s->mesh, link, end), both = chain(there, &over);
        const bool itself = ria_mesh_periodic(s->mesh, block, axis) == link;
        find_owners(s, renumber(&over, part), &both, itself ? links : links - 1);
        linked = true;
      }
    if (linked)
      return;
  }
  if (inside)
    add_strips(s, cells, there);
}

/* The ghost cells of a tile in a direction: -1, 0 or 1 along each axis. False: there are none. */
static bool ghosts_towards(const ria_mesh_tile *tile, const int direction[RIA_AXES],
                           const int ghost[RIA_AXES], ria_range *cells) {
  *cells = tile->cells;
  for (int a = 0; a < RIA_AXES; a++) {
    if (!direction[a])
      continue;
    if (!ghost[a])
      return false;
    cells->lo[a] = direction[a] < 0 ? tile->cells.lo[a] - ghost[a] : tile->cells.hi[a];
    cells->hi[a] = cells->lo[a] + ghost[a];
  }
  return true;
}

ria_status ria_mesh_strips(const ria_mesh *mesh, int64_t number, const int ghost[RIA_AXES],
                           bool corners, ria_mesh_strip **strip, int *count) {
  /* Faces, then edges, then corners; opposite directions are adjacent. */
  static const int direction[][RIA_AXES] = {
      {-1, 0, 0},  {1, 0, 0},   {0, -1, 0}, {0, 1, 0},   {0, 0, -1},   {0, 0, 1},  {-1, -1, 0},
      {1, 1, 0},   {1, -1, 0},  {-1, 1, 0}, {-1, 0, -1}, {1, 0, 1},    {1, 0, -1}, {-1, 0, 1},
      {0, -1, -1}, {0, 1, 1},   {0, 1, -1}, {0, -1, 1},  {-1, -1, -1}, {1, 1, 1},  {1, -1, -1},
      {-1, 1, 1},  {-1, 1, -1}, {1, -1, 1}, {1, 1, -1},  {-1, -1, 1}};
  enum { DIRECTIONS = sizeof direction / sizeof *direction };
  const ria_mesh_tile tile = ria_mesh_tile_at(mesh, number);
  const numbering here = of_itself(tile.block);
  search s = {.mesh = mesh, .tile = &tile};
  for (int d = 0; d < (corners ? DIRECTIONS : RIA_SIDES); d++) {
    ria_range cells;
    if (ghosts_towards(&tile, direction[d], ghost, &cells))
      find_owners(&s, cells, &here, RIA_AXES);
  }
  *strip = s.strip;
  *count = s.count;
  if (!s.failed)
    return RIA_SUCCESS;
  free(s.strip);
  *strip = NULL;
  *count = 0;
  return ria_fail(RIA_ERROR_MEMORY, "no memory for the halo strips of a tile");
}
