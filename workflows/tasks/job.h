/** \file
 * The job that a launcher starts or describes for a task.
 */
#ifndef TASKS_JOB_H
#define TASKS_JOB_H

#include <stdbool.h>
#include "ria/job.h"
#include "task.h"

/** A job and the texts that it points to. All zero is empty. */
typedef struct {
  ria_job job; /**< borrows from the rest, and from the task */
  char *name, *output, *markers, **words, *modules;
} task_job;

/** A file of this name in an attempt's folder says that its environment modules could not be
 * loaded. */
#define TASK_JOB_NO_MODULES "no-modules"

/** Make the job of one attempt. `workflow`: its name, for the queue. `folder`: the attempt's,
 * absolute; copied. `program`: the path that replaces a first argument "ria". The other texts are
 * borrowed for the life of the job. Errors: RIA_ERROR_MEMORY; call task_job_destroy() in any case.
 */
ria_status task_job_make(task_job *made, const workflow_task *task, const char *workflow,
                         const char *folder, const char *program);
void task_job_destroy(task_job *made);

/** Name an array, by its first job, after the step: `step.workflow`. Errors: RIA_ERROR_MEMORY. */
ria_status task_job_name_array(task_job *first, const workflow_task *task, const char *workflow);

/** Whether a task continues from a checkpoint after it was asked to stop: it runs a case. */
bool task_job_checkpoints(const workflow_task *task);

/** How many tasks like this may share a job, one after another: `resources: {bundle: N}`, or fewer
 * so that N times the task's time is not more than a partition gives. 1 without Slurm's queue. */
int task_job_bundle(ria_launcher *launcher, const workflow_task *task);

/** Whether two tasks of a step request the same resources and may be elements of one array. */
bool task_job_alike(const workflow_task *a, const workflow_task *b);

#endif
