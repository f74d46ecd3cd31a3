/* The mesh of a case: one block, or several blocks and their shared faces. */
#include "space.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"

/* Tolerance, in cells, for coinciding faces and cells, because coordinates come from decimal text.
 */
static const double same_place = 1e-6;

bool case_is_space(const ria_case *c) {
  return c->grid.blocks > 0 || c->grid.high[2] > c->grid.low[2];
}

/* ---- blocks ---- */

static ria_status name_axes(const ria_case_block *from, ria_block *block) {
  static const char letters[] = "xyz";
  unsigned seen = 0;
  for (int a = 0; a < RIA_AXES; a++)
    block->along[a] = a + 1;
  if (!from->axes_count)
    return RIA_SUCCESS;
  for (int a = 0; a < from->axes_count && a < RIA_AXES; a++) {
    const char *text = from->axes[a];
    const bool sign = *text == '+' || *text == '-';
    const char *letter = text[sign] ? strchr(letters, text[sign]) : NULL;
    if (!letter || text[sign + 1])
      break;
    const int axis = (int)(letter - letters);
    seen |= 1u << axis;
    block->along[a] = *text == '-' ? -(axis + 1) : axis + 1;
  }
  const unsigned all = from->cells[2] ? 7 : 3;
  if (seen == all && from->axes_count == (from->cells[2] ? 3 : 2))
    return RIA_SUCCESS;
  return ria_fail(
      RIA_ERROR_CASE,
      "grid.blocks: the axes of block '%s' are not %s, each once, with a sign; expected "
      "a list such as [%s]",
      from->name, from->cells[2] ? "x, y and z" : "x and y",
      from->cells[2] ? "+y, -x, +z" : "+y, -x");
}

static ria_status make_block(const ria_case *c, const ria_case_block *from, int ndim,
                             ria_block *block) {
  const int *tiles = from->tiles[0] ? from->tiles : c->tiles;
  *block = (ria_block){.name = from->name};
  if ((from->cells[2] > 0) != (ndim == 3) || (from->high[2] > from->low[2]) != (ndim == 3))
    return ria_fail(RIA_ERROR_CASE,
                    "grid.blocks: block '%s' is given in other dimensions than the first block; "
                    "expected %d numbers of cells and an extent of %d numbers",
                    from->name, ndim, 2 * ndim);
  RIA_TRY(name_axes(from, block));
  for (int a = 0; a < RIA_AXES; a++) {
    bool backwards;
    const int axis = ria_block_axis(block, a, &backwards);
    block->cells[a] = from->cells[a] ? from->cells[a] : 1;
    block->tiles[a] = tiles[a] ? tiles[a] : 1;
    block->spacing[a] = (from->high[axis] - from->low[axis]) / (double)block->cells[a];
    block->origin[axis] = backwards ? from->high[axis] : from->low[axis];
  }
  return RIA_SUCCESS;
}

/* The axis of a block that runs along an axis of space. */
static int axis_along(const ria_block *block, int space, bool *backwards) {
  for (int a = 0; a < RIA_AXES; a++)
    if (ria_block_axis(block, a, backwards) == space)
      return a;
  return space; /* not reached: each axis occurs once */
}

/* ---- coinciding faces ---- */

typedef struct {
  const ria_case *the_case;
  int ndim, blocks, links, room;
  ria_block *block;
  ria_link *link;
} space;

static ria_link *new_link(space *s) {
  if (s->links == s->room) {
    const int room = s->room ? 2 * s->room : 8;
    ria_link *grown = realloc(s->link, (size_t)room * sizeof *grown);
    if (!grown)
      return NULL;
    s->link = grown;
    s->room = room;
  }
  return &s->link[s->links++];
}

/* The length that two blocks share along an axis of space; negative if they are separate. */
static double shared(const ria_case_block *one, const ria_case_block *other, int axis, double *low,
                     double *high) {
  *low = fmax(one->low[axis], other->low[axis]);
  *high = fmin(one->high[axis], other->high[axis]);
  return *high - *low;
}

/* The cells of a block between two places along an axis of space; false: they cut cells. */
static bool cells_between(const space *s, int number, int axis, double low, double high,
                          ria_range *range) {
  const ria_case_block *from = &s->the_case->grid.block[number];
  const ria_block *block = &s->block[number];
  bool backwards;
  const int a = axis_along(block, axis, &backwards);
  const double first =
      (backwards ? from->high[axis] - high : low - from->low[axis]) / block->spacing[a];
  const double end = first + (high - low) / block->spacing[a];
  range->lo[a] = (ria_global)llround(first);
  range->hi[a] = (ria_global)llround(end);
  return fabs(first - round(first)) < same_place && fabs(end - round(end)) < same_place;
}

/* The face of a block at its end along an axis of space. */
static ria_side side_towards(const ria_block *block, int axis, bool high) {
  bool backwards;
  const int a = axis_along(block, axis, &backwards);
  return ria_side_of(a, high != backwards);
}

static void write_face(const ria_block *block, ria_side side, char *text, size_t room) {
  snprintf(text, room, "%s.%c%c", block->name, "ijk"[ria_side_axis(side)],
           ria_side_is_high(side) ? '+' : '-');
}

/* Join the high face of `one` along an axis to the low face of `other`, where they share a part. */
static ria_status join(space *s, int one, int other, int axis) {
  const ria_case_block *a = &s->the_case->grid.block[one], *b = &s->the_case->grid.block[other];
  ria_link link = {.block = {one, other},
                   .side = {side_towards(&s->block[one], axis, true),
                            side_towards(&s->block[other], axis, false)},
                   .range = {ria_block_cells(&s->block[one]), ria_block_cells(&s->block[other])}};
  bool matches = true;
  for (int t = 0; t < s->ndim; t++) {
    double low, high;
    if (t == axis)
      continue;
    shared(a, b, t, &low, &high);
    matches &= cells_between(s, one, t, low, high, &link.range[0]) &&
               cells_between(s, other, t, low, high, &link.range[1]);
  }
  for (int i = 0; i < RIA_AXES; i++) {
    bool here, there;
    const int along = ria_block_axis(&s->block[one], i, &here);
    const int j = axis_along(&s->block[other], along, &there);
    link.map[i] = here != there ? -(j + 1) : j + 1;
    if (i != ria_side_axis(link.side[0]) && i < s->ndim)
      matches &=
          link.range[0].hi[i] - link.range[0].lo[i] == link.range[1].hi[j] - link.range[1].lo[j];
  }
  if (!matches) {
    char face[2][96];
    for (int end = 0; end < 2; end++)
      write_face(&s->block[end ? other : one], link.side[end], face[end], sizeof face[end]);
    return ria_fail(RIA_ERROR_CASE,
                    "grid.blocks: %s and %s lie on one another, but their cells do not; expected "
                    "cells of the same size there, whose corners meet",
                    face[0], face[1]);
  }
  ria_link *place = new_link(s);
  if (!place)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the joints of blocks");
  *place = link;
  return RIA_SUCCESS;
}

/* Largest distance, in cells, between two extents that touch. */
static double slack(const space *s, int one, int other, int axis) {
  double least = INFINITY;
  const int number[] = {one, other};
  for (int i = 0; i < 2; i++) {
    bool backwards;
    const ria_block *block = &s->block[number[i]];
    least = fmin(least, block->spacing[axis_along(block, axis, &backwards)]);
  }
  return same_place * least;
}

static ria_status join_pair(space *s, int one, int other) {
  const ria_case_block *a = &s->the_case->grid.block[one], *b = &s->the_case->grid.block[other];
  int touching = -1, wide = 0;
  for (int axis = 0; axis < s->ndim; axis++) {
    double low, high;
    const double width = shared(a, b, axis, &low, &high), least = slack(s, one, other, axis);
    if (width > least)
      wide++;
    else if (width > -least)
      touching = axis;
  }
  if (wide == s->ndim)
    return ria_fail(RIA_ERROR_CASE,
                    "grid.blocks: the blocks '%s' and '%s' overlap; expected extents that share no "
                    "more than a face",
                    a->name, b->name);
  if (touching < 0 || wide < s->ndim - 1)
    return RIA_SUCCESS;
  const bool after = fabs(a->high[touching] - b->low[touching]) <= slack(s, one, other, touching);
  return after ? join(s, one, other, touching) : join(s, other, one, touching);
}

/* ---- joints of the case ---- */

static ria_status read_face(const space *s, const char *text, int *block, ria_side *side) {
  static const char letters[] = "ijk";
  const char *dot = strrchr(text, '.');
  const char *axis = dot && dot[1] ? strchr(letters, dot[1]) : NULL;
  *block = -1;
  for (int b = 0; dot && b < s->blocks; b++)
    if (!strncmp(s->block[b].name, text, (size_t)(dot - text)) && !s->block[b].name[dot - text])
      *block = b;
  if (!axis || (dot[2] != '-' && dot[2] != '+') || dot[3] || *block < 0)
    return ria_fail(RIA_ERROR_CASE,
                    "grid.joints: there is no face '%s'; expected a block's name, one of its axes, "
                    "and - or +, such as '%s.i+'",
                    text, s->block[0].name);
  *side = ria_side_of((int)(axis - letters), dot[2] == '+');
  if (ria_side_axis(*side) >= s->ndim)
    return ria_fail(RIA_ERROR_CASE,
                    "grid.joints: there is no face '%s' in a plane; expected one along i or j",
                    text);
  return RIA_SUCCESS;
}

static ria_status read_joint(space *s, const ria_case_joint *from) {
  ria_link link = {.map = {1, 2, 3}};
  if (from->faces_count != 2)
    return ria_fail(RIA_ERROR_CASE, "grid.joints: %d faces; expected two, such as [a.i+, b.j-]",
                    from->faces_count);
  for (int end = 0; end < 2; end++) {
    RIA_TRY(read_face(s, from->faces[end], &link.block[end], &link.side[end]));
    link.range[end] = ria_block_cells(&s->block[link.block[end]]);
  }
  if (from->map_count && from->map_count != s->ndim)
    return ria_fail(RIA_ERROR_CASE, "grid.joints: a map of %d axes; expected %d, such as [%s]",
                    from->map_count, s->ndim, s->ndim == 3 ? "+2, -1, +3" : "+2, -1");
  for (int a = 0; a < from->map_count; a++) {
    char *end;
    const long axis = strtol(from->map[a], &end, 10);
    link.map[a] = *end || labs(axis) > RIA_AXES ? 0 : (int)axis; /* 0 is rejected by the check of
                                                                    the map */
  }
  ria_link *place = new_link(s);
  if (!place)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the joints of blocks");
  *place = link;
  return RIA_SUCCESS;
}

/* ---- the whole mesh ---- */

static ria_status make_space(space *s, const ria_case_place **place) {
  const ria_case *c = s->the_case;
  for (int b = 0; b < s->blocks; b++) {
    *place = &c->grid.block[b].place;
    RIA_TRY(make_block(c, &c->grid.block[b], s->ndim, &s->block[b]));
  }
  for (int b = 1; b < s->blocks; b++)
    for (int a = 0; a < b && !c->grid.joints; a++) {
      *place = &c->grid.block[b].place;
      RIA_TRY(join_pair(s, a, b));
    }
  static const int none[RIA_AXES] = {0};
  for (int j = 0; j < c->grid.joints; j++) {
    *place = &c->grid.joint[j].place;
    RIA_TRY(read_joint(s, &c->grid.joint[j]));
    const ria_mesh so_far = {s->ndim, s->blocks, s->links, s->block, s->link};
    if (ria_mesh_check(&so_far, none) != RIA_SUCCESS)
      return ria_fail(RIA_ERROR_CASE, "grid.joints: %s", ria_status_detail());
  }
  return RIA_SUCCESS;
}

ria_status terrain_lay_blocks(const ria_case *c, ria_terrain *terrain,
                              const ria_case_place **place) {
  space s = {.the_case = c,
             .ndim = c->grid.block[0].cells[2] ? 3 : 2,
             .blocks = c->grid.blocks,
             .block = calloc((size_t)c->grid.blocks, sizeof *s.block)};
  ria_status status = s.block ? make_space(&s, place)
                              : ria_fail(RIA_ERROR_MEMORY, "no memory for the blocks of a grid");
  terrain->mesh = (ria_mesh){s.ndim, s.blocks, s.links, s.block, s.link};
  return status;
}

ria_status terrain_lay_block(ria_terrain *terrain) {
  ria_block *block = calloc(1, sizeof *block);
  ria_link *link = calloc(RIA_AXES, sizeof *link);
  if (!block || !link) {
    free(block);
    free(link);
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a grid");
  }
  terrain->mesh = ria_grid_mesh(&terrain->grid, block, link);
  return RIA_SUCCESS;
}

void terrain_free_mesh(ria_terrain *terrain) {
  free((void *)terrain->mesh.block);
  free((void *)terrain->mesh.link);
}

/* ---- places ---- */

bool ria_terrain_find(const ria_terrain *terrain, const double point[RIA_AXES], int *block,
                      ria_global cell[RIA_AXES]) {
  const ria_mesh *mesh = &terrain->mesh;
  for (int b = 0; b < mesh->blocks; b++) {
    const ria_block *found = &mesh->block[b];
    bool inside = true;
    for (int a = 0; a < RIA_AXES; a++) {
      bool backwards;
      const int axis = ria_block_axis(found, a, &backwards);
      cell[a] = 0;
      if (axis >= mesh->ndim)
        continue;
      const double way = point[axis] - found->origin[axis];
      cell[a] = (ria_global)floor((backwards ? -way : way) / found->spacing[a]);
      inside &= cell[a] >= 0 && cell[a] < found->cells[a];
    }
    *block = b;
    if (inside)
      return true;
  }
  return false;
}
