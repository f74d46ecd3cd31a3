/* Addresses of a tile's fields and of its rest stamps. */
#include "simulation.h"
#include "ria/level.h"
#include <string.h>

/* A field of the state, in all buffers that the executor uses. */
static int state_fields(const ria_simulation *s) {
  return (s->traits.in_place ? 1 : RIA_BUFFERS) * s->model.nstate;
}

size_t tile_state_bytes(const ria_simulation *s, const tile_data *tile) {
  const size_t fields = (size_t)(state_fields(s) + RIA_TRACKED * s->model.ntracked);
  return fields * tile->layout.field * tile->layout.size;
}

void *tile_tracked(const ria_simulation *s, const tile_data *tile, void *state, int generation,
                   int number) {
  return layout_origin(&tile->layout, state,
                       state_fields(s) + generation * s->model.ntracked + number);
}

/* A field of the statics in the memory of a group; each starts on a 128-byte boundary. */
static size_t static_bytes(const ria_model *m, int number, size_t field) {
  enum { UNIT = 128 };
  const size_t bytes = field * ria_storage_size(ria_model_stored(m, number), m->precision);
  return (bytes + UNIT - 1) / UNIT * UNIT;
}

size_t statics_bytes(const ria_model *m, size_t field) {
  size_t bytes = m->nstatic ? 0 : field * ria_precision_size(m->precision);
  for (int f = 0; f < m->nstatic; f++)
    bytes += static_bytes(m, f, field);
  return bytes;
}

size_t tile_statics_bytes(const ria_simulation *s, const tile_data *tile) {
  return statics_bytes(&s->model, tile->layout.field);
}

void tile_statics(const ria_simulation *s, const tile_data *tile, void *statics,
                  void *fields[RIA_MAX_OPERANDS]) {
  const tile_layout *l = &tile->layout;
  const size_t place = tile->before / l->size + layout_first(l);
  char *field = statics;
  for (int f = 0; f < s->model.nstatic; f++) {
    const ria_storage stored = ria_model_stored(&s->model, f);
    fields[f] = field + place * ria_storage_size(stored, s->model.precision);
    field += static_bytes(&s->model, f, l->field);
  }
}

void tile_fields(const tile_data *tile, int nstate, void *state, int buffer,
                 void *fields[RIA_MAX_FIELDS]) {
  for (int f = 0; f < nstate; f++)
    fields[f] = layout_origin(&tile->layout, state, buffer * nstate + f);
}

size_t tile_rest_rows(const tile_data *tile) {
  return (size_t)(tile->layout.n[1] + 2 * tile->rest_ghost);
}

static uint64_t *rest_of(const tile_data *tile, int buffer, int y) {
  return tile->rest +
         ((size_t)buffer * tile_rest_rows(tile) + (size_t)(y + tile->rest_ghost)) *
             tile->rest_pitch +
         tile->rest_before;
}

static void make_valid(tile_data *tile, int buffer) {
  size_t stamps = tile_rest_rows(tile) * tile->rest_pitch;
  if (!tile->rest_valid[buffer])
    memset(tile->rest + (size_t)buffer * stamps, 0, stamps * sizeof *tile->rest);
  tile->rest_valid[buffer] = true;
}

const ria_rest_stamps *tile_rest(tile_data *tile, int from, int to, ria_box box,
                                 ria_rest_stamps *stamps) {
  const bool wide = tile->rest_level || (box.lo[0] == 0 && box.hi[0] == tile->layout.n[0]);
  if (!wide || box.lo[1] < -tile->rest_ghost || box.hi[1] > tile->layout.n[1] + tile->rest_ghost)
    return NULL;
  make_valid(tile, from);
  make_valid(tile, to);
  *stamps = (ria_rest_stamps){.src = rest_of(tile, from, box.lo[1]),
                              .dst = rest_of(tile, to, box.lo[1]),
                              .pitch = tile->rest_pitch,
                              .last = &tile->rest_last};
  return stamps;
}

void tile_invalidate(tile_data *tile, int buffer) {
  tile->rest_valid[buffer] = false;
}

void tile_invalidate_box(tile_data *tile, int buffer, ria_box box) {
  const int low = -tile->rest_ghost, high = tile->layout.n[1] + tile->rest_ghost;
  const int from = box.lo[1] < low ? low : box.lo[1], to = box.hi[1] > high ? high : box.hi[1];
  size_t first = 0, stamps = tile->rest_pitch;
  if (tile->rest_level && box.lo[0] < box.hi[0]) {
    const int segment = ria_level_segment(box.lo[0]);
    first = (size_t)((ptrdiff_t)tile->rest_before + segment);
    stamps = (size_t)(ria_level_segment(box.hi[0] - 1) - segment + 1);
  }
  for (int y = from; y < to && tile->rest_valid[buffer]; y++)
    memset(rest_of(tile, buffer, y) - tile->rest_before + first, 0, stamps * sizeof *tile->rest);
}

void tile_invalidate_ghosts(tile_data *tile, int buffer, ria_box box) {
  if (tile->rest_level)
    tile_invalidate_box(tile, buffer, box);
}

tile_data *tile_of(const ria_simulation *s, int64_t number) {
  int low = 0, high = s->tiles;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (s->tile[s->by_number[middle]].number < number)
      low = middle + 1;
    else
      high = middle;
  }
  tile_data *tile = low < s->tiles ? &s->tile[s->by_number[low]] : NULL;
  return tile && tile->number == number ? tile : NULL;
}
