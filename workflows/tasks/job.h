/** \file
 * From a task to the job that a launcher starts or describes. */
#ifndef RIA_TASKS_JOB_H
#define RIA_TASKS_JOB_H

#include <stdbool.h>
#include "ria/job.h"
#include "task.h"

/** A job and the texts that it points to. Zero-initialised is empty. */
typedef struct {
  ria_job job; /**< borrows from the rest, and from the task */
  char *name, *output, *markers, **words, *modules;
} task_job;

/** A file with this name in an attempt's folder: its environment modules could not be loaded. */
#define TASK_JOB_NO_MODULES "no-modules"

/** The job of one attempt. `workflow`: its name, for the queue; `folder`: of the attempt, absolute;
 * `program`: what a first argument "ria" stands for. `folder` is copied, the other texts are
 * borrowed for as long as the job lives. Errors: RIA_ERROR_MEMORY; task_job_destroy() in any case.
 */
ria_status task_job_make(task_job *made, const ria_task *task, const char *workflow,
                         const char *folder, const char *program);
void task_job_destroy(task_job *made);

/** The name of an array goes by its first job: give it that of the step, `step.workflow`. Errors:
 * RIA_ERROR_MEMORY. */
ria_status task_job_name_array(task_job *first, const ria_task *task, const char *workflow);

/** Whether a task goes on from a checkpoint after it was told to stop: it runs a case of ours. */
bool task_job_checkpoints(const ria_task *task);

/** Whether two tasks of a step may be elements of one array: their jobs ask for the same. */
bool task_job_alike(const ria_task *a, const ria_task *b);

#endif
