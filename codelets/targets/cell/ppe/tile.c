/* A tile in blocks: its layout in main memory, and copies between that and row-major fields. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

enum { LINE = 128, VECTOR = 16, CODE = 65536 };

static int smaller(int a, int b) {
  return a < b ? a : b;
}

static int larger(int a, int b) {
  return a > b ? a : b;
}

static int up(int n, int to) {
  return (n + to - 1) / to * to;
}

/* --- Layout ------------------------------------------------------------------------------------
 */

/* `size` cells in the fewest pieces of at most `most`, of nearly equal size. */
static int pieces_of(int size, int most, int lanes, int *each) {
  const int count = (size + most - 1) / most;
  *each = up((size + count - 1) / count, lanes);
  return (size + *each - 1) / *each;
}

void ria_cell_tile_cut(const ria_cell_tile_shape *shape, int *columns, int *rows, int *across,
                       int *down) {
  const int bytes = (int)ria_precision_size(shape->precision), lanes = VECTOR / bytes;
  const size_t code = shape->code ? shape->code : CODE;
  const size_t room = code < RIA_CELL_LOCAL_STORE ? RIA_CELL_LOCAL_STORE - code : 0;
  const int most = spe_block_rows(room, shape->nstate + shape->nstatic, bytes, shape->radius);
  const int most_columns =
      shape->block_columns ? smaller(most, up(shape->block_columns, lanes)) : most;
  const int most_rows = shape->block_rows ? smaller(most, up(shape->block_rows, lanes)) : most;
  *columns = *rows = *across = *down = 0;
  if (!most)
    return;
  *across = pieces_of(shape->cells.hi[0] - shape->cells.lo[0], most_columns, lanes, columns);
  *down = pieces_of(shape->cells.hi[1] - shape->cells.lo[1], most_rows, lanes, rows);
}

static size_t book(size_t *next, size_t bytes) {
  const size_t at = *next;
  *next += (bytes + LINE - 1) / LINE * LINE;
  return at;
}

/* Bytes of a block's buffer on one side. */
static size_t side_bytes(const ria_cell_tile *t, const tile_block *b, int axis) {
  const size_t layer = axis == SPE_X ? (size_t)b->rows : (size_t)t->shape.radius * (size_t)b->pitch;
  return (size_t)t->fields * layer * VECTOR;
}

static void lay_out(ria_cell_tile *t) {
  size_t next = 0, most_side = 0;
  for (int n = 0; n < t->across * t->down; n++) {
    tile_block *b = &t->block[n];
    b->x = n % t->across * t->columns;
    b->y = n / t->across * t->rows;
    b->width = smaller(t->columns, t->width - b->x);
    b->height = smaller(t->rows, t->height - b->y);
    b->rows = up(b->height, t->lanes);
    b->pitch = up(b->width, t->lanes) / t->lanes;
    b->cells = book(&next, (size_t)t->fields * (size_t)(b->rows * b->pitch) * VECTOR);
    for (int axis = 0; axis < SPE_AXES; axis++) {
      const size_t side = side_bytes(t, b, axis);
      most_side = side > most_side ? side : most_side;
      for (int p = 0; p < PARITIES; p++)
        for (int s = 0; s < SPE_SIDES; s++)
          b->ghosts[axis][p][s] = book(&next, side);
    }
  }
  t->outside = book(&next, most_side);
  t->block_lists = book(&next, (size_t)(t->across * t->down) * sizeof(spe_block));
  t->works = book(&next, (size_t)t->spes * sizeof(spe_work));
  t->results = book(&next, (size_t)t->spes * sizeof(spe_result));
  t->bytes = next;
}

ria_status ria_cell_tile_create(ria_cell *cell, int spes, const ria_cell_tile_shape *shape,
                                ria_cell_tile **result) {
  const ria_box cells = shape->cells;
  if (cells.hi[0] <= cells.lo[0] || cells.hi[1] <= cells.lo[1])
    return ria_fail(RIA_ERROR_ARGUMENT, "a tile of %d x %d cells has none",
                    cells.hi[0] - cells.lo[0], cells.hi[1] - cells.lo[1]);
  const int lanes = VECTOR / (int)ria_precision_size(shape->precision);
  if (shape->radius < 1 || shape->radius > lanes)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "a stencil that reaches %d cells: blocks hold 1 to %d",
                    shape->radius, lanes);
  ria_cell_tile *t = calloc(1, sizeof *t);
  if (!t)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a tile");
  *t = (ria_cell_tile){.cell = cell,
                       .shape = *shape,
                       .spes = spes,
                       .lanes = lanes,
                       .fields = shape->nstate + shape->nstatic,
                       .real = ria_precision_size(shape->precision),
                       .width = cells.hi[0] - cells.lo[0],
                       .height = cells.hi[1] - cells.lo[1]};
  ria_cell_tile_cut(shape, &t->columns, &t->rows, &t->across, &t->down);
  if (!t->rows) {
    free(t);
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "no two blocks of %d fields fit a local store of %d bytes beside %zu of code",
                    shape->nstate + shape->nstatic, RIA_CELL_LOCAL_STORE,
                    shape->code ? shape->code : (size_t)CODE);
  }
  ria_status status = RIA_SUCCESS;
  t->block = calloc((size_t)t->across * (size_t)t->down, sizeof *t->block);
  if (t->block) {
    lay_out(t);
    t->memory = aligned_alloc(LINE, t->bytes);
  }
  if (!t->memory)
    status = ria_fail(RIA_ERROR_MEMORY, "no memory for a tile of %d x %d cells in blocks", t->width,
                      t->height);
  else {
    memset(t->memory, 0, t->bytes);
    status = ria_cell_map(cell, t->memory, t->bytes, 1, &t->ea);
  }
  if (status != RIA_SUCCESS) {
    free(t->memory);
    free(t->block);
    free(t);
    return status;
  }
  t->current[SPE_X] = t->current[SPE_Y] = true; /* zeros everywhere */
  *result = t;
  return RIA_SUCCESS;
}

void ria_cell_tile_destroy(ria_cell_tile *tile) {
  if (!tile)
    return;
  ria_cell_unmap(tile->cell, tile->ea);
  free(tile->memory);
  free(tile->block);
  free(tile);
}

void ria_cell_tile_blocks(const ria_cell_tile *tile, int *count, int *rows, int *columns) {
  *count = tile->across * tile->down;
  *rows = tile->rows;
  *columns = tile->columns;
}

/* --- Cells -------------------------------------------------------------------------------------
 */

/* A box in local indices, counted from the tile's first ghost. */
static ria_box counted(const ria_cell_tile *t, ria_box box) {
  const ria_box cells = t->shape.cells;
  return ria_box_plane(box.lo[0] - cells.lo[0], box.hi[0] - cells.lo[0], box.lo[1] - cells.lo[1],
                       box.hi[1] - cells.lo[1]);
}

/* The overlap of a box and a block, counted from the block's first cell; false: none. */
static bool part_of(const tile_block *b, ria_box box, ria_box *part) {
  *part = ria_box_plane(larger(box.lo[0] - b->x, 0), smaller(box.hi[0] - b->x, b->width),
                        larger(box.lo[1] - b->y, 0), smaller(box.hi[1] - b->y, b->height));
  return part->lo[0] < part->hi[0] && part->lo[1] < part->hi[1];
}

static char *cell_at(const ria_cell_tile *t, const tile_block *b, int f, int x, int y) {
  const size_t row = (size_t)((f * b->rows + y) * b->pitch) * VECTOR;
  return t->memory + b->cells + row + (size_t)x * t->real;
}

/* The place in a side's buffer of a block for a cell of the adjacent block, at distance
 * `layer`. */
static char *ghost_at(const ria_cell_tile *t, const tile_block *b, int parity, int axis, int side,
                      int f, int along, int layer) {
  char *buffer = t->memory + b->ghosts[axis][parity][side];
  const int radius = t->shape.radius;
  if (axis == SPE_X) {
    const int lane = side == SPE_LOW ? t->lanes - 1 - layer : layer;
    return buffer + (size_t)(f * b->rows + along) * VECTOR + (size_t)lane * t->real;
  }
  const int row = side == SPE_LOW ? radius - 1 - layer : layer;
  return buffer + (size_t)((f * radius + row) * b->pitch) * VECTOR + (size_t)along * t->real;
}

/* Copies fields [from, to) between two neighbouring blocks and their buffers: `low` precedes
 * `high` along the axis. */
static void exchange_cells(ria_cell_tile *t, int axis, const tile_block *from, ria_box part,
                           const tile_block *to, int side) {
  const int size = axis == SPE_X ? from->width : from->height;
  for (int f = 0; f < t->fields; f++)
    for (int layer = 0; layer < t->shape.radius && layer < size; layer++) {
      const int at = side == SPE_LOW ? size - 1 - layer : layer; /* `to` has it on its low side */
      if (axis == SPE_X) {
        for (int y = part.lo[1]; y < part.hi[1] && at >= part.lo[0] && at < part.hi[0]; y++)
          for (int p = 0; p < PARITIES; p++)
            memcpy(ghost_at(t, to, p, axis, side, f, y, layer), cell_at(t, from, f, at, y),
                   t->real);
      } else if (at >= part.lo[1] && at < part.hi[1]) {
        for (int p = 0; p < PARITIES; p++)
          memcpy(ghost_at(t, to, p, axis, side, f, part.lo[0], layer),
                 cell_at(t, from, f, part.lo[0], at), (size_t)(part.hi[0] - part.lo[0]) * t->real);
      }
    }
}

void ria_cell_tile_refresh(ria_cell_tile *t, int axis, ria_box box) {
  const int step = axis == SPE_X ? 1 : t->across;
  for (int n = 0; n < t->across * t->down; n++) {
    const int place = axis == SPE_X ? n % t->across : n / t->across;
    const int last = (axis == SPE_X ? t->across : t->down) - 1;
    ria_box part;
    if (!part_of(&t->block[n], box, &part))
      continue;
    if (place > 0)
      exchange_cells(t, axis, &t->block[n], part, &t->block[n - step], SPE_HIGH);
    if (place < last)
      exchange_cells(t, axis, &t->block[n], part, &t->block[n + step], SPE_LOW);
  }
}

/* Copies fields [first, first + count) between blocks and row-major fields. */
static void copy(const ria_cell_tile *t, ria_box box, int first, int count, char *const *fields,
                 size_t pitch, bool out) {
  const ria_box cells = t->shape.cells;
  const ria_box all = counted(t, box);
  for (int n = 0; n < t->across * t->down; n++) {
    const tile_block *b = &t->block[n];
    ria_box part;
    if (!part_of(b, all, &part))
      continue;
    const size_t bytes = (size_t)(part.hi[0] - part.lo[0]) * t->real;
    const int x = b->x + part.lo[0] + cells.lo[0];
    for (int f = 0; f < count; f++)
      for (int y = part.lo[1]; y < part.hi[1]; y++) {
        char *here = cell_at(t, b, first + f, part.lo[0], y);
        char *there =
            fields[f] + ((ptrdiff_t)pitch * (b->y + y + cells.lo[1]) + x) * (ptrdiff_t)t->real;
        memcpy(out ? there : here, out ? here : there, bytes);
      }
  }
}

void ria_cell_tile_put(ria_cell_tile *tile, ria_box box, const void *const *state, size_t pitch) {
  char *fields[RIA_MAX_FIELDS];
  for (int f = 0; f < tile->shape.nstate; f++)
    fields[f] = (char *)(uintptr_t)state[f]; /* read alone */
  copy(tile, box, 0, tile->shape.nstate, fields, pitch, false);
  /* The neighbours' copies of these cells, unless all are copied anyway. */
  for (int axis = 0; axis < SPE_AXES; axis++)
    if (tile->current[axis])
      ria_cell_tile_refresh(tile, axis, counted(tile, box));
}

void ria_cell_tile_get(const ria_cell_tile *tile, ria_box box, void *const *state, size_t pitch) {
  copy(tile, box, 0, tile->shape.nstate, (char *const *)state, pitch, true);
}

void ria_cell_tile_put_statics(ria_cell_tile *tile, const void *const *statics, size_t pitch) {
  char *fields[RIA_MAX_STATICS];
  for (int f = 0; f < tile->shape.nstatic; f++)
    fields[f] = (char *)(uintptr_t)statics[f];
  copy(tile, tile->shape.cells, tile->shape.nstate, tile->shape.nstatic, fields, pitch, false);
  for (int axis = 0; axis < SPE_AXES; axis++)
    ria_cell_tile_refresh(tile, axis, counted(tile, tile->shape.cells));
}

/* --- Boundaries --------------------------------------------------------------------------------
 */

ria_status ria_cell_tile_boundary(ria_cell_tile *t, ria_boundary_function fill, int axis,
                                  int outward, int from, int to, int layers, int nx, int ny,
                                  const double *scalars) {
  const ria_box cells = t->shape.cells;
  /* The cells inside, and their mirror image outside, along the axis. */
  const int edge = outward < 0 ? 0 : (axis ? ny : nx);
  const int low = edge - layers, high = edge + layers;
  const ria_box strip =
      axis ? ria_box_plane(from, to, low, high) : ria_box_plane(low, high, from, to);
  if (strip.lo[0] < cells.lo[0] || strip.hi[0] > cells.hi[0] || strip.lo[1] < cells.lo[1] ||
      strip.hi[1] > cells.hi[1] || layers < 1 || from > to)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "a side of %d layers and cells %d to %d is not within a tile of %d x %d cells",
                    layers, from, to, t->width, t->height);
  const size_t pitch = (size_t)(strip.hi[0] - strip.lo[0]),
               count = pitch * (size_t)(strip.hi[1] - strip.lo[1]);
  char *memory = malloc(count * (size_t)t->fields * t->real + 1);
  if (!memory)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for %zu cells of a side", count);
  const ptrdiff_t origin = strip.lo[1] * (ptrdiff_t)pitch + strip.lo[0];
  char *fields[RIA_MAX_FIELDS + RIA_MAX_STATICS];
  for (int f = 0; f < t->fields; f++)
    fields[f] = memory + ((size_t)f * count) * t->real - origin * (ptrdiff_t)t->real;
  copy(t, strip, 0, t->fields, fields, pitch, true);
  const ptrdiff_t along = axis ? 1 : (ptrdiff_t)pitch, across = axis ? (ptrdiff_t)pitch : 1;
  ria_boundary_args args = {.origin = (outward < 0 ? 0 : edge - 1) * across + from * along,
                            .along = along,
                            .inward = -outward * across,
                            .count = to - from,
                            .layers = layers,
                            .axis = axis,
                            .outward = outward,
                            .scalars = scalars};
  for (int f = 0; f < t->shape.nstate; f++)
    args.state[f] = fields[f];
  for (int f = 0; f < t->shape.nstatic; f++)
    args.statics[f] = fields[t->shape.nstate + f];
  fill(&args);
  ria_box ghosts = strip;
  if (axis)
    *(outward < 0 ? &ghosts.hi[1] : &ghosts.lo[1]) = edge;
  else
    *(outward < 0 ? &ghosts.hi[0] : &ghosts.lo[0]) = edge;
  ria_cell_tile_put(t, ghosts, (const void *const *)fields, pitch);
  free(memory);
  return RIA_SUCCESS;
}
