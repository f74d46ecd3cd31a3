/* The tasks of swept layers: a tile, some parts of two layers. */
#include <stdlib.h>
#include <string.h>
#include "swept.h"
#include "task/work.h"

_Static_assert((int)RIA_SWEPT_STRIPS <= (int)RIA_MOST_STRIPS,
               "ria_work_nodes has places for as many");

typedef struct {
  ria_simulation *simulation;
  ria_tile *tile;
  int parts, pair;
  bool reset;
} swept_argument;

static ria_box tier_box(const ria_work *w, ria_swept_flank along_x, ria_swept_flank along_y,
                        int tier) {
  const int *axis = ria_swept_of(w->s)->axis;
  ria_box box = ria_layout_own(&w->tile->layout);
  ria_swept_range(w->s, w->tile, 0, along_x, tier, &box.lo[axis[0]], &box.hi[axis[0]]);
  ria_swept_range(w->s, w->tile, 1, along_y, tier, &box.lo[axis[1]], &box.hi[axis[1]]);
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

/* All tiers of a piece of a layer. */
static void piece(const ria_work *w, int layer, ria_swept_flank along_x, ria_swept_flank along_y) {
  const ria_simulation *s = w->s;
  const int active = w->clock->now.active, stages = s->model.stages;
  const int begin = stages * ria_swept_cut(ria_swept_of(s), active, layer);
  const int end = stages * ria_swept_cut(ria_swept_of(s), active, layer + 1);
  bool filled = false;
  ria_box box = tier_box(w, along_x, along_y, 1), next;
  for (int tier = 1; begin + tier <= end; tier++, box = next) {
    next = tier_box(w, along_x, along_y, tier + 1);
    if (has_cells(box))
      filled = ria_work_tier(w, begin + tier - 1, box, filled,
                             begin + tier < end && is_inside(next, box));
  }
}

static void work(const ria_work *w, const swept_argument *a) {
  const int first = 2 * a->pair, second = first + 1;
  if (a->parts & RIA_SWEPT_CLOSE)
    piece(w, first - 1, RIA_SWEPT_DOWN, RIA_SWEPT_DOWN);
  if (a->parts & RIA_SWEPT_OPEN)
    piece(w, first, RIA_SWEPT_UP, RIA_SWEPT_UP);
  if (a->parts & RIA_SWEPT_BRIDGES) {
    piece(w, first, RIA_SWEPT_OUT, RIA_SWEPT_UP);
    piece(w, first, RIA_SWEPT_UP, RIA_SWEPT_OUT);
  }
  if (a->parts & RIA_SWEPT_CORNER) {
    piece(w, first, RIA_SWEPT_OUT, RIA_SWEPT_OUT);
    piece(w, second, RIA_SWEPT_IN, RIA_SWEPT_IN);
  }
  if (a->parts & RIA_SWEPT_BACK) {
    piece(w, second, RIA_SWEPT_DOWN, RIA_SWEPT_IN);
    piece(w, second, RIA_SWEPT_IN, RIA_SWEPT_DOWN);
  }
}

/* Strips that the parts share with no other task are neither packed nor unpacked in between. */
static unsigned strips_in(const ria_tile *tile, int parts) {
  unsigned strips = ria_swept_unpacked(parts), there = 0;
  for (int i = 0; i < RIA_SWEPT_STRIPS; i++)
    there |= strips >> i & 1 && ria_swept_strip_in(tile, i) ? 1u << i : 0;
  return there;
}

static unsigned strips_out(const ria_tile *tile, int parts) {
  unsigned strips = ria_swept_packed(parts), there = 0;
  for (int i = 0; i < RIA_SWEPT_STRIPS; i++)
    there |= strips >> i & 1 && ria_swept_strip_out(tile, i) ? 1u << i : 0;
  return there;
}

/* Between the tile and these strips: out of its cells (pack), or into them. */
static void copy(const ria_work *w, const swept_argument *a, unsigned strips, void **strip,
                 bool pack) {
  const int base = w->clock->base_buffer, nstate = w->s->model.nstate;
  const bool first = a->pair == 0;
  ria_device_strip box[RIA_DEVICE_STRIPS];
  int boxes = 0;
  for (int i = 0; i < RIA_SWEPT_STRIPS; i++) {
    if (!(strips >> i & 1))
      continue;
    void *dense = ria_work_buffer(*strip++);
    if (w->device)
      ria_work_set_error(
          w, ria_swept_boxes(w->s, a->tile, i, w->state, base, first, pack, dense, box, &boxes));
    else if (pack)
      ria_swept_pack(w->s, a->tile, i, w->state, base, first, dense);
    else
      ria_swept_unpack(w->s, a->tile, i, w->state, base, first, dense);
  }
  if (boxes && !w->device->error)
    ria_work_set_error(w, ria_device_copy_strips(w->device->stream, &a->tile->layout, w->state,
                                                 nstate, box, boxes, pack));
}

static int bits(unsigned set) {
  return __builtin_popcount(set);
}

static void advance(const ria_work *w, const swept_argument *a, void *buffers[]) {
  const ria_swept *swept = ria_swept_of(w->s);
  const int active = w->clock->now.active;
  const unsigned in = strips_in(a->tile, a->parts), out = strips_out(a->tile, a->parts);
  const int before =
      ria_swept_cut(swept, active, a->parts & RIA_SWEPT_CLOSE ? 2 * a->pair - 1 : 2 * a->pair);
  const int after = ria_swept_cut(
      swept, active, 2 * a->pair + (a->parts & RIA_SWEPT_CORNER ? 2 : a->parts != RIA_SWEPT_CLOSE));
  const ria_task_parts parts = {.step = w->clock->now.steps + before,
                                .steps = after - before,
                                .unpacks = active && in,
                                .works = active,
                                .packs = active && out};
  ria_task_timer timer;
  ria_task_timer_begin(&timer, w->s, w->tile, &parts, w->device ? w->device->stream : NULL);
  if (w->s->trace)
    ria_swept_strips_packed(a->tile, out, parts.step);
  if (active)
    copy(w, a, in, buffers + RIA_WORK_STRIPS, false);
  ria_task_timer_mark(&timer, RIA_UNPACKED);
  if (active)
    work(w, a);
  ria_task_timer_mark(&timer, RIA_WORKED);
  if (active)
    copy(w, a, out, buffers + RIA_WORK_STRIPS + bits(in), true);
  ria_task_timer_mark(&timer, RIA_PACKED);
}

static void swept_cpu(void *buffers[], void *argument) {
  const swept_argument *a = argument;
  const ria_work w = ria_work_of_task(a->simulation, a->tile, buffers, a->reset);
  advance(&w, a, buffers);
}

/* The report of a window stays on the GPU until the last of its tasks. */
static void swept_on_device(void *buffers[], void *argument) {
  const swept_argument *a = argument;
  const bool last = a->parts == RIA_SWEPT_CLOSE;
  ria_device device = {.stream = ria_device_stream()};
  ria_work w = ria_work_of_task(a->simulation, a->tile, buffers, a->reset);
  device.reporting = !a->reset && w.clock->now.active;
  if (ria_work_on_gpu(&w, &device))
    advance(&w, a, buffers);
  ria_work_off_gpu(&w, last);
}

static struct starpu_codelet swept_codelet = {.cpu_funcs = {swept_cpu},
                                              .cpu_funcs_name = {"swept_cpu"},
                                              RIA_ON_DEVICE(swept_on_device),
                                              .nbuffers = STARPU_VARIABLE_NBUFFERS,
                                              .specific_nodes = 1,
                                              .dyn_nodes = ria_work_nodes,
                                              .name = "swept"};

static ria_status submit_tile(const ria_simulation *s, const swept_argument *argument) {
  ria_tile *tile = argument->tile;
  ria_task task = {.codelet = &swept_codelet,
                   .name = "swept",
                   .priority = tile->boundary_tile ? RIA_PRIORITY_EDGE : RIA_PRIORITY_INNER,
                   .place = tile->place,
                   .argument_bytes = sizeof *argument};
  RIA_TRY(ria_task_init(&task, RIA_WORK_STRIPS + 2 * RIA_SWEPT_STRIPS));
  task.argument = malloc(sizeof *argument);
  if (!task.argument)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a task");
  memcpy(task.argument, argument, sizeof *argument);
  ria_task_add(&task, tile->state_handle, STARPU_RW);
  ria_task_add(&task, tile->statics_handle, STARPU_R);
  ria_task_add(&task, s->clock_handle, STARPU_R);
  ria_task_add(&task, tile->report_handle, STARPU_RW);
  const unsigned in = strips_in(tile, argument->parts), out = strips_out(tile, argument->parts);
  for (int i = 0; i < RIA_SWEPT_STRIPS; i++)
    if (in >> i & 1)
      ria_task_add(&task, ria_swept_strip_in(tile, i), STARPU_R);
  for (int i = 0; i < RIA_SWEPT_STRIPS; i++)
    if (out >> i & 1)
      ria_task_add(&task, ria_swept_strip_out(tile, i), STARPU_W);
  return ria_task_submit(&task);
}

/* A task for each tile, and before it the messages of what they unpack. */
static ria_status submit_parts(ria_simulation *s, int parts, int pair, bool reset) {
  RIA_TRY(ria_swept_exchange(s, ria_swept_unpacked(parts)));
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

/* Along one axis there are no corners, and what is done around the sides is one task. */
ria_status ria_swept_submit(ria_simulation *s) {
  const bool corners = ria_swept_of(s)->along[0] && ria_swept_of(s)->along[1];
  const int pairs = ria_swept_of(s)->layers / 2;
  for (int pair = 0; pair < pairs; pair++) {
    RIA_TRY(submit_parts(s, RIA_SWEPT_OPEN | (pair ? RIA_SWEPT_CLOSE : 0), pair, pair == 0));
    if (!corners) {
      RIA_TRY(submit_parts(s, RIA_SWEPT_BRIDGES | RIA_SWEPT_CORNER | RIA_SWEPT_BACK, pair, false));
      continue;
    }
    RIA_TRY(submit_parts(s, RIA_SWEPT_BRIDGES, pair, false));
    RIA_TRY(submit_parts(s, RIA_SWEPT_CORNER, pair, false));
    RIA_TRY(submit_parts(s, RIA_SWEPT_BACK, pair, false));
  }
  return submit_parts(s, RIA_SWEPT_CLOSE, pairs, false);
}
