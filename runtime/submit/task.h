/** \file
 * Submits tasks to StarPU: all tasks pass through here.
 */
#ifndef SUBMIT_TASK_H
#define SUBMIT_TASK_H

#include "ria/status.h"
#include "place.h"

enum { PRIORITY_INNER = 0, PRIORITY_EDGE = 1, PRIORITY_CLOCK = 2 };

typedef struct {
  struct starpu_codelet *codelet;
  const char *name;
  int priority;
  task_place place;
  int buffers;
  starpu_data_handle_t *handle;       /**< [buffers]; ownership passes to the task */
  enum starpu_data_access_mode *mode; /**< [buffers]; ownership passes to the task */
  void *argument;                     /**< from malloc(); ownership passes to the task */
  size_t argument_bytes;
} queued_task;

/** Allocate the arrays for the buffers of a task. */
ria_status queued_task_init(queued_task *task, int buffers);
void queued_task_add(queued_task *task, starpu_data_handle_t handle,
                     enum starpu_data_access_mode mode);
ria_status queued_task_submit(queued_task *task);

#endif
