/* The loop: many exact steps in one task, if one tile is the whole domain.
 *
 * Otherwise each exact step takes three tasks: the rates of the tiles, the clock, the steps. A tile
 * without neighbours has all inputs of these, so one task runs a batch of steps: on a CPU step by
 * step, on a GPU in one launch. Between batches a clock task takes over the loop's clock, checks
 * for a request to stop, and samples the forcing. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "submit/task.h"
#include "executors/many_steps/many_steps.h"
#include "trace/task_timer.h"
#include "work/ledger.h"

/* The state in which a loop task stopped, in pinned memory if it ran on a GPU. */
typedef struct {
  ria_device_steps_report device; /* replaces the clock, if it ran on a GPU */
  bool on_device;
  step_clock clock; /* followed in memory by the sums of its ledger */
} loop_result;

static size_t result_bytes(const ria_simulation *s) {
  return sizeof(loop_result) + clock_bytes(&s->model) - sizeof(step_clock);
}

/* Private data of a simulation. */
typedef struct {
  loop_result *result;
  starpu_data_handle_t result_handle;
  starpu_data_handle_t forcing_handle; /* handle without data that orders the tasks which sample the
                                          forcing */
  double *forcing;                     /* [forcings]: forcing of a step on a CPU, */
  step_report *report;                 /* and its table */
  bool on_device;
  atomic_int refused; /* the GPU's implementation refused */
  /* The next batch, prepared by the clock task for the tasks after it; and the time when it did so.
   */
  many_steps_batch batch;
  double began;
  atomic_int batch_steps; /* copy of the batch for the host */
} loop_state;

static loop_state *loop_of(const ria_simulation *s) {
  return s->executor_data;
}

enum { BUFFER_STATE, BUFFER_STATICS, BUFFER_CLOCK, BUFFER_RESULT, BUFFERS };
enum { FORCING_CLOCK, FORCING_HANDLE, FORCING_BUFFERS };
enum { CLOCK_CLOCK, CLOCK_RESULT, CLOCK_FORCING, CLOCK_BUFFERS };

/* A batch takes a fraction of a second: the longest delay of a request to stop. */
static const double batch_seconds = 0.1;
enum { FIRST_BATCH = 1, LONGEST_BATCH = 1 << 16, KNOTS = 1 << 13 };

typedef struct {
  ria_simulation *simulation;
  ria_request request;
  bool adopt, prepare; /* start of the clock task */
} loop_argument;

static ria_status fits(ria_simulation *s, bool *fits) {
  const ria_model *m = &s->model;
  *fits = m->step == RIA_STEP_EXACT && s->solo &&
          (!s->on_device || (many_steps_offered(s) && m->forcings && m->forcing_interval > 0));
  return RIA_SUCCESS;
}

static int knots(const ria_simulation *s) {
  return s->on_device ? KNOTS : 0;
}

static ria_status create(ria_simulation *s) {
  loop_state *loop = s->executor_data = calloc(1, sizeof *loop);
  if (!loop)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the loop");
  loop->on_device = s->on_device;
  loop->forcing = calloc((size_t)s->model.forcings + 1, sizeof *loop->forcing);
  loop->report = calloc(1, step_report_bytes(s->openings));
  loop->result = pages_alloc(result_bytes(s));
  if (!loop->forcing || !loop->report || !loop->result)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the loop");
  if (loop->on_device) {
    starpu_memory_pin(loop->result, result_bytes(s));
    starpu_memory_pin(s->clock, s->clock_bytes);
  }
  starpu_variable_data_register(&loop->result_handle, STARPU_MAIN_RAM, (uintptr_t)loop->result,
                                result_bytes(s));
  starpu_void_data_register(&loop->forcing_handle);
  return RIA_SUCCESS;
}

static void destroy(ria_simulation *s) {
  loop_state *loop = loop_of(s);
  if (loop->result_handle) {
    starpu_data_unregister(loop->result_handle);
    starpu_data_unregister(loop->forcing_handle);
    if (loop->on_device) {
      starpu_memory_unpin(loop->result, result_bytes(s));
      starpu_memory_unpin(s->clock, s->clock_bytes);
    }
  }
  free(loop->forcing);
  free(loop->report);
  free(loop->result);
}

static bool refused(const ria_simulation *s) {
  return atomic_load(&loop_of(s)->refused);
}

static void *buffer_pointer(void *buffer) {
  return (void *)STARPU_VECTOR_GET_PTR((struct starpu_vector_interface *)buffer);
}

/* The work of the task, from the clock's state on; its own clock and report continue in the result.
 */
static tile_work begin(void *buffers[], const loop_argument *a) {
  ria_simulation *s = a->simulation;
  const step_clock *clock = buffer_pointer(buffers[BUFFER_CLOCK]);
  loop_result *result = (void *)STARPU_VARIABLE_GET_PTR(buffers[BUFFER_RESULT]);
  clock_copy(&result->clock, clock);
  result->on_device = false;
  return work_of(s, &s->tile[0], buffer_pointer(buffers[BUFFER_STATE]),
                 buffer_pointer(buffers[BUFFER_STATICS]), clock, loop_of(s)->report);
}

/* One exact step; returns whether another one may follow. */
static bool step(const tile_work *w, step_clock *clock, const loop_argument *a) {
  ria_simulation *s = a->simulation;
  if (ria_now_reached(&clock->now, &a->request))
    return false;
  step_report *report = w->report;
  tile_work one = *w;
  one.clock = clock;
  memset(report, 0, step_report_bytes(s->openings));
  forcing_sample(&s->forcing, clock->now.time, loop_of(s)->forcing);
  work_rate(&one, 0, loop_of(s)->forcing);
  clock_rate(clock, report->rate);
  clock_decide(clock, &s->model, &a->request);
  if (!clock->now.active)
    return false;
  memset(report, 0, step_report_bytes(s->openings));
  work_step(&one, 0, 1, loop_of(s)->forcing, NULL, NULL);
  if (clock_accept(clock, &s->model, s->applications, report))
    ledger_enter(s, clock, loop_of(s)->forcing, step_report_flows(report));
  return clock->now.verdict == RIA_VERDICT_FINE;
}

/* All of the task counts as work. */
static void begin_timer(const tile_work *w, task_timer *timer) {
  task_timer_begin(timer, w->s, w->tile,
                   &(task_parts){.step = w->clock->now.steps,
                                 .steps = loop_of(w->s)->batch.steps,
                                 .works = true},
                   w->device ? w->device->stream : NULL);
  task_timer_mark(timer, TIMER_UNPACKED);
}

static void end_timer(task_timer *timer) {
  task_timer_mark(timer, TIMER_WORKED);
  task_timer_mark(timer, TIMER_PACKED);
}

static void loop_cpu(void *buffers[], void *argument) {
  const loop_argument *a = argument;
  const tile_work w = begin(buffers, a);
  task_timer timer;
  begin_timer(&w, &timer);
  step_clock *clock = &loop_of(a->simulation)->result->clock;
  const int batch = loop_of(a->simulation)->batch.steps;
  for (int n = 0; n < batch && step(&w, clock, a); n++)
    ;
  end_timer(&timer);
}

static void loop_on_device(void *buffers[], void *argument) {
  const loop_argument *a = argument;
  loop_state *loop = loop_of(a->simulation);
  device_task device = {.stream = device_stream()};
  tile_work w = begin(buffers, a);
  w.device = &device;
  task_timer timer;
  begin_timer(&w, &timer);
  loop->result->on_device = many_steps_exact(&w, &loop->batch, &a->request, &loop->result->device);
  end_timer(&timer);
  if (device.error)
    simulation_device_failed(a->simulation, device.error);
  else if (!loop->result->on_device)
    atomic_store(&loop->refused, 1);
}

static void knots_cpu(void *buffers[], void *argument) {
  const loop_argument *a = argument;
  const step_clock *clock = buffer_pointer(buffers[FORCING_CLOCK]);
  const int knots = loop_of(a->simulation)->batch.knots;
  forcing_remember(&a->simulation->forcing, clock->now.time, knots, 2 * knots);
}

static int loop_nodes[BUFFERS] = {[BUFFER_STATE] = STARPU_SPECIFIC_NODE_LOCAL,
                                  [BUFFER_STATICS] = STARPU_SPECIFIC_NODE_LOCAL,
                                  [BUFFER_CLOCK] = STARPU_SPECIFIC_NODE_CPU,
                                  [BUFFER_RESULT] = STARPU_SPECIFIC_NODE_CPU};

static struct starpu_codelet loop_codelet = {.cpu_funcs = {loop_cpu},
                                             .cpu_funcs_name = {"loop_cpu"},
                                             CODELET_ON_DEVICE(loop_on_device),
                                             .nbuffers = STARPU_VARIABLE_NBUFFERS,
                                             .specific_nodes = 1,
                                             .dyn_nodes = loop_nodes,
                                             .name = "loop"};
static struct starpu_codelet knots_codelet = {.cpu_funcs = {knots_cpu},
                                              .cpu_funcs_name = {"knots_cpu"},
                                              .nbuffers = STARPU_VARIABLE_NBUFFERS,
                                              .name = "knots"};

static ria_status make_task(ria_simulation *s, struct starpu_codelet *codelet, int buffers,
                            const ria_request *request, queued_task *task) {
  *task = (queued_task){
      .codelet = codelet, .name = codelet->name, .argument_bytes = sizeof(loop_argument)};
  RIA_TRY(queued_task_init(task, buffers));
  loop_argument *argument = task->argument = malloc(sizeof *argument);
  if (!argument)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a task");
  *argument = (loop_argument){.simulation = s, .request = *request};
  return RIA_SUCCESS;
}

/* A GPU reports the bad cell and the clock; the state is in the base buffer. */
static void read_device(const ria_device_steps_report *device, step_clock *clock) {
  if (clock->now.verdict != RIA_VERDICT_FINE)
    return; /* this launch began after the end: it reports no cell */
  clock->now = device->now;
  if (clock->now.verdict == RIA_VERDICT_FINE)
    return;
  int number, x, y; /* the clock is at the start of the step, whatever the step's number in the
                       launch */
  ria_bad_cell(device->bad, &number, &x, &y);
  clock->report = (step_report){.rate = clock->now.rate, .bad = device->bad != 0, .cell = {x, y}};
}

/* Increase the batch to its target time. The time of a batch includes waiting: it is counted from
 * its preparation. */
static void pace_batches(loop_state *loop, int64_t done) {
  const double took = ria_seconds() - loop->began;
  if (done <= 0)
    return;
  double batch = batch_seconds * (double)done / fmax(took, 1e-6);
  batch = fmin(batch, fmin(4. * loop->batch.steps, LONGEST_BATCH));
  loop->batch.steps = batch < 1 ? 1 : (int)batch;
}

/* Continue where the loop stopped. */
static void adopt(const ria_simulation *s, step_clock *clock) {
  const loop_result *result = loop_of(s)->result;
  const int64_t steps = clock->now.steps;
  if (result->on_device) {
    read_device(&result->device, clock);
    if (ledger_counts(&s->model))
      clock->ledger.unmeasured += clock->now.steps - steps;
  } else {
    clock->now = result->clock.now;
    clock->base_buffer = result->clock.base_buffer;
    clock->tracked = result->clock.tracked;
    clock->report = result->clock.report;
    clock->first_rate = result->clock.first_rate;
    clock->ledger = result->clock.ledger;
    memcpy(clock_in(clock), clock_in(&loop_of(s)->result->clock),
           clock_bytes(&s->model) - sizeof *clock);
  }
  clock->now.active = 0;
  pace_batches(loop_of(s), clock->now.steps - steps);
}

/* Set the length and the forcing of the next batch. */
static void prepare(ria_simulation *s, step_clock *clock) {
  loop_state *loop = loop_of(s);
  many_steps_batch *batch = &loop->batch;
  if (batch->steps < 1)
    batch->steps = FIRST_BATCH;
  if (loop->on_device) {
    double knots = 3 + ceil(batch->steps * clock->now.dt / s->model.forcing_interval);
    batch->knots = knots < KNOTS ? (int)knots : KNOTS;
    batch->first_knot =
        forcing_fill(&s->forcing, clock->now.time, batch->knots, clock_values(clock));
  }
  atomic_store(&loop->batch_steps, batch->steps);
  loop->began = ria_seconds();
}

static void clock_cpu(void *buffers[], void *argument) {
  const loop_argument *a = argument;
  ria_simulation *s = a->simulation;
  const double began = ria_seconds();
  step_clock *clock = buffer_pointer(buffers[CLOCK_CLOCK]);
  if (a->adopt)
    adopt(s, clock);
  clock->now.stopped = atomic_load_explicit(&s->stop, memory_order_relaxed);
  clock->now.active = 0;
  if (a->prepare)
    prepare(s, clock);
  trace_note(s->trace, TRACE_CLOCK, clock->now.steps, began);
}

static struct starpu_codelet clock_codelet = {.cpu_funcs = {clock_cpu},
                                              .cpu_funcs_name = {"clock_cpu"},
                                              .nbuffers = STARPU_VARIABLE_NBUFFERS,
                                              .name = "clock"};

static ria_status submit_clock(ria_simulation *s, const ria_request *request, bool prepares) {
  queued_task task;
  RIA_TRY(make_task(s, &clock_codelet, CLOCK_BUFFERS, request, &task));
  loop_argument *argument = task.argument;
  argument->adopt = s->pending;
  argument->prepare = prepares;
  task.priority = PRIORITY_CLOCK;
  task.place = place_of_host(s->runtime);
  queued_task_add(&task, s->clock_handle, STARPU_RW);
  queued_task_add(&task, loop_of(s)->result_handle, STARPU_R);
  queued_task_add(&task, loop_of(s)->forcing_handle, STARPU_RW);
  return queued_task_submit(&task);
}

/* Submit the steps, and a task that prepares the forcing of the next batch. */
static ria_status submit_steps(ria_simulation *s, const ria_request *request) {
  queued_task task;
  RIA_TRY(make_task(s, &loop_codelet, BUFFERS, request, &task));
  task.place = s->tile[0].place;
  queued_task_add(&task, s->tile[0].state_handle, STARPU_RW);
  queued_task_add(&task, s->tile[0].statics_handle, STARPU_R);
  queued_task_add(&task, s->clock_handle, STARPU_R);
  queued_task_add(&task, loop_of(s)->result_handle, STARPU_W);
  RIA_TRY(queued_task_submit(&task));
  if (!loop_of(s)->on_device)
    return RIA_SUCCESS;
  RIA_TRY(make_task(s, &knots_codelet, FORCING_BUFFERS, request, &task));
  queued_task_add(&task, s->clock_handle, STARPU_R);
  queued_task_add(&task, loop_of(s)->forcing_handle, STARPU_RW);
  return queued_task_submit(&task);
}

static ria_status submit(ria_simulation *s, const ria_request *request) {
  RIA_TRY(submit_clock(s, request, true));
  return submit_steps(s, request);
}

static ria_status settle(ria_simulation *s) {
  return s->pending ? submit_clock(s, &(ria_request){0}, false) : RIA_SUCCESS;
}

/* A batch needs no check by the host: one submitted after the end has no effect. */
static int64_t wanted(const ria_simulation *s, const ria_request *request) {
  const ria_now *now = &s->latest->now;
  int64_t under_way = s->windows - s->latest_window + s->pending;
  if (ria_now_reached(now, request) || refused(s))
    return 0;
  double left = now->dt > 0 ? (request->until - now->time) / now->dt : INFINITY;
  if (request->last_step >= 0)
    left = fmin(left, (double)(request->last_step - now->steps));
  return under_way && (double)under_way * atomic_load(&loop_of(s)->batch_steps) > 1.05 * left + 2
             ? 0
             : 1;
}

static const executor_batches batches = {
    .knots = knots, .wanted = wanted, .submit = submit, .settle = settle, .refused = refused};

const tile_executor loop_executor = {
    .traits = {.host = true, .tracks = true, .carries_riders = true},
    .fits = fits,
    .create = create,
    .destroy_tile = many_steps_destroy,
    .destroy = destroy,
    .invalidate = many_steps_invalidate,
    .batches = &batches};
