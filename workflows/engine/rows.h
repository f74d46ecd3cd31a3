/* `ria cancel` and `ria retry` on the rows of a study that no engine runs. */
#ifndef RIA_ENGINE_ROWS_H
#define RIA_ENGINE_ROWS_H

#include "ria/job.h"
#include "study/study.h"

/** Whether a request for `subject` (a step, a task, "" for all) includes this task. */
bool engine_rows_meant(const ria_study_task *task, const char *subject);

/** Check that the study has that step or task. Errors: RIA_ERROR_ARGUMENT if not. */
ria_status engine_rows_find(ria_study *study, const ria_study_tasks *tasks, const char *subject);

/** In a transaction: ask the jobs of a step to end, without waiting. */
ria_status engine_rows_end_jobs(ria_study *study, ria_launcher *launcher, const char *subject);

#endif
