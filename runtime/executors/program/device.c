/* A program that runs completely on one GPU: a step is one task, and the host does not wait for its
 * launches. The scalars are in the GPU's memory, where kernels read them. After each phase, a
 * kernel reads the results of its reductions, computes the scalars that follow and decides whether
 * a loop goes on.
 *
 * The launches of a step are recorded once, in a graph with loops as nodes, and the graph is run in
 * each step. If the GPU's driver lacks such nodes, the host launches the expected number of
 * iterations of a loop (program_batch) and then checks whether it has ended: surplus launches have
 * no effect. */
#include "program.h"
#include "submit/task.h"
#include "trace/task_timer.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER_SCALARS = WORK_STRIPS, BUFFERS };

/* Most numbers of a cell in a sum, and most cells: ria_device_reduce_args. */
static const double most_cells = 1 << 27;

enum { MOST_TRIES = 3, ITERATIONS_OF_A_TURN = 4 };

struct program_device {
  ria_scalars *there; /* in the GPU's memory, allocated on first use */
  ria_scalars *seen;  /* pinned: the host's copy while it drives a loop */
  bool graphs;        /* launches are being recorded */
  bool alone;         /* no launch may begin before the preceding one has ended */
  bool pinned;
  int tries; /* failed attempts to record them */
  void *graph;
  /* Arguments that are fixed in the recorded graph. */
  const void *state, *statics, *stream;
  double dt;
};

/* A walk through the phases that puts their launches on the stream or into a graph. */
typedef struct {
  program_group_work *g;
  program_memory *m;
  program_device *d;
  const ria_scalars *scalars;                   /* on the host: scalars at the start of the step */
  void *graph;                                  /* NULL: they are not recorded */
  void *after;                                  /* the last node so far; NULL: none */
  bool recording;                               /* the stream is recording */
  unsigned long long handle[RIA_PROGRAM_LOOPS]; /* number of loops in the graph */
} walk;

static void *stream_of(const walk *w) {
  return w->g->work.device->stream;
}

static void note(const walk *w, int code) {
  work_set_error(&w->g->work, code);
}

static bool good(const walk *w) {
  return !w->g->work.device->error;
}

/* ---- scalars ---- */

/* Launches that compute scalars, while they are assembled. */
typedef struct {
  ria_device_scalars_args args;
  const ria_kernel *kernel; /* NULL: none, only SCALAR operations */
  bool any;
} pending;

static pending new_pending(const walk *w) {
  pending p = {.args = {.stream = stream_of(w), .alone = w->g->alone}};
  p.args.calculation.scalars = w->g->there;
  p.args.calculation.on = w->g->on;
  p.args.calculation.enters = p.args.calculation.ends = -1;
  return p;
}

static void flush(const walk *w, pending *p) {
  note(w, p->kernel ? p->kernel->compute_on_device(&p->args) : device_calculate(&p->args));
  *p = new_pending(w);
}

static void add_results(const walk *w, const program_phase *phase, pending *p) {
  ria_device_calculation *c = &p->args.calculation;
  for (int n = phase->first; n < phase->first + phase->ops; n++)
    if (w->g->s->model.program->op[n].kind == RIA_OP_REDUCE) {
      c->result[c->results] = program_result_on_device(w->g, n, c->results);
      c->results++;
    }
  p->any = c->results > 0;
}

static void add_kernel(const walk *w, const ria_op *op, pending *p) {
  if (p->kernel || p->args.calculation.terms)
    flush(w, p);
  ria_device_calculation *c = &p->args.calculation;
  p->kernel = op->kernel;
  for (int i = 0; i < op->kernel->nscalar; i++) {
    c->in[i] = op->bound[i];
    c->given[i] = op->scalars[i].value;
  }
  memcpy(c->out, op->result_of, sizeof c->out);
}

static void add_term(const walk *w, const ria_op *op, pending *p) {
  if (p->kernel || p->args.calculation.terms == RIA_DEVICE_TERMS)
    flush(w, p);
  ria_device_calculation *c = &p->args.calculation;
  c->term[c->terms++] = (ria_scalar_term){op->operation, op->result, op->a, op->b};
}

/* Launch the scalar operations after a phase: usually one kernel. */
static void calculate(const walk *w, const program_phase *phase) {
  pending p = new_pending(w);
  add_results(w, phase, &p);
  for (int i = phase->scalar; i < phase->scalar + phase->scalar_ops; i++) {
    const ria_op *op = &w->g->s->model.program->op[i];
    if (op->kind == RIA_OP_COMPUTE)
      add_kernel(w, op, &p);
    else
      add_term(w, op, &p);
    p.any = true;
  }
  const ria_op *loop = program_loop_op(w->m, phase);
  if (loop) {
    ria_device_calculation *c = &p.args.calculation;
    c->enters = phase->enters;
    c->ends = phase->ends;
    c->condition = loop->condition;
    c->most = loop->most;
    c->in_graph = w->graph != NULL;
    c->handle = w->handle[phase->enters >= 0 ? phase->enters : phase->ends];
  }
  if (p.any || loop)
    flush(w, &p);
}

/* ---- phases ---- */

static void do_phase(const walk *w, const program_phase *phase) {
  ria_scalars *there = w->g->there;
  w->g->on = phase->loop < 0 ? &there->on : &there->running[phase->loop];
  program_operate(w->g, phase, w->scalars, NULL, NULL);
  calculate(w, phase);
}

static void do_phases(walk *w, int first, int end);

/* Copy the scalars to the host, after all launches are done. */
static const ria_scalars *look(const walk *w) {
  note(w, device_copy(stream_of(w), w->d->seen, w->g->there, sizeof *w->d->seen));
  if (good(w))
    note(w, device_stream_wait(stream_of(w)));
  return w->d->seen;
}

/* The kernels of segments ignore the scalars: they also run after the end of a loop. */
static bool may_run_ahead(const walk *w, const program_loop *loop) {
  return !loop->holds && !w->g->s->model.segments;
}

/* Run a loop that the host drives. */
static void drive(walk *w, int number) {
  program_loop *loop = &w->m->loop[number];
  const bool ahead = may_run_ahead(w, loop);
  int64_t submitted = 0;
  const ria_scalars *seen = NULL;
  do {
    const int64_t most = loop->op->most - submitted;
    int64_t count = seen ? 1 : 0;
    if (ahead)
      count = program_batch(loop->expected, submitted, seen != NULL);
    count = count < most ? count : most;
    for (int64_t i = 0; i < count && good(w); i++)
      do_phases(w, loop->first, loop->end);
    submitted += count;
    seen = look(w);
  } while (good(w) && seen->running[number]);
  loop->expected = seen->turns[number];
}

/* ---- graphs ---- */

static void begin_recording(walk *w) {
  if (!good(w))
    return;
  note(w, device_graph_begin(stream_of(w), w->graph, w->after));
  w->recording = good(w);
}

/* End recording, also after an error: a recording stream cannot be used otherwise. */
static void end_recording(walk *w) {
  if (w->recording)
    note(w, device_graph_end(stream_of(w), &w->after));
  w->recording = false;
}

/* A loop is a node; its body is a graph of its own with several iterations, because each run of the
 * node takes 3 us more. Surplus iterations have no effect. */
static void record_loop(walk *w, int number) {
  const program_loop *loop = &w->m->loop[number];
  const int turns = may_run_ahead(w, loop) ? ITERATIONS_OF_A_TURN : 1;
  void *const outer = w->graph, *body = NULL;
  end_recording(w);
  if (good(w))
    note(w, device_graph_loop(outer, w->handle[number], &w->after, &body));
  void *const after = w->after;
  w->graph = body;
  w->after = NULL;
  begin_recording(w);
  for (int i = 0; i < turns; i++)
    do_phases(w, loop->first, loop->end);
  end_recording(w);
  w->graph = outer;
  w->after = after;
  begin_recording(w);
}

static void do_phases(walk *w, int first, int end) {
  for (int number = first; number < end && good(w);) {
    const program_phase *phase = &w->m->phase[number++];
    const int loop = phase->enters;
    if (w->graph && loop >= 0)
      note(w, device_graph_handle(w->graph, &w->handle[loop]));
    do_phase(w, phase);
    if (loop < 0)
      continue;
    if (w->graph)
      record_loop(w, loop);
    else
      drive(w, loop);
    number = w->m->loop[loop].end;
  }
}

/* Record the launches of a step. An error is returned as a code and does not fail the simulation.
 */
static int record(walk *w) {
  device_task *device = w->g->work.device;
  void *graph = NULL;
  note(w, device_graph_create(&graph));
  w->graph = graph;
  begin_recording(w);
  do_phases(w, 0, w->m->phases);
  end_recording(w);
  w->graph = NULL;
  if (good(w))
    note(w, device_graph_finish(graph, &w->d->graph));
  device_graph_drop(graph);
  const int code = device->error;
  device->error = 0;
  return code;
}

static bool is_recorded(const walk *w) {
  const program_device *d = w->d;
  const program_group_work *g = w->g;
  return d->graph && d->state == program_state(g) &&
         d->statics == work_buffer(g->buffers[WORK_STATICS]) && d->stream == stream_of(w) &&
         (!g->s->model.segments || d->dt == g->work.clock->now.dt);
}

/* False: no graph is available. */
static bool make_graph(walk *w) {
  program_device *d = w->d;
  if (is_recorded(w))
    return true;
  device_graph_destroy(d->graph);
  d->graph = NULL;
  int code = record(w);
  if (code && !d->alone) { /* perhaps the driver rejects launches that overlap in a loop */
    d->alone = w->g->alone = true;
    code = record(w);
  }
  if (code) {
    d->alone = w->g->alone = false;
    d->graphs = ++d->tries < MOST_TRIES;
    if (!d->graphs)
      fprintf(stderr,
              "note: the GPU's driver rejected the graph of the program's launches (%s: %s); they "
              "run one by one\n",
              device_graph_call(), device_error_text(code));
    return false;
  }
  d->state = program_state(w->g);
  d->statics = work_buffer(w->g->buffers[WORK_STATICS]);
  d->stream = stream_of(w);
  d->dt = w->g->work.clock->now.dt;
  return true;
}

/* ---- the task ---- */

/* Allocate all memory that launches need: none can be allocated while recording. */
static void prepare(const walk *w) {
  program_device *d = w->d;
  if (!d->there)
    d->there = device_alloc(sizeof *d->there);
  if (!d->there)
    note(w, DEVICE_NO_MEMORY);
  if (good(w) && program_reserve(w->g))
    note(w, program_upload_places(w->g));
  for (int h = 0; h < w->m->halos && good(w); h++)
    note(w, program_upload_moves(&w->g->mine->halo[h].within, w->g->s));
  if (good(w))
    work_begin_report(&w->g->work);
  w->g->there = d->there;
  w->g->alone = d->alone;
}

static void run(program_group_work *g) {
  program_memory *m = program_of(g->s);
  ria_scalars *scalars = (void *)STARPU_VARIABLE_GET_PTR(g->buffers[BUFFER_SCALARS]);
  walk w = {.g = g, .m = m, .d = m->device, .scalars = scalars};
  if (scalars->idle)
    return;
  const task_parts parts = {.step = g->work.clock->now.steps, .steps = 1, .works = true};
  task_timer timer;
  task_timer_begin(&timer, g->s, g->work.tile, &parts, stream_of(&w));
  task_timer_mark(&timer, TIMER_UNPACKED);
  prepare(&w);
  if (good(&w))
    note(&w, device_copy(stream_of(&w), g->there, scalars, sizeof *scalars));
  if (good(&w) && w.d->graphs && make_graph(&w))
    note(&w, device_graph_launch(w.d->graph, stream_of(&w)));
  else if (good(&w))
    do_phases(&w, 0, m->phases);
  if (good(&w))
    note(&w, device_copy(stream_of(&w), scalars, g->there, sizeof *scalars));
  task_timer_mark(&timer, TIMER_WORKED);
  task_timer_mark(&timer, TIMER_PACKED);
}

static void program_on_device(void *buffers[], void *given) {
  ria_simulation *s = *(ria_simulation **)given;
  device_task device = {.stream = device_stream()};
  const tile_group *group = &s->group[0];
  program_group_work g = {.s = s,
                          .group = group,
                          .mine = &program_of(s)->group[0],
                          .buffers = buffers,
                          .work = work_of_task(s, &s->tile[group->first], buffers, true)};
  if (work_on_gpu(&g.work, &device))
    run(&g);
  work_off_gpu(&g.work, true);
}

static int nodes[BUFFERS];

static struct starpu_codelet program_codelet = {
    CODELET_ON_DEVICE(program_on_device), .nbuffers = STARPU_VARIABLE_NBUFFERS, .specific_nodes = 1,
    .dyn_nodes = nodes, .name = "program"};

ria_status program_device_submit(ria_simulation *s) {
  const tile_data *tile = &s->tile[s->group[0].first];
  queued_task task = {.codelet = &program_codelet,
                      .name = "program",
                      .priority = PRIORITY_INNER,
                      .place = tile->place,
                      .argument_bytes = sizeof(ria_simulation *)};
  RIA_TRY(queued_task_init(&task, BUFFERS));
  ria_simulation **given = task.argument = malloc(sizeof *given);
  if (!given)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a task");
  *given = s;
  queued_task_add(&task, tile->state_handle, STARPU_RW);
  queued_task_add(&task, tile->statics_handle, STARPU_R);
  queued_task_add(&task, s->clock_handle, STARPU_R);
  queued_task_add(&task, tile->report_handle, STARPU_RW);
  queued_task_add(&task, program_of(s)->scalars_handle, STARPU_RW);
  return queued_task_submit(&task);
}

/* ---- choice ---- */

/* Whether a GPU supports all that an operation needs, in a graph too. */
static bool op_fits(const ria_simulation *s, int number) {
  const ria_op *op = &s->model.program->op[number];
  if (op->kind == RIA_OP_SPMV || op->kind == RIA_OP_DOT)
    return false; /* a matrix with rings depends on the number of the step */
  if (op->kind == RIA_OP_COMPUTE)
    return op->kernel->compute_on_device != NULL;
  if (op->kind != RIA_OP_APPLY && op->kind != RIA_OP_REDUCE)
    return true;
  return ria_implementation_on_device(program_of(s)->implementation[number]);
}

static bool program_fits(const ria_simulation *s) {
  const program_memory *m = program_of(s);
  bool all = m->loops > 0 && !m->asides && m->groups == 1 && s->groups == 1 &&
             s->runtime->ranks == 1 && place_on_device(&s->tile[s->group[0].first].place) &&
             ria_mesh_cells(&s->mesh) <= most_cells && !(s->model.segments && s->model.forcings);
  for (int i = 0; i < s->model.program->ops && all; i++)
    all = op_fits(s, i);
  return all;
}

/* Read RIA_GPU_PROGRAM, by which tests compare the ways. */
static ria_status ask(bool *one_task, bool *graphs) {
  static const char variable[] = "RIA_GPU_PROGRAM";
  const char *asked = getenv(variable);
  const bool set = asked && *asked;
  *one_task = !set || strcmp(asked, "tasks");
  *graphs = !set || !strcmp(asked, "graph");
  if (*one_task && !*graphs && strcmp(asked, "launches"))
    return ria_fail(RIA_ERROR_ARGUMENT, "%s is '%s'; expected graph, launches or tasks", variable,
                    asked);
  return RIA_SUCCESS;
}

ria_status program_device_create(ria_simulation *s) {
  program_memory *m = program_of(s);
  bool one_task = false, graphs = false;
  RIA_TRY(ask(&one_task, &graphs));
  if (!one_task || !program_fits(s))
    return RIA_SUCCESS;
  program_device *d = m->device = calloc(1, sizeof *d);
  if (d)
    d->seen = device_pinned_alloc(sizeof *d->seen);
  if (!d || !d->seen)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a program");
  d->graphs = graphs && device_graphs_loop();
  starpu_memory_pin(m->scalars, sizeof *m->scalars);
  d->pinned = true;
  for (int i = 0; i < BUFFERS; i++)
    nodes[i] = i == WORK_STATE || i == WORK_STATICS ? STARPU_SPECIFIC_NODE_LOCAL
                                                    : STARPU_SPECIFIC_NODE_CPU;
  return RIA_SUCCESS;
}

void program_device_destroy(ria_simulation *s) {
  program_memory *m = program_of(s);
  program_device *d = m->device;
  if (!d)
    return;
  device_graph_destroy(d->graph);
  device_free(d->there);
  device_pinned_free(d->seen);
  if (d->pinned)
    starpu_memory_unpin(m->scalars, sizeof *m->scalars);
  free(d);
  m->device = NULL;
}
