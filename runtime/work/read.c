#include "read.h"
#include <stdlib.h>
#include "submit/task.h"

const char *tile_read_state(void *buffers[], const tile_read *read) {
  const step_clock *clock = work_buffer(buffers[READ_CLOCK]);
  const tile_layout *l = &read->tile->layout;
  size_t reals = (size_t)(clock->base_buffer * read->simulation->model.nstate) * l->field;
  return (const char *)work_buffer(buffers[READ_STATE]) + read->tile->before + reals * l->size;
}

const char *tile_read_tracked(void *buffers[], const tile_read *read) {
  const step_clock *clock = work_buffer(buffers[READ_CLOCK]);
  char *state = (char *)work_buffer(buffers[READ_STATE]) + read->tile->before;
  const tile_layout *l = &read->tile->layout;
  return (char *)tile_tracked(read->simulation, read->tile, state, clock->tracked, 0) -
         layout_first(l) * l->size;
}

ria_status tile_read_submit(const tile_read *what, struct starpu_codelet *codelet,
                            starpu_data_handle_t out) {
  const ria_simulation *s = what->simulation;
  const tile_data *tile = what->tile;
  RIA_TRY(patch_check_lent(s));
  queued_task task = {.codelet = codelet,
                      .name = codelet->name,
                      .priority = PRIORITY_EDGE,
                      .place = CODELET_HAS_DEVICE_FUNCTION(codelet) && !tile->place.cell
                                   ? tile->place
                                   : place_of_host(s->runtime),
                      .argument_bytes = sizeof(tile_read)};
  RIA_TRY(queued_task_init(&task, 3));
  tile_read *copy = malloc(sizeof *copy);
  if (!copy)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a task");
  *copy = *what;
  task.argument = copy;
  queued_task_add(&task, tile->state_handle, STARPU_R);
  queued_task_add(&task, s->clock_handle, STARPU_R);
  queued_task_add(&task, out, STARPU_W);
  return queued_task_submit(&task);
}
