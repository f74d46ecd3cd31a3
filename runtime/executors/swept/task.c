/* The tasks of swept layers: one for each tile and set of parts of two layers. */
#include <stdlib.h>
#include <string.h>
#include "swept.h"
#include "work/work.h"
#include "submit/task.h"
#include "trace/task_timer.h"

_Static_assert((int)SWEPT_STRIPS <= (int)MOST_STRIPS, "work_nodes has places for as many");

typedef struct {
  ria_simulation *simulation;
  tile_data *tile;
  int parts, pair;
  bool reset;
} swept_argument;

static ria_box tier_box(const tile_work *w, swept_flank along_x, swept_flank along_y, int tier) {
  const int *axis = swept_of(w->s)->axis;
  ria_box box = layout_own(&w->tile->layout);
  swept_range(w->s, w->tile, 0, along_x, tier, &box.lo[axis[0]], &box.hi[axis[0]]);
  swept_range(w->s, w->tile, 1, along_y, tier, &box.lo[axis[1]], &box.hi[axis[1]]);
  return box;
}

static bool is_inside(ria_box box, ria_box other) {
  bool inside = true;
  for (int a = 0; a < RIA_AXES; a++)
    inside &= box.lo[a] >= other.lo[a] && box.hi[a] <= other.hi[a];
  return inside;
}

static bool has_cells(ria_box box) {
  bool has = true;
  for (int a = 0; a < RIA_AXES; a++)
    has &= box.lo[a] < box.hi[a];
  return has;
}

/* Apply all tiers of a piece of a layer. */
static void piece(const tile_work *w, int layer, swept_flank along_x, swept_flank along_y) {
  const ria_simulation *s = w->s;
  const int active = w->clock->now.active, stages = s->model.stages;
  const int begin = stages * swept_cut(swept_of(s), active, layer);
  const int end = stages * swept_cut(swept_of(s), active, layer + 1);
  bool filled = false;
  ria_box box = tier_box(w, along_x, along_y, 1), next;
  for (int tier = 1; begin + tier <= end; tier++, box = next) {
    next = tier_box(w, along_x, along_y, tier + 1);
    if (has_cells(box))
      filled =
          work_tier(w, begin + tier - 1, box, filled, begin + tier < end && is_inside(next, box));
  }
}

static void work(const tile_work *w, const swept_argument *a) {
  const int first = 2 * a->pair, second = first + 1;
  if (a->parts & SWEPT_CLOSE)
    piece(w, first - 1, SWEPT_DOWN, SWEPT_DOWN);
  if (a->parts & SWEPT_OPEN)
    piece(w, first, SWEPT_UP, SWEPT_UP);
  if (a->parts & SWEPT_BRIDGES) {
    piece(w, first, SWEPT_OUT, SWEPT_UP);
    piece(w, first, SWEPT_UP, SWEPT_OUT);
  }
  if (a->parts & SWEPT_CORNER) {
    piece(w, first, SWEPT_OUT, SWEPT_OUT);
    piece(w, second, SWEPT_IN, SWEPT_IN);
  }
  if (a->parts & SWEPT_BACK) {
    piece(w, second, SWEPT_DOWN, SWEPT_IN);
    piece(w, second, SWEPT_IN, SWEPT_DOWN);
  }
}

/* Strips used only by parts of the same task are neither packed nor unpacked in between. */
static unsigned strips_in(const tile_data *tile, int parts) {
  unsigned strips = swept_unpacked(parts), there = 0;
  for (int i = 0; i < SWEPT_STRIPS; i++)
    there |= strips >> i & 1 && swept_strip_in(tile, i) ? 1u << i : 0;
  return there;
}

static unsigned strips_out(const tile_data *tile, int parts) {
  unsigned strips = swept_packed(parts), there = 0;
  for (int i = 0; i < SWEPT_STRIPS; i++)
    there |= strips >> i & 1 && swept_strip_out(tile, i) ? 1u << i : 0;
  return there;
}

/* Copy between the tile and these strips: from its cells (pack), or into them. */
static void copy(const tile_work *w, const swept_argument *a, unsigned strips, void **strip,
                 bool pack) {
  const int base = w->clock->base_buffer, nstate = w->s->model.nstate;
  const bool first = a->pair == 0;
  device_strip box[DEVICE_STRIPS];
  int boxes = 0;
  for (int i = 0; i < SWEPT_STRIPS; i++) {
    if (!(strips >> i & 1))
      continue;
    void *dense = work_buffer(*strip++);
    if (w->device)
      work_set_error(
          w, swept_boxes(w->s, a->tile, i, w->state, base, first, pack, dense, box, &boxes));
    else if (pack)
      swept_pack(w->s, a->tile, i, w->state, base, first, dense);
    else
      swept_unpack(w->s, a->tile, i, w->state, base, first, dense);
  }
  if (boxes && !w->device->error)
    work_set_error(w, device_copy_strips(w->device->stream, &a->tile->layout, w->state, nstate, box,
                                         boxes, pack));
}

static int bits(unsigned set) {
  return __builtin_popcount(set);
}

static void advance(const tile_work *w, const swept_argument *a, void *buffers[]) {
  const swept_plan *swept = swept_of(w->s);
  const int active = w->clock->now.active;
  const unsigned in = strips_in(a->tile, a->parts), out = strips_out(a->tile, a->parts);
  const int before =
      swept_cut(swept, active, a->parts & SWEPT_CLOSE ? 2 * a->pair - 1 : 2 * a->pair);
  const int after = swept_cut(
      swept, active, 2 * a->pair + (a->parts & SWEPT_CORNER ? 2 : a->parts != SWEPT_CLOSE));
  const task_parts parts = {.step = w->clock->now.steps + before,
                            .steps = after - before,
                            .unpacks = active && in,
                            .works = active,
                            .packs = active && out};
  task_timer timer;
  task_timer_begin(&timer, w->s, w->tile, &parts, w->device ? w->device->stream : NULL);
  if (w->s->trace)
    swept_strips_packed(a->tile, out, parts.step);
  if (active)
    copy(w, a, in, buffers + WORK_STRIPS, false);
  task_timer_mark(&timer, TIMER_UNPACKED);
  if (active)
    work(w, a);
  task_timer_mark(&timer, TIMER_WORKED);
  if (active)
    copy(w, a, out, buffers + WORK_STRIPS + bits(in), true);
  task_timer_mark(&timer, TIMER_PACKED);
}

static void swept_cpu(void *buffers[], void *argument) {
  const swept_argument *a = argument;
  const tile_work w = work_of_task(a->simulation, a->tile, buffers, a->reset);
  advance(&w, a, buffers);
}

/* The report of a window stays on the GPU until its last task. */
static void swept_on_device(void *buffers[], void *argument) {
  const swept_argument *a = argument;
  const bool last = a->parts == SWEPT_CLOSE;
  device_task device = {.stream = device_stream()};
  tile_work w = work_of_task(a->simulation, a->tile, buffers, a->reset);
  device.reporting = !a->reset && w.clock->now.active;
  if (work_on_gpu(&w, &device))
    advance(&w, a, buffers);
  work_off_gpu(&w, last);
}

static struct starpu_codelet swept_codelet = {.cpu_funcs = {swept_cpu},
                                              .cpu_funcs_name = {"swept_cpu"},
                                              CODELET_ON_DEVICE(swept_on_device),
                                              .nbuffers = STARPU_VARIABLE_NBUFFERS,
                                              .specific_nodes = 1,
                                              .dyn_nodes = work_nodes,
                                              .name = "swept"};

static ria_status submit_tile(const ria_simulation *s, const swept_argument *argument) {
  tile_data *tile = argument->tile;
  queued_task task = {.codelet = &swept_codelet,
                      .name = "swept",
                      .priority = tile->boundary_tile ? PRIORITY_EDGE : PRIORITY_INNER,
                      .place = tile->place,
                      .argument_bytes = sizeof *argument};
  RIA_TRY(queued_task_init(&task, WORK_STRIPS + 2 * SWEPT_STRIPS));
  task.argument = malloc(sizeof *argument);
  if (!task.argument)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a task");
  memcpy(task.argument, argument, sizeof *argument);
  queued_task_add(&task, tile->state_handle, STARPU_RW);
  queued_task_add(&task, tile->statics_handle, STARPU_R);
  queued_task_add(&task, s->clock_handle, STARPU_R);
  queued_task_add(&task, tile->report_handle, STARPU_RW);
  const unsigned in = strips_in(tile, argument->parts), out = strips_out(tile, argument->parts);
  for (int i = 0; i < SWEPT_STRIPS; i++)
    if (in >> i & 1)
      queued_task_add(&task, swept_strip_in(tile, i), STARPU_R);
  for (int i = 0; i < SWEPT_STRIPS; i++)
    if (out >> i & 1)
      queued_task_add(&task, swept_strip_out(tile, i), STARPU_W);
  return queued_task_submit(&task);
}

/* Submit a task for each tile, and before it the messages that it unpacks. */
static ria_status submit_parts(ria_simulation *s, int parts, int pair, bool reset) {
  RIA_TRY(swept_exchange(s, swept_unpacked(parts)));
  for (int border = 1; border >= 0; border--)
    for (int i = 0; i < s->tiles; i++)
      if (s->tile[i].boundary_tile == border)
        RIA_TRY(submit_tile(s, &(swept_argument){.simulation = s,
                                                 .tile = &s->tile[i],
                                                 .parts = parts,
                                                 .pair = pair,
                                                 .reset = reset}));
  return RIA_SUCCESS;
}

/* Along one axis there are no corners, and one task does the work around the sides. */
ria_status swept_submit(ria_simulation *s) {
  const bool corners = swept_of(s)->along[0] && swept_of(s)->along[1];
  const int pairs = swept_of(s)->layers / 2;
  for (int pair = 0; pair < pairs; pair++) {
    RIA_TRY(submit_parts(s, SWEPT_OPEN | (pair ? SWEPT_CLOSE : 0), pair, pair == 0));
    if (!corners) {
      RIA_TRY(submit_parts(s, SWEPT_BRIDGES | SWEPT_CORNER | SWEPT_BACK, pair, false));
      continue;
    }
    RIA_TRY(submit_parts(s, SWEPT_BRIDGES, pair, false));
    RIA_TRY(submit_parts(s, SWEPT_CORNER, pair, false));
    RIA_TRY(submit_parts(s, SWEPT_BACK, pair, false));
  }
  return submit_parts(s, SWEPT_CLOSE, pairs, false);
}
