/** \file
 * The reason for a changed hash of a task as text, for the engine's log and `ria plan`.
 */
#ifndef TASKS_CHANGES_H
#define TASKS_CHANGES_H

#include "ria/text.h"
#include "study/study.h"
#include "task.h"

/** Append the parts that differ between the study's record of a task and the task now: "command
 * changed, input tide.csv changed, points added: n=3". Appends nothing if no part is known (studies
 * of older versions). Errors: those of the study; RIA_ERROR_MEMORY. */
ria_status task_changes_describe(study_store *study, const workflow_task *task, ria_text *text);

/** Store the parts of a task whose row is in the study. Errors: those of the study. */
ria_status task_changes_store(study_store *study, const workflow_task *task);

#endif
