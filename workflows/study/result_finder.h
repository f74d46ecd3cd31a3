/** \file
 * Results of earlier steps for `${step.key}`. */
#ifndef STUDY_RESULT_FINDER_H
#define STUDY_RESULT_FINDER_H

#include "language/workflow.h"
#include "study.h"

typedef struct {
  const workflow_file *workflow; /**< borrowed, like all here */
  study_store *study;
  task_state (*state)(void *context, int step); /**< of a step, by its index */
  void *context;
  bool skipped;          /**< out: the result of a skipped step was requested */
  ria_status status;     /**< out: why the last reading of the study failed */
  study_results results; /**< private: owns the newest value */
  char hint[256];
} result_finder;

/** A workflow_lookup whose context is a result_finder. The value is the step's own result, else
 * that of its last task, because a later segment includes the earlier ones. A step with several
 * points has no such value. */
name_state result_look_up(void *finder, const char *name, workflow_value *value, const char **hint);
void result_finder_clear(result_finder *finder);

#endif
