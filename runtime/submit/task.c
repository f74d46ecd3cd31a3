#include "task.h"
#include <stdlib.h>

ria_status queued_task_init(queued_task *task, int buffers) {
  task->buffers = 0;
  task->handle = malloc((size_t)buffers * sizeof *task->handle);
  task->mode = malloc((size_t)buffers * sizeof *task->mode);
  if (!task->handle || !task->mode) {
    free(task->handle);
    free(task->mode);
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a task");
  }
  return RIA_SUCCESS;
}

void queued_task_add(queued_task *task, starpu_data_handle_t handle,
                     enum starpu_data_access_mode mode) {
  task->handle[task->buffers] = handle;
  task->mode[task->buffers++] = mode;
}

ria_status queued_task_submit(queued_task *task) {
  struct starpu_task *t = starpu_task_create();
  t->cl = task->codelet;
  t->name = task->name;
  t->priority = task->priority;
  t->nbuffers = task->buffers;
  t->dyn_handles = task->handle;
  t->dyn_modes = task->mode;
  t->cl_arg = task->argument;
  t->cl_arg_size = task->argument_bytes;
  t->cl_arg_free = 1;
  t->where = (int32_t)(task->place.where ? task->place.where : STARPU_CPU);
  if (task->place.workers) {
    t->workerids = task->place.workers;
    t->workerids_len = WORKER_WORDS;
  } else if (place_on_device(&task->place)) {
    t->execute_on_a_specific_worker = 1;
    t->workerid = (unsigned)task->place.worker;
  }
  int status = starpu_task_submit(t);
  if (status) {
    t->destroy = 0; /* StarPU requires this for a task that it does not destroy */
    starpu_task_destroy(t);
    return ria_fail(RIA_ERROR_STARPU, "StarPU refused the task '%s': no worker can run it",
                    task->name);
  }
  return RIA_SUCCESS;
}
