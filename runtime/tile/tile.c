/* Tiles: this rank's share of the grid, in memory that StarPU knows. */
#include "clock/ledger.h"
#include "executors/executor.h"
#include "ria/level.h"
#include <stdlib.h>
#include <string.h>

size_t ria_tile_state_bytes(const ria_simulation *s, const ria_tile *tile) {
  const size_t buffers = s->executor->in_place ? 1 : RIA_BUFFERS;
  return buffers * (size_t)s->model.nstate * tile->layout.field * tile->layout.size;
}

/* A field of the statics in the memory of a group; each begins on a 128-byte boundary. */
static size_t static_bytes(const ria_model *m, int number, size_t field) {
  enum { UNIT = 128 };
  const size_t bytes = field * ria_storage_size(ria_model_stored(m, number), m->precision);
  return (bytes + UNIT - 1) / UNIT * UNIT;
}

size_t ria_statics_bytes(const ria_model *m, size_t field) {
  size_t bytes = m->nstatic ? 0 : field * ria_precision_size(m->precision);
  for (int f = 0; f < m->nstatic; f++)
    bytes += static_bytes(m, f, field);
  return bytes;
}

size_t ria_tile_statics_bytes(const ria_simulation *s, const ria_tile *tile) {
  return ria_statics_bytes(&s->model, tile->layout.field);
}

void ria_tile_statics(const ria_simulation *s, const ria_tile *tile, void *statics,
                      void *fields[RIA_MAX_OPERANDS]) {
  const ria_layout *l = &tile->layout;
  const size_t place = tile->before / l->size + ria_layout_first(l);
  char *field = statics;
  for (int f = 0; f < s->model.nstatic; f++) {
    const ria_storage stored = ria_model_stored(&s->model, f);
    fields[f] = field + place * ria_storage_size(stored, s->model.precision);
    field += static_bytes(&s->model, f, l->field);
  }
}

void ria_tile_fields(const ria_tile *tile, int nstate, void *state, int buffer,
                     void *fields[RIA_MAX_FIELDS]) {
  for (int f = 0; f < nstate; f++)
    fields[f] = ria_layout_origin(&tile->layout, state, buffer * nstate + f);
}

static size_t rest_rows(const ria_tile *tile) {
  return (size_t)(tile->layout.n[1] + 2 * tile->rest_ghost);
}

static uint64_t *rest_of(const ria_tile *tile, int buffer, int y) {
  return tile->rest +
         ((size_t)buffer * rest_rows(tile) + (size_t)(y + tile->rest_ghost)) * tile->rest_pitch +
         tile->rest_before;
}

static void make_valid(ria_tile *tile, int buffer) {
  size_t stamps = rest_rows(tile) * tile->rest_pitch;
  if (!tile->rest_valid[buffer])
    memset(tile->rest + (size_t)buffer * stamps, 0, stamps * sizeof *tile->rest);
  tile->rest_valid[buffer] = true;
}

const ria_rest_stamps *ria_tile_rest(ria_tile *tile, int from, int to, ria_box box,
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

void ria_tile_invalidate(ria_tile *tile, int buffer) {
  tile->rest_valid[buffer] = false;
}

void ria_tile_invalidate_box(ria_tile *tile, int buffer, ria_box box) {
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

void ria_tile_invalidate_ghosts(ria_tile *tile, int buffer, ria_box box) {
  if (tile->rest_level)
    ria_tile_invalidate_box(tile, buffer, box);
}

/* Where a tile lies, and who computes it; no memory yet. */
static ria_status tile_plan(ria_simulation *s, ria_tile *tile, int64_t number, int part) {
  int n[RIA_AXES];
  tile->number = number;
  tile->part = part;
  tile->at = ria_mesh_tile_at(&s->mesh, number);
  for (int axis = 0; axis < RIA_AXES; axis++)
    n[axis] = (int)(tile->at.cells.hi[axis] - tile->at.cells.lo[axis]);
  ria_layout_init(&tile->layout, n, s->ghost, s->model.precision, s->model.program != NULL);
  return ria_place_choose(s, tile);
}

/* Whether the stages' kernels take stamps for those of level segments, all of them or none. */
static bool keeps_level(const ria_simulation *s) {
  bool level = !s->on_device && !s->hybrid && s->executor->host && s->model.stages > 0;
  for (int i = 0; i < s->model.stages; i++)
    level = level && ria_level_stamped(s->model.stage[i].kernel) &&
            !strcmp(s->stage_implementation[i]->strategy, s->stage_implementation[0]->strategy);
  return level;
}

/* Stamps of what is at rest, by a kernel's blocks of rows as wide as the tile, or of level segments
 * with those of ghost cells beside them. */
static void rest_plan(const ria_simulation *s, ria_tile *tile) {
  const int nx = tile->layout.n[0];
  tile->rest_level = keeps_level(s);
  tile->rest_before = 0;
  tile->rest_pitch = (size_t)nx / RIA_REST_CELLS + 1;
  tile->rest_ghost = s->executor->rests ? s->ghost[1] : 0;
  if (!tile->rest_level)
    return;
  const int first = ria_level_segment(-s->ghost[0]);
  tile->rest_before = (size_t)-first;
  tile->rest_pitch = (size_t)(ria_level_segment(nx + s->ghost[0]) - first + 1);
}

static ria_status tile_create(ria_simulation *s, ria_tile *tile) {
  rest_plan(s, tile);
  tile->rest = calloc(RIA_BUFFERS * rest_rows(tile) * tile->rest_pitch, sizeof *tile->rest);
  tile->report = ria_pages_alloc(sizeof *tile->report);
  if (!tile->rest || !tile->report)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a tile of %d x %d cells", tile->layout.n[0],
                    tile->layout.n[1]);
  tile->pinned = ria_place_on_device(&tile->place);
  if (tile->pinned)
    starpu_memory_pin(tile->report, sizeof *tile->report);
  starpu_variable_data_register(&tile->report_handle, STARPU_MAIN_RAM, (uintptr_t)tile->report,
                                sizeof *tile->report);
  return RIA_SUCCESS;
}

ria_tile *ria_tile_of(const ria_simulation *s, int64_t number) {
  int low = 0, high = s->tiles;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (s->tile[s->by_number[middle]].number < number)
      low = middle + 1;
    else
      high = middle;
  }
  ria_tile *tile = low < s->tiles ? &s->tile[s->by_number[low]] : NULL;
  return tile && tile->number == number ? tile : NULL;
}

/* Put the tiles of each part in a row. */
static ria_status order_tiles(ria_simulation *s, const int64_t *number, const int *part,
                              int parts) {
  int next = 0;
  for (int p = 0; p < parts; p++)
    for (int i = 0; i < s->tiles; i++)
      if (part[i] == p) {
        s->by_number[i] = next;
        RIA_TRY(tile_plan(s, &s->tile[next++], number[i], p));
      }
  return RIA_SUCCESS;
}

/* This rank's tiles. */
static ria_status plan_tiles(ria_simulation *s) {
  const int64_t all = ria_mesh_tiles(&s->mesh);
  const int rank = s->runtime->rank;
  RIA_TRY(ria_mesh_deal(&s->mesh, s->runtime->ranks, &s->owner, NULL));
  int tiles = 0, *part = NULL;
  for (int64_t t = 0; t < all; t++)
    tiles += s->owner[t] == rank;
  const size_t room = (size_t)tiles + 1;
  int64_t *number = calloc(room, sizeof *number);
  s->tile = calloc(room, sizeof *s->tile);
  s->by_number = calloc(room, sizeof *s->by_number);
  ria_status status = s->tile && s->by_number && number
                          ? RIA_SUCCESS
                          : ria_fail(RIA_ERROR_MEMORY, "no memory for %d tiles", tiles);
  s->tiles = status == RIA_SUCCESS ? tiles : 0;
  for (int64_t t = 0, next = 0; t < all && number; t++)
    if (s->owner[t] == rank)
      number[next++] = t;
  const int places = ria_place_parts(s), parts = places < tiles ? places : tiles;
  if (status == RIA_SUCCESS && tiles)
    status = ria_mesh_deal_some(&s->mesh, number, tiles, parts, &part);
  if (status == RIA_SUCCESS && tiles)
    status = order_tiles(s, number, part, parts);
  free(part);
  free(number);
  return status;
}

ria_status ria_tiles_create(ria_simulation *s) {
  RIA_TRY(plan_tiles(s));
  RIA_TRY(ria_groups_plan(s));
  RIA_TRY(ria_place_check(s));
  if (s->executor->memory)
    RIA_TRY(s->executor->memory(s));
  RIA_TRY(ria_groups_create(s));
  for (int i = 0; i < s->tiles; i++)
    RIA_TRY(tile_create(s, &s->tile[i]));
  ria_work_nodes_create();
  RIA_TRY(ria_halo_create(s));
  for (int i = 0; i < s->tiles; i++) {
    RIA_TRY(ria_edges_create(s, &s->tile[i]));
    RIA_TRY(ria_through_create(s, &s->tile[i]));
  }
  return RIA_SUCCESS;
}

void ria_tiles_destroy(ria_simulation *s) {
  for (int i = 0; i < s->tiles && s->tile; i++) {
    ria_tile *tile = &s->tile[i];
    ria_halo_destroy(tile);
    ria_edges_destroy(tile);
    ria_through_destroy(s, tile);
    ria_device_free(tile->device_report);
    ria_device_free(tile->device_flows);
    if (tile->report_handle)
      starpu_data_unregister(tile->report_handle);
    if (tile->pinned)
      starpu_memory_unpin(tile->report, sizeof *tile->report);
    free(tile->report);
    free(tile->rest);
  }
  ria_groups_destroy(s);
  free(s->tile);
  free(s->by_number);
  free(s->owner);
}
