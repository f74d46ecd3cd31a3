/** \file
 * Results of earlier steps for `${step.key}`. */
#ifndef RIA_STUDY_RESULT_FINDER_H
#define RIA_STUDY_RESULT_FINDER_H

#include "study.h"
#include "language/workflow.h"

typedef struct {
  const ria_workflow *workflow; /**< borrowed, like all here */
  ria_study *study;
  ria_task_state (*state)(void *context, int step); /**< of a step, by its place in the file */
  void *context;
  bool skipped;              /**< out: a result was asked for of a step that was skipped */
  ria_study_results results; /**< private: what the newest value is borrowed from */
  char hint[256];
} result_finder;

/** A ria_lookup; its context is a result_finder. The value of a step is its own result, else that
 * of its last task: a later segment knows more than an earlier one. The points of a sweep have none
 * in common. */
ria_name_state result_look_up(void *finder, const char *name, ria_value *value, const char **hint);
void result_finder_clear(result_finder *finder);

#endif
