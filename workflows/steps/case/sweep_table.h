/** \file
 * The table of a sweep of `kind: case`: the parameters and results of each point.
 */
#ifndef CASE_SWEEP_TABLE_H
#define CASE_SWEEP_TABLE_H

#include "tasks/task.h"

/** workflow_step_kind.finish: writes FOLDER/table of the step. Fails, with the table of the other
 * points, if a point has no results. */
ria_status case_sweep_finish(const workflow_step *step, study_store *study,
                             workflow_results *results);

/** workflow_step_kind.finishes: sweeps of several points have a table. */
bool case_sweep_has_table(const workflow_step *step);

#endif
