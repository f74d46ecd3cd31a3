/* Tiles: this rank's share of the grid, in memory registered with StarPU. */
#include "tile.h"
#include "edge.h"
#include "group.h"
#include "halo.h"
#include "place.h"
#include "ria/level.h"
#include <stdlib.h>
#include <string.h>

/* Set a tile's position and worker; allocates no memory. */
static ria_status tile_plan(ria_simulation *s, tile_data *tile, int64_t number, int part) {
  int n[RIA_AXES];
  tile->number = number;
  tile->part = part;
  tile->at = ria_mesh_tile_at(&s->mesh, number);
  for (int axis = 0; axis < RIA_AXES; axis++)
    n[axis] = (int)(tile->at.cells.hi[axis] - tile->at.cells.lo[axis]);
  layout_init(&tile->layout, n, s->ghost, s->model.precision, s->model.program != NULL);
  return place_choose(s, tile);
}

/* Whether the stages' kernels use stamps for level segments: all of them or none. */
static bool keeps_level(const ria_simulation *s) {
  bool level = !s->on_device && !s->hybrid && s->traits.host && s->one_order && s->model.stages > 0;
  for (int i = 0; i < s->model.stages; i++)
    level = level && ria_level_stamped(s->model.stage[i].kernel) &&
            !strcmp(s->stage_implementation[i]->strategy, s->stage_implementation[0]->strategy);
  return level;
}

/* Allocate rest stamps: for a kernel's blocks in rows as wide as the tile, or for level segments,
 * which include ghost cells. */
static void rest_plan(const ria_simulation *s, tile_data *tile) {
  const int nx = tile->layout.n[0];
  tile->rest_level = keeps_level(s);
  tile->rest_before = 0;
  tile->rest_pitch = (size_t)nx / RIA_REST_CELLS + 1;
  tile->rest_ghost = s->traits.rests ? s->ghost[1] : 0;
  if (!tile->rest_level)
    return;
  const int first = ria_level_segment(-s->ghost[0]);
  tile->rest_before = (size_t)-first;
  tile->rest_pitch = (size_t)(ria_level_segment(nx + s->ghost[0]) - first + 1);
}

static ria_status tile_create(ria_simulation *s, tile_data *tile) {
  rest_plan(s, tile);
  tile->rest = calloc(RIA_BUFFERS * tile_rest_rows(tile) * tile->rest_pitch, sizeof *tile->rest);
  tile->report = pages_alloc(step_report_bytes(s->openings));
  if (!tile->rest || !tile->report)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a tile of %d x %d cells", tile->layout.n[0],
                    tile->layout.n[1]);
  tile->pinned = place_on_device(&tile->place);
  if (tile->pinned)
    starpu_memory_pin(tile->report, step_report_bytes(s->openings));
  starpu_variable_data_register(&tile->report_handle, STARPU_MAIN_RAM, (uintptr_t)tile->report,
                                step_report_bytes(s->openings));
  return RIA_SUCCESS;
}

/* Order the tiles by part. */
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

/* Create this rank's tiles. */
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
  const int places = place_parts(s), parts = places < tiles ? places : tiles;
  if (status == RIA_SUCCESS && tiles)
    status = ria_mesh_deal_some(&s->mesh, number, tiles, parts, &part);
  if (status == RIA_SUCCESS && tiles)
    status = order_tiles(s, number, part, parts);
  free(part);
  free(number);
  return status;
}

ria_status tiles_plan(ria_simulation *s) {
  RIA_TRY(plan_tiles(s));
  RIA_TRY(groups_plan(s));
  return place_check(s);
}

ria_status tiles_create(ria_simulation *s) {
  RIA_TRY(groups_create(s));
  for (int i = 0; i < s->tiles; i++)
    RIA_TRY(tile_create(s, &s->tile[i]));
  RIA_TRY(halo_create(s));
  for (int i = 0; i < s->tiles; i++)
    RIA_TRY(edges_create(s, &s->tile[i]));
  return RIA_SUCCESS;
}

void tiles_destroy(ria_simulation *s) {
  for (int i = 0; i < s->tiles && s->tile; i++) {
    tile_data *tile = &s->tile[i];
    halo_destroy(tile);
    edges_destroy(s, tile);
    device_free(tile->device_report);
    device_free(tile->device_flows);
    device_free(tile->device_face);
    if (tile->report_handle)
      starpu_data_unregister(tile->report_handle);
    if (tile->pinned)
      starpu_memory_unpin(tile->report, step_report_bytes(s->openings));
    free(tile->report);
    free(tile->rest);
  }
  groups_destroy(s);
  free(s->tile);
  free(s->by_number);
  free(s->owner);
}
