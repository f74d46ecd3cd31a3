/* The task of a phase: what a program does on one tile. */
#include "program.h"
#include <stdlib.h>
#include <string.h>

enum { BUFFER_SCALARS = RIA_WORK_STRIPS, BUFFER_PARTIALS, BUFFER_STRIPS };

typedef struct {
  ria_simulation *simulation;
  ria_tile *tile;
  int phase;
} argument;

static void *variable(void *buffer) {
  return (void *)STARPU_VARIABLE_GET_PTR((struct starpu_variable_interface *)buffer);
}

/* ---- fields ---- */

/* Cell (0, 0, 0) of a field of the model's state, or of the statics after them. */
static void *field_of(const ria_work *w, int field) {
  const int nstate = w->s->model.nstate;
  return field < nstate
             ? ria_layout_origin(&w->tile->layout, w->state, w->clock->base_buffer * nstate + field)
             : w->statics[field - nstate];
}

static void copy_field(const ria_work *w, int field, int number, void **strip, bool pack) {
  const ria_layout *l = &w->tile->layout;
  const ria_halo_strip *strips = pack ? w->tile->out : w->tile->in;
  const int count = pack ? w->tile->outs : w->tile->ins;
  char *block =
      (char *)w->state + (size_t)(w->clock->base_buffer * w->s->model.nstate) * l->field * l->size;
  char *own = block + (size_t)field * l->field * l->size;
  const ria_turned_field itself = {1, {field}, {1}};
  ria_device_strip on_device[RIA_MOST_STRIPS];
  for (int i = 0; i < count; i++) {
    const ria_halo_strip *h = &strips[i];
    const ria_turned_field *turned = h->turned ? &h->turned[field] : NULL;
    char *dense =
        (char *)ria_work_buffer(strip[i]) + (size_t)number * ria_box_cells(h->box) * l->size;
    if (w->device) {
      on_device[i] = (ria_device_strip){
          .box = h->box, .turned = turned, .block = turned ? block : NULL, .dense = dense};
      memcpy(on_device[i].map, h->map, sizeof on_device[i].map);
    } else if (pack) {
      ria_layout_pack(l, block, 1, h->box, h->map, turned ? turned : &itself, dense);
    } else {
      ria_layout_unpack(l, own, 1, h->box, dense);
    }
  }
  if (w->device && count)
    ria_work_set_error(
        w, ria_device_copy_strips(w->device->stream, l, own, 1, on_device, count, pack));
}

/* The segments' kernels take a state of one field: this one. */
static void fill_edges(const ria_work *w, int field) {
  void *fields[RIA_MAX_FIELDS];
  for (int f = 0; f < w->s->model.nstate; f++)
    fields[f] = field_of(w, field);
  ria_edges_fill(w->s, w->tile, 0, NULL, fields, w->statics, w->clock->now.dt,
                 ria_work_forcing(w, 0), w->device);
}

static void exchange(const ria_work *w, const ria_op *op, void **strip, bool pack) {
  for (int f = 0; f < op->fields; f++) {
    copy_field(w, op->field[f], f, strip, pack);
    if (!pack)
      fill_edges(w, op->field[f]);
  }
}

/* ---- kernels ---- */

static void resolve(const ria_work *w, const ria_op *op, const ria_scalars *scalars,
                    double *values) {
  const ria_block *block = &w->s->mesh.block[w->tile->at.block];
  for (int i = 0; i < op->kernel->nscalar; i++) {
    const ria_binding *b = &op->scalars[i];
    values[i] = op->bound[i]                          ? scalars->value[op->bound[i] - 1]
                : b->from == RIA_BIND_INVERSE_SPACING ? 1 / block->spacing[b->forcing]
                                                      : b->value;
  }
}

static void apply(const ria_work *w, int number, const double *values) {
  const ria_op *op = &w->s->model.program->op[number];
  const ria_implementation *i = ria_program_of(w->s)->implementation[number];
  const ria_precision p = w->s->model.precision;
  ria_step_args args = {.pitch = w->tile->layout.pitch,
                        .plane = w->tile->layout.plane,
                        .update = ria_layout_own(&w->tile->layout),
                        .owned = ria_layout_own(&w->tile->layout),
                        .scalars = values,
                        .switches = op->switches,
                        .scratch = w->scratch};
  for (int f = 0; f < op->kernel->nstate; f++)
    args.src[f] = args.dst[f] = field_of(w, op->field[f]);
  if (!w->device) {
    i->step[p](&args);
    if (args.bad && !w->report->bad) /* where, its values say */
      *w->report = (ria_report){.bad = 1, .block = w->tile->at.block};
    return;
  }
  ria_work_begin_report(w);
  const ria_device_step_args device = {
      .step = args, .report = w->device->report, .stream = w->device->stream};
  ria_work_set_error(w, ria_device_functions_of(i, p)->step(&device));
}

/* On a device into the tile's memory there, which is copied when the phase is done. */
static void reduce(const ria_work *w, int number, int reduction, const double *values,
                   ria_partials *partials) {
  const ria_op *op = &w->s->model.program->op[number];
  const ria_implementation *i = ria_program_of(w->s)->implementation[number];
  const ria_precision p = w->s->model.precision;
  ria_partial *to = &partials->of[reduction];
  ria_reduce_args args = {.pitch = w->tile->layout.pitch,
                          .plane = w->tile->layout.plane,
                          .box = ria_layout_own(&w->tile->layout),
                          .scalars = values,
                          .sum = &to->sum};
  for (int f = 0; f < op->kernel->nstate; f++)
    args.src[f] = field_of(w, op->field[f]);
  if (!w->device) {
    i->reduce[p](&args);
    to->found = args.found;
    to->value = args.value;
    return;
  }
  const ria_program_tile *mine = w->tile->executor_data;
  ria_partial *there = (ria_partial *)mine->on_device + reduction;
  args.sum = &there->sum;
  const ria_device_reduce_args device = {
      .reduce = args, .extreme = &there->extreme, .stream = w->device->stream};
  ria_work_set_error(w, ria_device_functions_of(i, p)->reduce(&device));
}

/* Memory of a device for what a phase reduces, cleared. False: there is none. */
static bool prepare_partials(const ria_work *w) {
  ria_program_tile *mine = w->tile->executor_data;
  const size_t bytes = sizeof mine->partials->of;
  if (!mine->on_device)
    mine->on_device = ria_device_alloc(bytes);
  if (!mine->on_device) {
    ria_work_set_error(w, RIA_DEVICE_NO_MEMORY);
    return false;
  }
  ria_work_set_error(
      w, ria_device_copy(w->device->stream, mine->on_device, ria_program_of(w->s)->zero, bytes));
  return true;
}

static void operate(const ria_work *w, const ria_phase *phase, const ria_scalars *scalars,
                    ria_partials *partials) {
  double values[RIA_MAX_SCALARS];
  int reduction = 0;
  const bool on_device = w->device && phase->reductions;
  if (on_device && !prepare_partials(w))
    return;
  for (int n = phase->first; n < phase->first + phase->ops; n++) {
    resolve(w, &w->s->model.program->op[n], scalars, values);
    if (w->s->model.program->op[n].kind == RIA_OP_APPLY)
      apply(w, n, values);
    else
      reduce(w, n, reduction++, values, partials);
  }
  if (on_device)
    ria_work_set_error(w, ria_device_copy(w->device->stream, partials->of,
                                          ((ria_program_tile *)w->tile->executor_data)->on_device,
                                          sizeof partials->of));
}

static void run(const ria_work *w, const argument *a, void *buffers[]) {
  const ria_phase *phase = &ria_program_of(w->s)->phase[a->phase];
  const ria_scalars *scalars = variable(buffers[BUFFER_SCALARS]);
  ria_partials *partials = variable(buffers[BUFFER_PARTIALS]);
  void **strip = buffers + BUFFER_STRIPS;
  if (phase->reductions)
    memset(partials, 0, sizeof *partials);
  if (scalars->idle || (phase->in_loop && !scalars->running))
    return;
  partials->on_device = w->device != NULL;
  const ria_task_parts parts = {.step = w->clock->now.steps,
                                .steps = 1,
                                .unpacks = phase->unpack >= 0,
                                .works = phase->ops > 0,
                                .packs = phase->pack >= 0};
  ria_task_timer timer;
  ria_task_timer_begin(&timer, w->s, w->tile, &parts, w->device ? w->device->stream : NULL);
  if (phase->unpack >= 0) {
    exchange(w, &w->s->model.program->op[phase->unpack], strip, false);
    strip += w->tile->ins;
  }
  ria_task_timer_mark(&timer, RIA_UNPACKED);
  operate(w, phase, scalars, partials);
  ria_task_timer_mark(&timer, RIA_WORKED);
  if (phase->pack >= 0)
    exchange(w, &w->s->model.program->op[phase->pack], strip, true);
  ria_task_timer_mark(&timer, RIA_PACKED);
}

/* ---- tasks ---- */

static void phase_cpu(void *buffers[], void *given) {
  const argument *a = given;
  const ria_work w = ria_work_of_task(a->simulation, a->tile, buffers, a->phase == 0);
  run(&w, a, buffers);
}

static void phase_on_device(void *buffers[], void *given) {
  const argument *a = given;
  ria_device device = {.stream = ria_device_stream()};
  ria_work w = ria_work_of_task(a->simulation, a->tile, buffers, a->phase == 0);
  if (ria_work_on_gpu(&w, &device))
    run(&w, a, buffers);
  ria_work_off_gpu(&w, true);
}

/* As ria_work_nodes: with the worker, but for what stays in host memory. */
static int nodes[BUFFER_STRIPS + 2 * RIA_MOST_STRIPS];

static struct starpu_codelet phase_codelet = {.cpu_funcs = {phase_cpu},
                                              .cpu_funcs_name = {"phase_cpu"},
                                              RIA_ON_DEVICE(phase_on_device),
                                              .nbuffers = STARPU_VARIABLE_NBUFFERS,
                                              .specific_nodes = 1,
                                              .dyn_nodes = nodes,
                                              .name = "phase"};

static bool stays_on_host(int buffer) {
  return buffer == RIA_WORK_CLOCK || buffer == RIA_WORK_REPORT || buffer == BUFFER_SCALARS ||
         buffer == BUFFER_PARTIALS;
}

void ria_program_nodes_create(void) {
  for (int i = 0; i < BUFFER_STRIPS + 2 * RIA_MOST_STRIPS; i++)
    nodes[i] = stays_on_host(i) ? STARPU_SPECIFIC_NODE_CPU : STARPU_SPECIFIC_NODE_LOCAL;
}

static ria_status submit_tile(ria_simulation *s, int number, ria_tile *tile) {
  const ria_program_memory *m = ria_program_of(s);
  const ria_phase *phase = &m->phase[number];
  const ria_program_tile *mine = tile->executor_data;
  ria_task task = {.codelet = &phase_codelet,
                   .name = "phase",
                   .priority = tile->boundary_tile ? RIA_PRIORITY_EDGE : RIA_PRIORITY_INNER,
                   .place = tile->place,
                   .argument_bytes = sizeof(argument)};
  RIA_TRY(ria_task_init(&task, BUFFER_STRIPS + tile->ins + tile->outs));
  argument *given = task.argument = malloc(sizeof *given);
  if (!given)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a task");
  *given = (argument){s, tile, number};
  ria_task_add(&task, tile->state_handle, STARPU_RW);
  ria_task_add(&task, tile->statics_handle, STARPU_R);
  ria_task_add(&task, s->clock_handle, STARPU_R);
  ria_task_add(&task, tile->report_handle, STARPU_RW);
  ria_task_add(&task, m->scalars_handle, STARPU_R);
  ria_task_add(&task, mine->handle, STARPU_RW);
  for (int i = 0; i < tile->ins && phase->unpack >= 0; i++)
    ria_task_add(&task, tile->in[i].strip->handle[s->parity], STARPU_R);
  for (int i = 0; i < tile->outs && phase->pack >= 0; i++)
    ria_task_add(&task, tile->out[i].own.handle[1 - s->parity], STARPU_W);
  return ria_task_submit(&task);
}

ria_status ria_program_submit_phase(ria_simulation *s, int number) {
  const ria_phase *phase = &ria_program_of(s)->phase[number];
  if (phase->unpack >= 0)
    RIA_TRY(ria_halo_exchange(s));
  /* Tiles with neighbours on other ranks or GPUs first: their strips have the longest way. */
  for (int border = 1; border >= 0; border--)
    for (int i = 0; i < s->tiles; i++)
      if (s->tile[i].boundary_tile == border)
        RIA_TRY(submit_tile(s, number, &s->tile[i]));
  if (phase->pack >= 0)
    s->parity = 1 - s->parity;
  return RIA_SUCCESS;
}
