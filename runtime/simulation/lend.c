/* Lends fields to an application at their addresses. */
#include <string.h>
#include "executors/executor.h"
#include "simulation.h"
#include "ria/patch.h"

/* The memory node in which the tiles of a group stay. */
static int node_of(const ria_simulation *s, const tile_group *group) {
  const task_place *place = &s->tile[group->first].place;
  return place_on_device(place) ? (int)starpu_worker_get_memory_node((unsigned)place->worker)
                                : STARPU_MAIN_RAM;
}

static ria_status check(const ria_simulation *s) {
  RIA_TRY(patch_check_lent(s));
  for (int i = 0; i < s->tiles; i++) {
    if (s->tile[i].place.cell)
      return ria_fail(RIA_ERROR_UNSUPPORTED,
                      "the fields of a Cell cannot be lent; use ria_patch_read() and "
                      "ria_patch_write()");
    if (place_on_device(&s->tile[i].place) && s->model.gpu_memory == RIA_GPU_STAGED)
      return ria_fail(RIA_ERROR_UNSUPPORTED,
                      "fields of tiles that do not stay on their GPU cannot be lent; use "
                      "ria_patch_read() and ria_patch_write(), or RIA_GPU_RESIDENT");
  }
  return RIA_SUCCESS;
}

int ria_patch_tiles(const ria_simulation *s) {
  return s->tiles;
}

static ria_lent_tile lent_tile(const ria_simulation *s, const tile_data *tile, char *state) {
  void *fields[RIA_MAX_OPERANDS];
  const tile_layout *l = &tile->layout;
  const bool on_device = place_on_device(&tile->place);
  ria_lent_tile lent = {.block = tile->at.block,
                        .cells = tile->at.cells,
                        .precision = s->model.precision,
                        .gpu = on_device ? starpu_worker_get_devid(tile->place.worker) : -1,
                        .pitch = l->pitch,
                        .plane = l->plane};
  memcpy(lent.ghost, l->ghost, sizeof lent.ghost);
  tile_fields(tile, s->model.nstate, state + tile->before, s->latest->base_buffer, fields);
  memcpy(lent.field, fields, (size_t)ria_model_lasting(&s->model) * sizeof *fields);
  return lent;
}

ria_status ria_patch_lend(ria_simulation *s, ria_lent_tile *tile) {
  RIA_TRY(check(s));
  ria_simulation_drain(s);
  RIA_TRY(simulation_check_device(s));
  for (; s->lent < s->groups; s->lent++) {
    const tile_group *group = &s->group[s->lent];
    const int node = node_of(s, group);
    if (starpu_data_acquire_on_node(group->state_handle, node, STARPU_RW)) {
      patch_release(s);
      return ria_fail(RIA_ERROR_STARPU, "StarPU cannot acquire a tile");
    }
    const struct starpu_vector_interface *vector =
        starpu_data_get_interface_on_node(group->state_handle, (unsigned)node);
    for (int i = group->first; i < group->first + group->tiles; i++)
      tile[i] = lent_tile(s, &s->tile[i], (char *)vector->ptr);
  }
  return RIA_SUCCESS;
}

void patch_release(ria_simulation *s) {
  for (; s->lent > 0; s->lent--) {
    const tile_group *group = &s->group[s->lent - 1];
    starpu_data_release_on_node(group->state_handle, node_of(s, group));
  }
}

ria_status ria_patch_take_back(ria_simulation *s, bool changed) {
  if (!s->lent && s->groups)
    return ria_fail(RIA_ERROR_ARGUMENT, "no fields of the simulation are lent");
  patch_release(s);
  if (!changed)
    return RIA_SUCCESS;
  for (int i = 0; i < s->tiles; i++)
    executor_invalidate(s, &s->tile[i]);
  RIA_TRY(patch_forget_rate(s));
  simulation_invalidate(s);
  return RIA_SUCCESS;
}
