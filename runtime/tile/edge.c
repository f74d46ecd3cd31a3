/* Finds a tile's parts of the domain's edge, and the cells of its sources. */
#include "edge.h"
#include <stdlib.h>
#include <string.h>

/* ---- parts of the domain's edge ---- */

/* Whether a kernel reads around the corners of the domain. If so, the ghost cells beyond a side
 * extend around its edges beyond the sides across earlier axes, which are filled first. */
static bool sees_corners(const ria_model *m) {
  bool seen = false;
  for (int i = 0; i < m->stages; i++)
    seen |= ria_kernel_sees_corners(m->stage[i].kernel);
  return seen;
}

static ria_range whole(const ria_mesh *mesh, int block) {
  ria_range cells = {{0}, {0}};
  memcpy(cells.hi, mesh->block[block].cells, sizeof cells.hi);
  return cells;
}

/* The part of a segment in the numbering of the tile's block, extended around corners. */
static ria_range part_of(const ria_simulation *s, const tile_data *tile, const ria_segment *segment,
                         const ria_mesh_image *image, ria_side side) {
  const int normal = ria_side_axis(segment->side);
  const ria_range block = whole(&s->mesh, segment->block);
  ria_range part = segment->part;
  part.lo[normal] = block.lo[normal];
  part.hi[normal] = block.hi[normal];
  if (sees_corners(&s->model))
    for (int a = 0; a < RIA_AXES; a++) {
      const int ours = ria_side_axis(ria_mesh_image_side(image, ria_side_of(a, false)));
      const int ghost = tile->layout.ghost[ours];
      if (a == normal || ours > ria_side_axis(side))
        continue;
      if (part.lo[a] == block.lo[a] &&
          !ria_mesh_is_linked(&s->mesh, segment->block, ria_side_of(a, false)))
        part.lo[a] -= ghost;
      if (part.hi[a] == block.hi[a] &&
          !ria_mesh_is_linked(&s->mesh, segment->block, ria_side_of(a, true)))
        part.hi[a] += ghost;
    }
  return ria_mesh_image_cells(image, part);
}

/* Whether a side of an image's block lies in the plane of that side of the tile's block. */
static bool is_flush(const ria_mesh *mesh, const tile_data *tile, const ria_mesh_image *image,
                     ria_side side) {
  const ria_range cells = ria_mesh_image_cells(image, whole(mesh, image->block));
  const int axis = ria_side_axis(side);
  return ria_side_is_high(side) ? cells.hi[axis] == mesh->block[tile->at.block].cells[axis]
                                : cells.lo[axis] == 0;
}

static bool touches(const ria_mesh *mesh, const tile_data *tile, ria_side side) {
  const int axis = ria_side_axis(side);
  return tile->at.place[axis] ==
         (ria_side_is_high(side) ? mesh->block[tile->at.block].tiles[axis] - 1 : 0);
}

/* The part of a segment next to the tile and its ghost cells, if there is one. */
static ria_status add_edge(const ria_simulation *s, tile_data *tile, const ria_segment *segment,
                           const ria_mesh_image *image) {
  const ria_side side = ria_mesh_image_side(image, segment->side);
  if (!touches(&s->mesh, tile, side) || !is_flush(&s->mesh, tile, image, side))
    return RIA_SUCCESS;
  const ria_range cells = part_of(s, tile, segment, image, side);
  tile_edge edge = {.segment = segment, .side = side};
  for (int a = 0; a < RIA_AXES; a++) {
    const int ghost = tile->layout.ghost[a], n = tile->layout.n[a];
    const ria_global from = cells.lo[a] - tile->at.cells.lo[a],
                     to = cells.hi[a] - tile->at.cells.lo[a];
    edge.part.lo[a] = from < -ghost ? -ghost : (int)from;
    edge.part.hi[a] = to > n + ghost ? n + ghost : (int)to;
    if (a != ria_side_axis(side) && edge.part.lo[a] >= edge.part.hi[a])
      return RIA_SUCCESS;
  }
  tile_edge *grown = realloc(tile->edge, (size_t)(tile->edges + 1) * sizeof *grown);
  if (!grown)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a tile's edges");
  tile->edge = grown;
  tile->edge[tile->edges++] = edge;
  tile->openings += segment->opening > 0;
  return RIA_SUCCESS;
}

/* ---- sources of a tile ---- */

static bool near_tile(const tile_layout *l, const int at[RIA_AXES]) {
  bool near = true;
  for (int a = 0; a < RIA_AXES; a++)
    near &= at[a] >= -l->ghost[a] && at[a] < l->n[a] + l->ghost[a];
  return near;
}

/* The cells of a source, seen from an image, that lie in the tile or its ghost cells; in their
 * order. */
static void add_cells(const ria_source *source, const tile_data *tile, const ria_mesh_image *image,
                      tile_source *mine) {
  for (int c = 0; c < source->count; c++) {
    ria_range cell;
    int *at = mine->at[mine->count];
    for (int a = 0; a < RIA_AXES; a++) {
      cell.lo[a] = source->at[a] ? source->at[a][c] : 0;
      cell.hi[a] = cell.lo[a] + 1;
    }
    cell = ria_mesh_image_cells(image, cell);
    for (int a = 0; a < RIA_AXES; a++)
      at[a] = (int)(cell.lo[a] - tile->at.cells.lo[a]);
    if (!near_tile(&tile->layout, at))
      continue;
    mine->number[mine->count] = c;
    mine->weight[mine->count++] = source->weight[c];
  }
}

/* A source with a field of weights, which are not filled yet. */
static ria_status field_of_tile(const ria_source *source, const tile_data *tile,
                                tile_source *mine) {
  mine->source = source;
  mine->row = calloc(tile_rows(tile), sizeof *mine->row);
  return mine->row ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for a source");
}

static ria_status source_of_tile(const ria_source *source, const tile_data *tile,
                                 const ria_mesh_image *image, int images, tile_source *mine) {
  const size_t n = (size_t)images * (size_t)source->count + 1;
  mine->source = source;
  mine->at = malloc(n * sizeof *mine->at);
  mine->number = malloc(n * sizeof *mine->number);
  mine->weight = malloc(n * sizeof *mine->weight);
  mine->index = malloc(n * sizeof *mine->index);
  mine->index_weight = malloc(n * sizeof *mine->index_weight);
  if (!mine->at || !mine->number || !mine->weight || !mine->index || !mine->index_weight)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a source of %d cells", source->count);
  for (int i = 0; i < images; i++)
    if (image[i].block == source->block)
      add_cells(source, tile, &image[i], mine);
  return RIA_SUCCESS;
}

/* Whether a cell is among the outermost `reach` cells of the tile along an axis, or in its ghost
 * cells. */
static bool is_beside_edge(const tile_layout *l, int ndim, const int at[RIA_AXES], int reach) {
  bool beside = false;
  for (int a = 0; a < ndim; a++)
    beside |= at[a] < reach || at[a] >= l->n[a] - reach;
  return beside;
}

static ria_status create_around(const ria_simulation *s, tile_data *tile,
                                const ria_mesh_image *image, int images) {
  const int n = s->model.sources, reach = s->model.stage[0].kernel->radius;
  for (int i = 0; i < s->model.segments; i++)
    for (int k = 0; k < images; k++)
      if (image[k].block == s->model.segment[i].block)
        RIA_TRY(add_edge(s, tile, &s->model.segment[i], &image[k]));
  tile->source = calloc((size_t)(n ? n : 1), sizeof *tile->source);
  if (!tile->source)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a tile's sources");
  for (int i = 0; i < n; i++) {
    tile->sources++;
    if (s->source_weights[i] >= 0) {
      RIA_TRY(field_of_tile(&s->model.source[i], tile, &tile->source[i]));
      tile->source[i].beside_edge = true;
      continue;
    }
    RIA_TRY(source_of_tile(&s->model.source[i], tile, image, images, &tile->source[i]));
    for (int c = 0; c < tile->source[i].count; c++)
      tile->source[i].beside_edge |=
          is_beside_edge(&tile->layout, s->mesh.ndim, tile->source[i].at[c], reach);
  }
  return RIA_SUCCESS;
}

/* ---- sections that cross it ---- */

/* The part of a run with cells of the tile. */
static bool section_of_tile(const tile_data *tile, const ria_section_run *run, tile_section *mine) {
  const int axis = run->axis, other = 1 - axis;
  const ria_range *own = &tile->at.cells;
  const ria_global from = run->from > own->lo[other] ? run->from : own->lo[other],
                   to = run->to < own->hi[other] ? run->to : own->hi[other];
  *mine = (tile_section){.axis = axis,
                         .outward = run->outward,
                         .sign = run->sign,
                         .across = (int)(run->across - own->lo[axis]),
                         .from = (int)(from - own->lo[other]),
                         .to = (int)(to - own->lo[other])};
  return run->block == tile->at.block && from < to && run->across >= own->lo[axis] &&
         run->across < own->hi[axis];
}

static ria_status create_sections(const ria_simulation *s, tile_data *tile) {
  const ria_model *m = &s->model;
  size_t most = 0;
  for (int i = 0; i < m->sections; i++)
    most += (size_t)m->section[i].runs;
  tile->section = calloc(most + 1, sizeof *tile->section);
  if (!tile->section)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a tile's sections");
  for (int i = 0; i < m->sections; i++)
    for (int r = 0; r < m->section[i].runs; r++) {
      tile_section *mine = &tile->section[tile->sections];
      if (!section_of_tile(tile, &m->section[i].run[r], mine))
        continue;
      mine->number = ria_model_section(m, i);
      tile->sections++;
    }
  return RIA_SUCCESS;
}

/* ---- measured flows of its openings ---- */

/* The axis along a side of a plane. */
static int along(ria_side side) {
  return 1 - ria_side_axis(side);
}

static int ghosts_along(const tile_data *tile, ria_side side) {
  return tile->layout.ghost[along(side)];
}

/* Allocate memory for the fluxes through a tile's openings. */
static ria_status create_fluxes(const ria_simulation *s, tile_data *tile) {
  const int amounts = s->model.stage[0].kernel->amounts;
  for (int n = 0; n < tile->edges; n++) {
    const ria_side side = tile->edge[n].side;
    if (!tile->edge[n].segment->opening || tile->edge_flux[side])
      continue;
    const int ghost = ghosts_along(tile, side), cells = tile->layout.n[along(side)];
    double *flux = calloc((size_t)(cells + 2 * ghost) * (size_t)amounts, sizeof *flux);
    if (!flux)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for a tile's edges");
    tile->edge_flux[side] = flux + ghost * amounts;
  }
  return RIA_SUCCESS;
}

static void destroy_fluxes(const ria_simulation *s, tile_data *tile) {
  for (int side = 0; side < RIA_SIDES; side++)
    if (tile->edge_flux[side])
      free(tile->edge_flux[side] -
           ghosts_along(tile, (ria_side)side) * s->model.stage[0].kernel->amounts);
}

ria_status edges_create(const ria_simulation *s, tile_data *tile) {
  ria_mesh_image *image;
  int images;
  RIA_TRY(ria_mesh_images(&s->mesh, tile->at.block, &image, &images));
  const ria_status status = create_around(s, tile, image, images);
  free(image);
  RIA_TRY(status);
  RIA_TRY(create_sections(s, tile));
  return create_fluxes(s, tile);
}

static void free_on_device(device_cells *cells) {
  while (cells) {
    device_cells *next = cells->next;
    device_free(cells->index);
    device_free(cells->weight);
    free(cells);
    cells = next;
  }
}

void edges_destroy(const ria_simulation *s, tile_data *tile) {
  destroy_fluxes(s, tile);
  free(tile->section);
  free(tile->edge);
  for (int i = 0; i < tile->sources; i++) {
    tile_source *source = &tile->source[i];
    free(source->row);
    free(source->at);
    free(source->number);
    free(source->weight);
    free(source->index);
    free(source->index_weight);
    free_on_device(source->on_device);
  }
  free(tile->source);
}
