/** \file
 * Steps that need a GPU, and machines that have none. */
#ifndef RIA_TASKS_GPU_NEED_H
#define RIA_TASKS_GPU_NEED_H

#include "ria/gpus.h"
#include "ria/job.h"
#include "language/step_kind.h"

/** Whether this machine has a GPU that ria can use: asked once. All zero to begin with. */
typedef struct {
  bool asked, usable;
  char why[RIA_GPUS_WHY]; /**< not: a sentence for people */
} gpu_here;

/** Whether the tasks of a point run on a GPU, whatever the machine has: `target: cuda`, or
 * `resources: {gpus: ...}`. Of a pending point as far as it is known. */
bool gpu_need_of(const ria_point *point);

/** Whether a point is left out, as if its `when` did not hold: the step says `without_gpu: skip`,
 * the point needs a GPU, tasks run here, and this machine has none. */
bool gpu_need_leaves_out(const ria_point *point, ria_launcher_kind kind, gpu_here *here);

/** A note for validation, "" if no step needs a GPU: which steps do, and, where tasks run here and
 * there is none, what becomes of them. */
void gpu_need_note(const ria_workflow *workflow, char *note, size_t size);

#endif
