/* The clock's task, and the way of the rates: tile reports -> one report a rank -> rank 0 -> clock
 * -> all ranks. */
#include "clock_task.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "executors/executor.h"
#include "simulation.h"
#include "submit/task.h"
#include "trace/trace.h"
#include "work/ledger.h"

enum { BUFFER_CLOCK, BUFFER_REPORTS };

static step_report *rank_report_of(const ria_simulation *s, int rank) {
  return (step_report *)((char *)s->rank_report + (size_t)rank * step_report_bytes(s->openings));
}

typedef struct {
  ria_simulation *simulation;
  int actions, reports;
  bool news; /* memory after the reports */
  ria_request request;
} clock_argument;

static step_clock *clock_pointer(void *buffer) {
  return (void *)STARPU_VECTOR_GET_PTR((struct starpu_vector_interface *)buffer);
}

static void merge_reports(const ria_simulation *s, void **buffers, int count, step_report *merged) {
  memset(merged, 0, step_report_bytes(s->openings));
  for (int i = 0; i < count; i++) {
    step_report *report = (step_report *)STARPU_VARIABLE_GET_PTR(buffers[i]);
    step_report_merge(merged, report);
    ria_flows_merge(step_report_flows(merged), step_report_flows(report));
  }
}

/* The forcing of the window that was decided last. */
static void force_window(ria_simulation *s, step_clock *clock) {
  for (int n = 0; n < clock->now.active; n++)
    forcing_sample(&s->forcing, clock->now.time + n * clock->now.dt,
                   clock_values(clock) + n * s->model.forcings);
}

void clock_act(ria_simulation *s, step_clock *clock, int actions, const ria_request *request,
               step_report *report) {
  const ria_model *model = &s->model;
  clock->now.stopped = atomic_load_explicit(&s->stop, memory_order_relaxed);
  if ((actions & CLOCK_ACCEPT) && clock_accept(clock, model, s->applications, report))
    ledger_enter(s, clock, clock_values(clock), step_report_flows(report));
  /* Windows submitted after the end must have no effect: the rate is kept with the state. */
  if ((actions & CLOCK_RATE) && !ria_now_reached(&clock->now, request))
    clock_rate(clock, report->rate);
  if (actions & CLOCK_DECIDE)
    clock_decide(clock, model, request);
  else
    clock->now.active = 0;
  force_window(s, clock);
  if (actions & CLOCK_FORCE)
    forcing_sample(&s->forcing, clock->now.time, clock_values(clock));
}

void clock_look_ahead(ria_simulation *s, const step_clock *clock) {
  const ria_now *now = &clock->now;
  const double length = now->active * now->dt, interval = s->model.forcing_interval;
  if (!(interval > 0 && length > 0))
    return;
  const int64_t most = s->forcing.room / 2;
  const double knots = 3 + ceil(length / interval);
  forcing_remember(&s->forcing, now->time + length, 0,
                   knots < (double)most ? (int64_t)knots : most);
}

static void clock_cpu(void *buffers[], void *argument) {
  const clock_argument *a = argument;
  const double began = ria_seconds();
  step_clock *clock = clock_pointer(buffers[BUFFER_CLOCK]);
  ria_simulation *s = a->simulation;
  step_report *report = rank_report_of(s, 0); /* rank 0's own report is not sent */
  merge_reports(s, buffers + BUFFER_REPORTS, a->reports, report);
  const int64_t steps = clock->now.steps;
  const void *news =
      a->news ? (const void *)STARPU_VARIABLE_GET_PTR(buffers[BUFFER_REPORTS + a->reports]) : NULL;
  if (news && clock->now.active)
    s->executor->take_news(s, news, clock);
  const double dt = clock->now.dt;
  clock_act(s, clock, a->actions, &a->request, report);
  if (news && s->record && clock->now.steps > steps)
    s->executor->record(s, news, clock, dt);
  trace_note(s->trace, TRACE_CLOCK, clock->now.steps, began);
}

static void gather_cpu(void *buffers[], void *argument) {
  const clock_argument *a = argument;
  merge_reports(a->simulation, buffers + 1, a->reports,
                (step_report *)STARPU_VARIABLE_GET_PTR(buffers[0]));
}

static void post_cpu(void *buffers[], void *argument) {
  (void)argument;
  clock_copy(clock_pointer(buffers[0]), clock_pointer(buffers[1]));
}

static struct starpu_codelet clock_codelet = {.cpu_funcs = {clock_cpu},
                                              .cpu_funcs_name = {"clock_cpu"},
                                              .nbuffers = STARPU_VARIABLE_NBUFFERS,
                                              .name = "clock"};
static struct starpu_codelet gather_codelet = {.cpu_funcs = {gather_cpu},
                                               .cpu_funcs_name = {"gather_cpu"},
                                               .nbuffers = STARPU_VARIABLE_NBUFFERS,
                                               .name = "gather"};
static struct starpu_codelet post_codelet = {.cpu_funcs = {post_cpu},
                                             .cpu_funcs_name = {"post_cpu"},
                                             .nbuffers = STARPU_VARIABLE_NBUFFERS,
                                             .name = "post"};

/* For an executor that runs batches. */
static int knots_of(const ria_simulation *s) {
  return s->executor->batches ? s->executor->batches->knots(s) : 0;
}

static size_t clock_room(const ria_simulation *s) {
  const int knots = knots_of(s);
  const int times = knots > s->model.window ? knots : s->model.window;
  return clock_bytes(&s->model) + (size_t)times * (size_t)s->model.forcings * sizeof(double);
}

static step_clock *clock_alloc(size_t bytes, starpu_data_handle_t *handle) {
  step_clock *clock = pages_alloc(bytes);
  if (clock)
    memset(clock, 0, bytes);
  if (clock && handle)
    starpu_vector_data_register(handle, STARPU_MAIN_RAM, (uintptr_t)clock, (uint32_t)bytes, 1);
  return clock;
}

ria_status clock_create(ria_simulation *s) {
  enum { KNOTS_OF_STEP = 4, MOST_KNOTS = 1 << 13 }; /* a step is seldom longer than two knots */
  const int64_t window = (int64_t)KNOTS_OF_STEP * s->model.window;
  const int64_t most = window < MOST_KNOTS ? window : MOST_KNOTS;
  const int64_t knots = knots_of(s) ? knots_of(s) : most;
  s->clock_tag = ria_mesh_tiles(&s->mesh) * MOST_STRIPS * 2;
  /* In addition to the knots of a batch or a window: those sampled ahead. */
  RIA_TRY(forcing_create(&s->forcing, &s->model, 2 + 2 * knots));
  s->clock_bytes = clock_room(s);
  s->clock = clock_alloc(s->clock_bytes, &s->clock_handle);
  s->latest = clock_alloc(clock_bytes(&s->model), NULL);
  if (!s->clock || !s->latest)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the clock");
  for (int i = 0; i < 2; i++) {
    s->post[i].clock = clock_alloc(clock_bytes(&s->model), &s->post[i].handle);
    if (!s->post[i].clock)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for the clock");
  }
  int reports = s->runtime->rank ? 1 : s->runtime->ranks;
  s->rank_report = calloc((size_t)reports, step_report_bytes(s->openings));
  s->rank_report_handle = calloc((size_t)reports, sizeof *s->rank_report_handle);
  if (!s->rank_report || !s->rank_report_handle)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the clock");
  for (int r = 0; r < reports; r++)
    starpu_variable_data_register(&s->rank_report_handle[r], STARPU_MAIN_RAM,
                                  (uintptr_t)rank_report_of(s, r), step_report_bytes(s->openings));
  return RIA_SUCCESS;
}

void ria_simulation_renew_forcing(ria_simulation *s) {
  ria_simulation_drain(s);
  forcing_forget(&s->forcing);
}

void clock_destroy(ria_simulation *s) {
  if (s->clock_handle)
    starpu_data_unregister(s->clock_handle);
  for (int i = 0; i < 2; i++) {
    if (s->post[i].handle)
      starpu_data_unregister(s->post[i].handle);
    free(s->post[i].clock);
  }
  int reports = s->runtime->rank ? 1 : s->runtime->ranks;
  for (int r = 0; r < reports && s->rank_report_handle; r++)
    if (s->rank_report_handle[r])
      starpu_data_unregister(s->rank_report_handle[r]);
  free(s->rank_report);
  free(s->rank_report_handle);
  free(s->clock);
  forcing_destroy(&s->forcing);
  free(s->latest);
}

static ria_status clock_task(ria_simulation *s, queued_task *task, struct starpu_codelet *codelet,
                             int buffers, const clock_argument *argument) {
  *task = (queued_task){.codelet = codelet,
                        .name = codelet->name,
                        .priority = PRIORITY_CLOCK,
                        .place = place_of_host(s->runtime),
                        .argument_bytes = sizeof *argument};
  RIA_TRY(queued_task_init(task, buffers));
  clock_argument *copy = malloc(sizeof *copy);
  if (!copy)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a task");
  *copy = *argument;
  copy->simulation = s;
  task->argument = copy;
  return RIA_SUCCESS;
}

static void add_tile_reports(const ria_simulation *s, queued_task *task) {
  for (int i = 0; i < s->tiles; i++)
    queued_task_add(task, s->tile[i].report_handle, STARPU_R);
}

static ria_status submit_on_root(ria_simulation *s, int actions, const ria_request *request) {
  int ranks = s->runtime->ranks;
  bool judged = actions & (CLOCK_ACCEPT | CLOCK_RATE);
  clock_argument a = {.actions = actions, .request = *request};
  for (int r = 1; r < ranks && judged; r++)
    if (starpu_mpi_irecv_detached(s->rank_report_handle[r], r, s->clock_tag + r, s->runtime->comm,
                                  NULL, NULL))
      return ria_fail(RIA_ERROR_MPI, "StarPU-MPI refused to receive a report");
  const starpu_data_handle_t news = judged && s->executor->news ? s->executor->news(s) : NULL;
  a.reports = judged ? s->tiles + ranks - 1 : 0;
  a.news = news != NULL;
  queued_task task;
  RIA_TRY(clock_task(s, &task, &clock_codelet, BUFFER_REPORTS + a.reports + 1, &a));
  queued_task_add(&task, s->clock_handle, STARPU_RW);
  if (judged) {
    add_tile_reports(s, &task);
    for (int r = 1; r < ranks; r++)
      queued_task_add(&task, s->rank_report_handle[r], STARPU_R);
  }
  if (news)
    queued_task_add(&task, news, STARPU_R);
  RIA_TRY(queued_task_submit(&task));
  for (int r = 1; r < ranks; r++)
    if (starpu_mpi_isend_detached(s->clock_handle, r, s->clock_tag, s->runtime->comm, NULL, NULL))
      return ria_fail(RIA_ERROR_MPI, "StarPU-MPI refused to send the clock");
  return RIA_SUCCESS;
}

static ria_status submit_elsewhere(ria_simulation *s, int actions) {
  int rank = s->runtime->rank;
  if (actions & (CLOCK_ACCEPT | CLOCK_RATE)) {
    clock_argument a = {.reports = s->tiles};
    queued_task task;
    RIA_TRY(clock_task(s, &task, &gather_codelet, 1 + s->tiles, &a));
    queued_task_add(&task, s->rank_report_handle[0], STARPU_W);
    add_tile_reports(s, &task);
    RIA_TRY(queued_task_submit(&task));
    if (starpu_mpi_isend_detached(s->rank_report_handle[0], 0, s->clock_tag + rank,
                                  s->runtime->comm, NULL, NULL))
      return ria_fail(RIA_ERROR_MPI, "StarPU-MPI refused to send a report");
  }
  if (starpu_mpi_irecv_detached(s->clock_handle, 0, s->clock_tag, s->runtime->comm, NULL, NULL))
    return ria_fail(RIA_ERROR_MPI, "StarPU-MPI refused to receive the clock");
  return RIA_SUCCESS;
}

ria_status clock_submit(ria_simulation *s, int actions, const ria_request *request) {
  return s->runtime->rank ? submit_elsewhere(s, actions) : submit_on_root(s, actions, request);
}

ria_status clock_post(ria_simulation *s, int slot) {
  queued_task task;
  RIA_TRY(clock_task(s, &task, &post_codelet, 2, &(clock_argument){0}));
  queued_task_add(&task, s->post[slot].handle, STARPU_W);
  queued_task_add(&task, s->clock_handle, STARPU_R);
  s->post[slot].window = s->windows;
  return queued_task_submit(&task);
}

ria_status clock_wait(ria_simulation *s, int slot) {
  if (starpu_data_acquire(s->post[slot].handle, STARPU_R))
    return ria_fail(RIA_ERROR_STARPU, "StarPU cannot wait for the clock");
  clock_copy(s->latest, s->post[slot].clock);
  s->latest_window = s->post[slot].window;
  starpu_data_release(s->post[slot].handle);
  return RIA_SUCCESS;
}

ria_status clock_retry(ria_simulation *s, bool filled) {
  if (starpu_data_acquire(s->clock_handle, STARPU_RW))
    return ria_fail(RIA_ERROR_STARPU, "StarPU cannot acquire the clock");
  s->clock->now.verdict = RIA_VERDICT_FINE;
  s->clock->now.redo = filled;
  starpu_data_release(s->clock_handle);
  return RIA_SUCCESS;
}

ria_status clock_restart(ria_simulation *s, const ria_progress *progress,
                         const ria_ledger *ledger) {
  if (starpu_data_acquire(s->clock_handle, STARPU_W))
    return ria_fail(RIA_ERROR_STARPU, "StarPU cannot acquire the clock");
  memset(s->clock, 0, s->clock_bytes);
  s->clock->now = (ria_now){.time = progress->time,
                            .dt = progress->dt,
                            .rate = progress->rate,
                            .steps = progress->steps,
                            .redone = progress->redone,
                            .ended = progress->ended};
  memcpy(s->clock->lasting, progress->lasting, sizeof s->clock->lasting);
  s->clock->ledger = *ledger;
  s->clock->ledger.in = s->clock->ledger.fed = NULL;
  memcpy(clock_in(s->clock), ledger->in, (size_t)ledger->openings * sizeof *ledger->in);
  memcpy(clock_fed(s->clock), ledger->fed, (size_t)ledger->feeds * sizeof *ledger->fed);
  clock_copy(s->latest, s->clock);
  starpu_data_release(s->clock_handle);
  s->latest_window = s->windows;
  s->moments_begun = false;
  simulation_invalidate(s);
  return RIA_SUCCESS;
}
