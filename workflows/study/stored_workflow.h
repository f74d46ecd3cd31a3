/** \file
 * The study's copy of its workflow, with the settings of the run.
 */
#ifndef RIA_STUDY_STORED_WORKFLOW_H
#define RIA_STUDY_STORED_WORKFLOW_H

#include "language/workflow.h"
#include "study.h"

/** Store the settings of a run (--set). */
ria_status study_workflow_store(ria_study *study, int sets, const char *const *set);

/** Read the study's copy of the workflow with those settings. Changes the current folder to the one
 * where the engine ran. Points whose results exist are completed. */
ria_status study_workflow_read(ria_study *study, ria_workflow **workflow);

#endif
