/** \file
 * The part of a task's hash from the steps that its step needs: the points of their sweeps, and the
 * ends of their tasks. A task that reads the results of all points must run again if points were
 * added or removed.
 */
#ifndef TASKS_UPSTREAM_H
#define TASKS_UPSTREAM_H

#include "study/study.h"
#include "task.h"

/** Continue a hash with a text and its end. */
uint64_t task_mix_text(uint64_t hash, const char *text);

/** For all tasks of `step`: mix the points of the needed steps into their hashes, with a part
 * "points of STEP" for each. `skip(context, step)` gives the points of a step that do not run:
 * [points], or NULL if all run. Steps without a sweep change nothing. Errors: RIA_ERROR_MEMORY. */
ria_status task_points_add(const workflow_step *step, const bool *(*skip)(void *context, int step),
                           void *context, task_list *list);

/** For the finish() task, the last of the list, whose hash already includes the other tasks: add
 * the part "points of STEP" for the step's own points. Errors: RIA_ERROR_MEMORY. */
ria_status task_points_add_own(const workflow_step *step, task_list *list);

/** The key of the study's fact that holds the labels with that hash; 40 bytes are enough. */
void task_points_fact(const char *hash, char key[40]);

/** For a step that always runs: mix the states and attempts of all tasks that it needs, directly or
 * not, among row[rows] into its tasks' hashes. Further attempts make its report out of date. */
ria_status task_outcomes_add(const workflow_step *step, int rows, const study_task *const *row,
                             task_list *list);

#endif
