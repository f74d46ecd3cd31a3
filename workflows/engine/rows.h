/* What `ria cancel` and `ria retry` do on the rows of a study that no engine runs. */
#ifndef RIA_ENGINE_ROWS_H
#define RIA_ENGINE_ROWS_H

#include "ria/job.h"
#include "study/study.h"

/** Whether a request for `subject` (a step, a task, "" for all) is for this task. */
bool engine_rows_meant(const ria_study_task *task, const char *subject);

/** RIA_ERROR_ARGUMENT if the study has no such step or task. */
ria_status engine_rows_find(ria_study *study, const ria_study_tasks *tasks, const char *subject);

/** In a transaction: tell the jobs of a step to end, and wait for nothing. */
ria_status engine_rows_end_jobs(ria_study *study, ria_launcher *launcher, const char *subject);

#endif
