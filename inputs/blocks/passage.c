/* The blade passage: its section, stacked along the span, in copies around the axis. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "blocks/section.h"
#include "blocks/source.h"

/* A block of a grid built from a section. */
typedef struct {
  blocks_section *section;
  int part;
  ria_global first, span; /* cells along the span: before the block, and of the whole */
  double r[2], stretch;
  double turn;   /* rad */
  double radius; /* mean, m */
} stacked;

static ria_status stacked_nodes(void *context, const ria_range *range, double *a, double *b,
                                double *c) {
  const stacked *s = context;
  const blocks_plane_block *plane = &s->section->block[s->part];
  int64_t n = 0;
  for (ria_global k = range->lo[2]; k < range->hi[2]; k++) {
    const double r = block_between(s->r, block_spread(s->first + k, s->span, s->stretch));
    for (ria_global j = range->lo[1]; j < range->hi[1]; j++)
      for (ria_global i = range->lo[0]; i < range->hi[0]; i++, n++) {
        const blocks_plane_point *p = &plane->point[j * plane->ni + i];
        a[n] = p->x;
        b[n] = r;
        c[n] = s->turn - p->y / s->radius;
      }
  }
  return RIA_SUCCESS;
}

static void release(void *context) {
  stacked *s = context;
  blocks_section_release(s->section);
  free(s);
}

/* y = -r theta, so the upper side of the blade in the plane faces smaller theta. It is the concave
 * side if the camber is positive. */
static const char *part_name(const ria_block_shape *shape, int part) {
  const bool hollow_above = shape->camber >= 0;
  switch (part) {
  case BLOCKS_SECTION_INLET:
    return "inlet";
  case BLOCKS_SECTION_EXIT:
    return "exit";
  case BLOCKS_SECTION_ABOVE:
    return hollow_above ? "pressure" : "suction";
  case BLOCKS_SECTION_BELOW:
    return hollow_above ? "suction" : "pressure";
  case BLOCKS_SECTION_BLADE_ABOVE:
    return hollow_above ? "blade-pressure" : "blade-suction";
  default:
    return hollow_above ? "blade-suction" : "blade-pressure";
  }
}

static ria_status name_side(ria_node_block *block, ria_side side, const char *name) {
  if (!(block->side[side] = strdup(name)))
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a blade passage");
  return RIA_SUCCESS;
}

static ria_status add_block(ria_block_grid *grid, const ria_block_shape *shape,
                            blocks_section *section, int row, int copy, int part, int piece) {
  const int cut = shape->cut[2] > 0 ? shape->cut[2] : 1;
  char number[2][16] = {"", ""}, name[RIA_FACE_TEXT];
  stacked *s = calloc(1, sizeof *s);
  if (!s)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a blade passage");
  *s = (stacked){.section = section,
                 .part = part,
                 .first = ria_mesh_cut(shape->cells[2], cut, piece),
                 .span = shape->cells[2],
                 .r = {shape->r[0], shape->r[1]},
                 .stretch = shape->stretch[2],
                 .turn = 2 * M_PI * copy / shape->blades,
                 .radius = (shape->r[0] + shape->r[1]) / 2};
  const blocks_plane_block *plane = &section->block[part];
  const ria_global cells[RIA_AXES] = {plane->ni - 1, plane->nj - 1,
                                      ria_mesh_cut(shape->cells[2], cut, piece + 1) - s->first};
  section->users++;
  if (shape->copies > 1)
    snprintf(number[0], sizeof number[0], ".%d", copy + 1);
  if (cut > 1)
    snprintf(number[1], sizeof number[1], ".%d", piece + 1);
  snprintf(name, sizeof name, "%.180s%s.%s%s", shape->name, number[0], part_name(shape, part),
           number[1]);
  RIA_TRY(ria_block_grid_add_block(grid, name, shape->name, row, cells, stacked_nodes, release, s));
  ria_node_block *block = &grid->block[grid->blocks - 1];
  RIA_TRY(name_side(block, RIA_BOTTOM, "hub"));
  RIA_TRY(name_side(block, RIA_TOP, "casing"));
  if (part == BLOCKS_SECTION_INLET)
    return name_side(block, RIA_WEST, "inlet");
  if (part == BLOCKS_SECTION_EXIT)
    return name_side(block, RIA_EAST, "exit");
  if (part == BLOCKS_SECTION_BLADE_ABOVE || part == BLOCKS_SECTION_BLADE_BELOW)
    return name_side(block, RIA_SOUTH, "blade");
  return RIA_SUCCESS;
}

static ria_status check(const ria_block_shape *shape) {
  const int copies = shape->copies > 0 ? shape->copies : 1;
  if (shape->blades < 2)
    return ria_fail(RIA_ERROR_CASE, "the row of '%s' has %d blades; expected at least 2",
                    shape->name, shape->blades);
  if (shape->r[0] <= 0)
    return ria_fail(RIA_ERROR_CASE,
                    "the hub of '%s' has the radius %g m; expected one above 0, since the passage "
                    "closes at the axis",
                    shape->name, shape->r[0]);
  if (copies > shape->blades)
    return ria_fail(
        RIA_ERROR_CASE,
        "'%s' has %d copies of a passage, but the row has %d blades; expected at most as "
        "many",
        shape->name, copies, shape->blades);
  if (shape->cut[0] > 1 || shape->cut[1] > 1)
    return ria_fail(
        RIA_ERROR_CASE,
        "the passage '%s' is cut into %d x %d x %d pieces; expected cuts along the span "
        "alone, such as [1, 1, 2]",
        shape->name, shape->cut[0], shape->cut[1], shape->cut[2]);
  return RIA_SUCCESS;
}

ria_status block_passage_add(ria_block_grid *grid, const ria_block_shape *shape) {
  const int copies = shape->copies > 0 ? shape->copies : 1,
            cut = shape->cut[2] > 0 ? shape->cut[2] : 1;
  blocks_section *section;
  int row;
  RIA_TRY(check(shape));
  RIA_TRY(blocks_section_create(shape, &section));
  ria_status status = ria_block_grid_add_row(grid, shape->row ? shape->row : shape->name,
                                             shape->blades, copies, &row);
  for (int copy = 0; copy < copies; copy++)
    for (int part = 0; part < BLOCKS_SECTION_BLOCKS; part++)
      for (int piece = 0; piece < cut && status == RIA_SUCCESS; piece++)
        status = add_block(grid, shape, section, row, copy, part, piece);
  blocks_section_release(section);
  return status;
}
