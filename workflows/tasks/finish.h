/** \file
 * The task that runs the finish() of a step's kind.
 */
#ifndef TASKS_FINISH_H
#define TASKS_FINISH_H

#include "task.h"

/** Append the task `ria finish STUDY STEP` to `list`, which holds all tasks of the step; it needs
 * each of them. Adds nothing if the kind has no finish() or the list is empty. Errors:
 * RIA_ERROR_MEMORY. */
ria_status task_finish_add(const workflow_step *step, const char *study, task_list *list);

#endif
