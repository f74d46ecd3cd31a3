/* Exchange between swept tiles. The strips, from the view of the receiving tile:
 *
 *   LOW_X, LOW_Y        of the neighbour's own part: for the gaps at the low sides
 *   CORNER_X, CORNER_Y  of its bridges around the low corner: for the gap there
 *   HIGH_X, HIGH_Y      of the node around its low corner: for the gaps between corners
 *   BACK_X, BACK_Y      of all that it has around its low side: for the gap in the middle
 *
 * Around a corner, cells come from two neighbours, and this tile has changed some of them itself.
 * Each cell is taken from the tile that computed it: bridges along x change only cells with a tier
 * along x less than that along y, and bridges along y change the others. */
#include <stdlib.h>
#include <string.h>
#include "swept.h"
#include "trace/messages.h"

enum { LOW_X, LOW_Y, CORNER_X, CORNER_Y, HIGH_X, HIGH_Y, BACK_X, BACK_Y };

/* The side of a tile that a strip comes from; the last bit of its number is the executor's axis. */
static ria_side comes_from(const ria_simulation *s, int strip) {
  return ria_side_of(swept_of(s)->axis[strip & 1], strip >= HIGH_X);
}

static ria_side goes_to(const ria_simulation *s, int strip) {
  return ria_side_of(swept_of(s)->axis[strip & 1], strip < HIGH_X);
}

/* One direction of a strip: its cells of the two working buffers, and those of the base buffer. */
typedef struct {
  int owner; /* rank, or -1: no neighbour */
  ria_box box, base_box;
  void *memory;
  size_t pinned;               /* its bytes, 0: not pinned */
  starpu_data_handle_t handle; /* NULL: use the neighbour's memory */
  int64_t tag;
  strip_trace trace;
} way;

struct swept_strip {
  way in, out;
  const tile_data *from; /* the neighbour, if it is on this rank */
  int *column, *row;     /* tiers of the box's columns and rows; NULL: all cells are copied */
  int *on_device;        /* the same, columns first, on the tile's GPU; NULL: not there yet */
};

/* Along the executor's two axes. */
typedef struct {
  ria_box own; /* number of the tile's cells, along all axes */
  const int *axis;
  bool low[2], high[2];
  int n[2], slope[2], half[2];
  bool corners; /* both axes are cut */
} shape;

static shape shape_of(const ria_simulation *s, const tile_data *tile) {
  const swept_plan *swept = swept_of(s);
  shape all = {.own = layout_own(&tile->layout),
               .axis = swept->axis,
               .corners = swept->along[0] && swept->along[1]};
  for (int i = 0; i < 2; i++) {
    all.n[i] = tile->layout.n[swept->axis[i]];
    all.low[i] = swept->along[i] && tile->has_neighbour[ria_side_of(swept->axis[i], false)];
    all.high[i] = swept->along[i] && tile->has_neighbour[ria_side_of(swept->axis[i], true)];
    all.slope[i] = swept->along[i] ? swept->slope[i] : 0;
    all.half[i] = swept->half[i];
  }
  return all;
}

/* Tiles in a row have the same sides along it. */
static bool comes(const shape *t, int strip) {
  const int axis = strip & 1;
  const bool beside = t->low[1 - axis];
  switch (strip) {
  case LOW_X:
  case LOW_Y:
    return t->low[axis];
  case CORNER_X:
  case CORNER_Y:
    return t->low[axis] && beside;
  case HIGH_X:
  case HIGH_Y:
    return t->high[axis] && beside;
  default:
    return t->high[axis];
  }
}

static bool goes(const shape *t, int strip) {
  const int axis = strip & 1;
  const bool beside = t->low[1 - axis];
  switch (strip) {
  case LOW_X:
  case LOW_Y:
    return t->high[axis];
  case CORNER_X:
  case CORNER_Y:
    return t->high[axis] && beside;
  case HIGH_X:
  case HIGH_Y:
    return t->low[axis] && beside;
  default:
    return t->low[axis];
  }
}

/* Cells [from, to) along one of the two axes, and [from_other, to_other) along the other. */
static ria_box box_of(const shape *t, int axis, int from, int to, int from_other, int to_other) {
  ria_box box = t->own;
  box.lo[t->axis[axis]] = from;
  box.hi[t->axis[axis]] = to;
  box.lo[t->axis[1 - axis]] = from_other;
  box.hi[t->axis[1 - axis]] = to_other;
  return box;
}

/* The boxes of a strip at cell `at` of the axis along which it is sent: 0 for the tile's low side,
 * n for the high side. Only the first tier reads the base buffer. */
static void boxes_of(const shape *t, int strip, int at, ria_box *box, ria_box *base_box) {
  const int axis = strip & 1, other = 1 - axis;
  const int half = t->half[axis], slope = t->slope[axis];
  const int node = t->half[other], ghost = node + t->slope[other], first = 2 * t->slope[other];
  *base_box = (ria_box){0};
  switch (strip) {
  case LOW_X:
  case LOW_Y:
    *box = box_of(t, axis, at - half - slope, at, 0, t->n[other]);
    *base_box = box_of(t, axis, at - 2 * slope, at, 0, t->n[other]);
    break;
  case CORNER_X:
  case CORNER_Y:
    *box = box_of(t, axis, at - half - slope, at, -ghost, ghost);
    *base_box = box_of(t, axis, at - 2 * slope, at, -first, first);
    break;
  case HIGH_X:
  case HIGH_Y:
    *box = box_of(t, axis, at - half, at + slope, -node, node);
    break;
  default:
    *box = box_of(t, axis, at - half, at + slope, 0,
                  t->n[other] + (t->high[other] ? t->slope[other] : 0));
  }
}

/* For each cell along an axis, the tier from which bridges between corners change it; -1 for cells
 * in the middle, which they change from their first tier on. */
static int tier_between(const shape *t, int axis, int cell) {
  const int n = t->n[axis], half = t->half[axis];
  int tier = -1;
  for (int high = 0; high < 2; high++) {
    const int side = high ? n : 0;
    const int away = cell < side ? side - 1 - cell : cell - side;
    if ((high ? t->high : t->low)[axis] && away < half && (half - 1 - away) / t->slope[axis] > tier)
      tier = (half - 1 - away) / t->slope[axis];
  }
  return tier;
}

static int tier_of(const shape *t, int strip, int axis, int cell) {
  if (strip >= BACK_X)
    return tier_between(t, axis, cell);
  return (cell < 0 ? -1 - cell : cell) / t->slope[axis];
}

static ria_status tiers_create(const shape *t, int number, struct swept_strip *strip) {
  const bool all = number == LOW_X || number == LOW_Y || number == HIGH_X || number == HIGH_Y;
  const ria_box b = strip->in.box;
  if (strip->in.owner < 0 || all || !t->corners)
    return RIA_SUCCESS;
  strip->column = calloc((size_t)ria_box_size(b, 0), sizeof *strip->column);
  strip->row = calloc((size_t)ria_box_size(b, 1), sizeof *strip->row);
  if (!strip->column || !strip->row)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a tile's strips");
  for (int x = b.lo[0]; x < b.hi[0]; x++)
    strip->column[x - b.lo[0]] = tier_of(t, number, 0, x);
  for (int y = b.lo[1]; y < b.hi[1]; y++)
    strip->row[y - b.lo[1]] = tier_of(t, number, 1, y);
  return RIA_SUCCESS;
}

/* `pin`: the strip is sent between a GPU and MPI, which is asynchronous only with pinned memory. */
static ria_status way_create(ria_simulation *s, way *w, const tile_data *sender, int strip,
                             bool sent, bool pin) {
  const size_t cell = (size_t)s->model.nstate * sender->layout.size;
  const size_t bytes = (2 * ria_box_cells(w->box) + ria_box_cells(w->base_box)) * cell;
  const int64_t tile = sender->number;
  w->memory = pages_alloc(bytes);
  if (!w->memory)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a strip of %zu bytes", bytes);
  w->pinned = pin ? bytes : 0;
  if (pin)
    starpu_memory_pin(w->memory, bytes);
  starpu_vector_data_register(&w->handle, STARPU_MAIN_RAM, (uintptr_t)w->memory, (uint32_t)bytes,
                              1);
  w->tag = s->clock_tag + s->runtime->ranks + tile * SWEPT_STRIPS + strip;
  w->trace = (strip_trace){.simulation = s, .tag = w->tag, .tile = (int32_t)tile, .sent = sent};
  return RIA_SUCCESS;
}

/* The tile across a side; owner -1: none. */
typedef struct {
  int owner;
  int64_t number;
  tile_data *tile; /* set if it is on this rank */
} neighbour;

static neighbour across(const ria_simulation *s, const tile_data *tile, ria_side side) {
  const ria_block *block = s->mesh.block;
  const int axis = ria_side_axis(side), n = block->tiles[axis];
  int place[RIA_AXES];
  if (!tile->has_neighbour[side])
    return (neighbour){.owner = -1};
  memcpy(place, tile->at.place, sizeof place);
  place[axis] = (place[axis] + (ria_side_is_high(side) ? 1 : n - 1)) % n;
  const int64_t number =
      ((int64_t)place[2] * block->tiles[1] + place[1]) * block->tiles[0] + place[0];
  return (neighbour){.owner = s->owner[number], .number = number, .tile = tile_of(s, number)};
}

static ria_status create_strips(ria_simulation *s, tile_data *tile, int number) {
  struct swept_strip *strip = &swept_strips(tile)[number];
  const shape t = shape_of(s, tile);
  const int axis = number & 1, n = t.n[axis];
  const neighbour from = across(s, tile, comes_from(s, number));
  const neighbour to = across(s, tile, goes_to(s, number));
  strip->in.owner = comes(&t, number) ? from.owner : -1;
  strip->out.owner = goes(&t, number) ? to.owner : -1;
  boxes_of(&t, number, number < HIGH_X ? 0 : n, &strip->in.box, &strip->in.base_box);
  boxes_of(&t, number, number < HIGH_X ? n : 0, &strip->out.box, &strip->out.base_box);
  RIA_TRY(tiers_create(&t, number, strip));
  strip->from = from.tile;
  const bool on_gpu = place_on_device(&tile->place);
  if (strip->out.owner >= 0)
    RIA_TRY(way_create(s, &strip->out, tile, number, true, on_gpu && !to.tile));
  if (strip->in.owner < 0 || from.tile)
    return RIA_SUCCESS;
  const tile_data sender = {.number = from.number, .layout = tile->layout};
  return way_create(s, &strip->in, &sender, number, false, on_gpu);
}

ria_status swept_strips_create(ria_simulation *s, tile_data *tile) {
  tile->executor_data = calloc(SWEPT_STRIPS, sizeof(struct swept_strip));
  if (!tile->executor_data)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a tile's strips");
  for (int i = 0; i < SWEPT_STRIPS; i++)
    RIA_TRY(create_strips(s, tile, i));
  return RIA_SUCCESS;
}

static void way_destroy(way *w) {
  if (w->handle)
    starpu_data_unregister(w->handle);
  if (w->pinned)
    starpu_memory_unpin(w->memory, w->pinned);
  free(w->memory);
}

void swept_strips_destroy(const ria_simulation *s, tile_data *tile) {
  (void)s;
  for (int i = 0; i < SWEPT_STRIPS; i++) {
    way_destroy(&swept_strips(tile)[i].in);
    way_destroy(&swept_strips(tile)[i].out);
    free(swept_strips(tile)[i].column);
    free(swept_strips(tile)[i].row);
    device_free(swept_strips(tile)[i].on_device);
  }
}

void swept_strips_wait(const tile_data *tile) {
  for (int i = 0; i < SWEPT_STRIPS && swept_strips(tile); i++) {
    handle_wait(swept_strips(tile)[i].in.handle);
    handle_wait(swept_strips(tile)[i].out.handle);
  }
}

/* Create the strips of each axis that the parts use. */
static unsigned both(int strip) {
  return 3u << strip;
}

unsigned swept_unpacked(int parts) {
  return (parts & SWEPT_CLOSE ? both(BACK_X) : 0) | (parts & SWEPT_BRIDGES ? both(LOW_X) : 0) |
         (parts & SWEPT_CORNER ? both(CORNER_X) : 0) | (parts & SWEPT_BACK ? both(HIGH_X) : 0);
}

unsigned swept_packed(int parts) {
  return (parts & SWEPT_OPEN ? both(LOW_X) : 0) | (parts & SWEPT_BRIDGES ? both(CORNER_X) : 0) |
         (parts & SWEPT_CORNER ? both(HIGH_X) : 0) | (parts & SWEPT_BACK ? both(BACK_X) : 0);
}

starpu_data_handle_t swept_strip_in(const tile_data *tile, int strip) {
  const struct swept_strip *one = &swept_strips(tile)[strip];
  if (one->in.owner < 0)
    return NULL;
  return one->from ? swept_strips(one->from)[strip].out.handle : one->in.handle;
}

starpu_data_handle_t swept_strip_out(const tile_data *tile, int strip) {
  return swept_strips(tile)[strip].out.handle;
}

static ria_status travel(const ria_simulation *s, struct swept_strip *strip) {
  const int rank = s->runtime->rank;
  MPI_Comm comm = s->runtime->comm;
  void (*complete)(void *) = s->trace ? strip_trace_complete : NULL;
  way *in = &strip->in, *out = &strip->out;
  if (out->owner >= 0 && out->owner != rank &&
      starpu_mpi_isend_detached(out->handle, out->owner, out->tag, comm, complete, &out->trace))
    return ria_fail(RIA_ERROR_MPI, "StarPU-MPI refused to send to rank %d", out->owner);
  if (in->owner >= 0 && in->owner != rank &&
      starpu_mpi_irecv_detached(in->handle, in->owner, in->tag, comm, complete, &in->trace))
    return ria_fail(RIA_ERROR_MPI, "StarPU-MPI refused to receive from rank %d", in->owner);
  return RIA_SUCCESS;
}

ria_status swept_exchange(const ria_simulation *s, unsigned strips) {
  for (int i = 0; i < s->tiles; i++)
    for (int strip = 0; strip < SWEPT_STRIPS; strip++)
      if (strips >> strip & 1)
        RIA_TRY(travel(s, &swept_strips(&s->tile[i])[strip]));
  return RIA_SUCCESS;
}

void swept_strips_packed(const tile_data *tile, unsigned strips, int64_t step) {
  for (int strip = 0; strip < SWEPT_STRIPS; strip++)
    if (strips >> strip & 1)
      atomic_store_explicit(&swept_strips(tile)[strip].out.trace.step, step, memory_order_relaxed);
}

static char *block_of(const ria_simulation *s, const tile_data *tile, const void *state, int base,
                      int number) {
  const tile_layout *l = &tile->layout;
  const int buffer = (base + number) % RIA_BUFFERS;
  return (char *)state + (size_t)(buffer * s->model.nstate) * l->field * l->size;
}

/* The run of cells in each row that is copied. */
static void take_row(const ria_simulation *s, const tile_data *tile,
                     const struct swept_strip *strip, bool by_column, ria_box box, int y,
                     char *block, const char *dense) {
  const tile_layout *l = &tile->layout;
  const int *column = strip->column - strip->in.box.lo[0],
            row = strip->row[y - strip->in.box.lo[1]];
  const size_t field = ria_box_cells(box);
  for (int from = box.lo[0], to; from < box.hi[0]; from = to) {
    const bool taken = by_column ? row <= column[from] : column[from] <= row;
    for (to = from + 1; to < box.hi[0]; to++)
      if ((by_column ? row <= column[to] : column[to] <= row) != taken)
        break;
    const size_t at =
        (size_t)(y - box.lo[1]) * (size_t)ria_box_size(box, 0) + (size_t)(from - box.lo[0]);
    for (int f = 0; taken && f < s->model.nstate; f++)
      memcpy((char *)layout_origin(l, block, f) +
                 ((ptrdiff_t)y * (ptrdiff_t)l->pitch + from) * (ptrdiff_t)l->size,
             dense + ((size_t)f * field + at) * l->size, (size_t)(to - from) * l->size);
  }
}

static void take(const ria_simulation *s, const tile_data *tile, int number, ria_box box,
                 char *block, const char *dense) {
  const struct swept_strip *strip = &swept_strips(tile)[number];
  if (!strip->column) {
    layout_unpack(&tile->layout, block, s->model.nstate, box, dense);
    return;
  }
  for (int y = box.lo[1]; y < box.hi[1]; y++)
    take_row(s, tile, strip, !(number & 1), box, y, block, dense);
}

void swept_unpack(const ria_simulation *s, tile_data *tile, int number, void *state, int base,
                  bool first, const void *dense) {
  const way *in = &swept_strips(tile)[number].in;
  const size_t cell = (size_t)s->model.nstate * tile->layout.size;
  const char *from = dense;
  for (int buffer = 1; buffer < RIA_BUFFERS; buffer++, from += ria_box_cells(in->box) * cell) {
    take(s, tile, number, in->box, block_of(s, tile, state, base, buffer), from);
    tile_invalidate_box(tile, (base + buffer) % RIA_BUFFERS, in->box);
  }
  if (!first || !ria_box_cells(in->base_box))
    return;
  take(s, tile, number, in->base_box, block_of(s, tile, state, base, 0), from);
  tile_invalidate_box(tile, base, in->base_box);
}

void swept_pack(const ria_simulation *s, const tile_data *tile, int number, const void *state,
                int base, bool first, void *dense) {
  const way *out = &swept_strips(tile)[number].out;
  const size_t cell = (size_t)s->model.nstate * tile->layout.size;
  char *to = dense;
  for (int buffer = 1; buffer < RIA_BUFFERS; buffer++, to += ria_box_cells(out->box) * cell)
    layout_pack(&tile->layout, block_of(s, tile, state, base, buffer), s->model.nstate, out->box,
                layout_straight, NULL, to);
  if (first && ria_box_cells(out->base_box))
    layout_pack(&tile->layout, block_of(s, tile, state, base, 0), s->model.nstate, out->base_box,
                layout_straight, NULL, to);
}

/* Copy the tiers of a strip's columns and rows to the tile's GPU. */
static int tiers_on_device(struct swept_strip *strip) {
  const size_t width = (size_t)ria_box_size(strip->in.box, 0);
  const size_t height = (size_t)ria_box_size(strip->in.box, 1);
  if (!strip->column || strip->on_device)
    return 0;
  strip->on_device = device_alloc((width + height) * sizeof *strip->on_device);
  if (!strip->on_device)
    return DEVICE_NO_MEMORY;
  const int code = device_upload(strip->on_device, strip->column, width * sizeof(int));
  return code ? code : device_upload(strip->on_device + width, strip->row, height * sizeof(int));
}

static device_strip on_device(const tile_data *tile, int number, ria_box box, void *block,
                              void *dense, bool pack) {
  const struct swept_strip *strip = &swept_strips(tile)[number];
  device_strip one = {.box = box, .dense = dense, .block = block, .by_column = !(number & 1)};
  if (pack || !strip->on_device)
    return one;
  const ria_box all = strip->in.box;
  one.column = strip->on_device + (box.lo[0] - all.lo[0]);
  one.row = strip->on_device + ria_box_size(all, 0) + (box.lo[1] - all.lo[1]);
  return one;
}

int swept_boxes(const ria_simulation *s, const tile_data *tile, int number, void *state, int base,
                bool first, bool pack, void *dense, device_strip *box, int *boxes) {
  struct swept_strip *strip = &swept_strips(tile)[number];
  const way *w = pack ? &strip->out : &strip->in;
  const size_t bytes = ria_box_cells(w->box) * (size_t)s->model.nstate * tile->layout.size;
  char *at = dense;
  const int code = pack ? 0 : tiers_on_device(strip);
  if (code)
    return code;
  for (int buffer = 1; buffer < RIA_BUFFERS; buffer++, at += bytes)
    box[(*boxes)++] =
        on_device(tile, number, w->box, block_of(s, tile, state, base, buffer), at, pack);
  if (first && ria_box_cells(w->base_box))
    box[(*boxes)++] =
        on_device(tile, number, w->base_box, block_of(s, tile, state, base, 0), at, pack);
  return 0;
}
