#include "read.h"
#include <stdlib.h>

const char *ria_read_state(void *buffers[], const ria_read *read) {
  const ria_clock *clock = ria_work_buffer(buffers[RIA_READ_CLOCK]);
  const ria_layout *l = &read->tile->layout;
  size_t reals = (size_t)(clock->base_buffer * read->simulation->model.nstate) * l->field;
  return (const char *)ria_work_buffer(buffers[RIA_READ_STATE]) + read->tile->before +
         reals * l->size;
}

ria_status ria_read_submit(const ria_read *what, struct starpu_codelet *codelet,
                           starpu_data_handle_t out) {
  const ria_simulation *s = what->simulation;
  const ria_tile *tile = what->tile;
  RIA_TRY(ria_patch_check_lent(s));
  ria_task task = {.codelet = codelet,
                   .name = codelet->name,
                   .priority = RIA_PRIORITY_EDGE,
                   .place = RIA_HAS_DEVICE_FUNCTION(codelet) && !tile->place.cell
                                ? tile->place
                                : ria_place_of_host(s->runtime),
                   .argument_bytes = sizeof(ria_read)};
  RIA_TRY(ria_task_init(&task, 3));
  ria_read *copy = malloc(sizeof *copy);
  if (!copy)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a task");
  *copy = *what;
  task.argument = copy;
  ria_task_add(&task, tile->state_handle, STARPU_R);
  ria_task_add(&task, s->clock_handle, STARPU_R);
  ria_task_add(&task, out, STARPU_W);
  return ria_task_submit(&task);
}
