/* The clock's task, and how rates travel: tile reports -> one report a rank -> rank 0 -> clock ->
 * all. */
#include "ledger.h"
#include "executors/executor.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER_CLOCK, BUFFER_REPORTS };

typedef struct {
  ria_simulation *simulation;
  int actions, reports;
  bool news; /* behind the reports */
  ria_request request;
} clock_argument;

static ria_clock *clock_pointer(void *buffer) {
  return (void *)STARPU_VECTOR_GET_PTR((struct starpu_vector_interface *)buffer);
}

static ria_report merge_reports(void **buffers, int count) {
  ria_report merged = {0};
  for (int i = 0; i < count; i++)
    ria_report_merge(&merged, (const ria_report *)STARPU_VARIABLE_GET_PTR(buffers[i]));
  return merged;
}

/* The forcing of the window that was decided on. */
static void force_window(ria_simulation *s, ria_clock *clock) {
  for (int n = 0; n < clock->now.active; n++)
    ria_forcing_sample(&s->forcing, clock->now.time + n * clock->now.dt,
                       ria_clock_values(clock) + n * s->model.forcings);
}

void ria_clock_act(ria_simulation *s, ria_clock *clock, int actions, const ria_request *request,
                   const ria_report *report) {
  const ria_model *model = &s->model;
  clock->now.stopped = atomic_load_explicit(&s->stop, memory_order_relaxed);
  if ((actions & RIA_CLOCK_ACCEPT) && ria_clock_accept(clock, model, s->applications, report))
    ria_ledger_enter(s, clock, ria_clock_values(clock), &report->flows);
  /* What is submitted beyond the end must leave no trace: the rate is kept with the state. */
  if ((actions & RIA_CLOCK_RATE) && !ria_now_reached(&clock->now, request))
    ria_clock_rate(clock, report->rate);
  if (actions & RIA_CLOCK_DECIDE)
    ria_clock_decide(clock, model, request);
  else
    clock->now.active = 0;
  force_window(s, clock);
  if (actions & RIA_CLOCK_FORCE)
    ria_forcing_sample(&s->forcing, clock->now.time, ria_clock_values(clock));
}

void ria_clock_look_ahead(ria_simulation *s, const ria_clock *clock) {
  const ria_now *now = &clock->now;
  const double length = now->active * now->dt, interval = s->model.forcing_interval;
  if (!(interval > 0 && length > 0))
    return;
  const int64_t most = s->forcing.room / 2;
  const double knots = 3 + ceil(length / interval);
  ria_forcing_remember(&s->forcing, now->time + length, 0,
                       knots < (double)most ? (int64_t)knots : most);
}

static void clock_cpu(void *buffers[], void *argument) {
  const clock_argument *a = argument;
  const double began = ria_seconds();
  ria_clock *clock = clock_pointer(buffers[BUFFER_CLOCK]);
  const ria_report report = merge_reports(buffers + BUFFER_REPORTS, a->reports);
  ria_simulation *s = a->simulation;
  const int64_t steps = clock->now.steps;
  const void *news =
      a->news ? (const void *)STARPU_VARIABLE_GET_PTR(buffers[BUFFER_REPORTS + a->reports]) : NULL;
  if (news && clock->now.active)
    s->executor->take_news(s, news, clock);
  const double dt = clock->now.dt;
  ria_clock_act(s, clock, a->actions, &a->request, &report);
  if (news && s->record && clock->now.steps > steps)
    s->executor->record(s, news, clock, dt);
  ria_trace_note(s->trace, RIA_TRACE_CLOCK, clock->now.steps, began);
}

static void gather_cpu(void *buffers[], void *argument) {
  const clock_argument *a = argument;
  *(ria_report *)STARPU_VARIABLE_GET_PTR(buffers[0]) = merge_reports(buffers + 1, a->reports);
}

static void post_cpu(void *buffers[], void *argument) {
  (void)argument;
  *clock_pointer(buffers[0]) = *clock_pointer(buffers[1]); /* the forcing is of no interest */
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

/* Of an executor that makes batches. */
static int knots_of(const ria_simulation *s) {
  return s->executor->batches ? s->executor->batches->knots(s) : 0;
}

size_t ria_clock_room(const ria_simulation *s) {
  const int knots = knots_of(s);
  return ria_clock_bytes(knots > s->model.window ? knots : s->model.window, s->model.forcings);
}

static ria_clock *clock_alloc(size_t bytes, starpu_data_handle_t *handle) {
  ria_clock *clock = ria_pages_alloc(bytes);
  if (clock && handle)
    starpu_vector_data_register(handle, STARPU_MAIN_RAM, (uintptr_t)clock, (uint32_t)bytes, 1);
  return clock;
}

ria_status ria_clock_create(ria_simulation *s) {
  enum { KNOTS_OF_STEP = 4, MOST_KNOTS = 1 << 13 }; /* a step is seldom longer than two knots */
  const int64_t window = (int64_t)KNOTS_OF_STEP * s->model.window;
  const int64_t most = window < MOST_KNOTS ? window : MOST_KNOTS;
  const int64_t knots = knots_of(s) ? knots_of(s) : most;
  s->clock_tag = ria_mesh_tiles(&s->mesh) * RIA_MOST_STRIPS * 2;
  /* Besides those of a batch or a window, the ones that are asked for ahead. */
  RIA_TRY(ria_forcing_create(&s->forcing, &s->model, 2 + 2 * knots));
  s->clock = clock_alloc(ria_clock_room(s), &s->clock_handle);
  s->latest = clock_alloc(sizeof *s->latest, NULL);
  if (!s->clock || !s->latest)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the clock");
  for (int i = 0; i < 2; i++) {
    s->post[i].clock = clock_alloc(sizeof *s->post[i].clock, &s->post[i].handle);
    if (!s->post[i].clock)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for the clock");
  }
  int reports = s->runtime->rank ? 1 : s->runtime->ranks;
  s->rank_report = calloc((size_t)reports, sizeof *s->rank_report);
  s->rank_report_handle = calloc((size_t)reports, sizeof *s->rank_report_handle);
  if (!s->rank_report || !s->rank_report_handle)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the clock");
  for (int r = 0; r < reports; r++)
    starpu_variable_data_register(&s->rank_report_handle[r], STARPU_MAIN_RAM,
                                  (uintptr_t)&s->rank_report[r], sizeof *s->rank_report);
  return RIA_SUCCESS;
}

void ria_clock_destroy(ria_simulation *s) {
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
  ria_forcing_destroy(&s->forcing);
  free(s->latest);
}

static ria_status clock_task(ria_simulation *s, ria_task *task, struct starpu_codelet *codelet,
                             int buffers, const clock_argument *argument) {
  *task = (ria_task){.codelet = codelet,
                     .name = codelet->name,
                     .priority = RIA_PRIORITY_CLOCK,
                     .place = ria_place_of_host(s->runtime),
                     .argument_bytes = sizeof *argument};
  RIA_TRY(ria_task_init(task, buffers));
  clock_argument *copy = malloc(sizeof *copy);
  if (!copy)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a task");
  *copy = *argument;
  copy->simulation = s;
  task->argument = copy;
  return RIA_SUCCESS;
}

static void add_tile_reports(const ria_simulation *s, ria_task *task) {
  for (int i = 0; i < s->tiles; i++)
    ria_task_add(task, s->tile[i].report_handle, STARPU_R);
}

static ria_status submit_on_root(ria_simulation *s, int actions, const ria_request *request) {
  int ranks = s->runtime->ranks;
  bool judged = actions & (RIA_CLOCK_ACCEPT | RIA_CLOCK_RATE);
  clock_argument a = {.actions = actions, .request = *request};
  for (int r = 1; r < ranks && judged; r++)
    if (starpu_mpi_irecv_detached(s->rank_report_handle[r], r, s->clock_tag + r, s->runtime->comm,
                                  NULL, NULL))
      return ria_fail(RIA_ERROR_MPI, "StarPU-MPI refused to receive a report");
  const starpu_data_handle_t news = judged && s->executor->news ? s->executor->news(s) : NULL;
  a.reports = judged ? s->tiles + ranks - 1 : 0;
  a.news = news != NULL;
  ria_task task;
  RIA_TRY(clock_task(s, &task, &clock_codelet, BUFFER_REPORTS + a.reports + 1, &a));
  ria_task_add(&task, s->clock_handle, STARPU_RW);
  if (judged) {
    add_tile_reports(s, &task);
    for (int r = 1; r < ranks; r++)
      ria_task_add(&task, s->rank_report_handle[r], STARPU_R);
  }
  if (news)
    ria_task_add(&task, news, STARPU_R);
  RIA_TRY(ria_task_submit(&task));
  for (int r = 1; r < ranks; r++)
    if (starpu_mpi_isend_detached(s->clock_handle, r, s->clock_tag, s->runtime->comm, NULL, NULL))
      return ria_fail(RIA_ERROR_MPI, "StarPU-MPI refused to send the clock");
  return RIA_SUCCESS;
}

static ria_status submit_elsewhere(ria_simulation *s, int actions) {
  int rank = s->runtime->rank;
  if (actions & (RIA_CLOCK_ACCEPT | RIA_CLOCK_RATE)) {
    clock_argument a = {.reports = s->tiles};
    ria_task task;
    RIA_TRY(clock_task(s, &task, &gather_codelet, 1 + s->tiles, &a));
    ria_task_add(&task, s->rank_report_handle[0], STARPU_W);
    add_tile_reports(s, &task);
    RIA_TRY(ria_task_submit(&task));
    if (starpu_mpi_isend_detached(s->rank_report_handle[0], 0, s->clock_tag + rank,
                                  s->runtime->comm, NULL, NULL))
      return ria_fail(RIA_ERROR_MPI, "StarPU-MPI refused to send a report");
  }
  if (starpu_mpi_irecv_detached(s->clock_handle, 0, s->clock_tag, s->runtime->comm, NULL, NULL))
    return ria_fail(RIA_ERROR_MPI, "StarPU-MPI refused to receive the clock");
  return RIA_SUCCESS;
}

ria_status ria_clock_submit(ria_simulation *s, int actions, const ria_request *request) {
  return s->runtime->rank ? submit_elsewhere(s, actions) : submit_on_root(s, actions, request);
}

ria_status ria_clock_post(ria_simulation *s, int slot) {
  ria_task task;
  RIA_TRY(clock_task(s, &task, &post_codelet, 2, &(clock_argument){0}));
  ria_task_add(&task, s->post[slot].handle, STARPU_W);
  ria_task_add(&task, s->clock_handle, STARPU_R);
  s->post[slot].window = s->windows;
  return ria_task_submit(&task);
}

ria_status ria_clock_wait(ria_simulation *s, int slot) {
  if (starpu_data_acquire(s->post[slot].handle, STARPU_R))
    return ria_fail(RIA_ERROR_STARPU, "StarPU cannot wait for the clock");
  *s->latest = *s->post[slot].clock;
  s->latest_window = s->post[slot].window;
  starpu_data_release(s->post[slot].handle);
  return RIA_SUCCESS;
}

ria_status ria_clock_retry(ria_simulation *s, bool filled) {
  if (starpu_data_acquire(s->clock_handle, STARPU_RW))
    return ria_fail(RIA_ERROR_STARPU, "StarPU does not hand over the clock");
  s->clock->now.verdict = RIA_VERDICT_FINE;
  s->clock->now.redo = filled;
  starpu_data_release(s->clock_handle);
  return RIA_SUCCESS;
}

ria_status ria_clock_restart(ria_simulation *s, const ria_progress *progress,
                             const ria_ledger *ledger) {
  if (starpu_data_acquire(s->clock_handle, STARPU_W))
    return ria_fail(RIA_ERROR_STARPU, "StarPU does not hand over the clock");
  memset(s->clock, 0, ria_clock_room(s));
  s->clock->now = (ria_now){.time = progress->time,
                            .dt = progress->dt,
                            .rate = progress->rate,
                            .steps = progress->steps,
                            .redone = progress->redone,
                            .ended = progress->ended};
  memcpy(s->clock->lasting, progress->lasting, sizeof s->clock->lasting);
  s->clock->ledger = *ledger;
  *s->latest = *s->clock;
  starpu_data_release(s->clock_handle);
  s->latest_window = s->windows;
  ria_simulation_invalidate(s);
  return RIA_SUCCESS;
}
