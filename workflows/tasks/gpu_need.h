/** \file
 * Steps that need a GPU, on machines that have none.
 */
#ifndef TASKS_GPU_NEED_H
#define TASKS_GPU_NEED_H

#include "language/step_kind.h"
#include "ria/gpus.h"
#include "ria/job.h"

/** Whether this machine has a usable GPU. Looked up once. Must start as all zero. */
typedef struct {
  bool asked, usable;
  char why[RIA_GPUS_WHY]; /**< if not usable: a sentence for people */
} gpu_here;

/** Whether the tasks of a point run on a GPU on any machine: `target: cuda`, or `resources: {gpus:
 * ...}`. For a pending point, as far as it is known. */
bool gpu_need_of(const workflow_point *point);

/** Whether a point is skipped, as if its `when` were false: it needs a GPU, its step says
 * `without_gpu: skip`, its tasks run on this machine, and this machine has no GPU. */
bool gpu_need_leaves_out(const workflow_point *point, ria_launcher_kind kind, gpu_here *here);

/** A note for validation: the steps that need a GPU, and their treatment if their tasks run here
 * without one. "" if no step needs a GPU. */
void gpu_need_note(const workflow_file *workflow, char *note, size_t size);

#endif
