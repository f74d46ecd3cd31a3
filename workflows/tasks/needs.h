/** \file
 * What a step that always runs tells of: how the steps that it needs have ended. */
#ifndef RIA_TASKS_NEEDS_H
#define RIA_TASKS_NEEDS_H

#include "language/step_kind.h"
#include "study/study.h"

/** Take up in the hashes of a step's tasks the states and attempts of all tasks that it needs,
 * directly or not, among row[rows]: after other attempts, what it tells is out of date. */
ria_status task_needs_hash(const ria_step *step, int rows, const ria_study_task *const *row,
                           ria_task_list *list);

#endif
