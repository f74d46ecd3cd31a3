/* Groups: tiles that share tasks and memory. */
#include "group.h"
#include <stdlib.h>

ria_status groups_plan(ria_simulation *s) {
  s->group = calloc((size_t)s->tiles + 1, sizeof *s->group);
  if (!s->group)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for %d tiles", s->tiles);
  for (int i = 0; i < s->tiles; i++) {
    if (i == 0 || !s->traits.groups || s->tile[i].part != s->tile[i - 1].part)
      s->group[s->groups++].first = i;
    s->group[s->groups - 1].tiles++;
  }
  return RIA_SUCCESS;
}

/* Vectors of 128-byte elements, because StarPU stores their length as a 32-bit number. */
static void register_block(starpu_data_handle_t *handle, void *memory, size_t bytes) {
  starpu_vector_data_register(handle, STARPU_MAIN_RAM, (uintptr_t)memory, (uint32_t)(bytes / 128),
                              128);
}

/* GPU copies are asynchronous only with pinned memory; if pinning is refused, copies still work but
 * block. */
static void pin(tile_group *group) {
  group->pinned = true;
  starpu_memory_pin(group->state, group->state_bytes);
  starpu_memory_pin(group->statics, group->statics_bytes);
}

static void unpin(const tile_group *group) {
  if (!group->pinned)
    return;
  starpu_memory_unpin(group->state, group->state_bytes);
  starpu_memory_unpin(group->statics, group->statics_bytes);
}

static ria_status create(const ria_simulation *s, tile_group *group) {
  tile_data *tile = &s->tile[group->first];
  const size_t size = tile->layout.size;
  for (int i = 0; i < group->tiles; i++) {
    tile[i].before = group->field * size;
    group->field += tile[i].layout.field;
    group->state_bytes += tile_state_bytes(s, &tile[i]);
  }
  group->statics_bytes = statics_bytes(&s->model, group->field);
  if (group->tiles > 1 && group->field > (size_t)INT32_MAX)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "%d tiles of a worker have %zu cells with ghost cells and padding; at most %ld "
                    "are possible: use more workers or ranks",
                    group->tiles, group->field, (long)INT32_MAX);
  group->state = pages_alloc(group->state_bytes);
  group->statics = pages_alloc(group->statics_bytes);
  if (!group->state || !group->statics)
    return ria_fail(RIA_ERROR_MEMORY,
                    "%d tiles, the first of %d x %d cells, need %.1f MiB; use more ranks or a "
                    "coarser grid",
                    group->tiles, tile->layout.n[0], tile->layout.n[1],
                    (double)(group->state_bytes + group->statics_bytes) / 1048576.0);
  if (place_on_device(&tile->place))
    pin(group);
  register_block(&group->state_handle, group->state, group->state_bytes);
  register_block(&group->statics_handle, group->statics, group->statics_bytes);
  for (int i = 0; i < group->tiles; i++) {
    tile[i].layout.field = group->field;
    tile[i].state = (char *)group->state + tile[i].before;
    tile[i].statics = group->statics;
    tile[i].state_handle = group->state_handle;
    tile[i].statics_handle = group->statics_handle;
  }
  return RIA_SUCCESS;
}

ria_status groups_create(ria_simulation *s) {
  for (int g = 0; g < s->groups; g++)
    RIA_TRY(create(s, &s->group[g]));
  return RIA_SUCCESS;
}

void groups_destroy(ria_simulation *s) {
  for (int g = 0; g < s->groups; g++) {
    tile_group *group = &s->group[g];
    if (group->state_handle)
      starpu_data_unregister(group->state_handle);
    if (group->statics_handle)
      starpu_data_unregister(group->statics_handle);
    unpin(group);
    free(group->state);
    free(group->statics);
  }
  free(s->group);
}
