#include "work.h"
#include <string.h>
#include "edges.h"
#include "ledger.h"
#include "through.h"
#include "track.h"

tile_work work_of(const ria_simulation *s, tile_data *tile, void *state, void *statics,
                  const step_clock *clock, step_report *report) {
  tile_work w = {.s = s,
                 .tile = tile,
                 .state = (char *)state + tile->before,
                 .clock = clock,
                 .report = report,
                 .scratch = s->scratch[starpu_worker_get_id()]};
  tile_statics(s, tile, statics, w.statics);
  return w;
}

int work_nodes[WORK_BUFFERS];

void work_nodes_create(void) {
  for (int i = 0; i < WORK_BUFFERS; i++)
    work_nodes[i] =
        i == WORK_CLOCK || i == WORK_REPORT ? STARPU_SPECIFIC_NODE_CPU : STARPU_SPECIFIC_NODE_LOCAL;
}

tile_work work_of_task(const ria_simulation *s, tile_data *tile, void *buffers[], bool reset) {
  const tile_work w = work_of(s, tile, work_buffer(buffers[WORK_STATE]),
                              work_buffer(buffers[WORK_STATICS]), work_buffer(buffers[WORK_CLOCK]),
                              (void *)STARPU_VARIABLE_GET_PTR(buffers[WORK_REPORT]));
  if (reset)
    memset(w.report, 0, step_report_bytes(s->openings));
  return w;
}

bool work_on_gpu(tile_work *w, device_task *device) {
  tile_data *tile = w->tile;
  if (!tile->device_report)
    tile->device_report = device_alloc(DEVICE_REPORTS * sizeof *tile->device_report);
  device->report = tile->device_report;
  const bool measures = tile->openings || tile->sections;
  if (measures && !tile->device_flows)
    tile->device_flows = device_alloc(ria_flows_bytes(w->s->openings));
  device->flows = tile->device_flows;
  if (!device->report || (measures && !device->flows))
    device->error = DEVICE_NO_MEMORY;
  else
    device->error = through_to_device(tile, device->stream);
  w->device = device;
  return !device->error;
}

void work_off_gpu(const tile_work *w, bool report) {
  device_task *device = w->device;
  if (!device->error && device->reporting && report)
    work_set_error(w, device_report_end(device->stream, device->report, device->flows, w->report));
  if (device->error)
    simulation_device_failed(w->s, device->error);
}

ria_box work_box(const tile_work *w, const int reach[RIA_AXES]) {
  const tile_data *tile = w->tile;
  ria_box box = layout_own(&tile->layout);
  for (int axis = 0; axis < RIA_AXES; axis++) {
    box.lo[axis] -= tile->has_neighbour[2 * axis] ? reach[axis] : 0;
    box.hi[axis] += tile->has_neighbour[2 * axis + 1] ? reach[axis] : 0;
  }
  return box;
}

const double *work_forcing(const tile_work *w, int number) {
  const double *values = clock_values((step_clock *)w->clock);
  return values + (size_t)number * (size_t)w->s->model.forcings;
}

/* `filled`: the ghost cells of `from` beyond the edge of the domain are filled. */
static void step_args(const tile_work *w, int stage, int from, int to, ria_box update, double dt,
                      const double *forcing, bool filled, double *scalars, ria_step_args *args) {
  const ria_model *m = &w->s->model;
  void *src[RIA_MAX_FIELDS], *dst[RIA_MAX_FIELDS];
  tile_fields(w->tile, m->nstate, w->state, from, src);
  tile_fields(w->tile, m->nstate, w->state, to, dst);
  *args = (ria_step_args){.pitch = w->tile->layout.pitch,
                          .plane = w->tile->layout.plane,
                          .update = update,
                          .owned = layout_own(&w->tile->layout),
                          .scalars = scalars,
                          .switches = m->stage[stage].switches,
                          .scratch = w->scratch};
  const kernel_fields *fields = &w->s->stage_fields[stage];
  for (int f = 0; f < fields->nstate; f++) {
    args->src[f] = src[fields->state[f]];
    args->dst[f] = dst[fields->state[f]];
  }
  kernel_fields_statics(fields, w->statics, args->statics);
  bindings_resolve(stage_of(w->s, w->tile->at.block, stage)->scalars,
                   m->stage[stage].kernel->nscalar, dt, forcing, scalars);
  if (!filled)
    edges_fill(w->s, w->tile, stage, NULL, src, w->statics, dt, forcing, w->device);
}

/* The cell's number in the block; a tile's ghost cells may lie across periodic sides. */
static ria_global cell_of(ria_global first, int local, ria_global cells) {
  return (first + local + cells) % cells;
}

static void describe_bad(const tile_work *w, int stage, int substep, const ria_step_args *one,
                         const int at[RIA_AXES]) {
  const ria_model *m = &w->s->model;
  const tile_data *tile = w->tile;
  const ria_block *block = &w->s->mesh.block[tile->at.block];
  const ptrdiff_t cell = layout_at(&tile->layout, at[0], at[1], at[2]);
  step_report found = {.bad = 1, .substep = substep, .stage = stage, .block = tile->at.block};
  for (int a = 0; a < RIA_AXES; a++)
    found.cell[a] = cell_of(tile->at.cells.lo[a], at[a], block->cells[a]);
  const kernel_fields *fields = &w->s->stage_fields[stage];
  for (int f = 0; f < fields->nstate; f++)
    found.values[fields->state[f]] = m->precision == RIA_SINGLE
                                         ? (double)((const float *)one->dst[f])[cell]
                                         : ((const double *)one->dst[f])[cell];
  step_report_merge(w->report, &found);
}

/* Find the bad cell for the report: applies the kernel to single cells again, which writes the same
 * values. */
static void locate_bad(const tile_work *w, int stage, int substep, const ria_step_args *step) {
  const ria_box owned = step->owned;
  for (int z = owned.lo[2]; z < owned.hi[2]; z++)
    for (int y = owned.lo[1]; y < owned.hi[1]; y++)
      for (int x = owned.lo[0]; x < owned.hi[0]; x++) {
        ria_step_args one = *step;
        one.update = (ria_box){{x, y, z}, {x + 1, y + 1, z + 1}};
        one.bad = 0;
        one.rest = NULL;
        one.fluxes = NULL;
        w->s->stage_implementation[stage]->step[w->s->model.precision](&one);
        if (!one.bad)
          continue;
        describe_bad(w, stage, substep, &one, one.update.lo);
        return;
      }
}

/* Stamps belong to one kernel, because kernels define rest differently; stamps of level segments
 * belong to any stage. Ghost cells beyond the edge of the domain, which no step writes, have no
 * stamps. If a step has no stamps, those of the cells that it writes become invalid. */
static const ria_rest_stamps *rest_stamps(const tile_work *w, int from, int to, ria_box box,
                                          ria_rest_stamps *stamps) {
  const ria_rest_stamps *valid = w->s->model.stages == 1 || w->tile->rest_level
                                     ? tile_rest(w->tile, from, to, box, stamps)
                                     : NULL;
  if (!valid)
    tile_invalidate(w->tile, to);
  return valid;
}

void work_set_error(const tile_work *w, int code) {
  if (code && !w->device->error)
    w->device->error = code;
}

void work_begin_report(const tile_work *w) {
  if (!w->device->reporting)
    work_set_error(w, device_report_begin(w->device->stream, w->device->report, w->report));
  w->device->reporting = true;
}

static void note_rate(const tile_work *w, int stage, double rate) {
  if (rate > w->report->rate)
    w->report->rate = rate;
  if (stage == 0 && rate > w->report->first_rate)
    w->report->first_rate = rate;
}

/* Additional work of a GPU launch of a step; NULL: none. */
typedef struct {
  const ria_device_edges_args *edges;
  const ria_device_measure *measure;
  const ria_device_tracking *tracking;
} launch_besides;

/* One application of a stage's kernel: the step, or only its rate. A GPU keeps its own report. */
static void apply(const tile_work *w, int stage, bool rate_only, int number, ria_step_args *args,
                  const launch_besides *besides) {
  const ria_implementation *i = w->s->stage_implementation[stage];
  const ria_precision p = w->s->model.precision;
  if (w->device) {
    const ria_device_functions *functions = ria_device_functions_of(i, p);
    work_begin_report(w);
    const ria_device_step_args device = {.step = *args,
                                         .stream = w->device->stream,
                                         .report = device_report_of(w->device, stage),
                                         .shape = w->s->stage_shape[stage],
                                         .edges = besides->edges,
                                         .measure = besides->measure,
                                         .tracking = besides->tracking};
    if (besides->measure && !functions->measures)
      work_set_error(w, w->s->device_through(&device));
    work_set_error(w, (rate_only ? functions->rate : functions->step)(&device));
    return;
  }
  (rate_only ? i->rate : i->step)[p](args);
  note_rate(w, stage, args->rate_max);
  if (!rate_only && args->bad && !w->report->bad)
    locate_bad(w, stage, number, args);
}

/* Copy the fields that a stage's kernel does not write; on a GPU for the whole tile, because no
 * other data there would be saved by a box. */
static void carry(const tile_work *w, int stage, int from, int to, ria_box box) {
  const kernel_fields *fields = &w->s->stage_fields[stage];
  const tile_layout *l = &w->tile->layout;
  const size_t row = (size_t)ria_box_size(box, 0) * l->size, field = l->field * l->size;
  void *src[RIA_MAX_FIELDS], *dst[RIA_MAX_FIELDS];
  if (!fields->carried || ria_box_is_empty(box))
    return;
  tile_fields(w->tile, w->s->model.nstate, w->state, from, src);
  tile_fields(w->tile, w->s->model.nstate, w->state, to, dst);
  for (int i = 0; i < fields->carried; i++) {
    char *read = src[fields->carry[i]], *write = dst[fields->carry[i]];
    const size_t first = layout_first(l) * l->size;
    if (w->device)
      work_set_error(w, device_copy(w->device->stream, write - first, read - first, field));
    for (int z = box.lo[2]; z < box.hi[2] && !w->device; z++)
      for (int y = box.lo[1]; y < box.hi[1]; y++) {
        const ptrdiff_t at = layout_at(l, box.lo[0], y, z) * (ptrdiff_t)l->size;
        memcpy(write + at, read + at, row);
      }
  }
}

static void leave(const tile_work *w, int stage, int reach[RIA_AXES]) {
  for (int axis = 0; axis < RIA_AXES; axis++)
    reach[axis] -= ria_kernel_reach(w->s->model.stage[stage].kernel, axis);
}

/* Whether a source changes cells next to the tile's edge after a step. */
static bool feeds_edge(const tile_work *w, int number) {
  bool feeds = false;
  for (int i = 0; i < w->tile->sources; i++)
    feeds |= w->tile->source[i].beside_edge &&
             source_steps(w->tile->source[i].source, &w->clock->now, number);
  return feeds;
}

/* A GPU's step can also fill the ghost cells for the next step, unless a source changes cells next
 * to them in between. */
static bool fills_next(const tile_work *w, int number) {
  return w->device && w->s->model.stages == 1 && stage_on_device(w->s, 0)->fills_edges &&
         edges_at_once(w->s, w->tile, 0) && !feeds_edge(w, number);
}

/* Measures the inflow of a step of the first stage next to the cells of a box that no other task
 * counts. */
typedef struct {
  ria_box cells;
  ria_face_fluxes fluxes; /* of a CPU's step */
  ria_device_measure measure;
  ria_device_opening opening[RIA_STEP_EDGES];
} measuring;

/* Call before the step; returns the measurement for a GPU, or NULL. */
static const ria_device_measure *begin_measuring(const tile_work *w, int stage, int number,
                                                 ria_box cells, ria_step_args *args, measuring *m) {
  m->cells = cells;
  if (stage)
    return NULL;
  if (w->device)
    return through_prepare(w, number, cells, m->opening, &m->measure) ? &m->measure : NULL;
  through_begin(w, cells, &m->fluxes, args);
  return NULL;
}

/* Call after the step. */
static void end_measuring(const tile_work *w, int stage, int number, const ria_step_args *args,
                          const measuring *m) {
  if (stage || w->device)
    return;
  through_end(w, number, m->cells, args);
  through_sections(w, -1, args);
}

/* Whether a GPU's step of a rider fills its ghost cells for the next step, if the stage's step
 * does. */
static bool rider_fills(const tile_work *w, int rider) {
  return w->device && rider_on_device(w->s, rider)->fills_edges &&
         edges_at_once_rider(w->s, w->tile, rider);
}

/* The arguments of a rider's kernel; `scalars` has room for RIA_MAX_SCALARS. */
static void rider_args(const tile_work *w, const partial_step *step, int rider, void *const *src,
                       double *scalars, ria_step_args *args) {
  const ria_model *m = &w->s->model;
  const ria_rider *of = &m->rider[rider];
  void *dst[RIA_MAX_FIELDS];
  *args = (ria_step_args){.pitch = w->tile->layout.pitch,
                          .plane = w->tile->layout.plane,
                          .update = step->box,
                          .owned = layout_own(&w->tile->layout),
                          .scalars = scalars,
                          .switches = of->switches,
                          .scratch = w->scratch};
  tile_fields(w->tile, m->nstate, w->state, step->buffer, dst);
  rider_fields_point(&w->s->rider_fields[rider], m, src, dst, w->statics, args->src, args->dst,
                     args->statics);
  bindings_resolve(of->scalars, of->kernel->nscalar, w->clock->now.dt, step->forcing, scalars);
}

/* One launch, if the implementation offers it: the step, the flow through the openings, and the
 * ghost cells for the next step. */
static void apply_rider_on_device(const tile_work *w, const partial_step *step, int rider,
                                  const ria_step_args *args, const double *next) {
  const ria_model *m = &w->s->model;
  const ria_device_functions *functions = rider_on_device(w->s, rider);
  ria_device_opening room[RIA_STEP_EDGES];
  ria_device_measure measure;
  edges_launch edges;
  ria_device_step_args device = {.step = *args,
                                 .stream = w->device->stream,
                                 .report = device_report_of(w->device, m->rider[rider].stage)};
  if (through_prepare_rider(w, step->number, rider, args->owned, room, &measure))
    device.measure = &measure;
  if (device.measure && !functions->measures)
    work_set_error(w, w->s->rider_through[rider](&device));
  if (next && rider_fills(w, rider)) {
    void *dst[RIA_MAX_FIELDS];
    tile_fields(w->tile, m->nstate, w->state, step->buffer, dst);
    edges_prepare_rider(w->s, w->tile, rider, dst, w->statics, w->clock->now.dt, next, w->device,
                        &edges);
    device.edges = &edges.args;
  }
  work_set_error(w, functions->step(&device));
}

/* Apply a rider of a stage that was applied to the step's box, to the cells of that box whose
 * neighbours' fluxes are also known. `filled`, `next`: see work_stage(). */
static void apply_rider(const tile_work *w, const partial_step *step, int rider, int from,
                        bool filled, const double *next) {
  const ria_simulation *s = w->s;
  void *src[RIA_MAX_FIELDS];
  double scalars[RIA_MAX_SCALARS];
  ria_step_args args;
  tile_fields(w->tile, s->model.nstate, w->state, from, src);
  rider_args(w, step, rider, src, scalars, &args);
  if (!filled || !rider_fills(w, rider))
    edges_fill_rider(s, w->tile, rider, src, w->statics, w->clock->now.dt, step->forcing,
                     w->device);
  if (w->device) {
    apply_rider_on_device(w, step, rider, &args, next);
    return;
  }
  s->rider_implementation[rider]->step[s->model.precision](&args);
  through_of_rider(w, step->number, rider, args.owned, &args);
  through_sections(w, rider, &args);
}

/* Apply the riders of a stage; afterwards the step's box is theirs. */
static void apply_riders(const tile_work *w, partial_step *step, int stage, int from, bool filled,
                         const double *next) {
  if (!w->s->model.riders)
    return;
  for (int axis = 0; axis < RIA_AXES; axis++)
    step->reach[axis] -= rider_reach(w->s, stage, axis);
  step->box = work_box(w, step->reach);
  for (int i = 0; i < w->s->model.riders; i++)
    if (w->s->model.rider[i].stage == stage)
      apply_rider(w, step, i, from, filled, next);
}

partial_step work_step_begin(const tile_work *w, int number, int left, const double *forcing) {
  partial_step step = {
      .number = number, .application = number * w->s->applications, .forcing = forcing};
  for (int axis = 0; axis < RIA_AXES; axis++)
    step.reach[axis] = left * w->s->radius[axis];
  return step;
}

int work_step_next(const tile_work *w, partial_step *step, int stage, int stages) {
  const int from = ria_clock_buffer(w->clock->base_buffer, step->application++);
  step->buffer = ria_clock_buffer(w->clock->base_buffer, step->application);
  for (int i = 0; i < stages; i++)
    leave(w, stage + i, step->reach);
  step->box = work_box(w, step->reach);
  return from;
}

void work_step_args(const tile_work *w, const partial_step *step, int stage, int from,
                    double *scalars, ria_step_args *args) {
  step_args(w, stage, from, step->buffer, step->box, w->clock->now.dt, step->forcing, true, scalars,
            args);
}

bool work_stage(const tile_work *w, partial_step *step, int stage, bool filled,
                const double *next) {
  double scalars[RIA_MAX_SCALARS];
  ria_step_args args;
  ria_rest_stamps stamps;
  edges_launch edges;
  measuring measured;
  const double dt = w->clock->now.dt;
  const int from = work_step_next(w, step, stage, 1);
  step_args(w, stage, from, step->buffer, step->box, dt, step->forcing, filled, scalars, &args);
  args.rest =
      w->device || w->s->hybrid ? NULL : rest_stamps(w, from, step->buffer, step->box, &stamps);
  if (!fills_next(w, step->number))
    next = NULL; /* not before the first fill, which may have been refused */
  if (next)
    edges_prepare(w->s, w->tile, 0, args.dst, w->statics, dt, next, w->device, &edges);
  const ria_box own = layout_own(&w->tile->layout);
  track_launch tracking;
  const launch_besides besides = {
      .edges = next ? &edges.args : NULL,
      .measure = begin_measuring(w, stage, step->number, own, &args, &measured),
      .tracking = step->untracked ? track_with_next(w, step->number - 1, &tracking) : NULL};
  apply(w, stage, false, step->number, &args, &besides);
  step->untracked = false;
  carry(w, stage, from, step->buffer, step->box);
  end_measuring(w, stage, step->number, &args, &measured);
  apply_riders(w, step, stage, from, filled, next);
  return next;
}

static void feed(const tile_work *w, const partial_step *step) {
  void *dst[RIA_MAX_FIELDS];
  if (!w->tile->sources)
    return;
  tile_fields(w->tile, w->s->model.nstate, w->state, step->buffer, dst);
  sources_apply(w->s, w->tile, step->buffer, dst, w->statics, step->box, &w->clock->now,
                step->number, step->forcing, w->device);
}

void work_step_end(const tile_work *w, const partial_step *step) {
  feed(w, step);
  if (w->s->model.trackers)
    track_step(w, step->number, step->buffer);
}

void work_step(const tile_work *w, int number, int left, const double *forcing, work_left *before,
               const double *next) {
  work_left none = {0}, *between = before ? before : &none;
  partial_step step = work_step_begin(w, number, left, forcing);
  step.untracked = between->untracked;
  for (int stage = 0; stage < w->s->model.stages; stage++)
    between->filled = work_stage(w, &step, stage, between->filled, next);
  between->untracked = next && w->device && w->s->tracks_besides;
  if (between->untracked)
    feed(w, &step);
  else
    work_step_end(w, &step);
}

/* Among tiers the earliest failure counts, in whatever order the tiers were computed. */
static void apply_on_host(const tile_work *w, int stage, int number, int from, int to,
                          ria_step_args *args) {
  ria_rest_stamps stamps;
  args->rest = rest_stamps(w, from, to, args->update, &stamps);
  w->s->stage_implementation[stage]->step[w->s->model.precision](args);
  note_rate(w, stage, args->rate_max);
  if (args->bad && (!w->report->bad || number <= w->report->substep))
    locate_bad(w, stage, number, args);
}

static void apply_on_device(const tile_work *w, int stage, int number, const double *next,
                            ria_step_args *args, const ria_device_measure *measure) {
  edges_launch edges;
  if (next)
    edges_prepare(w->s, w->tile, 0, args->dst, w->statics, w->clock->now.dt, next, w->device,
                  &edges);
  apply(w, stage, false, number, args,
        &(launch_besides){.edges = next ? &edges.args : NULL, .measure = measure});
}

bool work_tier(const tile_work *w, int application, ria_box box, bool filled, bool followed) {
  const ria_model *m = &w->s->model;
  const int number = application / m->stages, stage = application % m->stages;
  const int from = ria_clock_buffer(w->clock->base_buffer, application);
  const int to = ria_clock_buffer(w->clock->base_buffer, application + 1);
  const double dt = w->clock->now.dt, *forcing = work_forcing(w, number);
  /* A tier may be one row or column, too few for ghost cells two layers beyond the edge. */
  const bool fills = followed && fills_next(w, number) && w->s->most_radius == 1;
  void *fields[RIA_MAX_FIELDS];
  double scalars[RIA_MAX_SCALARS];
  ria_step_args args;
  tile_fields(w->tile, m->nstate, w->state, from, fields);
  if (!filled)
    edges_fill(w->s, w->tile, stage, &box, fields, w->statics, dt, forcing, w->device);
  step_args(w, stage, from, to, box, dt, forcing, true, scalars, &args);
  args.owned = box;
  measuring measured;
  const ria_device_measure *measure = begin_measuring(w, stage, number, box, &args, &measured);
  if (w->device)
    apply_on_device(w, stage, number, fills ? work_forcing(w, number + 1) : NULL, &args, measure);
  else
    apply_on_host(w, stage, number, from, to, &args);
  carry(w, stage, from, to, box);
  end_measuring(w, stage, number, &args, &measured);
  if (stage < m->stages - 1 || !w->tile->sources)
    return fills;
  tile_fields(w->tile, m->nstate, w->state, to, fields);
  sources_apply(w->s, w->tile, to, fields, w->statics, box, &w->clock->now, number, forcing,
                w->device);
  return fills;
}

/* Compute the largest rate of the present state, for the exact step and for the first estimate. The
 * state that later stages will read is not computed yet; their rates are taken from the present
 * state. */
void work_rate(const tile_work *w, int number, const double *forcing) {
  const ria_model *m = &w->s->model;
  ria_box own = layout_own(&w->tile->layout);
  double scalars[RIA_MAX_SCALARS];
  int latest = ria_clock_buffer(w->clock->base_buffer, number * w->s->applications);
  for (int stage = 0; stage < m->stages; stage++) {
    if (!m->stage[stage].kernel->has_rate)
      continue;
    ria_step_args args;
    ria_rest_stamps stamps;
    step_args(w, stage, latest, latest, own, w->clock->now.dt, forcing, false, scalars, &args);
    if (m->stages == 1 && !w->device && !w->s->hybrid)
      args.rest = tile_rest(w->tile, latest, latest, own, &stamps);
    apply(w, stage, true, 0, &args, &(launch_besides){0});
  }
}
