/* `ria cancel` and `ria retry` on the rows of a study that no engine runs. */
#ifndef ENGINE_ROWS_H
#define ENGINE_ROWS_H

#include "ria/job.h"
#include "study/study.h"

/** Whether a request for `subject` (a step, a task, "" for all) includes this task. */
bool engine_rows_meant(const study_task *task, const char *subject);

/** Check that the study has that step or task. Errors: RIA_ERROR_ARGUMENT if not. */
ria_status engine_rows_find(study_store *study, const study_tasks *tasks, const char *subject);

/** In a transaction: ask the jobs of a step to end, without waiting. */
ria_status engine_rows_end_jobs(study_store *study, ria_launcher *launcher, const char *subject);

#endif
