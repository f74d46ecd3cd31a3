/* The task of a phase: runs a program's operations on the tiles of a group. */
#include "program.h"
#include "submit/task.h"
#include "trace/task_timer.h"
#include "work/edges.h"
#include <stdlib.h>
#include <string.h>

enum { BUFFER_SCALARS = WORK_STRIPS, BUFFER_PARTIALS, BUFFER_MESSAGES, MOST_MESSAGES = 1024 };

typedef struct {
  ria_simulation *simulation;
  int group, phase;
} argument;

static void *variable(void *buffer) {
  return (void *)STARPU_VARIABLE_GET_PTR((struct starpu_variable_interface *)buffer);
}

/* ---- fields ---- */

/* The segments' kernels take a state of one field: this one. */
static void fill_edges(const tile_work *w, int field) {
  void *fields[RIA_MAX_OPERANDS];
  for (int f = 0; f < w->s->model.nstate; f++)
    fields[f] = program_field(w, field);
  edges_fill(w->s, w->tile, 0, NULL, fields, w->statics, w->clock->now.dt, work_forcing(w, 0),
             w->device);
}

static move_memory memory_of(const program_group_work *g, const ria_op *op) {
  void *state = program_state(g);
  move_memory memory = {
      .from = state, .to = state, .size = g->work.tile->layout.size, .fields = op->fields};
  for (int f = 0; f < op->fields; f++)
    memory.from_field[f] = memory.to_field[f] = op->field[f];
  memory.on = g->on;
  return memory;
}

static void pack(const program_group_work *g, int number, void **message) {
  const ria_op *op = &g->s->model.program->op[number];
  program_halo *halo = program_halo_for(g->s, g->mine, number);
  move_memory memory = memory_of(g, op);
  for (int f = 0; f < op->fields; f++)
    memory.to_field[f] = f;
  for (int i = 0; i < halo->outs; i++) {
    memory.to = work_buffer(message[i]);
    program_move(&g->work, &halo->out[i].moves, &memory);
  }
}

/* Fill ghost cells: from other tiles of the group, from messages, and by the segments' kernels. */
static void fill_ghosts(const program_group_work *g, int number, void **message) {
  const ria_op *op = &g->s->model.program->op[number];
  program_halo *halo = program_halo_for(g->s, g->mine, number);
  move_memory memory = memory_of(g, op);
  program_move(&g->work, &halo->within, &memory);
  for (int f = 0; f < op->fields; f++)
    memory.from_field[f] = f;
  for (int i = 0; message && i < halo->ins; i++) {
    memory.from = work_buffer(message[i]);
    program_move(&g->work, &halo->in[i].moves, &memory);
  }
  for (int t = 0; t < g->group->tiles && g->s->model.segments; t++) {
    const tile_work w = program_work_of(g, t);
    for (int f = 0; f < op->fields; f++)
      fill_edges(&w, op->field[f]);
  }
}

/* ---- kernels ---- */

bool program_reserve(const program_group_work *g) {
  if (!g->mine->on_device)
    g->mine->on_device = device_alloc(sizeof g->mine->partials->of);
  if (g->mine->extremes && !g->mine->extreme_on_device)
    g->mine->extreme_on_device =
        device_alloc((size_t)g->mine->extremes * sizeof *g->mine->extreme_on_device);
  const bool good = g->mine->on_device && (!g->mine->extremes || g->mine->extreme_on_device);
  if (!good)
    work_set_error(&g->work, DEVICE_NO_MEMORY);
  return good;
}

/* Device memory for a phase's reductions, cleared. False: there is none. */
static bool prepare_partials(const program_group_work *g) {
  if (!program_reserve(g))
    return false;
  work_set_error(&g->work, device_copy(g->work.device->stream, g->mine->on_device,
                                       program_of(g->s)->zero, sizeof g->mine->partials->of));
  return true;
}

void program_operate(const program_group_work *g, const program_phase *phase,
                     const ria_scalars *scalars, program_partials *partials, void **message) {
  int reduction = 0;
  const bool fetched = g->work.device && phase->reductions && !g->there;
  if (fetched && !prepare_partials(g))
    return;
  program_partial *there = g->mine->on_device;
  for (int n = phase->first; n < phase->first + phase->ops; n++) {
    const ria_op *op = &g->s->model.program->op[n];
    const int chain_end = g->work.device ? 0 : program_of(g->s)->chain_end[n];
    program_part_enter(&g->mine->clock, op);
    if (chain_end) {
      program_run_chain(g, n, scalars, &partials->of[reduction]);
      for (; n < chain_end; n++)
        reduction += g->s->model.program->op[n].kind == RIA_OP_REDUCE;
      n--;
    } else if (op->kind == RIA_OP_EXCHANGE)
      fill_ghosts(g, n, NULL);
    else if (op->kind == RIA_OP_SPMV)
      program_multiply(&g->work, n, (int)(g->group - g->s->group), program_state(g),
                       n == phase->unpack ? message : NULL);
    else if (op->kind == RIA_OP_APPLY) {
      const program_besides besides =
          program_find_besides(g, n, phase->first + phase->ops, there ? there + reduction : NULL);
      program_apply(g, n, &besides, scalars);
      reduction += besides.sums;
      n += besides.ops;
    } else if (op->kind == RIA_OP_DOT)
      partials->of[reduction++].value = program_dot(&g->work, op);
    else {
      const bool two = n + 1 < phase->first + phase->ops && program_reduces_two(g, n);
      program_reduce_on(g, n, two ? n + 1 : -1, scalars, partials ? &partials->of[reduction] : NULL,
                        there ? there + reduction : NULL);
      reduction += two ? 2 : 1;
      n += two;
    }
  }
  if (fetched)
    work_set_error(&g->work, device_copy(g->work.device->stream, partials->of, g->mine->on_device,
                                         sizeof partials->of));
}

/* The messages of an operation: an exchange or a matrix. */
typedef struct {
  int ins, outs;
  const program_sparse_group *matrix; /* NULL: those of an exchange */
  const program_halo *exchange;
} messages;

static messages messages_of(const ria_simulation *s, int group, int op) {
  const program_memory *m = program_of(s);
  if (op < 0)
    return (messages){0};
  if (s->model.program->op[op].kind == RIA_OP_EXCHANGE) {
    const program_halo *exchange = program_halo_for(s, &m->group[group], op);
    return (messages){exchange->ins, exchange->outs, NULL, exchange};
  }
  const program_sparse_group *matrix = &m->matrix[m->matrix_of[op]].group[group];
  return (messages){matrix->ins, matrix->outs, matrix, NULL};
}

static strip_buffers *strip_in(const messages *all, int i) {
  return all->matrix ? all->matrix->in[i].memory : all->exchange->in[i].memory;
}

static const strip_buffers *strip_out(const messages *all, int i) {
  return all->matrix ? &all->matrix->out[i].own : &all->exchange->out[i].own;
}

static void run(const program_group_work *g, const argument *a) {
  const program_phase *phase = &program_of(g->s)->phase[a->phase];
  const ria_scalars *scalars = variable(g->buffers[BUFFER_SCALARS]);
  program_partials *partials = variable(g->buffers[BUFFER_PARTIALS]);
  void **message = g->buffers + BUFFER_MESSAGES;
  if (phase->reductions)
    memset(partials, 0, sizeof *partials);
  if (!program_phase_runs(phase, scalars))
    return;
  if (phase->reductions)
    partials->on_device = g->work.device != NULL;
  const task_parts parts = {.step = g->work.clock->now.steps,
                            .steps = 1,
                            .unpacks = phase->unpack >= 0,
                            .works = phase->ops > 0,
                            .packs = phase->pack >= 0};
  task_timer timer;
  task_timer_begin(&timer, g->s, g->work.tile, &parts,
                   g->work.device ? g->work.device->stream : NULL);
  const messages in = messages_of(g->s, a->group, phase->unpack);
  const messages out = messages_of(g->s, a->group, phase->pack);
  const ria_op *op = g->s->model.program->op;
  program_part_begin(&g->mine->clock, g->s, g->work.device);
  if (phase->unpack >= 0)
    program_part_enter(&g->mine->clock, &op[phase->unpack]);
  if (phase->unpack >= 0 && !in.matrix)
    fill_ghosts(g, phase->unpack, message);
  task_timer_mark(&timer, TIMER_UNPACKED);
  program_operate(g, phase, scalars, partials, message);
  task_timer_mark(&timer, TIMER_WORKED);
  if (phase->pack >= 0)
    program_part_enter(&g->mine->clock, &op[phase->pack]);
  if (out.matrix)
    program_gather(&g->work, phase->pack, a->group, program_state(g), message + in.ins);
  else if (phase->pack >= 0)
    pack(g, phase->pack, message + in.ins);
  program_part_end(&g->mine->clock);
  task_timer_mark(&timer, TIMER_PACKED);
}

/* ---- tasks ---- */

static program_group_work begin(const argument *a, void *buffers[]) {
  ria_simulation *s = a->simulation;
  const tile_group *group = &s->group[a->group];
  return (program_group_work){.s = s,
                              .group = group,
                              .mine = &program_of(s)->group[a->group],
                              .buffers = buffers,
                              .work =
                                  work_of_task(s, &s->tile[group->first], buffers, a->phase == 0)};
}

static void phase_cpu(void *buffers[], void *given) {
  const program_group_work g = begin(given, buffers);
  run(&g, given);
}

static void phase_on_device(void *buffers[], void *given) {
  device_task device = {.stream = device_stream()};
  program_group_work g = begin(given, buffers);
  if (work_on_gpu(&g.work, &device))
    run(&g, given);
  work_off_gpu(&g.work, true);
}

/* As work_nodes: memory of the worker, except for buffers that stay in host memory. */
static int nodes[BUFFER_MESSAGES + MOST_MESSAGES];

static struct starpu_codelet phase_codelet = {.cpu_funcs = {phase_cpu},
                                              .cpu_funcs_name = {"phase_cpu"},
                                              CODELET_ON_DEVICE(phase_on_device),
                                              .nbuffers = STARPU_VARIABLE_NBUFFERS,
                                              .specific_nodes = 1,
                                              .dyn_nodes = nodes,
                                              .name = "phase"};

static bool stays_on_host(int buffer) {
  return buffer == WORK_CLOCK || buffer == WORK_REPORT || buffer == BUFFER_SCALARS ||
         buffer == BUFFER_PARTIALS;
}

void program_nodes_create(void) {
  for (int i = 0; i < BUFFER_MESSAGES + MOST_MESSAGES; i++)
    nodes[i] = stays_on_host(i) ? STARPU_SPECIFIC_NODE_CPU : STARPU_SPECIFIC_NODE_LOCAL;
}

static ria_status submit_group(ria_simulation *s, int number, int group) {
  const program_memory *m = program_of(s);
  const program_phase *phase = &m->phase[number];
  const program_group *mine = &m->group[group];
  const tile_data *tile = &s->tile[s->group[group].first];
  queued_task task = {.codelet = &phase_codelet,
                      .name = "phase",
                      .priority = tile->boundary_tile ? PRIORITY_EDGE : PRIORITY_INNER,
                      .place = tile->place,
                      .argument_bytes = sizeof(argument)};
  const messages in = messages_of(s, group, phase->unpack);
  const messages out = messages_of(s, group, phase->pack);
  if (in.ins + out.outs > MOST_MESSAGES)
    return ria_fail(
        RIA_ERROR_UNSUPPORTED,
        "the tiles of a worker share cells with %d other workers; at most %d are possible", in.ins,
        MOST_MESSAGES / 2);
  RIA_TRY(queued_task_init(&task, BUFFER_MESSAGES + in.ins + out.outs));
  argument *given = task.argument = malloc(sizeof *given);
  if (!given)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a task");
  *given = (argument){s, group, number};
  queued_task_add(&task, tile->state_handle, STARPU_RW);
  queued_task_add(&task, tile->statics_handle, STARPU_R);
  queued_task_add(&task, s->clock_handle, STARPU_R);
  queued_task_add(&task, tile->report_handle, STARPU_RW);
  queued_task_add(&task, m->scalars_handle, STARPU_R);
  /* Other tasks may still read the results of the preceding phase. */
  queued_task_add(&task, mine->handle, phase->reductions ? STARPU_RW : STARPU_R);
  for (int i = 0; i < in.ins; i++)
    queued_task_add(&task, strip_in(&in, i)->handle[s->parity], STARPU_R);
  for (int i = 0; i < out.outs; i++)
    queued_task_add(&task, strip_out(&out, i)->handle[1 - s->parity], STARPU_W);
  return queued_task_submit(&task);
}

ria_status program_submit_phase(ria_simulation *s, int number) {
  const program_phase *phase = &program_of(s)->phase[number];
  if (phase->unpack >= 0 && s->model.program->op[phase->unpack].kind == RIA_OP_SPMV)
    RIA_TRY(program_matrix_submit(s, phase->unpack));
  else if (phase->unpack >= 0)
    RIA_TRY(program_halo_submit(s, phase->unpack));
  for (int g = 0; g < s->groups; g++)
    RIA_TRY(submit_group(s, number, g));
  if (phase->pack >= 0)
    s->parity = 1 - s->parity;
  return RIA_SUCCESS;
}
