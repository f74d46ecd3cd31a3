/* The edge of the domain (ghost cells from the segments' kernels) and sources (cells that are fed).
 */
#include "program/simulation.h"
#include <stdlib.h>
#include <string.h>

void ria_bindings_resolve(const ria_binding *binding, int count, double dt, const double *forcing,
                          double *values) {
  for (int i = 0; i < count; i++)
    values[i] = ria_binding_value(&binding[i], dt, forcing);
}

/* ---- which parts of the domain's edge lie along a tile ---- */

/* Whether a kernel looks around the corners of the domain. Then the ghost cells beyond a side also
 * reach around its edges with the sides across earlier axes, whose ghost cells come first. */
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

/* The part of a segment, as the tile's block numbers cells, with what it has around corners. */
static ria_range part_of(const ria_simulation *s, const ria_tile *tile, const ria_segment *segment,
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
static bool is_flush(const ria_mesh *mesh, const ria_tile *tile, const ria_mesh_image *image,
                     ria_side side) {
  const ria_range cells = ria_mesh_image_cells(image, whole(mesh, image->block));
  const int axis = ria_side_axis(side);
  return ria_side_is_high(side) ? cells.hi[axis] == mesh->block[tile->at.block].cells[axis]
                                : cells.lo[axis] == 0;
}

static bool touches(const ria_mesh *mesh, const ria_tile *tile, ria_side side) {
  const int axis = ria_side_axis(side);
  return tile->at.place[axis] ==
         (ria_side_is_high(side) ? mesh->block[tile->at.block].tiles[axis] - 1 : 0);
}

/* The part of a segment that lies along the tile and its ghost cells, if there is one. */
static ria_status add_edge(const ria_simulation *s, ria_tile *tile, const ria_segment *segment,
                           const ria_mesh_image *image) {
  const ria_side side = ria_mesh_image_side(image, segment->side);
  if (!touches(&s->mesh, tile, side) || !is_flush(&s->mesh, tile, image, side))
    return RIA_SUCCESS;
  const ria_range cells = part_of(s, tile, segment, image, side);
  ria_edge edge = {.segment = segment, .side = side};
  for (int a = 0; a < RIA_AXES; a++) {
    const int ghost = tile->layout.ghost[a], n = tile->layout.n[a];
    const ria_global from = cells.lo[a] - tile->at.cells.lo[a],
                     to = cells.hi[a] - tile->at.cells.lo[a];
    edge.part.lo[a] = from < -ghost ? -ghost : (int)from;
    edge.part.hi[a] = to > n + ghost ? n + ghost : (int)to;
    if (a != ria_side_axis(side) && edge.part.lo[a] >= edge.part.hi[a])
      return RIA_SUCCESS;
  }
  ria_edge *grown = realloc(tile->edge, (size_t)(tile->edges + 1) * sizeof *grown);
  if (!grown)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a tile's edges");
  tile->edge = grown;
  tile->edge[tile->edges++] = edge;
  tile->openings += segment->opening > 0;
  return RIA_SUCCESS;
}

/* ---- which sources feed it ---- */

static bool near_tile(const ria_layout *l, const int at[RIA_AXES]) {
  bool near = true;
  for (int a = 0; a < RIA_AXES; a++)
    near &= at[a] >= -l->ghost[a] && at[a] < l->n[a] + l->ghost[a];
  return near;
}

/* The cells of a source, seen as an image, that lie in the tile or its ghost cells; in their order.
 */
static void add_cells(const ria_source *source, const ria_tile *tile, const ria_mesh_image *image,
                      ria_tile_source *mine) {
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
    if (near_tile(&tile->layout, at))
      mine->weight[mine->count++] = source->weight[c];
  }
}

static ria_status source_of_tile(const ria_source *source, const ria_tile *tile,
                                 const ria_mesh_image *image, int images, ria_tile_source *mine) {
  const size_t n = (size_t)images * (size_t)source->count + 1;
  mine->source = source;
  mine->at = malloc(n * sizeof *mine->at);
  mine->weight = malloc(n * sizeof *mine->weight);
  mine->index = malloc(n * sizeof *mine->index);
  mine->index_weight = malloc(n * sizeof *mine->index_weight);
  if (!mine->at || !mine->weight || !mine->index || !mine->index_weight)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a source of %d cells", source->count);
  for (int i = 0; i < images; i++)
    if (image[i].block == source->block)
      add_cells(source, tile, &image[i], mine);
  return RIA_SUCCESS;
}

/* Whether it is among the outermost `reach` cells of the tile along an axis, or in its ghost cells.
 */
static bool is_beside_edge(const ria_layout *l, int ndim, const int at[RIA_AXES], int reach) {
  bool beside = false;
  for (int a = 0; a < ndim; a++)
    beside |= at[a] < reach || at[a] >= l->n[a] - reach;
  return beside;
}

static ria_status create_around(const ria_simulation *s, ria_tile *tile,
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
    RIA_TRY(source_of_tile(&s->model.source[i], tile, image, images, &tile->source[i]));
    for (int c = 0; c < tile->source[i].count; c++)
      tile->edge_is_fed |=
          is_beside_edge(&tile->layout, s->mesh.ndim, tile->source[i].at[c], reach);
  }
  return RIA_SUCCESS;
}

ria_status ria_edges_create(const ria_simulation *s, ria_tile *tile) {
  ria_mesh_image *image;
  int images;
  RIA_TRY(ria_mesh_images(&s->mesh, tile->at.block, &image, &images));
  const ria_status status = create_around(s, tile, image, images);
  free(image);
  return status;
}

static void free_on_device(ria_device_cells *cells) {
  while (cells) {
    ria_device_cells *next = cells->next;
    ria_device_free(cells->index);
    ria_device_free(cells->weight);
    free(cells);
    cells = next;
  }
}

void ria_edges_destroy(ria_tile *tile) {
  free(tile->edge);
  for (int i = 0; i < tile->sources; i++) {
    ria_tile_source *source = &tile->source[i];
    free(source->at);
    free(source->weight);
    free(source->index);
    free(source->index_weight);
    free_on_device(source->on_device);
  }
  free(tile->source);
}

static void set_error(ria_device *device, int code) {
  if (code && !device->error)
    device->error = code;
}

static void fill(const ria_implementation *i, ria_precision p, const ria_boundary_args *args,
                 ria_device *device) {
  if (device)
    set_error(device, ria_device_functions_of(i, p)->boundary(&(ria_device_boundary_args){
                          .boundary = *args, .stream = device->stream}));
  else
    i->boundary[p](args);
}

static int outward(ria_side side) {
  return ria_side_is_high(side) ? 1 : -1;
}

/* The axes along a side: the first one, along which a kernel goes, and the other. */
static int along(ria_side side) {
  return ria_side_axis(side) == 0 ? 1 : 0;
}
static int beyond(ria_side side) {
  return ria_side_axis(side) == 2 ? 1 : 2;
}

/* The kernel that fills a part of the edge for a stage, its values, and its implementation. */
static const ria_kernel *kernel_for(const ria_simulation *s, const ria_segment *segment, int stage,
                                    double dt, const double *forcing, double *values,
                                    const ria_implementation **implementation) {
  const ptrdiff_t number = segment - s->model.segment;
  if (stage > 0 && segment->later) {
    *implementation = s->later_implementation[number];
    return segment->later;
  }
  *implementation = s->segment_implementation[number];
  ria_bindings_resolve(segment->scalars, segment->kernel->nscalar, dt, forcing, values);
  return segment->kernel;
}

void ria_edges_prepare(const ria_simulation *s, const ria_tile *tile, int stage,
                       void *const *fields, void *const *statics, double dt, const double *forcing,
                       ria_device *device, ria_edges *all) {
  all->args = (ria_device_edges_args){.pitch = tile->layout.pitch,
                                      .nx = tile->layout.n[0],
                                      .ny = tile->layout.n[1],
                                      .edges = tile->edges,
                                      .edge = all->part,
                                      .stream = device->stream};
  memcpy(all->args.state, fields, (size_t)s->model.nstate * sizeof *fields);
  for (int f = 0; f < s->model.nstatic; f++)
    all->args.statics[f] = statics[f];
  for (int n = 0; n < tile->edges; n++) {
    const ria_edge *edge = &tile->edge[n];
    const ria_segment *segment = edge->segment;
    const ria_implementation *ignored;
    all->part[n] = (ria_device_edge){
        .kernel = kernel_for(s, segment, stage, dt, forcing, all->values[n], &ignored),
        .axis = ria_side_axis(edge->side),
        .outward = outward(edge->side),
        .from = edge->part.lo[along(edge->side)],
        .to = edge->part.hi[along(edge->side)],
        .scalars = all->values[n]};
  }
}

bool ria_edges_at_once(const ria_simulation *s, const ria_tile *tile, int stage) {
  const int radius = s->model.stage[stage].kernel->radius;
  return ria_stage_on_device(s, stage)->edges && tile->layout.n[0] >= radius &&
         tile->layout.n[1] >= radius && tile->edges <= RIA_STEP_EDGES && !tile->edges_refused;
}

/* Ghost cells of a part of the edge: `layers` beside the cells of `part`; of all of the tile, or
 * those that a box needs. False: there are none. */
static bool ghosts_of(const ria_simulation *s, const ria_tile *tile, const ria_edge *edge,
                      int stage, const ria_box *box, int *layers, ria_box *part) {
  const ria_kernel *kernel = s->model.stage[stage].kernel;
  const int axis = ria_side_axis(edge->side);
  bool some = true;
  *layers = ria_kernel_reach(kernel, axis);
  *part = edge->part;
  if (box && (ria_side_is_high(edge->side) ? box->hi[axis] <= tile->layout.n[axis] - *layers
                                           : box->lo[axis] >= *layers))
    return false;
  for (int a = 0; a < RIA_AXES; a++) {
    if (a == axis)
      continue;
    const int reach = ria_kernel_reach(kernel, a);
    if (box && part->lo[a] < box->lo[a] - reach)
      part->lo[a] = box->lo[a] - reach;
    if (box && part->hi[a] > box->hi[a] + reach)
      part->hi[a] = box->hi[a] + reach;
    some &= part->lo[a] < part->hi[a];
  }
  return *layers > 0 && some;
}

/* Leave of the parts of the tile's whole edge what a box needs, which may be nothing. */
static void keep_beside(const ria_simulation *s, const ria_tile *tile, int stage, ria_box box,
                        ria_edges *all) {
  for (int n = 0; n < tile->edges; n++) {
    ria_device_edge *part = &all->part[n];
    const int axis = along(tile->edge[n].side);
    int layers;
    ria_box needed;
    const bool some = ghosts_of(s, tile, &tile->edge[n], stage, &box, &layers, &needed);
    part->from = needed.lo[axis];
    part->to = some ? needed.hi[axis] : part->from;
  }
}

/* A GPU's whole edge in one launch, or what a box needs of it. False: not done, and to be done part
 * by part. */
static bool fill_at_once(const ria_simulation *s, ria_tile *tile, int stage, const ria_box *box,
                         void *const *fields, void *const *statics, double dt,
                         const double *forcing, ria_device *device) {
  ria_edges all;
  if (!device || !tile->edges || !ria_edges_at_once(s, tile, stage))
    return false;
  ria_edges_prepare(s, tile, stage, fields, statics, dt, forcing, device, &all);
  if (box)
    keep_beside(s, tile, stage, *box, &all);
  const int code = ria_stage_on_device(s, stage)->edges(&all.args);
  tile->edges_refused = code == RIA_DEVICE_NOT_SUPPORTED;
  if (!tile->edges_refused)
    set_error(device, code);
  return !tile->edges_refused;
}

/* The ghost cells that a part of the edge brings for a box, or for all of the tile (NULL). A kernel
 * fills those beside one row at a time. */
static void fill_edge(const ria_simulation *s, const ria_tile *tile, const ria_edge *edge,
                      int stage, const ria_box *box, void *const *fields, void *const *statics,
                      double dt, const double *forcing, ria_device *device) {
  const ria_layout *l = &tile->layout;
  const ptrdiff_t stride[RIA_AXES] = {1, (ptrdiff_t)l->pitch, (ptrdiff_t)l->plane};
  const int axis = ria_side_axis(edge->side), first = along(edge->side), other = beyond(edge->side);
  const bool high = ria_side_is_high(edge->side);
  int layers;
  ria_box part;
  if (!ghosts_of(s, tile, edge, stage, box, &layers, &part))
    return;
  double values[RIA_MAX_SCALARS];
  const ria_implementation *implementation;
  kernel_for(s, edge->segment, stage, dt, forcing, values, &implementation);
  ria_boundary_args args = {.along = stride[first],
                            .inward = high ? -stride[axis] : stride[axis],
                            .count = part.hi[first] - part.lo[first],
                            .layers = layers,
                            .axis = axis,
                            .outward = outward(edge->side),
                            .scalars = values};
  memcpy(args.state, fields, (size_t)s->model.nstate * sizeof *fields);
  for (int f = 0; f < s->model.nstatic; f++)
    args.statics[f] = statics[f];
  for (int row = part.lo[other]; row < part.hi[other]; row++) {
    args.origin = (high ? l->n[axis] - 1 : 0) * stride[axis] + part.lo[first] * stride[first] +
                  row * stride[other];
    fill(implementation, s->model.precision, &args, device);
  }
}

void ria_edges_fill(const ria_simulation *s, ria_tile *tile, int stage, const ria_box *box,
                    void *const *fields, void *const *statics, double dt, const double *forcing,
                    ria_device *device) {
  if (fill_at_once(s, tile, stage, box, fields, statics, dt, forcing, device))
    return;
  for (int i = 0; i < tile->edges; i++)
    fill_edge(s, tile, &tile->edge[i], stage, box, fields, statics, dt, forcing, device);
}

void ria_edges_describe(const ria_tile *tile, ria_device_side *side) {
  for (int i = 0; i < tile->edges; i++) {
    const ria_edge *edge = &tile->edge[i];
    const int axis = along(edge->side), cells = tile->layout.n[axis];
    const int from = edge->part.lo[axis], to = edge->part.hi[axis];
    side[i] = (ria_device_side){.kernel = edge->segment->kernel,
                                .axis = ria_side_axis(edge->side),
                                .outward = outward(edge->side),
                                .from = from < 0 ? 0 : from,
                                .to = to > cells ? cells : to,
                                .scalars = edge->segment->scalars,
                                .opening = edge->segment->opening};
  }
}

static bool inside(const int at[RIA_AXES], ria_box box) {
  bool is = true;
  for (int a = 0; a < RIA_AXES; a++)
    is &= at[a] >= box.lo[a] && at[a] < box.hi[a];
  return is;
}

/* Fills mine->index and its weights; how many they are. */
static int cells_inside(const ria_tile *tile, ria_tile_source *mine, ria_box box) {
  int count = 0;
  for (int c = 0; c < mine->count; c++) {
    const int *at = mine->at[c];
    if (!inside(at, box))
      continue;
    mine->index[count] = ria_layout_at(&tile->layout, at[0], at[1], at[2]);
    mine->index_weight[count++] = mine->weight[c];
  }
  return count;
}

/* The boxes of a time tile are few, and come again in every one. NULL without memory. */
static const ria_device_cells *cells_on_device(const ria_tile *tile, ria_tile_source *mine,
                                               ria_box box, ria_device *device) {
  for (ria_device_cells *known = mine->on_device; known; known = known->next)
    if (!memcmp(&known->box, &box, sizeof box))
      return known;
  ria_device_cells *new = calloc(1, sizeof *new);
  if (!new)
    return NULL;
  new->box = box;
  new->count = cells_inside(tile, mine, box);
  new->next = mine->on_device;
  mine->on_device = new;
  size_t n = (size_t) new->count;
  if (!n)
    return new;
  new->index = ria_device_alloc(n * sizeof *new->index);
  new->weight = ria_device_alloc(n * sizeof *new->weight);
  set_error(device, ria_device_upload(new->index, mine->index, n * sizeof *new->index));
  set_error(device, ria_device_upload(new->weight, mine->index_weight, n * sizeof *new->weight));
  return new;
}

void ria_sources_describe(ria_tile *tile, ria_device *device, ria_device_source *source) {
  const ria_box own = ria_layout_own(&tile->layout);
  for (int i = 0; i < tile->sources; i++) {
    const ria_source *from = tile->source[i].source;
    const ria_device_cells *cells = cells_on_device(tile, &tile->source[i], own, device);
    source[i] = (ria_device_source){.kernel = from->kernel, .scalars = from->scalars};
    if (!cells) {
      set_error(device, RIA_DEVICE_NO_MEMORY);
      continue;
    }
    source[i].index = cells->index;
    source[i].weight = cells->weight;
    source[i].count = cells->count;
  }
}

static void apply_on_device(const ria_implementation *i, ria_precision p, const ria_tile *tile,
                            ria_tile_source *mine, ria_box box, ria_cells_args *args,
                            ria_device *device) {
  const ria_device_cells *cells = cells_on_device(tile, mine, box, device);
  if (!cells)
    set_error(device, RIA_DEVICE_NO_MEMORY);
  if (!cells || device->error || !cells->count)
    return;
  args->index = cells->index;
  args->weight = cells->weight;
  args->count = cells->count;
  set_error(device, ria_device_functions_of(i, p)->cells(
                        &(ria_device_cells_args){.cells = *args, .stream = device->stream}));
}

void ria_sources_apply(const ria_simulation *s, ria_tile *tile, int buffer, void *const *fields,
                       void *const *statics, ria_box box, double dt, const double *forcing,
                       ria_device *device) {
  double values[RIA_MAX_SCALARS];
  for (int i = 0; i < tile->sources; i++) {
    ria_tile_source *mine = &tile->source[i];
    const ria_implementation *implementation = s->source_implementation[i];
    ria_cells_args args = {.index = mine->index, .weight = mine->index_weight, .scalars = values};
    memcpy(args.state, fields, (size_t)s->model.nstate * sizeof *fields);
    for (int f = 0; f < s->model.nstatic; f++)
      args.statics[f] = statics[f];
    ria_bindings_resolve(mine->source->scalars, mine->source->kernel->nscalar, dt, forcing, values);
    if (device) {
      apply_on_device(implementation, s->model.precision, tile, mine, box, &args, device);
      continue;
    }
    args.count = cells_inside(tile, mine, box);
    for (int c = 0; c < mine->count; c++) {
      const int *at = mine->at[c];
      const ria_box cell = {{at[0], at[1], at[2]}, {at[0] + 1, at[1] + 1, at[2] + 1}};
      if (inside(at, box))
        ria_tile_invalidate_box(tile, buffer, cell);
    }
    if (args.count)
      implementation->cells[s->model.precision](&args);
  }
}
