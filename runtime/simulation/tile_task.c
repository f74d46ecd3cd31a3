/* The tile task: one tile, one time tile. It unpacks strips, makes sub-steps over a shrinking
 * region, and packs strips. */
#include "tile_task.h"
#include "clock_task.h"
#include "executors/executor.h"
#include "submit/task.h"
#include "trace/messages.h"
#include "trace/task_timer.h"
#include <stdlib.h>
#include <string.h>

/* For a tile that does the clock's work and has no strips. */
enum { BUFFER_POST = WORK_STRIPS, WINDOW_BUFFERS };

/* Cells are turned when they are packed, into the order of the receiving tile; unpacking needs no
 * turn. */
static device_strip strip_on_device(const halo_strip *h, void *dense) {
  device_strip strip = {.box = h->box, .turned = h->turned, .dense = dense};
  memcpy(strip.map, h->map, sizeof strip.map);
  return strip;
}

/* Copy between the tile and its strips: from its border (pack), or into its ghost cells. */
static void copy_strips(const tile_work *w, int buffer, void **strip, bool pack) {
  const tile_layout *l = &w->tile->layout;
  int nstate = w->s->model.nstate, count = 0;
  const int strips = pack ? w->tile->outs : w->tile->ins;
  device_strip on_device[MOST_STRIPS];
  size_t reals = (size_t)(buffer * nstate) * l->field;
  char *block = (char *)w->state + reals * l->size;
  for (int i = 0; i < strips; i++) {
    const halo_strip *h = pack ? &w->tile->out[i] : &w->tile->in[i];
    void *dense = work_buffer(strip[i]);
    if (w->device)
      on_device[count++] = strip_on_device(h, dense);
    else if (pack)
      layout_pack(l, block, nstate, h->box, h->map, h->turned, dense);
    else {
      layout_unpack(l, block, nstate, h->box, dense);
      tile_invalidate_ghosts(w->tile, buffer, h->box);
    }
  }
  if (count)
    work_set_error(w,
                   device_copy_strips(w->device->stream, l, block, nstate, on_device, count, pack));
}

static int clamp(int n, int low, int high) {
  return n < low ? low : n > high ? high : n;
}

/* The work that a clock task would do first: on a GPU a separate task takes longer than a short
 * window. */
static void act(void *buffers[], const tile_task *a) {
  step_clock *clock = work_buffer(buffers[WORK_CLOCK]);
  if (a->actions)
    clock_act(a->simulation, clock, a->actions, &a->request,
              (void *)STARPU_VARIABLE_GET_PTR(buffers[WORK_REPORT]));
  if (a->post)
    clock_copy(work_buffer(buffers[BUFFER_POST]), clock);
}

static tile_work begin_work(void *buffers[], const tile_task *a) {
  act(buffers, a);
  return work_of_task(a->simulation, a->tile, buffers, a->reset);
}

static void begin_timer(const tile_work *w, const tile_task *a, int active, bool unpacks,
                        task_timer *timer) {
  const task_parts parts = {.step = w->clock->now.steps + a->first,
                            .steps = active,
                            .unpacks = unpacks,
                            .works = active || a->rate_only,
                            .packs = a->pack};
  task_timer_begin(timer, w->s, w->tile, &parts, w->device ? w->device->stream : NULL);
  if (a->pack && w->s->trace)
    strip_trace_packed(a->tile, a->generation, parts.step);
}

static void work(const tile_work *w, const tile_task *a, int steps, bool unpacked) {
  const tile_executor *executor = w->s->executor;
  const executor_stretch stretch = {
      .first = a->first, .steps = steps, .reach = a->reach, .unpacked = unpacked, .pack = a->pack};
  if (a->rate_only && !executor->rate)
    work_rate(w, a->first, work_forcing(w, 0));
  else if (a->rate_only)
    executor->rate(w, &stretch);
  else if (executor->advance)
    executor->advance(w, &stretch);
}

static void advance(const tile_work *w, const tile_task *a, void **strip) {
  int active = clamp(w->clock->now.active - a->first, 0, a->steps);
  int done_before = clamp(a->first, 0, w->clock->now.active);
  bool valid = w->clock->now.redo && a->first == 0; /* the ghost cells belong to the first try */
  bool unpacks = a->unpack && (active || a->rate_only) && !valid;
  task_timer timer;
  begin_timer(w, a, active, unpacks, &timer);
  if (unpacks)
    copy_strips(w, ria_clock_buffer(w->clock->base_buffer, done_before * w->s->applications), strip,
                false);
  if (a->unpack)
    strip += a->tile->ins;
  task_timer_mark(&timer, TIMER_UNPACKED);
  work(w, a, active, unpacks);
  task_timer_mark(&timer, TIMER_WORKED);
  if (a->pack)
    copy_strips(
        w, ria_clock_buffer(w->clock->base_buffer, (done_before + active) * w->s->applications),
        strip, true);
  task_timer_mark(&timer, TIMER_PACKED);
}

static void advance_cpu(void *buffers[], void *argument) {
  const tile_work w = begin_work(buffers, argument);
  advance(&w, argument, buffers + WORK_STRIPS);
}

/* The host's part of a tile task on a GPU: it queues all work on the worker's stream, and StarPU is
 * notified of the end. The clock is read here, in host memory, and the report is written to host
 * memory. */
static void advance_on_device(void *buffers[], void *argument) {
  const tile_task *a = argument;
  device_task device = {.stream = device_stream()};
  tile_work w = begin_work(buffers, a);
  if (work_on_gpu(&w, &device))
    advance(&w, a, buffers + WORK_STRIPS);
  work_off_gpu(&w, true);
  if (a->actions)
    clock_look_ahead(a->simulation, w.clock); /* while the GPU works */
}

/* On a worker that is a Cell. */
static void advance_cell(void *buffers[], void *argument) {
  const tile_task *a = argument;
  const tile_work w = begin_work(buffers, a);
  advance(&w, a, buffers + WORK_STRIPS);
}

/* can_execute: the second implementation of tile tasks is for the Cell on which the tile is placed,
 * the first for all other workers. */
static int can_advance(unsigned worker, struct starpu_task *task, unsigned implementation) {
  const tile_task *a = task->cl_arg;
  if (starpu_worker_get_type((int)worker) != STARPU_CPU_WORKER)
    return implementation == 0;
  const bool is_cell =
      (int)worker >= place_first_cell(a->simulation->runtime) && a->simulation->runtime->cells > 0;
  return is_cell ? a->tile->place.cell && implementation == 1
                 : !a->tile->place.cell && implementation == 0;
}

#define ADVANCE_CODELET(NODES)                                                                     \
  {                                                                                                \
    .cpu_funcs = {advance_cpu, advance_cell}, .cpu_funcs_name = {"advance_cpu", "advance_cell"},   \
    .can_execute = can_advance, CODELET_ON_DEVICE(advance_on_device),                              \
    .nbuffers = STARPU_VARIABLE_NBUFFERS, .specific_nodes = 1, .dyn_nodes = NODES,                 \
    .name = "advance"                                                                              \
  }

static int window_nodes[WINDOW_BUFFERS] = {[WORK_STATE] = STARPU_SPECIFIC_NODE_LOCAL,
                                           [WORK_STATICS] = STARPU_SPECIFIC_NODE_LOCAL,
                                           [WORK_CLOCK] = STARPU_SPECIFIC_NODE_CPU,
                                           [WORK_REPORT] = STARPU_SPECIFIC_NODE_CPU,
                                           [BUFFER_POST] = STARPU_SPECIFIC_NODE_CPU};

static struct starpu_codelet advance_codelet = ADVANCE_CODELET(work_nodes);
static struct starpu_codelet window_codelet = ADVANCE_CODELET(window_nodes);

/* Footprint of tasks with comparable times: the same work on the same number of cells. StarPU's own
 * footprint uses only the sizes of the data. */
static uint32_t footprint(struct starpu_task *task) {
  const tile_task *a = task->cl_arg;
  const ria_simulation *s = a->simulation;
  const tile_layout *l = &a->tile->layout;
  const uint32_t numbers[] = {
      (uint32_t)l->n[0],  (uint32_t)l->n[1],      (uint32_t)l->ghost[0],       (uint32_t)a->steps,
      (uint32_t)a->reach, (uint32_t)a->rate_only, (uint32_t)s->model.precision};
  uint32_t hash = starpu_hash_crc32c_be_n(numbers, sizeof numbers, 0);
  for (int i = 0; i < s->model.stages; i++) {
    hash = starpu_hash_crc32c_string(s->model.stage[i].kernel->name, hash);
    hash = starpu_hash_crc32c_string(s->stage_implementation[i]->strategy, hash);
    hash = starpu_hash_crc32c_be(s->model.stage[i].switches, hash);
  }
  return hash;
}

/* StarPU stores the model in a file of this name for the machine. */
static struct starpu_perfmodel tile_model = {
    .type = STARPU_HISTORY_BASED, .symbol = "tile_data", .footprint = footprint};

ria_status tile_task_submit(ria_simulation *s, const tile_task *advance) {
  tile_data *tile = advance->tile;
  int p = s->parity;
  struct starpu_codelet *codelet = advance->actions ? &window_codelet : &advance_codelet;
  queued_task task = {.codelet = hybrid_codelet(s->hybrid, codelet, &tile_model),
                      .name = advance->rate_only ? "rate" : "advance",
                      .priority = tile->boundary_tile ? PRIORITY_EDGE : PRIORITY_INNER,
                      .place = tile->place,
                      .argument_bytes = sizeof *advance};
  RIA_TRY(queued_task_init(&task, WORK_STRIPS + 1 + tile->ins + tile->outs));
  task.argument = malloc(sizeof *advance);
  if (!task.argument)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a task");
  memcpy(task.argument, advance, sizeof *advance);
  ((tile_task *)task.argument)->generation = 1 - p;
  queued_task_add(&task, tile->state_handle, STARPU_RW);
  queued_task_add(&task, tile->statics_handle, STARPU_R);
  queued_task_add(&task, s->clock_handle, advance->actions ? STARPU_RW : STARPU_R);
  queued_task_add(&task, tile->report_handle, STARPU_RW);
  if (advance->post)
    queued_task_add(&task, advance->post->handle, STARPU_W);
  for (int i = 0; i < tile->ins && advance->unpack; i++)
    queued_task_add(&task, tile->in[i].strip->handle[p], STARPU_R);
  for (int i = 0; i < tile->outs && advance->pack; i++)
    queued_task_add(&task, tile->out[i].own.handle[1 - p], STARPU_W);
  return queued_task_submit(&task);
}
