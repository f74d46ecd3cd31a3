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

static bool along_x(ria_side side) {
  return side == RIA_SOUTH || side == RIA_NORTH;
}

static bool touches(const ria_grid *grid, const ria_tile *tile, ria_side side) {
  switch (side) {
  case RIA_WEST:
    return tile->at.place[0] == 0;
  case RIA_EAST:
    return tile->at.place[0] == grid->tiles_x - 1;
  case RIA_SOUTH:
    return tile->at.place[1] == 0;
  default:
    return tile->at.place[1] == grid->tiles_y - 1;
  }
}

/* Ghost cells of a periodic axis are cells from across the grid: what lies at cell n lies also at n
 * plus or minus its cells. At most that many copies to look at, on either side. */
static int copies(const ria_grid *grid, int axis) {
  return grid->periodic[axis] ? 1 : 0;
}

static ria_global larger(ria_global a, ria_global b) {
  return a > b ? a : b;
}
static ria_global smaller(ria_global a, ria_global b) {
  return a < b ? a : b;
}

/* Whether the ghost cells of south and north reach around the corners of the domain, where a kernel
 * looks around them. Those of west and east, which come first, do not. */
static bool fills_corners(const ria_model *m, const ria_segment *segment) {
  bool seen = false;
  for (int i = 0; i < m->stages; i++)
    seen |= ria_kernel_sees_corners(m->stage[i].kernel);
  return along_x(segment->side) && !m->grid.periodic[0] && seen;
}

/* The part of a segment that lies along the tile and its ghost cells, if there is one. */
static void add_edge(const ria_model *m, ria_tile *tile, const ria_segment *segment,
                     ria_global shift) {
  const bool x = along_x(segment->side), corners = fills_corners(m, segment);
  const ria_global start = x ? tile->at.cells.lo[0] : tile->at.cells.lo[1],
                   ghost = tile->layout.ghost[x ? 0 : 1];
  const ria_global cells = x ? tile->layout.n[0] : tile->layout.n[1];
  const ria_global before = corners && segment->from == 0 ? ghost : 0;
  const ria_global after = corners && segment->to == m->grid.nx ? ghost : 0;
  const ria_global from = larger(segment->from + shift - before, start - ghost);
  const ria_global to = smaller(segment->to + shift + after, start + cells + ghost);
  if (from >= to)
    return;
  tile->edge[tile->edges++] =
      (ria_edge){.segment = segment, .along0 = (int)(from - start), .along1 = (int)(to - start)};
  tile->openings += segment->opening > 0;
}

static ria_status edges_of_tile(const ria_simulation *s, ria_tile *tile) {
  const ria_model *m = &s->model;
  tile->edge = calloc((size_t)(3 * m->segments + 1), sizeof *tile->edge);
  if (!tile->edge)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a tile's edges");
  for (int i = 0; i < m->segments; i++) {
    const ria_segment *segment = &m->segment[i];
    if (!touches(&m->grid, tile, segment->side))
      continue;
    const bool x = along_x(segment->side);
    const int most = copies(&m->grid, x ? 0 : 1);
    for (int copy = -most; copy <= most; copy++)
      add_edge(m, tile, segment, copy * (x ? m->grid.nx : m->grid.ny));
  }
  return RIA_SUCCESS;
}

static bool near_tile(const ria_tile *tile, ria_global x, ria_global y) {
  const int *ghost = tile->layout.ghost;
  return x >= tile->at.cells.lo[0] - ghost[0] &&
         x < tile->at.cells.lo[0] + tile->layout.n[0] + ghost[0] &&
         y >= tile->at.cells.lo[1] - ghost[1] &&
         y < tile->at.cells.lo[1] + tile->layout.n[1] + ghost[1];
}

/* The cells of a source, moved, that lie in the tile or its ghost cells; in their order. */
static void add_cells(const ria_source *source, const ria_tile *tile, ria_global shift_x,
                      ria_global shift_y, ria_tile_source *mine) {
  for (int c = 0; c < source->count; c++) {
    const ria_global x = source->x[c] + shift_x, y = source->y[c] + shift_y;
    if (!near_tile(tile, x, y))
      continue;
    mine->x[mine->count] = (int)(x - tile->at.cells.lo[0]);
    mine->y[mine->count] = (int)(y - tile->at.cells.lo[1]);
    mine->weight[mine->count++] = source->weight[c];
  }
}

static ria_status source_of_tile(const ria_source *source, const ria_tile *tile,
                                 const ria_grid *grid, ria_tile_source *mine) {
  const int most_x = copies(grid, 0), most_y = copies(grid, 1);
  const size_t most = (size_t)((2 * most_x + 1) * (2 * most_y + 1));
  const size_t n = most * (size_t)source->count + 1;
  mine->source = source;
  mine->x = malloc(n * sizeof *mine->x);
  mine->y = malloc(n * sizeof *mine->y);
  mine->weight = malloc(n * sizeof *mine->weight);
  mine->index = malloc(n * sizeof *mine->index);
  mine->index_weight = malloc(n * sizeof *mine->index_weight);
  if (!mine->x || !mine->y || !mine->weight || !mine->index || !mine->index_weight)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a source of %d cells", source->count);
  for (int y = -most_y; y <= most_y; y++)
    for (int x = -most_x; x <= most_x; x++)
      add_cells(source, tile, x * grid->nx, y * grid->ny, mine);
  return RIA_SUCCESS;
}

/* Whether it is among the outermost `reach` rows or columns of the tile, or in its ghost cells. */
static bool is_beside_edge(const ria_layout *l, const ria_tile_source *mine, int c, int reach) {
  return mine->x[c] < reach || mine->x[c] >= l->n[0] - reach || mine->y[c] < reach ||
         mine->y[c] >= l->n[1] - reach;
}

ria_status ria_edges_create(const ria_simulation *s, ria_tile *tile) {
  RIA_TRY(edges_of_tile(s, tile));
  const int n = s->model.sources, reach = s->model.stage[0].kernel->radius;
  tile->source = calloc((size_t)(n ? n : 1), sizeof *tile->source);
  if (!tile->source)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a tile's sources");
  for (int i = 0; i < n; i++) {
    tile->sources++;
    RIA_TRY(source_of_tile(&s->model.source[i], tile, &s->model.grid, &tile->source[i]));
    for (int c = 0; c < tile->source[i].count; c++)
      tile->edge_is_fed |= is_beside_edge(&tile->layout, &tile->source[i], c, reach);
  }
  return RIA_SUCCESS;
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
    free(source->x);
    free(source->y);
    free(source->weight);
    free(source->index);
    free(source->index_weight);
    free_on_device(source->on_device);
  }
  free(tile->source);
}

static void note_error(ria_device *device, int code) {
  if (code && !device->error)
    device->error = code;
}

static void fill(const ria_implementation *i, ria_precision p, const ria_boundary_args *args,
                 ria_device *device) {
  if (device)
    note_error(device, i->device_boundary[p](&(ria_device_boundary_args){
                           .boundary = *args, .stream = device->stream}));
  else
    i->boundary[p](args);
}

static bool is_low(ria_side side) {
  return side == RIA_WEST || side == RIA_SOUTH;
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
        .axis = along_x(segment->side) ? 1 : 0,
        .outward = is_low(segment->side) ? -1 : 1,
        .from = edge->along0,
        .to = edge->along1,
        .scalars = all->values[n]};
  }
}

bool ria_edges_at_once(const ria_simulation *s, const ria_tile *tile, int stage) {
  const int radius = s->model.stage[stage].kernel->radius;
  return s->stage_implementation[stage]->device_edges[s->model.precision] &&
         tile->layout.n[0] >= radius && tile->layout.n[1] >= radius &&
         tile->edges <= RIA_STEP_EDGES && !tile->edges_refused;
}

/* Ghost cells of a part of the edge: `layers` beside the cells [from, to) along it; of all of the
 * tile, or those that a box needs. False: there are none. */
static bool ghosts_of(const ria_simulation *s, const ria_tile *tile, const ria_edge *edge,
                      int stage, const ria_box *box, int *layers, int *from, int *to) {
  const ria_layout *l = &tile->layout;
  const ria_kernel *kernel = s->model.stage[stage].kernel;
  const bool x = along_x(edge->segment->side);
  const int cells = x ? l->n[1] : l->n[0];
  *layers = ria_kernel_reach(kernel, x ? 1 : 0);
  *from = edge->along0;
  *to = edge->along1;
  if (box) {
    const int reach = ria_kernel_reach(kernel, x ? 0 : 1);
    const int first = x ? box->lo[1] : box->lo[0], end = x ? box->hi[1] : box->hi[0];
    const int start = (x ? box->lo[0] : box->lo[1]) - reach,
              stop = (x ? box->hi[0] : box->hi[1]) + reach;
    if (is_low(edge->segment->side) ? first >= *layers : end <= cells - *layers)
      return false;
    *from = *from < start ? start : *from;
    *to = *to > stop ? stop : *to;
  }
  return *layers > 0 && *from < *to;
}

/* Leave of the parts of the tile's whole edge what a box needs, which may be nothing. */
static void keep_beside(const ria_simulation *s, const ria_tile *tile, int stage, ria_box box,
                        ria_edges *all) {
  int layers;
  for (int n = 0; n < tile->edges; n++) {
    ria_device_edge *part = &all->part[n];
    if (!ghosts_of(s, tile, &tile->edge[n], stage, &box, &layers, &part->from, &part->to))
      part->to = part->from;
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
  const int code = s->stage_implementation[stage]->device_edges[s->model.precision](&all.args);
  tile->edges_refused = code == RIA_DEVICE_NOT_SUPPORTED;
  if (!tile->edges_refused)
    note_error(device, code);
  return !tile->edges_refused;
}

/* The ghost cells that a part of the edge brings for a box, or for all of the tile (NULL). */
static void fill_edge(const ria_simulation *s, const ria_tile *tile, const ria_edge *edge,
                      int stage, const ria_box *box, void *const *fields, void *const *statics,
                      double dt, const double *forcing, ria_device *device) {
  const ria_layout *l = &tile->layout;
  const ptrdiff_t pitch = (ptrdiff_t)l->pitch;
  const ria_segment *segment = edge->segment;
  const bool x = along_x(segment->side), low = is_low(segment->side);
  int layers, from, to;
  if (!ghosts_of(s, tile, edge, stage, box, &layers, &from, &to))
    return;
  double values[RIA_MAX_SCALARS];
  const ria_implementation *implementation;
  kernel_for(s, segment, stage, dt, forcing, values, &implementation);
  const ptrdiff_t along = x ? 1 : pitch, across = x ? pitch : 1;
  const ptrdiff_t first = low ? 0 : (x ? l->n[1] : l->n[0]) - 1;
  ria_boundary_args args = {.origin = first * across + from * along,
                            .along = along,
                            .inward = low ? across : -across,
                            .count = to - from,
                            .layers = layers,
                            .axis = x ? 1 : 0,
                            .outward = low ? -1 : 1,
                            .scalars = values};
  memcpy(args.state, fields, (size_t)s->model.nstate * sizeof *fields);
  for (int f = 0; f < s->model.nstatic; f++)
    args.statics[f] = statics[f];
  fill(implementation, s->model.precision, &args, device);
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
    const bool x = along_x(edge->segment->side);
    const int cells = x ? tile->layout.n[0] : tile->layout.n[1];
    side[i] = (ria_device_side){.kernel = edge->segment->kernel,
                                .axis = x ? 1 : 0,
                                .outward = is_low(edge->segment->side) ? -1 : 1,
                                .from = edge->along0 < 0 ? 0 : edge->along0,
                                .to = edge->along1 > cells ? cells : edge->along1,
                                .scalars = edge->segment->scalars,
                                .opening = edge->segment->opening};
  }
}

static bool inside(const ria_tile_source *mine, int c, ria_box box) {
  return mine->x[c] >= box.lo[0] && mine->x[c] < box.hi[0] && mine->y[c] >= box.lo[1] &&
         mine->y[c] < box.hi[1];
}

/* Fills mine->index and its weights; how many they are. */
static int cells_inside(const ria_tile *tile, ria_tile_source *mine, ria_box box) {
  int count = 0;
  for (int c = 0; c < mine->count; c++) {
    if (!inside(mine, c, box))
      continue;
    mine->index[count] = (ptrdiff_t)mine->y[c] * (ptrdiff_t)tile->layout.pitch + mine->x[c];
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
  note_error(device, ria_device_upload(new->index, mine->index, n * sizeof *new->index));
  note_error(device, ria_device_upload(new->weight, mine->index_weight, n * sizeof *new->weight));
  return new;
}

void ria_sources_describe(ria_tile *tile, ria_device *device, ria_device_source *source) {
  const ria_box own = ria_layout_own(&tile->layout);
  for (int i = 0; i < tile->sources; i++) {
    const ria_source *from = tile->source[i].source;
    const ria_device_cells *cells = cells_on_device(tile, &tile->source[i], own, device);
    source[i] = (ria_device_source){.kernel = from->kernel, .scalars = from->scalars};
    if (!cells) {
      note_error(device, RIA_DEVICE_NO_MEMORY);
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
    note_error(device, RIA_DEVICE_NO_MEMORY);
  if (!cells || device->error || !cells->count)
    return;
  args->index = cells->index;
  args->weight = cells->weight;
  args->count = cells->count;
  note_error(device, i->device_cells[p](
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
    for (int c = 0; c < mine->count; c++)
      if (inside(mine, c, box))
        ria_tile_stir_box(tile, buffer,
                          ria_box_plane(mine->x[c], mine->x[c] + 1, mine->y[c], mine->y[c] + 1));
    if (args.count)
      implementation->cells[s->model.precision](&args);
  }
}
