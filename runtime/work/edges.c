/* The edge of the domain (ghost cells from the segments' kernels) and sources (cells with inflow).
 */
#include "edges.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

void bindings_resolve(const ria_binding *binding, int count, double dt, const double *forcing,
                      double *values) {
  for (int i = 0; i < count; i++)
    values[i] = ria_binding_value(&binding[i], dt, forcing);
}

static void set_error(device_task *device, int code) {
  if (code && !device->error)
    device->error = code;
}

static int outward(ria_side side) {
  return ria_side_is_high(side) ? 1 : -1;
}

/* The axes along a side: the first one, along which a kernel runs, and the other. */
static int along(ria_side side) {
  return ria_side_axis(side) == 0 ? 1 : 0;
}
static int beyond(ria_side side) {
  return ria_side_axis(side) == 2 ? 1 : 2;
}

/* The segment's kernel that fills a part of the edge for a stage. */
typedef struct {
  const ria_kernel *kernel;
  const ria_implementation *implementation;
  const kernel_fields *fields;
} filler;

/* The segment's kernel and the values of its scalars. */
static filler filler_for(const ria_simulation *s, const ria_segment *segment, int stage, double dt,
                         const double *forcing, double *values) {
  const ptrdiff_t n = segment - s->model.segment;
  if (stage > 0 && segment->later)
    return (filler){segment->later, s->later_implementation[n], &s->later_fields[n]};
  bindings_resolve(segment->scalars, segment->kernel->nscalar, dt, forcing, values);
  return (filler){segment->kernel, s->segment_implementation[n], &s->segment_fields[n]};
}

/* All parts of the tile's edge, without the members that depend on a kernel. */
static void begin_launch(const tile_data *tile, const device_task *device, edges_launch *all) {
  all->args = (ria_device_edges_args){.pitch = tile->layout.pitch,
                                      .nx = tile->layout.n[0],
                                      .ny = tile->layout.n[1],
                                      .edges = tile->edges,
                                      .edge = all->part,
                                      .stream = device->stream};
  for (int n = 0; n < tile->edges; n++) {
    const tile_edge *edge = &tile->edge[n];
    all->part[n] = (ria_device_edge){.axis = ria_side_axis(edge->side),
                                     .outward = outward(edge->side),
                                     .from = edge->part.lo[along(edge->side)],
                                     .to = edge->part.hi[along(edge->side)],
                                     .scalars = all->values[n]};
  }
}

void edges_prepare(const ria_simulation *s, const tile_data *tile, int stage, void *const *fields,
                   void *const *statics, double dt, const double *forcing, device_task *device,
                   edges_launch *all) {
  begin_launch(tile, device, all);
  memcpy(all->args.state, fields, (size_t)s->stage_fields[stage].nstate * sizeof *fields);
  kernel_fields_statics(&s->stage_fields[stage], statics, all->args.statics);
  for (int n = 0; n < tile->edges; n++)
    all->part[n].kernel =
        filler_for(s, tile->edge[n].segment, stage, dt, forcing, all->values[n]).kernel;
}

/* The kernel of a rider next to a part of the edge, and the values of its scalars. */
static const ria_rider_side *rider_side(const ria_simulation *s, const tile_edge *edge, int rider,
                                        double dt, const double *forcing, double *values) {
  const ria_rider_side *side = &s->model.rider[rider].side[edge->segment - s->model.segment];
  bindings_resolve(side->scalars, side->kernel->nscalar, dt, forcing, values);
  return side;
}

void edges_prepare_rider(const ria_simulation *s, const tile_data *tile, int rider,
                         void *const *fields, void *const *statics, double dt,
                         const double *forcing, device_task *device, edges_launch *all) {
  const void *read[RIA_MAX_FIELDS];
  begin_launch(tile, device, all);
  rider_fields_point(&s->rider_fields[rider], &s->model, fields, fields, statics, read,
                     all->args.state, all->args.statics);
  for (int n = 0; n < tile->edges; n++)
    all->part[n].kernel = rider_side(s, &tile->edge[n], rider, dt, forcing, all->values[n])->kernel;
}

/* Whether one launch can fill so many layers of ghost cells for all parts of the tile's edge. */
static bool fits_launch(const tile_data *tile, int radius) {
  return tile->layout.n[0] >= radius && tile->layout.n[1] >= radius &&
         tile->edges <= RIA_STEP_EDGES;
}

bool edges_at_once(const ria_simulation *s, const tile_data *tile, int stage) {
  return s->sides_match[stage] && stage_on_device(s, stage)->edges && !tile->edges_refused &&
         fits_launch(tile, s->model.stage[stage].kernel->radius);
}

bool edges_at_once_rider(const ria_simulation *s, const tile_data *tile, int rider) {
  return s->rider_sides_match[rider] && rider_on_device(s, rider)->edges &&
         !tile->rider_edges_refused && fits_launch(tile, s->model.rider[rider].kernel->radius);
}

/* Ghost cells of a part of the edge: `layers` next to the cells of `part`, for all of the tile or
 * for a box. False: there are none. */
static bool ghosts_of(const ria_kernel *kernel, const tile_data *tile, const tile_edge *edge,
                      const ria_box *box, int *layers, ria_box *part) {
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

/* Reduce the parts of the tile's whole edge to those that a box needs, possibly none. */
static void keep_beside(const ria_simulation *s, const tile_data *tile, int stage, ria_box box,
                        edges_launch *all) {
  for (int n = 0; n < tile->edges; n++) {
    ria_device_edge *part = &all->part[n];
    const int axis = along(tile->edge[n].side);
    int layers;
    ria_box needed;
    const bool some =
        ghosts_of(s->model.stage[stage].kernel, tile, &tile->edge[n], &box, &layers, &needed);
    part->from = needed.lo[axis];
    part->to = some ? needed.hi[axis] : part->from;
  }
}

/* Fill a GPU tile's whole edge in one launch, or the part that a box needs. False: not done; the
 * caller must fill part by part. */
static bool fill_at_once(const ria_simulation *s, tile_data *tile, int stage, const ria_box *box,
                         void *const *fields, void *const *statics, double dt,
                         const double *forcing, device_task *device) {
  edges_launch all;
  void *own[RIA_MAX_FIELDS];
  if (!device || !tile->edges || !edges_at_once(s, tile, stage))
    return false;
  kernel_fields_state(&s->stage_fields[stage], fields, own);
  edges_prepare(s, tile, stage, own, statics, dt, forcing, device, &all);
  if (box)
    keep_beside(s, tile, stage, *box, &all);
  const int code = stage_on_device(s, stage)->edges(&all.args);
  tile->edges_refused = code == DEVICE_NOT_SUPPORTED;
  if (!tile->edges_refused)
    set_error(device, code);
  return !tile->edges_refused;
}

/* Number of cells of the tile's block along an axis. */
static int cells_across(const ria_simulation *s, const tile_data *tile, int axis) {
  const ria_global cells = s->mesh.block[tile->at.block].cells[axis];
  return cells < INT_MAX ? (int)cells : INT_MAX;
}

/* Fill `layers` of ghost cells next to a part of the edge with a kernel: one row at a time, on a
 * device all rows in one launch. `args` has the kernel's fields and scalars. */
static void fill_part(const ria_simulation *s, const tile_data *tile, const tile_edge *edge,
                      const ria_implementation *with, ria_box part, int layers,
                      ria_boundary_args *args, device_task *device) {
  const tile_layout *l = &tile->layout;
  const ptrdiff_t stride[RIA_AXES] = {1, (ptrdiff_t)l->pitch, (ptrdiff_t)l->plane};
  const int axis = ria_side_axis(edge->side), first = along(edge->side), other = beyond(edge->side);
  const bool high = ria_side_is_high(edge->side);
  args->along = stride[first];
  args->inward = high ? -stride[axis] : stride[axis];
  args->count = part.hi[first] - part.lo[first];
  args->layers = layers;
  args->axis = axis;
  args->outward = outward(edge->side);
  args->across = cells_across(s, tile, axis);
  args->origin = (high ? l->n[axis] - 1 : 0) * stride[axis] + part.lo[first] * stride[first] +
                 part.lo[other] * stride[other];
  const int rows = part.hi[other] - part.lo[other];
  const ria_precision p = s->model.precision;
  if (device) {
    set_error(
        device,
        ria_device_functions_of(with, p)->boundary(&(ria_device_boundary_args){
            .boundary = *args, .rows = rows, .next_row = stride[other], .stream = device->stream}));
    return;
  }
  for (int row = 0; row < rows; row++, args->origin += stride[other])
    with->boundary[p](args);
}

/* Fill the ghost cells of a part of the edge, for a box or for all of the tile (NULL). */
static void fill_edge(const ria_simulation *s, const tile_data *tile, const tile_edge *edge,
                      int stage, const ria_box *box, void *const *fields, void *const *statics,
                      double dt, const double *forcing, device_task *device) {
  int layers;
  ria_box part;
  if (!ghosts_of(s->model.stage[stage].kernel, tile, edge, box, &layers, &part))
    return;
  double values[RIA_MAX_SCALARS];
  const filler with = filler_for(s, edge->segment, stage, dt, forcing, values);
  ria_boundary_args args = {.scalars = values};
  kernel_fields_state(with.fields, fields, args.state);
  kernel_fields_statics(with.fields, statics, args.statics);
  fill_part(s, tile, edge, with.implementation, part, layers, &args, device);
}

/* Fill a rider's whole edge in one launch. False: not done; the caller must fill part by part. */
static bool fill_rider_at_once(const ria_simulation *s, tile_data *tile, int rider,
                               void *const *from, void *const *statics, double dt,
                               const double *forcing, device_task *device) {
  edges_launch all;
  if (!device || !tile->edges || !edges_at_once_rider(s, tile, rider))
    return false;
  edges_prepare_rider(s, tile, rider, from, statics, dt, forcing, device, &all);
  const int code = rider_on_device(s, rider)->edges(&all.args);
  tile->rider_edges_refused = code == DEVICE_NOT_SUPPORTED;
  if (!tile->rider_edges_refused)
    set_error(device, code);
  return !tile->rider_edges_refused;
}

static void fill_edge_of_rider(const ria_simulation *s, const tile_data *tile,
                               const tile_edge *edge, int rider, void *const *from,
                               void *const *statics, double dt, const double *forcing,
                               device_task *device) {
  const ria_model *m = &s->model;
  const ptrdiff_t number = rider * m->segments + (edge->segment - m->segment);
  const void *ignored[RIA_MAX_FIELDS];
  double values[RIA_MAX_SCALARS];
  ria_boundary_args args = {.scalars = values};
  int layers;
  ria_box part;
  if (!ghosts_of(m->rider[rider].kernel, tile, edge, NULL, &layers, &part))
    return;
  rider_fields_point(&s->rider_side_fields[number], m, from, from, statics, ignored, args.state,
                     args.statics);
  rider_side(s, edge, rider, dt, forcing, values);
  fill_part(s, tile, edge, s->rider_side_implementation[number], part, layers, &args, device);
}

void edges_fill_rider(const ria_simulation *s, tile_data *tile, int rider, void *const *from,
                      void *const *statics, double dt, const double *forcing, device_task *device) {
  if (fill_rider_at_once(s, tile, rider, from, statics, dt, forcing, device))
    return;
  for (int n = 0; n < tile->edges; n++)
    fill_edge_of_rider(s, tile, &tile->edge[n], rider, from, statics, dt, forcing, device);
}

void edges_fill(const ria_simulation *s, tile_data *tile, int stage, const ria_box *box,
                void *const *fields, void *const *statics, double dt, const double *forcing,
                device_task *device) {
  if (fill_at_once(s, tile, stage, box, fields, statics, dt, forcing, device))
    return;
  for (int i = 0; i < tile->edges; i++)
    fill_edge(s, tile, &tile->edge[i], stage, box, fields, statics, dt, forcing, device);
}

void edges_describe(const tile_data *tile, ria_device_side *side) {
  for (int i = 0; i < tile->edges; i++) {
    const tile_edge *edge = &tile->edge[i];
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

/* Fills mine->index and its weights; returns their number. */
static int cells_inside(const tile_data *tile, tile_source *mine, ria_box box) {
  int count = 0;
  for (int c = 0; c < mine->count; c++) {
    const int *at = mine->at[c];
    if (!inside(at, box))
      continue;
    mine->index[count] = layout_at(&tile->layout, at[0], at[1], at[2]);
    mine->index_weight[count++] = mine->weight[c];
  }
  return count;
}

/* The lists keep their addresses, because steps recorded for a GPU point to them. */
static void weigh_on_device(const tile_data *tile, tile_source *mine, device_task *device) {
  for (device_cells *known = mine->on_device; known && mine->reweighed; known = known->next) {
    const size_t n = (size_t)cells_inside(tile, mine, known->box);
    if (n)
      set_error(device,
                device_upload(known->weight, mine->index_weight, n * sizeof *known->weight));
  }
  mine->reweighed = false;
}

/* A time tile has few boxes, and every time tile has the same ones. NULL without memory. */
static const device_cells *cells_on_device(const tile_data *tile, tile_source *mine, ria_box box,
                                           device_task *device) {
  weigh_on_device(tile, mine, device);
  for (device_cells *known = mine->on_device; known; known = known->next)
    if (!memcmp(&known->box, &box, sizeof box))
      return known;
  device_cells *new = calloc(1, sizeof *new);
  if (!new)
    return NULL;
  new->box = box;
  new->count = cells_inside(tile, mine, box);
  new->next = mine->on_device;
  mine->on_device = new;
  size_t n = (size_t) new->count;
  if (!n)
    return new;
  new->index = device_alloc(n * sizeof *new->index);
  new->weight = device_alloc(n * sizeof *new->weight);
  set_error(device, device_upload(new->index, mine->index, n * sizeof *new->index));
  set_error(device, device_upload(new->weight, mine->index_weight, n * sizeof *new->weight));
  return new;
}

void sources_describe(tile_data *tile, device_task *device, ria_device_source *source) {
  const ria_box own = layout_own(&tile->layout);
  for (int i = 0; i < tile->sources; i++) {
    const ria_source *from = tile->source[i].source;
    const device_cells *cells = cells_on_device(tile, &tile->source[i], own, device);
    source[i] = (ria_device_source){.kernel = from->kernel, .scalars = from->scalars};
    if (!cells) {
      set_error(device, DEVICE_NO_MEMORY);
      continue;
    }
    source[i].index = cells->index;
    source[i].weight = cells->weight;
    source[i].count = cells->count;
  }
}

static void apply_on_device(const ria_implementation *i, ria_precision p, const tile_data *tile,
                            tile_source *mine, ria_box box, ria_cells_args *args,
                            device_task *device) {
  const device_cells *cells = cells_on_device(tile, mine, box, device);
  if (!cells)
    set_error(device, DEVICE_NO_MEMORY);
  if (!cells || device->error || !cells->count)
    return;
  args->index = cells->index;
  args->weight = cells->weight;
  args->count = cells->count;
  set_error(device, ria_device_functions_of(i, p)->cells(
                        &(ria_device_cells_args){.cells = *args, .stream = device->stream}));
}

/* Clear the stamps of cells that a field of weights changes. */
static void invalidate_fed(tile_data *tile, const tile_source *source, int buffer, ria_box box) {
  for (int z = box.lo[2]; z < box.hi[2]; z++)
    for (int y = box.lo[1]; y < box.hi[1]; y++) {
      const row_part *row = source_row(tile, source, y, z);
      const int from = row->from > box.lo[0] ? row->from : box.lo[0];
      const int to = row->to < box.hi[0] ? row->to : box.hi[0];
      if (from < to)
        tile_invalidate_box(tile, buffer, (ria_box){{from, y, z}, {to, y + 1, z + 1}});
    }
}

/* Update all cells of a box by a field of weights. */
static void apply_field(const ria_simulation *s, const ria_implementation *i, tile_data *tile,
                        const tile_source *source, int buffer, ria_box box, ria_cells_args *args,
                        device_task *device) {
  args->pitch = tile->layout.pitch;
  args->plane = tile->layout.plane;
  args->box = box;
  if (ria_box_is_empty(box))
    return;
  if (device) {
    set_error(device, ria_device_functions_of(i, s->model.precision)
                          ->cells(&(ria_device_cells_args){*args, device->stream}));
    return;
  }
  invalidate_fed(tile, source, buffer, box);
  i->cells[s->model.precision](args);
}

int source_steps(const ria_source *source, const ria_now *now, int number) {
  int every = 1;
  while (every < RIA_STEPS_AT_ONCE && (every + 1) * now->dt <= source->patience)
    every++;
  const int first = number - number % every, left = now->active - first;
  const int steps = left < every ? left : every;
  return number == first + (steps - 1) / 2 ? steps : 0;
}

void sources_apply(const ria_simulation *s, tile_data *tile, int buffer, void *const *fields,
                   void *const *statics, ria_box box, const ria_now *now, int number,
                   const double *forcing, device_task *device) {
  double values[RIA_MAX_SCALARS];
  for (int i = 0; i < tile->sources; i++) {
    tile_source *mine = &tile->source[i];
    const int steps = source_steps(mine->source, now, number);
    if (!steps)
      continue;
    const ria_implementation *implementation = s->source_implementation[i];
    ria_cells_args args = {.index = mine->index, .weight = mine->index_weight, .scalars = values};
    kernel_fields_state(&s->source_fields[i], fields, args.state);
    kernel_fields_statics(&s->source_fields[i], statics, args.statics);
    bindings_resolve(mine->source->scalars, mine->source->kernel->nscalar, steps * now->dt, forcing,
                     values);
    if (mine->row) {
      args.field = statics[s->source_weights[i]];
      apply_field(s, implementation, tile, mine, buffer, box, &args, device);
      continue;
    }
    if (device) {
      apply_on_device(implementation, s->model.precision, tile, mine, box, &args, device);
      continue;
    }
    args.count = cells_inside(tile, mine, box);
    for (int c = 0; c < mine->count; c++) {
      const int *at = mine->at[c];
      const ria_box cell = {{at[0], at[1], at[2]}, {at[0] + 1, at[1] + 1, at[2] + 1}};
      if (inside(at, box))
        tile_invalidate_box(tile, buffer, cell);
    }
    if (args.count)
      implementation->cells[s->model.precision](&args);
  }
}
