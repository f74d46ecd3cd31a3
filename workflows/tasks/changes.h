/** \file
 * Why a task is another one than the one that ran, in words: for the engine's log and for `ria
 * plan`. */
#ifndef RIA_TASKS_CHANGES_H
#define RIA_TASKS_CHANGES_H

#include "task.h"
#include "study/study.h"
#include "ria/text.h"

/** Append what differs between the parts that the study keeps of a task and those that it has now:
 * "command changed, input tide.csv changed, points added: n=3". Nothing is appended where nothing
 * can be named (a study of an older ria). Errors: those of the study; RIA_ERROR_MEMORY. */
ria_status task_changes_describe(ria_study *study, const ria_task *task, ria_text *text);

/** Keep the parts of a task whose row the study has. Errors: those of the study. */
ria_status task_changes_store(ria_study *study, const ria_task *task);

#endif
