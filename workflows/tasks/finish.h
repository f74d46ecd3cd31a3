/** \file
 * The task that runs the finish() of a step's kind.
 */
#ifndef RIA_TASKS_FINISH_H
#define RIA_TASKS_FINISH_H

#include "task.h"

/** Append the task `ria finish STUDY STEP` to `list`, which holds all tasks of the step; it needs
 * each of them. Adds nothing if the kind has no finish() or the list is empty. Errors:
 * RIA_ERROR_MEMORY. */
ria_status task_finish_add(const ria_step *step, const char *study, ria_task_list *list);

#endif
