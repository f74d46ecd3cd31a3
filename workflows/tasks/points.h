/** \file
 * The points that a step's tasks stand on: those of the sweeps of all steps that it needs. A task
 * that reads what all points left is another one as soon as there are more or fewer of them. */
#ifndef RIA_TASKS_POINTS_H
#define RIA_TASKS_POINTS_H

#include "language/step_kind.h"

/** For all tasks of `step`: mix the points of the steps it needs into their hashes, with a part
 * "points of STEP" each. `skip(context, step)` tells which of a step's points
 * do not run: [points], or NULL if all do. Steps without a sweep change nothing. Errors:
 * RIA_ERROR_MEMORY. */
ria_status task_points_add(const ria_step *step, const bool *(*skip)(void *context, int step),
                           void *context, ria_task_list *list);

/** For the task of a step's finish(), which is the last of the list and has the others in its hash
 * already: the part "points of STEP" for the step's own. Errors: RIA_ERROR_MEMORY. */
ria_status task_points_add_own(const ria_step *step, ria_task_list *list);

/** The fact of a study that holds the labels with that hash; `key` has room for 40 bytes. */
void task_points_fact(const char *hash, char key[40]);

#endif
