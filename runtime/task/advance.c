/* The tile task: one tile, one time tile. Unpack strips, sub-steps over a shrinking region, pack.
 */
#include "executors/executor.h"
#include <stdlib.h>
#include <string.h>

/* Of a tile that acts for the clock, and has no strips. */
enum { BUFFER_POST = RIA_WORK_STRIPS, WINDOW_BUFFERS };

/* Cells to pack are turned as the other tile has them; those to unpack have come so. */
static ria_device_strip device_strip(const ria_halo_strip *h, void *dense) {
  ria_device_strip strip = {.box = h->box, .turned = h->turned, .dense = dense};
  memcpy(strip.map, h->map, sizeof strip.map);
  return strip;
}

/* Between the tile and its strips: out of its border (pack), or into its ghost cells. */
static void copy_strips(const ria_work *w, int buffer, void **strip, bool pack) {
  const ria_layout *l = &w->tile->layout;
  int nstate = w->s->model.nstate, count = 0;
  const int strips = pack ? w->tile->outs : w->tile->ins;
  ria_device_strip on_device[RIA_MOST_STRIPS];
  size_t reals = (size_t)(buffer * nstate) * l->field;
  char *block = (char *)w->state + reals * l->size;
  for (int i = 0; i < strips; i++) {
    const ria_halo_strip *h = pack ? &w->tile->out[i] : &w->tile->in[i];
    void *dense = ria_work_buffer(strip[i]);
    if (w->device)
      on_device[count++] = device_strip(h, dense);
    else if (pack)
      ria_layout_pack(l, block, nstate, h->box, h->map, h->turned, dense);
    else {
      ria_layout_unpack(l, block, nstate, h->box, dense);
      ria_tile_invalidate_ghosts(w->tile, buffer, h->box);
    }
  }
  if (count)
    ria_work_set_error(
        w, ria_device_copy_strips(w->device->stream, l, block, nstate, on_device, count, pack));
}

static int clamp(int n, int low, int high) {
  return n < low ? low : n > high ? high : n;
}

/* What a task of the clock would do first: on a GPU that takes longer than a short window. */
static void act(void *buffers[], const ria_advance *a) {
  ria_clock *clock = ria_work_buffer(buffers[RIA_WORK_CLOCK]);
  if (a->actions)
    ria_clock_act(a->simulation, clock, a->actions, &a->request,
                  (void *)STARPU_VARIABLE_GET_PTR(buffers[RIA_WORK_REPORT]));
  if (a->post)
    *(ria_clock *)ria_work_buffer(buffers[BUFFER_POST]) =
        *clock; /* the forcing is of no interest */
}

static ria_work work_of(void *buffers[], const ria_advance *a) {
  act(buffers, a);
  return ria_work_of_task(a->simulation, a->tile, buffers, a->reset);
}

static void begin_timer(const ria_work *w, const ria_advance *a, int active, bool unpacks,
                        ria_task_timer *timer) {
  const ria_task_parts parts = {.step = w->clock->now.steps + a->first,
                                .steps = active,
                                .unpacks = unpacks,
                                .works = active || a->rate_only,
                                .packs = a->pack};
  ria_task_timer_begin(timer, w->s, w->tile, &parts, w->device ? w->device->stream : NULL);
  if (a->pack && w->s->trace)
    ria_strip_trace_packed(a->tile, a->generation, parts.step);
}

static void work(const ria_work *w, const ria_advance *a, int steps, bool unpacked) {
  const ria_executor *executor = w->s->executor;
  const ria_stretch stretch = {
      .first = a->first, .steps = steps, .reach = a->reach, .unpacked = unpacked, .pack = a->pack};
  if (a->rate_only && !executor->rate)
    ria_work_rate(w, a->first, ria_work_forcing(w, 0));
  else if (a->rate_only)
    executor->rate(w, &stretch);
  else if (executor->advance)
    executor->advance(w, &stretch);
}

static void advance(const ria_work *w, const ria_advance *a, void **strip) {
  int active = clamp(w->clock->now.active - a->first, 0, a->steps);
  int done_before = clamp(a->first, 0, w->clock->now.active);
  bool valid = w->clock->now.redo && a->first == 0; /* ghost cells are those of the first try */
  bool unpacks = a->unpack && (active || a->rate_only) && !valid;
  ria_task_timer timer;
  begin_timer(w, a, active, unpacks, &timer);
  if (unpacks)
    copy_strips(w, ria_clock_buffer(w->clock->base_buffer, done_before * w->s->applications), strip,
                false);
  if (a->unpack)
    strip += a->tile->ins;
  ria_task_timer_mark(&timer, RIA_UNPACKED);
  work(w, a, active, unpacks);
  ria_task_timer_mark(&timer, RIA_WORKED);
  if (a->pack)
    copy_strips(
        w, ria_clock_buffer(w->clock->base_buffer, (done_before + active) * w->s->applications),
        strip, true);
  ria_task_timer_mark(&timer, RIA_PACKED);
}

static void advance_cpu(void *buffers[], void *argument) {
  const ria_work w = work_of(buffers, argument);
  advance(&w, argument, buffers + RIA_WORK_STRIPS);
}

/* The host's part of a tile task on a GPU: all is put on the worker's stream, and StarPU hears of
 * its end. The clock is read here, in host memory, and there the report goes. */
static void advance_on_device(void *buffers[], void *argument) {
  const ria_advance *a = argument;
  ria_device device = {.stream = ria_device_stream()};
  ria_work w = work_of(buffers, a);
  if (ria_work_on_gpu(&w, &device))
    advance(&w, a, buffers + RIA_WORK_STRIPS);
  ria_work_off_gpu(&w, true);
  if (a->actions)
    ria_clock_look_ahead(a->simulation, w.clock); /* while the GPU works */
}

/* On a worker that is a Cell. */
static void advance_cell(void *buffers[], void *argument) {
  const ria_advance *a = argument;
  const ria_work w = work_of(buffers, a);
  advance(&w, a, buffers + RIA_WORK_STRIPS);
}

#define ADVANCE_CODELET(NODES)                                                                     \
  {                                                                                                \
    .cpu_funcs = {advance_cpu, advance_cell}, .cpu_funcs_name = {"advance_cpu", "advance_cell"},   \
    .can_execute = ria_place_can_advance, RIA_ON_DEVICE(advance_on_device),                        \
    .nbuffers = STARPU_VARIABLE_NBUFFERS, .specific_nodes = 1, .dyn_nodes = NODES,                 \
    .name = "advance"                                                                              \
  }

static int window_nodes[WINDOW_BUFFERS] = {[RIA_WORK_STATE] = STARPU_SPECIFIC_NODE_LOCAL,
                                           [RIA_WORK_STATICS] = STARPU_SPECIFIC_NODE_LOCAL,
                                           [RIA_WORK_CLOCK] = STARPU_SPECIFIC_NODE_CPU,
                                           [RIA_WORK_REPORT] = STARPU_SPECIFIC_NODE_CPU,
                                           [BUFFER_POST] = STARPU_SPECIFIC_NODE_CPU};

static struct starpu_codelet advance_codelet = ADVANCE_CODELET(ria_work_nodes);
static struct starpu_codelet window_codelet = ADVANCE_CODELET(window_nodes);

ria_status ria_advance_submit(ria_simulation *s, const ria_advance *advance) {
  ria_tile *tile = advance->tile;
  int p = s->parity;
  struct starpu_codelet *codelet = advance->actions ? &window_codelet : &advance_codelet;
  ria_task task = {.codelet = ria_hybrid_codelet(s->hybrid, codelet),
                   .name = advance->rate_only ? "rate" : "advance",
                   .priority = tile->boundary_tile ? RIA_PRIORITY_EDGE : RIA_PRIORITY_INNER,
                   .place = tile->place,
                   .argument_bytes = sizeof *advance};
  RIA_TRY(ria_task_init(&task, RIA_WORK_STRIPS + 1 + tile->ins + tile->outs));
  task.argument = malloc(sizeof *advance);
  if (!task.argument)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a task");
  memcpy(task.argument, advance, sizeof *advance);
  ((ria_advance *)task.argument)->generation = 1 - p;
  ria_task_add(&task, tile->state_handle, STARPU_RW);
  ria_task_add(&task, tile->statics_handle, STARPU_R);
  ria_task_add(&task, s->clock_handle, advance->actions ? STARPU_RW : STARPU_R);
  ria_task_add(&task, tile->report_handle, STARPU_RW);
  if (advance->post)
    ria_task_add(&task, advance->post->handle, STARPU_W);
  for (int i = 0; i < tile->ins && advance->unpack; i++)
    ria_task_add(&task, tile->in[i].strip->handle[p], STARPU_R);
  for (int i = 0; i < tile->outs && advance->pack; i++)
    ria_task_add(&task, tile->out[i].own.handle[1 - p], STARPU_W);
  return ria_task_submit(&task);
}
