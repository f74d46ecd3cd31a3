/** \file
 * The study's copy of its workflow, with the settings of the run.
 */
#ifndef STUDY_STORED_WORKFLOW_H
#define STUDY_STORED_WORKFLOW_H

#include "language/workflow.h"
#include "study.h"

/** Store the settings of a run (--set). */
ria_status study_workflow_store(study_store *study, int sets, const char *const *set);

/** Read the study's copy of the workflow with those settings. Changes the current folder to the one
 * where the engine ran. Points whose results exist are completed. */
ria_status study_workflow_read(study_store *study, workflow_file **workflow);

#endif
