/* Checks a mesh: sizes, tiles and links. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "ria/mesh.h"

enum { TEXT = 64 };

/* "block b: ", or empty for the only block. */
static const char *of_block(const ria_mesh *mesh, int block, char text[TEXT]) {
  text[0] = 0;
  if (mesh->block[block].name)
    snprintf(text, TEXT, "block %s: ", mesh->block[block].name);
  return text;
}

static ria_status check_axis(const ria_mesh *mesh, int block, int axis, int ghost) {
  const ria_block *b = &mesh->block[block];
  const long long cells = b->cells[axis];
  const int tiles = b->tiles[axis];
  const char name = "xyz"[axis];
  char of[TEXT];
  of_block(mesh, block, of);
  if (cells < 1 || cells > INT_MAX / 4)
    return ria_fail(RIA_ERROR_ARGUMENT, "%sthe grid has %lld cells in %c; expected 1 to %d", of,
                    cells, name, INT_MAX / 4);
  if (tiles < 1 || tiles > cells)
    return ria_fail(RIA_ERROR_ARGUMENT, "%s%d tiles in %c for %lld cells; expected 1 to %lld", of,
                    tiles, name, cells, cells);
  if (tiles > 1 && cells / tiles < ghost)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "%stiles of %lld cells in %c are thinner than the %d ghost cells of this time "
                    "tiling; use at most %lld tiles there, or a smaller depth",
                    of, cells / tiles, name, ghost, cells / ghost ? cells / ghost : 1);
  return RIA_SUCCESS;
}

static ria_status check_block(const ria_mesh *mesh, int block, const int ghost[RIA_AXES]) {
  const ria_block *b = &mesh->block[block];
  char of[TEXT];
  for (int axis = 0; axis < RIA_AXES; axis++)
    RIA_TRY(check_axis(mesh, block, axis, ghost[axis]));
  for (int axis = mesh->ndim; axis < RIA_AXES; axis++)
    if (b->cells[axis] != 1)
      return ria_fail(RIA_ERROR_ARGUMENT, "%s%lld cells in %c; a mesh of %d dimensions has 1 there",
                      of_block(mesh, block, of), (long long)b->cells[axis], "xyz"[axis],
                      mesh -> ndim);
  if (!(b->spacing[0] > 0) || !(b->spacing[1] > 0))
    return ria_fail(RIA_ERROR_ARGUMENT, "%scells of %g m x %g m; expected positive sizes",
                    of_block(mesh, block, of), b->spacing[0], b->spacing[1]);
  if (mesh->ndim == 3 && !(b->spacing[2] > 0))
    return ria_fail(RIA_ERROR_ARGUMENT, "%scells %g m high; expected a positive size",
                    of_block(mesh, block, of), b->spacing[2]);
  return RIA_SUCCESS;
}

/* ---- links ---- */

/* A face as users write it: "a.i+". */
static const char *face(const ria_mesh *mesh, const ria_link *link, int end, char text[TEXT]) {
  const char *name = mesh->block[link->block[end]].name;
  snprintf(text, TEXT, "%s%s%c%c", name ? name : "", name ? "." : "",
           "ijk"[ria_side_axis(link->side[end])], ria_side_is_high(link->side[end]) ? '+' : '-');
  return text;
}

static ria_status check_ends(const ria_mesh *mesh, int number) {
  const ria_link *link = &mesh->link[number];
  for (int end = 0; end < 2; end++) {
    if (link->block[end] < 0 || link->block[end] >= mesh->blocks)
      return ria_fail(RIA_ERROR_ARGUMENT, "link %d joins block %d; expected 0 to %d", number,
                      link->block[end], mesh->blocks - 1);
    if ((int)link->side[end] < 0 || (int)link->side[end] >= 2 * mesh->ndim)
      return ria_fail(RIA_ERROR_ARGUMENT, "link %d joins side %d of a block; expected 0 to %d",
                      number, (int)link->side[end], 2 * mesh->ndim - 1);
  }
  return RIA_SUCCESS;
}

static ria_status check_map(const ria_mesh *mesh, const ria_link *link) {
  char one[TEXT], other[TEXT];
  int seen = 0;
  face(mesh, link, 0, one);
  face(mesh, link, 1, other);
  for (int a = 0; a < RIA_AXES; a++) {
    const int b = abs(link->map[a]) - 1;
    if (b < 0 || b >= RIA_AXES || seen >> b & 1 || (a >= mesh->ndim && b != a))
      return ria_fail(RIA_ERROR_ARGUMENT,
                      "the link of %s and %s maps the axes to [%+d, %+d, %+d]; expected each axis "
                      "once, with a sign",
                      one, other, link->map[0], link->map[1], link->map[2]);
    seen |= 1 << b;
  }
  const int normal = ria_side_axis(link->side[0]), image = link->map[normal];
  if (abs(image) - 1 != ria_side_axis(link->side[1]))
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "the link of %s and %s maps the axis across %s to axis %c, which does not "
                    "cross %s; expected %c",
                    one, other, one, "ijk"[abs(image) - 1], other,
                    "ijk"[ria_side_axis(link->side[1])]);
  const bool forwards = ria_side_is_high(link->side[0]) != ria_side_is_high(link->side[1]);
  if ((image > 0) != forwards)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "the link of %s and %s maps the axis across %s to %+d; expected %+d, since the "
                    "way out of %s leads "
                    "into %s",
                    one, other, one, image, -image, one, other);
  return RIA_SUCCESS;
}

/* A rotation preserves lengths and angles, does not mirror, and in a plane stays in the plane. */
static ria_status check_rotation(const ria_mesh *mesh, const ria_link *link) {
  const double(*r)[RIA_AXES] = link->rotation.at;
  double largest = 0, worst = 0;
  for (int a = 0; a < RIA_AXES; a++)
    for (int b = 0; b < RIA_AXES; b++) {
      double product = 0;
      for (int c = 0; c < RIA_AXES; c++)
        product += r[a][c] * r[b][c];
      largest = fmax(largest, fabs(r[a][b]));
      worst = fmax(worst, fabs(product - (a == b)));
      if (a >= mesh->ndim)
        worst = fmax(worst, fabs(r[a][b] - (a == b)));
    }
  const double volume = r[0][0] * (r[1][1] * r[2][2] - r[1][2] * r[2][1]) -
                        r[0][1] * (r[1][0] * r[2][2] - r[1][2] * r[2][0]) +
                        r[0][2] * (r[1][0] * r[2][1] - r[1][1] * r[2][0]);
  if (largest == 0 || (worst < 1e-12 && volume > 0))
    return RIA_SUCCESS;
  char one[TEXT], other[TEXT];
  return ria_fail(RIA_ERROR_ARGUMENT,
                  "the link of %s and %s turns vectors by a matrix that is not a rotation of %d "
                  "axes; expected rows of length 1 at right angles, and determinant 1, or zeros",
                  face(mesh, link, 0, one), face(mesh, link, 1, other), mesh->ndim);
}

static ria_status check_ranges(const ria_mesh *mesh, const ria_link *link) {
  char one[TEXT], other[TEXT];
  face(mesh, link, 0, one);
  face(mesh, link, 1, other);
  for (int a = 0; a < RIA_AXES; a++) {
    const int axis[2] = {a, abs(link->map[a]) - 1};
    if (a == ria_side_axis(link->side[0]))
      continue;
    for (int end = 0; end < 2; end++) {
      const long long lo = link->range[end].lo[axis[end]], hi = link->range[end].hi[axis[end]];
      const long long cells = mesh->block[link->block[end]].cells[axis[end]];
      if (lo < 0 || lo >= hi || hi > cells)
        return ria_fail(RIA_ERROR_ARGUMENT,
                        "the link of %s and %s has cells %lld to %lld of %s along %c; expected "
                        "some of 0 to %lld",
                        one, other, lo, hi, end ? other : one, "ijk"[axis[end]], cells);
    }
    const ria_range *from = &link->range[0], *to = &link->range[1];
    const long long here = from->hi[a] - from->lo[a], there = to->hi[axis[1]] - to->lo[axis[1]];
    if (here != there)
      return ria_fail(RIA_ERROR_ARGUMENT,
                      "the link of %s and %s has %lld cells along %c of the one and %lld along %c "
                      "of the other; give both "
                      "the same number, or join parts of the faces",
                      one, other, here, "ijk"[a], there, "ijk"[axis[1]]);
  }
  return RIA_SUCCESS;
}

/* Ghost cells across a link must lie in the one block beyond it. */
static ria_status check_depth(const ria_mesh *mesh, const ria_link *link,
                              const int ghost[RIA_AXES]) {
  for (int end = 0; end < 2; end++) {
    char text[TEXT];
    const int there = ria_side_axis(link->side[1 - end]);
    const long long cells = mesh->block[link->block[1 - end]].cells[there];
    const int needed = ghost[ria_side_axis(link->side[end])] + (link->shared ? 1 : 0);
    if (cells < needed && link->block[0] != link->block[1])
      return ria_fail(RIA_ERROR_ARGUMENT,
                      "the block behind %s has %lld cells along %c, fewer than the %d ghost cells "
                      "of this time tiling; "
                      "use more cells there, or a smaller depth",
                      face(mesh, link, end, text), cells, "ijk"[there], needed);
  }
  return RIA_SUCCESS;
}

/* Whether two ends of links are overlapping parts of one face; adjacent parts share one row of
 * nodes, which does not count. */
static bool overlap(const ria_link *one, int end, const ria_link *other, int other_end) {
  if (one->block[end] != other->block[other_end] || one->side[end] != other->side[other_end])
    return false;
  for (int a = 0; a < RIA_AXES; a++) {
    const ria_range *mine = &one->range[end], *theirs = &other->range[other_end];
    const bool wide = mine->hi[a] - mine->lo[a] > 1 && theirs->hi[a] - theirs->lo[a] > 1;
    const int row = one->shared && wide ? 1 : 0;
    if (a != ria_side_axis(one->side[end]) &&
        (mine->lo[a] >= theirs->hi[a] - row || mine->hi[a] - row <= theirs->lo[a]))
      return false;
  }
  return true;
}

static ria_status check_overlaps(const ria_mesh *mesh, int number) {
  for (int other = 0; other <= number; other++)
    for (int ends = 0; ends < 4; ends++) {
      const int end = ends & 1, other_end = ends >> 1;
      if (other == number && end == other_end)
        continue;
      char text[TEXT];
      if (overlap(&mesh->link[number], end, &mesh->link[other], other_end))
        return ria_fail(RIA_ERROR_ARGUMENT,
                        "links %d and %d both join the same cells of %s; join each part once",
                        other, number, face(mesh, &mesh->link[number], end, text));
    }
  return RIA_SUCCESS;
}

ria_status ria_mesh_check(const ria_mesh *mesh, const int ghost[RIA_AXES]) {
  if (mesh->ndim < 1 || mesh->ndim > RIA_AXES || mesh->blocks < 1)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "a mesh of %d dimensions and %d blocks; expected 1 to %d, and a block",
                    mesh->ndim, mesh->blocks, RIA_AXES);
  for (int i = 0; i < mesh->links; i++) {
    RIA_TRY(check_ends(mesh, i));
    RIA_TRY(check_map(mesh, &mesh->link[i]));
    RIA_TRY(check_rotation(mesh, &mesh->link[i]));
    RIA_TRY(check_ranges(mesh, &mesh->link[i]));
  }
  for (int b = 0; b < mesh->blocks; b++)
    RIA_TRY(check_block(mesh, b, ghost));
  for (int i = 0; i < mesh->links; i++) {
    RIA_TRY(check_depth(mesh, &mesh->link[i], ghost));
    RIA_TRY(check_overlaps(mesh, i));
  }
  return RIA_SUCCESS;
}

static ria_status check_whole(const ria_mesh *mesh, const ria_link *link, int end) {
  const ria_block *block = &mesh->block[link->block[end]];
  char text[TEXT];
  for (int a = 0; a < RIA_AXES; a++)
    if (a != ria_side_axis(link->side[end]) &&
        (link->range[end].lo[a] > 0 || link->range[end].hi[a] < block->cells[a]))
      return ria_fail(RIA_ERROR_UNSUPPORTED,
                      "only a part of the face %s is joined, but an exchange every few steps needs "
                      "faces that are joined as a whole; exchange every step (time_tiling: "
                      "classic), or cut the block there in two",
                      face(mesh, link, end, text));
  return RIA_SUCCESS;
}

/* At a reentrant corner of the domain, a place beyond the edge is seen from two sides and would
 * need a different ghost value for each. So the blocks on either side of a link must end together,
 * or continue together. */
static ria_status check_straight(const ria_mesh *mesh, const ria_link *link) {
  for (int side = 0; side < 2 * mesh->ndim; side++) {
    const int axis = ria_side_axis((ria_side)side), image = link->map[axis];
    if (axis == ria_side_axis(link->side[0]))
      continue;
    const ria_side other =
        ria_side_of(abs(image) - 1, ria_side_is_high((ria_side)side) == (image > 0));
    const bool here = ria_mesh_is_linked(mesh, link->block[0], (ria_side)side);
    const bool there = ria_mesh_is_linked(mesh, link->block[1], other);
    char one[TEXT], two[TEXT];
    const ria_link sides = {.block = {link->block[0], link->block[1]},
                            .side = {(ria_side)side, other}};
    if (here != there)
      return ria_fail(RIA_ERROR_UNSUPPORTED,
                      "the domain has a reentrant corner where the faces %s and %s meet, because "
                      "only one of them is joined, but an exchange every few steps needs sides "
                      "that continue straight; exchange every step (time_tiling: classic)",
                      face(mesh, &sides, 0, one), face(mesh, &sides, 1, two));
  }
  return RIA_SUCCESS;
}

/* A place at an edge of a block, where the faces `in` and `out` meet, and a direction along the
 * edge. */
typedef struct {
  int block;
  ria_side in, out, along;
} beside_edge;

/* A side of the block at one end of a link, in the orientation of the block at the other end. */
static ria_side side_across(const ria_link *link, int end, ria_side side) {
  int a = 0;
  while ((end ? abs(link->map[a]) - 1 : a) != ria_side_axis(side))
    a++;
  return ria_side_of(end ? a : abs(link->map[a]) - 1, ria_side_is_high(side) == (link->map[a] > 0));
}

/* Cross the face `out` to the next block around the edge; false: the domain ends there. */
static bool go_around(const ria_mesh *mesh, beside_edge *at) {
  for (int i = 0; i < mesh->links; i++)
    for (int end = 0; end < 2; end++) {
      const ria_link *link = &mesh->link[i];
      if (link->block[end] != at->block || link->side[end] != at->out)
        continue;
      *at = (beside_edge){.block = link->block[1 - end],
                          .in = link->side[1 - end],
                          .out = side_across(link, end, at->in),
                          .along = side_across(link, end, at->along)};
      return true;
    }
  return false;
}

/* Number of blocks around an edge whose faces are joined as a whole; 0: the domain ends there. A
 * block counts each time it occurs. */
static int blocks_around(const ria_mesh *mesh, const beside_edge *edge) {
  enum { MANY = 64 };
  beside_edge at = *edge;
  for (int blocks = 1; blocks <= MANY; blocks++) {
    if (!go_around(mesh, &at))
      return 0;
    if (at.block == edge->block && at.in == edge->in && at.out == edge->out &&
        at.along == edge->along)
      return blocks;
  }
  return MANY;
}

/* If the number of blocks around an edge is not 4, ghost cells beyond two faces belong to different
 * blocks depending on which face is crossed first. */
static ria_status check_edge(const ria_mesh *mesh, int block, ria_side one, ria_side other) {
  const int along = RIA_AXES - ria_side_axis(one) - ria_side_axis(other);
  const int blocks = blocks_around(
      mesh,
      &(beside_edge){.block = block, .in = one, .out = other, .along = ria_side_of(along, true)});
  const ria_link faces = {.block = {block, block}, .side = {one, other}};
  char text[2][TEXT];
  if (!blocks || blocks == 4)
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_UNSUPPORTED,
                  "%d block%s meet%s at the edge of the faces %s and %s, but an exchange every few "
                  "steps needs edges where 4 meet; exchange every step (time_tiling: classic)",
                  blocks, blocks > 1 ? "s" : "", blocks > 1 ? "" : "s",
                  face(mesh, &faces, 0, text[0]), face(mesh, &faces, 1, text[1]));
}

static ria_status check_edges(const ria_mesh *mesh) {
  for (int b = 0; b < mesh->blocks; b++)
    for (int one = 0; one < 2 * mesh->ndim; one++)
      for (int other = 0; other < one; other++)
        if (one / 2 != other / 2)
          RIA_TRY(check_edge(mesh, b, (ria_side)other, (ria_side)one));
  return RIA_SUCCESS;
}

ria_status ria_mesh_check_flush(const ria_mesh *mesh) {
  for (int i = 0; i < mesh->links; i++) {
    for (int end = 0; end < 2; end++)
      RIA_TRY(check_whole(mesh, &mesh->link[i], end));
    RIA_TRY(check_straight(mesh, &mesh->link[i]));
  }
  return check_edges(mesh);
}
