/** \file
 * The task in which a step's kind draws the sum of all its points. */
#ifndef RIA_TASKS_FINISH_H
#define RIA_TASKS_FINISH_H

#include "task.h"

/** Add `ria finish STUDY STEP` to a step's tasks, of which `list` holds all: it needs each of them.
 * Nothing where the kind has no finish(), or nothing is in the list. Errors: RIA_ERROR_MEMORY. */
ria_status task_finish_add(const ria_step *step, const char *study, ria_task_list *list);

#endif
