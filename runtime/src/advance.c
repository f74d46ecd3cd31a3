/* The tile task: one tile, one time tile. Unpack strips, sub-steps over a shrinking region, pack.
 */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

/* The buffers of the task; then come the strips to unpack and the strips to pack. */
enum { BUFFER_STATE, BUFFER_STATICS, BUFFER_CLOCK, BUFFER_REPORT, BUFFER_STRIPS };

typedef struct {
  const ria_simulation *s;
  ria_tile *tile;
  void *state;
  void *statics[RIA_MAX_STATICS];
  const ria_clock *clock;
  ria_report *report;
  void *scratch;
  ria_device *device; /* the GPU that this runs on; NULL: a CPU */
} context;

static void *buffer_pointer(void *buffer) {
  return (void *)STARPU_VECTOR_GET_PTR((struct starpu_vector_interface *)buffer);
}

/* The region of an application that must be valid `reach` cells around the tile: ghost cells are
 * advanced where there is a neighbour; beyond the edge of the domain there is nothing to advance.
 */
static ria_box grown(const ria_tile *tile, const ria_grid *grid, int reach) {
  return (ria_box){.x0 = tile->tx > 0 ? -reach : 0,
                   .x1 = tile->layout.nx + (tile->tx < grid->tiles_x - 1 ? reach : 0),
                   .y0 = tile->ty > 0 ? -reach : 0,
                   .y1 = tile->layout.ny + (tile->ty < grid->tiles_y - 1 ? reach : 0)};
}

static const double *forcing_of(const context *c, int substep) {
  return c->clock->forcing + (size_t)substep * (size_t)c->s->model.forcings;
}

static void step_args(const context *c, int stage, int from, int to, ria_box update, double dt,
                      const double *forcing, double *scalars, ria_step_args *args) {
  const ria_model *m = &c->s->model;
  void *src[RIA_MAX_FIELDS], *dst[RIA_MAX_FIELDS];
  ria_tile_fields(c->tile, m->nstate, c->state, from, src);
  ria_tile_fields(c->tile, m->nstate, c->state, to, dst);
  *args = (ria_step_args){.pitch = c->tile->layout.pitch,
                          .update = update,
                          .owned = {0, c->tile->layout.nx, 0, c->tile->layout.ny},
                          .scalars = scalars,
                          .switches = m->stage[stage].switches,
                          .scratch = c->scratch};
  for (int f = 0; f < m->nstate; f++) {
    args->src[f] = src[f];
    args->dst[f] = dst[f];
  }
  for (int f = 0; f < m->nstatic; f++)
    args->statics[f] = c->statics[f];
  ria_bindings_resolve(m->stage[stage].scalars, m->stage[stage].kernel->nscalar, dt, forcing,
                       scalars);
  ria_edges_fill(c->s, c->tile, src, c->statics, m->stage[stage].kernel->radius, dt, forcing,
                 c->device);
}

/* Find the cell for the report: single cells are done again, which writes what is there already. */
static void locate_bad(const context *c, int stage, int substep, const ria_step_args *step) {
  const ria_model *m = &c->s->model;
  const ria_tile *tile = c->tile;
  for (int y = 0; y < tile->layout.ny; y++)
    for (int x = 0; x < tile->layout.nx; x++) {
      ria_step_args one = *step;
      one.update = (ria_box){x, x + 1, y, y + 1};
      one.bad = 0;
      one.rest = NULL;
      c->s->stage_implementation[stage]->step[m->precision](&one);
      if (!one.bad)
        continue;
      ria_report found = {.bad = 1, .substep = substep, .x = tile->x0 + x, .y = tile->y0 + y};
      size_t at = (size_t)y * tile->layout.pitch + (size_t)x;
      for (int f = 0; f < m->nstate; f++)
        found.values[f] = m->precision == RIA_SINGLE ? (double)((const float *)one.dst[f])[at]
                                                     : ((const double *)one.dst[f])[at];
      ria_report_merge(c->report, &found);
      return;
    }
}

/* Stamps are of the tile's own cells, and of one kernel: others have their own idea of rest. */
static const ria_rest_stamps *rest_stamps(const context *c, int from, int to, ria_box box,
                                          ria_rest_stamps *stamps) {
  const ria_layout *l = &c->tile->layout;
  bool own = box.x0 == 0 && box.x1 == l->nx && box.y0 == 0 && box.y1 == l->ny;
  if (own && c->s->model.stages == 1)
    return ria_tile_rest(c->tile, from, to, stamps);
  ria_tile_stir(c->tile, to);
  return NULL;
}

static void note_error(const context *c, int code) {
  if (code && !c->device->error)
    c->device->error = code;
}

/* One application of a stage's kernel: the step, or its rate alone. A GPU keeps its own report. */
static void apply(const context *c, int stage, bool rate_only, int number, ria_step_args *args) {
  const ria_implementation *i = c->s->stage_implementation[stage];
  const ria_precision p = c->s->model.precision;
  if (c->device) {
    const ria_device_step_args device = {
        .step = *args, .stream = c->device->stream, .report = c->device->report};
    note_error(c, (rate_only ? i->device_rate : i->device_step)[p](&device));
    return;
  }
  (rate_only ? i->rate : i->step)[p](args);
  if (args->rate_max > c->report->rate)
    c->report->rate = args->rate_max;
  if (!rate_only && args->bad && !c->report->bad)
    locate_bad(c, stage, number, args);
}

static void substep(const context *c, const ria_advance *a, int number) {
  const ria_model *m = &c->s->model;
  const ria_clock *clock = c->clock;
  const double *forcing = forcing_of(c, number);
  double scalars[RIA_MAX_SCALARS];
  int reach = (a->reach - (number - a->first)) * c->s->radius;
  int last_buffer = 0;
  ria_box box = {0};
  for (int stage = 0; stage < m->stages; stage++) {
    int application = number * m->stages + stage;
    int from = ria_clock_buffer(clock->kept, application);
    last_buffer = ria_clock_buffer(clock->kept, application + 1);
    reach -= m->stage[stage].kernel->radius;
    box = grown(c->tile, &m->grid, reach);
    ria_step_args args;
    ria_rest_stamps stamps;
    step_args(c, stage, from, last_buffer, box, clock->now.dt, forcing, scalars, &args);
    args.rest = c->device ? NULL : rest_stamps(c, from, last_buffer, box, &stamps);
    apply(c, stage, false, number, &args);
  }
  if (c->tile->sources) {
    void *dst[RIA_MAX_FIELDS];
    ria_tile_fields(c->tile, m->nstate, c->state, last_buffer, dst);
    ria_sources_apply(c->s, c->tile, last_buffer, dst, c->statics, box, clock->now.dt, forcing,
                      c->device);
  }
}

/* The largest rate of the present state, for the exact step and for the first estimate. Stages
 * after the first see a state that is not there yet; their rates are taken of the present one. */
static void rate_pass(const context *c, const ria_advance *a) {
  const ria_model *m = &c->s->model;
  ria_box own = {0, c->tile->layout.nx, 0, c->tile->layout.ny};
  double scalars[RIA_MAX_SCALARS];
  int latest = ria_clock_buffer(c->clock->kept, a->first * m->stages);
  for (int stage = 0; stage < m->stages; stage++) {
    if (!m->stage[stage].kernel->has_rate)
      continue;
    ria_step_args args;
    ria_rest_stamps stamps;
    step_args(c, stage, latest, latest, own, c->clock->now.dt, forcing_of(c, 0), scalars, &args);
    if (m->stages == 1 && !c->device)
      args.rest = ria_tile_rest(c->tile, latest, latest, &stamps);
    apply(c, stage, true, 0, &args);
  }
}

static int strips(const ria_tile *tile) {
  int count = 0;
  for (int d = 0; d < RIA_NEIGHBOURS; d++)
    count += tile->neighbour[d].owner >= 0;
  return count;
}

/* Between the tile and its strips: out of its border (pack), or into its ghost cells. */
static void copy_strips(const context *c, int buffer, void **strip, bool pack) {
  const ria_layout *l = &c->tile->layout;
  int nstate = c->s->model.nstate, count = 0;
  ria_device_strip on_device[RIA_NEIGHBOURS];
  size_t reals = (size_t)(buffer * nstate) * l->field;
  char *block = (char *)c->state + reals * l->size;
  for (int d = 0; d < RIA_NEIGHBOURS; d++) {
    const ria_neighbour *n = &c->tile->neighbour[d];
    if (n->owner < 0)
      continue;
    void *dense = buffer_pointer(*strip++);
    if (c->device)
      on_device[count++] = (ria_device_strip){pack ? n->send : n->receive, dense};
    else if (pack)
      ria_layout_pack(l, block, nstate, n->send, dense);
    else
      ria_layout_unpack(l, block, nstate, n->receive, dense);
  }
  if (count)
    note_error(c,
               ria_device_copy_strips(c->device->stream, l, block, nstate, on_device, count, pack));
}

static int clamp(int n, int low, int high) {
  return n < low ? low : n > high ? high : n;
}

static context context_of(void *buffers[], const ria_advance *a) {
  const ria_simulation *s = a->simulation;
  context c = {.s = s,
               .tile = a->tile,
               .state = buffer_pointer(buffers[BUFFER_STATE]),
               .clock = buffer_pointer(buffers[BUFFER_CLOCK]),
               .report = (void *)STARPU_VARIABLE_GET_PTR(buffers[BUFFER_REPORT]),
               .scratch = s->scratch[starpu_worker_get_id()]};
  for (int f = 0; f < s->model.nstatic; f++)
    c.statics[f] = ria_layout_origin(&a->tile->layout, buffer_pointer(buffers[BUFFER_STATICS]), f);
  if (a->reset)
    *c.report = (ria_report){0};
  return c;
}

static void advance(const context *c, const ria_advance *a, void **strip) {
  const double began = ria_step_clock();
  int active = clamp(c->clock->now.active - a->first, 0, a->steps);
  int done_before = clamp(a->first, 0, c->clock->now.active);
  bool valid = c->clock->now.redo && a->first == 0; /* ghost cells are those of the first try */
  if (a->unpack && (active || a->rate_only) && !valid)
    copy_strips(c, ria_clock_buffer(c->clock->kept, done_before * c->s->model.stages), strip,
                false);
  if (a->unpack)
    strip += strips(a->tile);
  const double unpacked = ria_step_clock();
  if (a->rate_only)
    rate_pass(c, a);
  for (int i = 0; i < active; i++)
    substep(c, a, a->first + i);
  const double worked = ria_step_clock();
  if (a->pack)
    copy_strips(c, ria_clock_buffer(c->clock->kept, (done_before + active) * c->s->model.stages),
                strip, true);
  ria_worker_times *times = &c->s->worker_times[starpu_worker_get_id()];
  times->work += worked - unpacked;
  times->packing += unpacked - began + ria_step_clock() - worked;
}

static void advance_cpu(void *buffers[], void *argument) {
  const context c = context_of(buffers, argument);
  advance(&c, argument, buffers + BUFFER_STRIPS);
}

/* The host's part of a tile task on a GPU: all is put on the worker's stream, and StarPU hears of
 * its end. The clock is read here, in host memory, and there the report goes. */
static void advance_cuda(void *buffers[], void *argument) {
  const ria_advance *a = argument;
  ria_device device = {.stream = ria_device_stream()};
  context c = context_of(buffers, a);
  c.device = &device;
  if (!a->tile->device_report)
    a->tile->device_report = ria_device_alloc(sizeof *a->tile->device_report);
  device.report = a->tile->device_report;
  note_error(&c, ria_device_report_begin(device.stream, device.report, c.report));
  advance(&c, a, buffers + BUFFER_STRIPS);
  note_error(&c, ria_device_report_end(device.stream, device.report, c.report));
  if (device.error)
    ria_simulation_device_failed(a->simulation, device.error);
}

#define EIGHT_LOCAL                                                                                \
  STARPU_SPECIFIC_NODE_LOCAL, STARPU_SPECIFIC_NODE_LOCAL, STARPU_SPECIFIC_NODE_LOCAL,              \
      STARPU_SPECIFIC_NODE_LOCAL, STARPU_SPECIFIC_NODE_LOCAL, STARPU_SPECIFIC_NODE_LOCAL,          \
      STARPU_SPECIFIC_NODE_LOCAL, STARPU_SPECIFIC_NODE_LOCAL

/* The clock and the report stay in host memory wherever the task runs. */
static int advance_nodes[BUFFER_STRIPS + 2 * RIA_NEIGHBOURS] = {
    [BUFFER_STATE] = STARPU_SPECIFIC_NODE_LOCAL,
    [BUFFER_STATICS] = STARPU_SPECIFIC_NODE_LOCAL,
    [BUFFER_CLOCK] = STARPU_SPECIFIC_NODE_CPU,
    [BUFFER_REPORT] = STARPU_SPECIFIC_NODE_CPU,
    EIGHT_LOCAL,
    EIGHT_LOCAL};

static struct starpu_codelet advance_codelet = {.cpu_funcs = {advance_cpu},
                                                .cpu_funcs_name = {"advance_cpu"},
                                                .cuda_funcs = {advance_cuda},
                                                .cuda_flags = {STARPU_CUDA_ASYNC},
                                                .nbuffers = STARPU_VARIABLE_NBUFFERS,
                                                .specific_nodes = 1,
                                                .dyn_nodes = advance_nodes,
                                                .name = "advance"};

ria_status ria_advance_submit(ria_simulation *s, const ria_advance *advance) {
  ria_tile *tile = advance->tile;
  int p = s->parity;
  ria_task task = {.codelet = &advance_codelet,
                   .name = advance->rate_only ? "rate" : "advance",
                   .priority = tile->boundary_tile ? RIA_PRIORITY_EDGE : RIA_PRIORITY_INNER,
                   .place = tile->place,
                   .argument_bytes = sizeof *advance};
  RIA_TRY(ria_task_init(&task, BUFFER_STRIPS + 2 * RIA_NEIGHBOURS));
  task.argument = malloc(sizeof *advance);
  if (!task.argument)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a task");
  memcpy(task.argument, advance, sizeof *advance);
  ria_task_add(&task, tile->state_handle, STARPU_RW);
  ria_task_add(&task, tile->statics_handle, STARPU_R);
  ria_task_add(&task, s->clock_handle, STARPU_R);
  ria_task_add(&task, tile->report_handle, STARPU_RW);
  for (int d = 0; d < RIA_NEIGHBOURS && advance->unpack; d++) {
    ria_neighbour *n = &tile->neighbour[d];
    if (n->owner < 0)
      continue;
    ria_strip *strip = n->tile ? &n->tile->neighbour[ria_neighbour_opposite(d)].out : &n->in;
    ria_task_add(&task, strip->handle[p], STARPU_R);
  }
  for (int d = 0; d < RIA_NEIGHBOURS && advance->pack; d++)
    if (tile->neighbour[d].owner >= 0)
      ria_task_add(&task, tile->neighbour[d].out.handle[1 - p], STARPU_W);
  return ria_task_submit(&task);
}
